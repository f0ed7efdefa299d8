//! What can be written behind `simscope pairs` and `simscope groups`.

use super::FilterArguments;
use super::StrategyArguments;
use super::VerifyArguments;
use super::{EmptyDocuments, InputArguments, OutputArguments, Threshold};
use clap::Args;
use std::path::PathBuf;

/// Options of `pairs`.
#[derive(Debug, Args)]
pub(crate) struct PairsArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) search: StrategyArguments,
    /// Only the pairs whose first equal block, of k + 1, is I (0 has the highest bits): what is left to find where
    /// signatures were spread over machines by the value of that block
    #[arg(long, value_name = "I", help_heading = "Search", conflicts_with_all = ["strategy", "is_plan"])]
    pub(crate) only_block: Option<u8>,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

/// Options of `groups`.
#[derive(Debug, Args)]
pub(crate) struct GroupsArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    /// Group around leaders instead of by connection: each document joins the first leader within k, which need not
    /// be the nearest, or becomes one
    #[arg(long = "leaders", conflicts_with = "condition")]
    pub(crate) is_around_leaders: bool,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    /// Also print the documents that are in no group, with an empty group and size 1
    #[arg(long = "all")]
    pub(crate) is_all: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    /// What was decided about groups, for state: in the filter; a file that the explorer wrote
    #[arg(long, value_name = "FILE", requires = "line")]
    pub(crate) decisions: Option<PathBuf>,
}
