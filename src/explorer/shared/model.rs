//! What is known of the corpus so far: documents, signatures, and everything computed from them.

use crate::wanted::{Recent, Same};
use simscope_core::analysis::{Analysed, Difference};
use simscope_core::corpus::{Corpus, CorpusError, Skipped};
use simscope_core::groups::Dendrogram;
use simscope_core::hamming::BitShares;
use simscope_core::recipe::Recipe;
use simscope_core::simhash::{Signed, Trace};
use std::ops::Deref;
use std::sync::Arc;

/// How far the analysis of the corpus has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Documents are being read.
    Reading,
    /// All read; signatures are being computed.
    Hashing,
    /// The dendrogram is being built.
    Linking,
    /// There is a dendrogram, exact up to some k, and a larger one is being built.
    Extending,
    /// Diameters and the histogram are being measured.
    Measuring,
    /// Everything is known, or as much as there was time for.
    Ready,
    /// The user cancelled the step after this many; [`Stage`] before it.
    Cancelled(Step),
}

/// A step that can be cancelled and started again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Computing signatures.
    Hash,
    /// Building the dendrogram.
    Tree,
    /// Measuring the spread.
    Spread,
}

/// The corpus and what was computed from it under its recipe.
#[derive(Debug)]
pub struct Model {
    pub analysed: Analysed,
    /// What was skipped, as far as it is listed.
    pub skipped: Vec<Skipped>,
    /// How much more was skipped.
    pub unlisted: usize,
    /// Reading was cancelled, or stopped for want of memory.
    pub is_partial: bool,
    /// How the texts differ from those that a Spark job read, where its output is the corpus.
    pub difference: Option<Difference>,
    /// How often each bit is 1 in the signatures so far.
    pub shares: BitShares,
    /// Seconds that the next step of a tree which is not whole would take; `None` while that is not known.
    pub further: Option<f64>,
    /// Seconds that the tree may take.
    pub allowed: f64,
    /// How far it has come.
    pub stage: Stage,
    /// Anatomies looked at lately: enough to go back and forth between the documents of a pair.
    pub(super) traces: Recent<SignedBy, Arc<Trace>, 8>,
    /// Why reading failed, if it did.
    pub failure: Option<CorpusError>,
}

/// Which signatures: other ones whenever all become new, as the documents that can be grouped are found then.
pub type Generation = Same<Vec<u32>>;

/// Which signatures, and which tree over them.
#[derive(Debug, Clone, PartialEq)]
pub struct Linked {
    pub generation: Generation,
    pub tree: Option<Same<Dendrogram>>,
}

impl Deref for Model {
    type Target = Analysed;

    fn deref(&self) -> &Analysed {
        &self.analysed
    }
}

/// A document and a recipe.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SignedBy {
    document: u32,
    /// Without its name, which does not matter.
    recipe: Recipe,
}

impl SignedBy {
    pub fn of(document: u32, recipe: Recipe) -> Self {
        Self { document, recipe: Recipe { name: None, ..recipe } }
    }
}

impl Model {
    /// The nearest neighbour of a document and its distance, as far as they are known.
    pub fn nearest(&self, document: u32) -> Option<(u32, u8)> {
        self.tree.as_ref()?.nearest(document, &self.signatures)
    }

    pub fn generation(&self) -> Generation {
        Same::of(&self.documents)
    }

    pub fn linked(&self) -> Linked {
        Linked { generation: self.generation(), tree: self.tree.as_ref().map(Same::of) }
    }

    /// Nothing yet; the tree may take `allowed` seconds.
    pub fn new(name: String, recipe: Recipe, allowed: f64) -> Self {
        Self {
            analysed: Analysed::new(Corpus::new(name), recipe),
            skipped: Vec::new(),
            unlisted: 0,
            is_partial: false,
            difference: None,
            shares: BitShares::none(recipe.bits),
            further: None,
            allowed,
            stage: Stage::Reading,
            traces: Recent::default(),
            failure: None,
        }
    }

    /// Appends the signatures of newly read documents.
    pub fn append(&mut self, signed: &[Signed], ones: &BitShares) {
        let Analysed { signatures, features, .. } = &mut self.analysed;
        let (signatures, features) = (Arc::make_mut(signatures), Arc::make_mut(features));
        signatures.extend(signed.iter().map(|one| one.signature));
        features.extend(signed.iter().map(|one| one.features));
        self.shares.add(ones);
    }

    /// Replaces all signatures; what was computed from the old ones goes.
    pub fn replace(&mut self, analysed: Analysed, shares: BitShares) {
        (self.analysed, self.shares) = (analysed, shares);
        self.further = None;
        self.traces = Recent::default();
    }

    /// Whether every document has its signature.
    pub fn is_hashed(&self) -> bool {
        self.signatures.len() == self.corpus.len()
    }

    /// The anatomy of a document under the recipe of the signatures, if it is at hand.
    pub fn trace(&self, document: u32) -> Option<&Arc<Trace>> {
        self.traces.get(&SignedBy::of(document, self.recipe))
    }
}
