//! What can be written behind `simscope judge`.

use super::{DecideArguments, OutputArguments};
use clap::Args;
use std::path::PathBuf;

pub(crate) const AFTER_HELP: &str = "Says how much of what `dedup` with the same options drops is right, by those who read some of it. Judgements \
     stand in a file beside the corpus: titles.judgements.tsv for titles.jsonl, or the FILE of --judgements. The explorer (place Clean) \
     writes them, and so does --read. Columns: kinds texts drawn yes no right right_low right_high; the last row is all that goes. Texts \
     that are the same, or fold the same, are right and never asked about. The intervals are of 95 %. docs/CLEAN.md describes the \
     estimate and the file.\n\n\
     --draw writes pairs to be judged, with the columns judgement note kind similarity distance id_a id_b text_a text_b texts recipe; id_a \
     is the text that goes. Write y, n or ? into the first, in any spreadsheet, and give the file to --read, as TSV or CSV. They are \
     drawn by kind and similarity, where answers narrow the interval most first.\n\n\
     Examples:\n  simscope judge titles.jsonl --draw 20 -o queue.tsv\n  simscope judge titles.jsonl --read queue.tsv --who ann\n  \
     simscope judge titles.jsonl";

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
