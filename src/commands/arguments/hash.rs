//! What can be written behind `simscope hash` and `simscope frequencies`.

use super::{FilterArguments, InputArguments, OutputArguments};
use crate::choices::{UNREADABLE_ROWS, UnreadableRows, one_of};
use clap::Args;
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
}
