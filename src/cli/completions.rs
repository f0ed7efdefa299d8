//! `simscope completions`: a completion script for a shell.

use super::arguments::{Arguments, CompletionsArguments};
use super::failure::Failure;
use super::output::print;
use clap::CommandFactory;

pub(super) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    // Into memory first: clap_complete panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "simscope", &mut script);
    print(|out| out.write_all(&script))
}
