//! What can be written behind `simscope report`.

use super::DecideArguments;
use super::dedup::PromiseArguments;
use clap::Args;
use std::path::PathBuf;

/// Options of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) decide: DecideArguments,
    #[command(flatten)]
    pub(crate) promise: PromiseArguments,
    /// With -k: rank all recipes on the page, as `advise --recipes` does [default: variants of the one used, for up to 10,000 documents]
    #[arg(long = "recipes", requires = "k")]
    pub(crate) are_recipes: bool,
    /// Where to write the page: FILE.html
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: PathBuf,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    pub(crate) may_replace: bool,
    /// What was judged of pairs, as the explorer writes it: a yes lets one of the two go, a no keeps both
    #[arg(long, value_name = "FILE")]
    pub(crate) judgements: Option<PathBuf>,
}
