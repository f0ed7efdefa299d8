//! What can be written behind `simscope pairs` and `simscope groups`.

use super::{EmptyDocuments, InputArguments, OutputArguments, Threshold};
use crate::cli::filter::FilterArguments;
use crate::cli::strategy_choice::StrategyArguments;
use crate::cli::verify::VerifyArguments;
use clap::Args;
use std::path::PathBuf;

/// Options of `pairs`.
#[derive(Debug, Args)]
pub(in crate::cli) struct PairsArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,
    #[command(flatten)]
    pub(in crate::cli) search: StrategyArguments,
    /// Only the pairs whose first equal block, of k + 1, is I (0 has the highest bits): what is left to find where
    /// signatures were spread over machines by the value of that block
    #[arg(long, value_name = "I", help_heading = "Search", conflicts_with_all = ["strategy", "is_plan"])]
    pub(in crate::cli) only_block: Option<u8>,
    #[command(flatten)]
    pub(in crate::cli) verify: VerifyArguments,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArguments,
    #[command(flatten)]
    pub(in crate::cli) k: Threshold,
    #[command(flatten)]
    pub(in crate::cli) empty: EmptyDocuments,
    #[command(flatten)]
    pub(in crate::cli) filter: FilterArguments,
}

/// Options of `groups`.
#[derive(Debug, Args)]
pub(in crate::cli) struct GroupsArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArguments,
    #[command(flatten)]
    pub(in crate::cli) k: Threshold,
    #[command(flatten)]
    pub(in crate::cli) empty: EmptyDocuments,
    /// Group around leaders instead of by connection: each document joins the first leader within k, which need not
    /// be the nearest, or becomes one
    #[arg(long = "leaders", conflicts_with = "condition")]
    pub(in crate::cli) is_around_leaders: bool,
    #[command(flatten)]
    pub(in crate::cli) verify: VerifyArguments,
    /// Also print the documents that are in no group, with an empty group and size 1
    #[arg(long = "all")]
    pub(in crate::cli) is_all: bool,
    #[command(flatten)]
    pub(in crate::cli) filter: FilterArguments,
    /// What was decided about groups, for state: in the filter; a file that the explorer wrote
    #[arg(long, value_name = "FILE", requires = "line")]
    pub(in crate::cli) decisions: Option<PathBuf>,
}
