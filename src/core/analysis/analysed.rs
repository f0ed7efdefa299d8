//! A corpus under a recipe, and what was computed of it.

use super::{Measured, with_features};
use crate::corpus::Corpus;
use crate::evidence::{Labelled, Subject};
use crate::groups::{Dendrogram, Spread, SweepRow};
use crate::hamming::Signatures;
use crate::recipe::{DocumentFrequencies, Recipe};
use std::sync::Arc;

/// What was computed of a corpus under a recipe, as far as it has come: signed, then linked, then measured. A clone shares all
/// of it, and what is added later is not in the clone.
#[derive(Debug, Clone)]
pub struct Analysed {
    /// The documents read so far.
    pub corpus: Corpus,
    /// The recipe of the signatures.
    pub recipe: Recipe,
    /// Under tf-idf.
    pub frequencies: Option<Arc<DocumentFrequencies>>,
    /// One for each document signed so far.
    pub signatures: Arc<Signatures>,
    /// Number of distinct features of each document signed so far.
    pub features: Arc<Vec<u32>>,
    /// Documents with at least one feature: those that can be grouped. Known once all are signed.
    pub documents: Arc<Vec<u32>>,
    /// Linked: all partitions by connection, or those up to a k.
    pub tree: Option<Arc<Dendrogram>>,
    /// One line for every k, as soon as the tree is there, as far as it is exact.
    pub sweep: Vec<SweepRow>,
    /// Measured: diameters, means, the pairs by distance.
    pub spread: Option<Arc<Spread>>,
    /// What labels say of every k.
    pub labelled: Option<Arc<Labelled>>,
}

impl Analysed {
    /// A corpus of which nothing is known yet.
    pub fn new(corpus: Corpus, recipe: Recipe) -> Self {
        Self {
            corpus,
            recipe,
            frequencies: None,
            signatures: Arc::new(Signatures::new(recipe.bits)),
            features: Arc::default(),
            documents: Arc::default(),
            tree: None,
            sweep: Vec::new(),
            spread: None,
            labelled: None,
        }
    }

    /// All documents are signed: notes which can be grouped.
    pub fn begin(&mut self) {
        self.documents = Arc::new(with_features(&self.features));
    }

    /// Takes a tree, with what is measured along it.
    pub fn link(&mut self, tree: Arc<Dendrogram>, sweep: Vec<SweepRow>, spread: Option<Spread>) {
        (self.tree, self.sweep, self.spread) = (Some(tree), sweep, spread.map(Arc::new));
        self.labelled = None;
    }

    /// Takes what was measured on its tree.
    pub fn measure(&mut self, Measured { spread, sweep, labelled }: Measured) {
        (self.spread, self.sweep) = (Some(Arc::new(spread)), sweep);
        self.labelled = labelled.map(Arc::new);
    }

    /// The tree and what was measured on it.
    pub fn measured(&self) -> Option<(&Dendrogram, &Spread)> {
        self.tree.as_deref().zip(self.spread.as_deref())
    }

    /// What its confirmed pairs are counted from, once it is measured.
    pub fn subject(&self) -> Option<Subject<'_>> {
        let (tree, spread) = self.measured()?;
        let Self { corpus, recipe, signatures, documents, .. } = self;
        Some(Subject { corpus, recipe, signatures, documents, tree, spread })
    }
}
