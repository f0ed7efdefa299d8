//! simscope for Python: a thin layer over the library, and the program.
//!
//! The functions here take and return plain things; `simscope/__init__.py` gives them their names, defaults and documentation.

mod asking;
mod cleaning;
mod columns;
mod figures;
mod given;
mod judging;
mod passages;
mod run;
mod searching;
mod tables;
mod texts;

use simscope::{cli, display, program};

#[global_allocator]
static ALLOCATOR: cli::Allocator = cli::Allocator;

pyo3::create_exception!(
    simscope,
    Error,
    pyo3::exceptions::PyException,
    "Something that simscope cannot do; the message says what, where, and what to do. The base of its other errors."
);
pyo3::create_exception!(simscope, RecipeError, Error, "There is no such recipe, or its file is wrong.");
pyo3::create_exception!(simscope, InputError, Error, "Texts, signatures or options that cannot be used.");

/// simscope for Python; see the package `simscope`.
#[pyo3::pymodule]
mod _simscope {
    #[pymodule_export]
    use super::asking::Comparison;
    #[pymodule_export]
    use super::cleaning::dedup;
    #[pymodule_export]
    use super::columns::Column;
    #[pymodule_export]
    use super::figures::{chart, heatmap};
    #[pymodule_export]
    use super::judging::{draw, judge};
    #[pymodule_export]
    use super::passages::passages;
    #[pymodule_export]
    use super::searching::{groups, neighbours, pairs, sweep};
    #[pymodule_export]
    use super::tables::{Table, shown};
    #[pymodule_export]
    use super::texts::{advise, explain, explain_page, sign};
    #[pymodule_export]
    use super::{Error, InputError, RecipeError};
    use super::{display, program};
    use pyo3::prelude::*;
    use std::ffi::OsString;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// The exit code of a program that panicked.
    const PANICKED: u8 = 101;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init() {
        display::speak(display::Lang::from_environment());
    }

    /// Runs the program with this command line, of which the first word is its name. Returns the exit code.
    #[pyfunction]
    fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        // The panic has been reported already.
        py.detach(|| catch_unwind(AssertUnwindSafe(|| program::run(arguments)))).unwrap_or(PANICKED)
    }
}
