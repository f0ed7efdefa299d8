//! What can be written behind `simscope sensitivity`.

use super::{InputArguments, OutputArguments, Threshold};
use clap::Args;
use simscope_core::sensitivity::{Experiment, Own};

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
    /// List the documents that are too short for k, instead of describing one
    #[arg(long = "risk", conflicts_with_all = ["id", "text", "edit", "edits"])]
    pub(crate) is_risk: bool,
}
