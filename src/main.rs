//! The program: parse, dispatch, exit code.

use simscope::cli::{self, Outcome};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Outcome::Exit(code) => code,
        Outcome::Open(_) => ExitCode::SUCCESS,
    }
}
