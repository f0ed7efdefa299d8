//! What can be written behind `simscope advise` and `simscope border`.

use super::{
    ConfirmArguments, EmptyDocuments, FilterArguments, InputArguments, LabelArguments, OutputArguments,
    Threshold, threshold,
};
use clap::Args;
use simscope_core::decide::promise::Right;
use simscope_core::display::lang;
use simscope_core::measures::Condition;
use std::path::PathBuf;

/// Options of `advise`.
#[derive(Debug, Args)]
pub(crate) struct AdviseArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) confirm: ConfirmArguments,
    /// Choose the largest k whose precision is at least P; where not all pairs are counted, at the lower end of its interval
    #[arg(long, value_name = "P", value_parser = share)]
    pub(crate) min_precision: Option<f64>,
    /// Choose the smallest k whose recall is at least R, in the same way; with --min-precision, the largest k that has both
    #[arg(long, value_name = "R", value_parser = share)]
    pub(crate) min_recall: Option<f64>,
    /// A pair is right if both documents have the same label; no texts are compared
    #[arg(
        long = "labels",
        conflicts_with_all = ["condition", "file"],
        help_heading = "Labels"
    )]
    pub(crate) are_labels: bool,
    #[command(flatten)]
    pub(crate) labels: LabelArguments,
    /// Print the largest k within which, by your answers to drawn pairs, at least this share of the pairs is right: 0.9 or 0.95
    #[arg(
        long,
        value_name = "SHARE",
        conflicts_with_all = ["are_labels", "is_curve", "are_recipes", "are_measures", "widths", "min_precision", "min_recall"],
        help_heading = "Promise"
    )]
    pub(crate) right: Option<Right>,
    /// The file with your answers [default: beside the corpus]; of signatures, --pairs has them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "are_recipes", "widths"], help_heading = "Promise")]
    pub(crate) judgements: Option<PathBuf>,
    /// Write N pairs that need an answer
    #[arg(long, value_name = "N", requires = "right", value_parser = clap::value_parser!(u32).range(1..=1_000), help_heading = "Promise")]
    pub(crate) draw: Option<u32>,
    /// Seed of what is drawn
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "right", help_heading = "Promise")]
    pub(crate) seed: u64,
    /// Print what each k does instead
    #[arg(long = "curve", conflicts_with = "are_recipes")]
    pub(crate) is_curve: bool,
    /// Rank the recipes that have a name and variants of the asked one instead, each at its best k and under five seeds of its hash
    #[arg(long = "recipes", conflicts_with_all = ["min_precision", "min_recall"])]
    pub(crate) are_recipes: bool,
    /// Rank measures instead, each at its best threshold: by labels or answers, on all pairs of at most 6325 documents
    #[arg(long = "measures", conflicts_with_all = ["are_recipes", "widths", "is_curve", "min_precision", "min_recall"])]
    pub(crate) are_measures: bool,
    /// With --recipes: only this one, NAME or FILE.toml; may be given several times
    #[arg(long, value_name = "RECIPE", requires = "are_recipes")]
    pub(crate) only: Vec<String>,
    /// Rank the recipe at these widths instead, in bits, with commas between them; with --recipes, each recipe
    #[arg(
        long,
        value_name = "BITS",
        conflicts_with_all = ["bits", "is_curve", "min_precision", "min_recall"],
        value_delimiter = ','
    )]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=128))]
    pub(crate) widths: Vec<u8>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}

/// Options of `border`.
#[derive(Debug, Args)]
pub(crate) struct BorderArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    /// This distance instead of k and k + 1; may be given several times
    #[arg(long = "distance", value_name = "D", value_parser = threshold)]
    pub(crate) distances: Vec<u8>,
    /// Pairs to draw at each distance
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) draw: u32,
    /// Seed of what is drawn: the same seed gives the same pairs
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What confirms a pair: any measure of docs/MEASURES.md, and at least how much [default: weighted:words:2>=0.3]
    #[arg(long = "confirm", alias = "verify", value_name = "MEASURE>=VALUE")]
    pub(crate) condition: Option<Condition>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

pub(super) fn share(value: &str) -> Result<f64, &'static str> {
    let share = value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or(lang().pick(("use a number from 0 to 1", "请用 0 到 1 的数")))
}

/// A τ in hundredths, because that is how the rows are counted.
pub(crate) fn tau(value: &str) -> Result<f64, &'static str> {
    let tau = share(value).map(|tau| (tau * 100.0).round() / 100.0);
    tau.ok()
        .filter(|&tau| tau >= 0.05)
        .ok_or(lang().pick(("use a number from 0.05 to 1", "请用 0.05 到 1 的数")))
}
