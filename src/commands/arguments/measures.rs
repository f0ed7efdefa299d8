//! What can be written behind `simscope measures`.

use super::LabelArguments;
use super::{EmptyDocuments, InputArguments, OutputArguments};
use clap::Args;
use simscope_core::measures::{Condition, Measure};

pub(crate) const AFTER_HELP: &str = "Near-duplicates are the pairs of the same label, or the pairs that --pairs \
     labels 1, or those that fulfil --truth. Columns: measure threshold precision recall f1 seconds bytes. Each measure is at \
     the threshold of its largest F1: a pair counts if its value is at least the threshold; for simhash, if its distance \
     is at most the threshold. Seconds are of preparing all texts and measuring all pairs on all threads, bytes of what is \
     kept of the texts for that.\n\n\
     All pairs are measured up to 20 million; above that, all pairs of a random sample of 6,325 documents, which a note on \
     standard error says. docs/MEASURES.md has the details.\n\n\
     Examples:\n  simscope measures labelled.jsonl\n  \
     simscope measures docs.jsonl --pairs judged.tsv --measure jaccard:words:3 --measure cosine\n  \
     simscope measures titles.jsonl --truth 'jaccard:words:2>=0.5' --all";

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
