//! `simscope man`: one page for the program, each command and each subcommand.

use super::arguments::Arguments;
use super::failure::Failure;
use super::output::print;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

pub(super) fn run() -> Result<(), Failure> {
    let mut program = Arguments::command();
    program.build();
    let mut commands = Vec::new();
    collect(&program, &mut commands);
    let pages: Vec<Man> = commands.into_iter().map(Man::new).collect();
    print(|mut out| pages.iter().try_for_each(|page| page.render(&mut out)))
}

/// A command and its subcommands, except `help`.
fn collect(command: &Command, all: &mut Vec<Command>) {
    all.push(command.clone());
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        collect(below, all);
    }
}
