//! What can be written behind `simscope sign` and `simscope frequencies`.

use super::{FilterArguments, InputArguments, OutputArguments};
use crate::choices::{UNREADABLE_ROWS, UnreadableRows, one_of};
use clap::Args;
use simscope_core::measures::Condition;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct HashArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The same as --signature-format signed: for BIGINT, and INT64 in Parquet
    #[arg(long = "signed", help_heading = "Output")]
    pub(crate) is_signed: bool,
    /// Records that cannot be read
    #[arg(long, value_parser = one_of(UNREADABLE_ROWS), value_name = "WHAT", default_value = "skip")]
    pub(crate) unreadable: UnreadableRows,
    /// Document frequencies for the weighting tf-idf, instead of those of the input: a file of `simscope frequencies`
    #[arg(long, value_name = "FILE", conflicts_with = "line", help_heading = "Recipe")]
    pub(crate) frequencies: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

#[derive(Debug, Args)]
pub(crate) struct FrequenciesArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    // For the job of `simscope spark`: instead of terms, what is counted of each text, so that this condition can confirm it.
    #[arg(long, hide = true)]
    pub(crate) confirm: Option<Condition>,
    // What was counted: the records are pairs, and those come out that the condition may confirm.
    #[arg(long, hide = true, requires = "confirm")]
    pub(crate) counted: Option<PathBuf>,
}
