//! What can be written behind `simscope evaluate`.

use super::{OutputArguments, TextArguments};
use clap::Args;
use std::path::PathBuf;

pub(crate) const AFTER_HELP: &str = "For each recipe and its best k: recall over the positive pairs of the pairs \
     file, precision over all pairs of labelled documents, F1. The pairs of X.docs.jsonl.gz are X.pairs.tsv.gz unless --pairs \
     says otherwise: columns id_a id_b label j5. Without --only, simscope's own tokenizers (windows of 2 to 5 characters, of 2 \
     and 3 words) are measured with uniform, tf, tf-idf and keywords:20 and one hash of each kind, and then every recipe that \
     has a name. Columns: recipe tokenizer weighting hash bits corpus k precision recall f1; the corpus `mean` has the \
     mean f1.\n\n\
     Examples:\n  simscope evaluate labelled/*.docs.jsonl.gz\n  \
     simscope evaluate labelled/*.docs.jsonl.gz --only default --only java";

/// Options of `evaluate`.
#[derive(Debug, Args)]
pub(crate) struct EvaluateArguments {
    #[command(flatten)]
    pub(crate) input: TextArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The labelled pairs of the PATHs, in their order
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Vec<PathBuf>,
    /// The least Jaccard similarity (column j5) of a positive pair
    #[arg(long, value_name = "J", default_value_t = 0.5)]
    pub(crate) positive: f64,
    /// Only this recipe: NAME or FILE.toml; may be given several times
    #[arg(long, value_name = "RECIPE")]
    pub(crate) only: Vec<String>,
}
