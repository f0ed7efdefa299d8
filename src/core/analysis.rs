//! The run from sources to the sweep, once for the commands and the explorer: read → sign → tree → spread → sweep.
//!
//! Every step reports its progress to a [`Watched`] and returns `None` when it was cancelled there. The commands run the
//! steps to the end one after the other; the explorer signs while it reads ([`load`]) and lets the tree grow
//! ([`grow`]), so that there is something to see early.

mod analysed;
mod clean;
mod cleaning;
mod given;
mod grouped;
mod growing;
mod health;
mod noticed;
mod pairs_file;
mod promise;
pub mod ranking;
mod reading;
mod spark_output;
mod values;

pub use analysed::Analysed;
pub use clean::{Asked, Clean, CleanTask};
pub use cleaning::{Cleaning, Compared, Deciding, Outcome, Reviewed, Reviewing, as_read, weigh};
pub use given::given_texts;
pub use growing::grow;
pub use health::{Ailment, BitHealth, Health, Likeness, likeness};
pub use noticed::Noticed;
pub use pairs_file::{PairRow, PairsFile, PairsFileError};
pub use promise::{PairAnswers, Promise, draws_beside, measure_for, read_draws};
pub use reading::{Arrival, Loaded, load, read, read_with};
pub use spark_output::{Difference, recipe_of};
pub use values::{Unordered, field_values, preference};

use crate::corpus::Corpus;
use crate::crash;
use crate::groups::{Dendrogram, Effort, Growth};
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::{Bits, DocumentFrequencies, Recipe, Weighting};
use crate::simhash::{self, Signed};
use std::sync::Arc;

/// A phase of the run, and what its progress counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Document frequencies, by documents.
    CountingTerms,
    /// Signatures, by documents.
    Signing,
    /// The tree from searched pairs, by signatures.
    Searching,
    /// The tree from all pairs, by pairs.
    Comparing,
    /// The spread, by pairs.
    Measuring,
    /// What shingles weigh, by documents.
    Weighing,
    /// Pairs that the texts confirm, by documents.
    Confirming,
    /// What may go, by documents.
    Cleaning,
}

/// Where progress is shown and a cancel comes from.
pub trait Watched {
    /// Runs one phase.
    fn during<T>(&self, phase: Phase, compute: impl FnOnce(&Progress) -> T) -> T;
}

impl Watched for Progress {
    fn during<T>(&self, _: Phase, compute: impl FnOnce(&Progress) -> T) -> T {
        self.restart();
        compute(self)
    }
}

/// Document frequencies of a corpus; `Some(None)` if the recipe needs none.
pub fn frequencies(
    corpus: &Corpus,
    recipe: &Recipe,
    watch: &impl Watched,
) -> Option<Option<DocumentFrequencies>> {
    if recipe.weighting != Weighting::TfIdf {
        return Some(None);
    }
    let count = |progress: &Progress| simhash::document_frequencies(corpus, recipe, progress);
    watch.during(Phase::CountingTerms, count).map(Some)
}

/// The signature of every document, and the document frequencies that they follow from.
pub fn sign(
    corpus: &Corpus,
    recipe: &Recipe,
    watch: &impl Watched,
) -> Option<(Vec<Signed>, Option<DocumentFrequencies>)> {
    crash::note_recipe(recipe);
    let frequencies = frequencies(corpus, recipe, watch)?;
    let sign = |progress: &Progress| simhash::sign_corpus(corpus, recipe, frequencies.as_ref(), progress);
    Some((watch.during(Phase::Signing, sign)?, frequencies))
}

/// Signatures and numbers of features, by document.
pub fn columns(signed: &[Signed], bits: Bits) -> (Signatures, Vec<u32>) {
    let mut signatures = Signatures::with_capacity(bits, signed.len());
    signatures.extend(signed.iter().map(|one| one.signature));
    (signatures, signed.iter().map(|one| one.features).collect())
}

/// The documents that have features, ascending. Documents without features all have the same signature, which
/// says nothing of them.
pub fn with_features(features: &[u32]) -> Vec<u32> {
    features.iter().zip(0..).filter(|&(&features, _)| features > 0).map(|(_, document)| document).collect()
}

/// Up to which k a tree is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Exact up to this k at least, however long it takes.
    AtLeast(u8),
    /// Exact up to the largest k that the effort allows.
    Farthest,
}

/// The tree over these documents (indices into `signatures`, ascending).
pub fn tree(
    signatures: &Signatures,
    documents: &[u32],
    bits: Bits,
    (reach, effort): (Reach, &Effort),
    watch: &impl Watched,
) -> Option<Dendrogram> {
    let mut growth = Growth::of(signatures, documents, bits);
    let step = match reach {
        Reach::AtLeast(k) => growth.at_least(k, effort),
        Reach::Farthest => growth.farthest(effort),
    };
    let phase = if step.is_search() { Phase::Searching } else { Phase::Comparing };
    watch.during(phase, |progress| growth.take(&step, None, progress))
}

/// Order of the rows and columns of the heatmap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Leaf order of the dendrogram: similar documents side by side.
    #[default]
    Group,
    /// The order of the input.
    Input,
    /// The signature as a number.
    Signature,
}

/// Sorts these documents (ascending) into that order. `Order::Group` falls back to the input order without a
/// tree.
pub fn arrange(
    order: Order,
    mut documents: Vec<u32>,
    tree: Option<&Dendrogram>,
    signatures: &Signatures,
) -> Arc<[u32]> {
    match (order, tree) {
        (Order::Group, Some(tree)) => return Arc::clone(tree.order()),
        // A stable sort keeps equal signatures in input order.
        (Order::Signature, _) => documents.sort_by_key(|&document| signatures.get(document as usize)),
        _ => {}
    }
    documents.into()
}
