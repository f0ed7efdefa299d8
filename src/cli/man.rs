//! `simscope man`: the manual pages, one for the program and one for each command.

use super::arguments::Arguments;
use super::failure::Failure;
use super::output::print;
use clap::CommandFactory;
use clap_mangen::Man;

pub(super) fn run() -> Result<(), Failure> {
    let mut program = Arguments::command();
    program.build();
    let pages = program.get_subcommands().filter(|command| command.get_name() != "help").cloned();
    let pages: Vec<Man> = std::iter::once(program.clone()).chain(pages).map(Man::new).collect();
    print(|mut out| pages.iter().try_for_each(|page| page.render(&mut out)))
}
