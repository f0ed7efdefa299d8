//! What can be written behind `simscope advise` and `simscope border`.

use super::LabelArguments;
use super::{ConfirmArguments, FilterArguments};
use super::{EmptyDocuments, InputArguments, OutputArguments, Threshold, threshold};
use clap::Args;
use simscope_core::display::lang;
use simscope_core::measures::Condition;

pub(crate) const ADVISE_HELP: &str = "A pair is confirmed if its texts share at least τ, whatever their distance; by default of their word pairs, \
     weighted so that what much of the corpus shares counts nothing. All confirmed pairs are counted, and from these follow precision and \
     recall of every k, and the k with the best F1: for pairs, where the pairs within k are the result; and for groups, where every \
     pair that shares a group counts. The verdict is yes, weak, depends (on τ, between 0.3 and 0.6), no (no k separates), none \
     (nothing to find) or unknown (no texts). docs/ADVICE.md describes the method and its limits.\n\n\
     Columns: for k k_low k_high verdict precision precision_low precision_high recall recall_low recall_high pairs \
     expected_false_pairs f1 confirm basis reasons. k_low to k_high is what another τ leaves open. basis is exact, sampled (--exact allows \
     too little work), labels or shape (no texts). With --curve: for k pairs confirmed precision precision_low precision_high recall \
     recall_low recall_high f1 basis, a row for each k; without texts guessed in the place of confirmed. With --recipes: recipe k precision recall f1 verdict basis, the best first; the \
     recall is of all confirmed pairs, or with --labels or --pairs of all labelled near-duplicates, the same for every recipe.\n\n\
     Examples:\n  simscope advise titles.jsonl\n  simscope advise titles.jsonl --confirm 'jaccard:words:2>=0.5' --min-precision 0.95\n  \
     simscope advise titles.jsonl --labels\n  simscope advise titles.jsonl --recipes --labels\n  simscope advise titles.jsonl --recipes --only default --only 1e0ng";

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
    /// Print what each k does instead
    #[arg(long = "curve", conflicts_with = "are_recipes")]
    pub(crate) is_curve: bool,
    /// Rank the recipes that have a name instead, each at its best k
    #[arg(long = "recipes", conflicts_with_all = ["min_precision", "min_recall"])]
    pub(crate) are_recipes: bool,
    /// With --recipes: only this one, NAME or FILE.toml; may be given several times
    #[arg(long, value_name = "RECIPE", requires = "are_recipes")]
    pub(crate) only: Vec<String>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}

pub(crate) const BORDER_HELP: &str = "Shows what k decides about: pairs at exactly k, the last that are within it, and \
     at k + 1, the first that are not; or at each --distance. They are drawn uniformly, all of them where there are few. A \
     table shows both texts as one, with [-what only A has-] and {+what only B has+}; long equal stretches are left \
     out. --filter keeps those of the drawn pairs that pass.\n\nColumns: distance of rank id_a id_b measure value confirmed kind. `of` counts all pairs at that distance, `rank` those shown, from 1; \
     `value` is how much the texts share, `confirmed` whether that is enough (1 or 0), `kind` how they differ. jsonl adds text_a, text_b and marked.\n\n\
     Examples:\n  simscope border -k 3 titles.jsonl\n  simscope border titles.jsonl --distance 9 --draw 50 --format jsonl";

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
