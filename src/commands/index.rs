//! `simscope index`: a signature index on disk.

mod build;
mod info;
mod query;

use super::arguments::index::IndexCommand;
use super::failure::Failure;

pub(super) fn run(command: &IndexCommand) -> Result<(), Failure> {
    match command {
        IndexCommand::Build(arguments) => build::build(arguments),
        IndexCommand::Add(arguments) => build::add(arguments),
        IndexCommand::Query(arguments) => query::run(arguments),
        IndexCommand::Info(arguments) => info::run(arguments),
    }
}
