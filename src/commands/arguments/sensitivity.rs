//! What can be written behind `simscope sensitivity`.

use super::{InputArguments, OutputArguments, Threshold};
use clap::Args;
use simscope_core::sensitivity::{Experiment, Own};
use std::path::PathBuf;

pub(crate) const AFTER_HELP: &str = "The document is the one of --id, or TEXT. A table is for reading. JSONL has a row \
     for each feature, bit, edit and length: {kind: influence, term, distance}, from the feature that flips most bits when it \
     is left out; {kind: bit, bit, sum, margin}, with |sum| in units of the median weight; {kind: edit, edit, distance, \
     within_k}; {kind: length, features, mean, p10, p90, within_k, theory}, with the share of texts that stay within k. \
     tsv, csv and parquet have the same as one table, where within_k of an edit is 1 or 0.\n\n\
     Lengths are measured on passages of the PATHs. With --risk: id features within_k, the documents that \
     one replaced word moves by more than k, more often than not.\n\n\
     Examples:\n  simscope sensitivity titles.jsonl --id 17 -k 6\n  \
     simscope sensitivity titles.jsonl --text 'to be or not to be' --edit 'be=>bee'\n  \
     simscope sensitivity titles.jsonl --id 17 --plot lengths.svg -o 17.jsonl\n  \
     simscope sensitivity titles.jsonl -k 6 --risk";

/// Options of `sensitivity`.
#[derive(Debug, Args)]
pub(crate) struct SensitivityArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The document with this id
    #[arg(long, value_name = "ID", conflicts_with = "text")]
    pub(crate) id: Option<String>,
    /// This text, which need not be in the corpus
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) k: Threshold,
    /// Words, or characters, that each edit changes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(Experiment::MOST_EDITS)))]
    pub(crate) edits: u16,
    /// Seed of the random choices: the same seed gives the same numbers
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Texts of each length, for the length curve: with N of them a share is right to within 1/√N, 19 times in 20
    #[arg(long, value_name = "N", default_value_t = Experiment::default().texts, value_parser = clap::value_parser!(u32).range(30..=10_000))]
    pub(crate) texts: u32,
    /// Also replace OLD by NEW wherever it stands; without NEW drop it, without OLD append NEW; may be given several times
    #[arg(long, value_name = "OLD=>NEW")]
    pub(crate) edit: Vec<Own>,
    /// Also draw the lengths as FILE.svg
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// List the documents that are too short for k, instead of describing one
    #[arg(long = "risk", conflicts_with_all = ["id", "text", "edit", "edits"])]
    pub(crate) is_risk: bool,
}
