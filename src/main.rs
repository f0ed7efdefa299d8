//! The program.

use simscope::{cli, program};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: cli::Allocator = cli::Allocator;

fn main() -> ExitCode {
    ExitCode::from(program::run(std::env::args_os()))
}
