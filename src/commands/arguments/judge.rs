//! What can be written behind `simscope judge`.

use super::dedup::NOT_PROMISED;
use super::{DecideArguments, OutputArguments};
use clap::Args;
use simscope_core::decide::promise::Right;
use std::path::PathBuf;

/// Options of `judge`.
#[derive(Debug, Args)]
pub(crate) struct JudgeArguments {
    #[command(flatten)]
    pub(crate) decide: DecideArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The file of judgements [default: beside the corpus]
    #[arg(long = "judgements", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Write N pairs to be judged
    #[arg(long, value_name = "N", conflicts_with = "read", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) draw: Option<u32>,
    /// Draw the pairs that `clean --right` needs an answer to
    #[arg(long, value_name = "SHARE", conflicts_with_all = NOT_PROMISED)]
    pub(crate) right: Option<Right>,
    /// Seed of what is drawn: the same seed gives the same pairs
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Take in judgements from FILE, as --draw has written it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "format"])]
    pub(crate) read: Option<PathBuf>,
    /// Who judged [default: SIMSCOPE_JUDGE, or else the name of the user]
    #[arg(long, value_name = "NAME", requires = "read")]
    pub(crate) who: Option<String>,
}
