//! What can be written behind `simscope measures`.

use super::{EmptyDocuments, InputArguments, LabelArguments, OutputArguments};
use clap::Args;
use simscope_core::measures::{Condition, Measure};
use std::path::PathBuf;

/// Options of `measures`.
#[derive(Debug, Args)]
pub(crate) struct MeasuresArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) labels: LabelArguments,
    /// Instead of labels: near-duplicates are the pairs that this holds for, such as 'jaccard:words:2>=0.5'
    #[arg(long, value_name = "MEASURE>=VALUE", conflicts_with = "file", help_heading = "Labels")]
    pub(crate) truth: Option<Condition>,
    /// Instead of labels: the judged pairs of FILE, as `judge` and the explorer keep them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "truth", "draw"], help_heading = "Labels")]
    pub(crate) judgements: Option<PathBuf>,
    /// Measure this instead of the default measures (see `simscope compare --help`); may be given several times
    #[arg(long = "measure", value_name = "MEASURE")]
    pub(crate) measures: Vec<Measure>,
    /// A row for simhash at every k, not only at its best
    #[arg(long = "all")]
    pub(crate) has_every_k: bool,
    /// Measure all pairs of N random documents [default: all documents, or 6325 of more than 6325]
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) draw: Option<u32>,
    /// Seed of the sample: the same seed gives the same documents
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
