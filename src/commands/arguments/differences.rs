//! What can be written behind `simscope differences`.

use super::{DecideArguments, OutputArguments};
use clap::Args;
use std::path::PathBuf;

/// Options of `differences`.
#[derive(Debug, Args)]
pub(crate) struct DifferencesArguments {
    #[command(flatten)]
    pub(crate) decide: DecideArguments,
    /// What was judged of pairs, as the explorer writes it: a yes lets one of the two go, a no keeps both
    #[arg(long, value_name = "FILE")]
    pub(crate) judgements: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
