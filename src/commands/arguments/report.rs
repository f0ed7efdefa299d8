//! What can be written behind `simscope report`.

use super::LabelArguments;
use super::advise::{share, tau};
use super::{EmptyDocuments, InputArguments, Threshold, VerifyArguments};
use clap::Args;
use simscope_core::decide::Keep;
use std::path::PathBuf;

pub(super) const REPORT_HELP: &str = "The page needs nothing beside itself: no network, no scripts. It has what k does, the advice with \
     its reasons, the histogram with precision and recall, the sweep, the largest groups with what differs, chains, a heatmap, \
     the risk of short texts, the recipe, and the command that makes it again. It follows light and dark, and prints. \
     docs/CLEAN.md describes it.\n\n\
     The same version makes the same page of the same files, byte for byte.\n\n\
     Examples:\n  simscope report titles.jsonl -k 3 -o report.html\n  simscope report titles.jsonl -k 3 --lang zh -o report.html --force";

/// Options of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    /// Where to write the page: FILE.html
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: PathBuf,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    pub(crate) may_replace: bool,
    /// Count a pair as confirmed if its texts share at least that much, by the measure of --confirm: 0.05 to 1, rounded to
    /// hundredths [default: 0.3, or the value of --confirm]
    #[arg(long, value_name = "τ", value_parser = tau)]
    pub(crate) tau: Option<f64>,
    /// Advise the largest k whose precision is at least P; where not all pairs are counted, at the lower end of its interval
    #[arg(long, value_name = "P", value_parser = share)]
    pub(crate) min_precision: Option<f64>,
    /// Advise the smallest k whose recall is at least R, in the same way; with --min-precision, the
    /// largest k that has both
    #[arg(long, value_name = "R", value_parser = share)]
    pub(crate) min_recall: Option<f64>,
    /// Which document of a group stays: first, longest, shortest, most-central, newest:FIELD, oldest:FIELD or best:FIELD
    /// [default: first, or the rule of --decisions]
    #[arg(long, value_name = "RULE")]
    pub(crate) keep: Option<Keep>,
    /// Decisions about groups, as the explorer writes them
    #[arg(long, value_name = "FILE")]
    pub(crate) decisions: Option<PathBuf>,
    /// Form groups around leaders, which come in the order of the rule
    #[arg(long = "leaders", conflicts_with = "condition")]
    pub(crate) is_around_leaders: bool,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    #[command(flatten)]
    pub(crate) labels: LabelArguments,
    /// A file of judgements, as the explorer or `judge` writes it; precision and recall of pairs are computed from it
    #[arg(long, value_name = "FILE", conflicts_with = "file", help_heading = "Labels")]
    pub(crate) judgements: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}
