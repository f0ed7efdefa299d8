//! What can be written behind `simscope judge`.

use super::advise::share;
use super::{EmptyDocuments, InputArguments, OutputArguments, Threshold, threshold};
use clap::Args;
use std::path::PathBuf;

pub(crate) const AFTER_HELP: &str = "Judgements stand in a file beside the corpus: titles.judgements.tsv for titles.jsonl, or \
     the FILE of --judgements. The explorer (key J) writes them, and so does --read. Without --draw and --read, this \
     prints what they say of every k. Columns: k pairs judged precision precision_low precision_high recall recall_low recall_high meets. \
     The intervals are of 95 %; the recall is relative to the right pairs within the largest judged distance. docs/CLEAN.md describes the \
     estimate and the file.\n\n\
     --draw writes pairs to be judged, with the columns judgement note distance id_a id_b text_a text_b texts recipe: write y, n or ? into \
     the first, in any spreadsheet, and give the file to --read, as TSV or CSV. They come from the distances up to --up-to, \
     where answers narrow the intervals most first.\n\n\
     Examples:\n  simscope judge titles.jsonl --draw 100 -o queue.tsv\n  simscope judge titles.jsonl --read queue.tsv\n  \
     simscope judge titles.jsonl --min-precision 0.9";

/// Options of `judge`.
#[derive(Debug, Args)]
pub(crate) struct JudgeArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) file: JudgementsArguments,
    /// Write N pairs to be judged
    #[arg(long, value_name = "N", conflicts_with = "read", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) draw: Option<u32>,
    #[command(flatten)]
    pub(crate) k: Threshold,
    /// The largest distance of the pairs to be judged [default: k + 2]
    #[arg(long, value_name = "D", value_parser = threshold, requires = "draw")]
    pub(crate) up_to: Option<u8>,
    /// Seed of what is drawn: the same seed gives the same pairs
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Take in judgements from FILE, as --draw has written it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "format", "min_precision"])]
    pub(crate) read: Option<PathBuf>,
    /// Say the largest k whose precision is at least P, at the lower end of its interval
    #[arg(long, value_name = "P", value_parser = share, conflicts_with = "draw")]
    pub(crate) min_precision: Option<f64>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}

/// Where the judgements of a corpus are kept.
#[derive(Debug, Args)]
pub(crate) struct JudgementsArguments {
    /// The file of judgements [default: beside the corpus]
    #[arg(long = "judgements", value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}
