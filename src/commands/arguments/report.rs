//! What can be written behind `simscope report`.

use super::DecideArguments;
use clap::Args;
use std::path::PathBuf;

pub(super) const REPORT_HELP: &str = "The page says what `dedup` with the same options drops: how it was found and confirmed, what goes \
     and what is held by kind of difference, alarms, the drops with the most text that is nowhere else, what labels and files lose, what \
     people said, and the commands that make it again. It needs nothing beside itself: no network, no scripts. It follows light \
     and dark, and prints. docs/CLEAN.md describes it.\n\n\
     The same version makes the same page of the same files, byte for byte.\n\n\
     Examples:\n  simscope report titles.jsonl -o report.html\n  simscope report titles.jsonl --lang zh -o report.html --force";

/// Options of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) decide: DecideArguments,
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
