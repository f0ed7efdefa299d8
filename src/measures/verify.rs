//! Candidate pairs, confirmed or not by an exact measure.

use super::{Condition, Measurer, Prepared};
use crate::corpus::Corpus;
use crate::hamming::Pair;
use crate::recipe::{DocumentFrequencies, Recipe};
use rayon::prelude::*;
use std::sync::OnceLock;

/// Measures pairs of documents. The text of a document is prepared when a pair first needs it, and kept: memory grows
/// with the documents that take part, and 16 bytes for each other.
#[derive(Debug)]
pub struct Verifier<'c> {
    condition: Condition,
    measurer: Measurer<'c>,
    corpus: &'c Corpus,
    prepared: Vec<OnceLock<Box<Prepared<'c>>>>,
}

impl<'c> Verifier<'c> {
    /// The recipe, and the document frequencies that tf-idf needs, matter to the cosine only.
    pub fn new(
        condition: Condition,
        corpus: &'c Corpus,
        recipe: &'c Recipe,
        frequencies: Option<&'c DocumentFrequencies>,
    ) -> Self {
        let measurer = Measurer::new(condition.measure, recipe, frequencies);
        let prepared = (0..corpus.len()).map(|_| OnceLock::new()).collect();
        Self { condition, measurer, corpus, prepared }
    }

    /// What it asks of a pair.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// The value of a pair of documents.
    pub fn value(&self, a: u32, b: u32) -> f64 {
        self.measurer.value(self.prepared(a), self.prepared(b))
    }

    fn prepared(&self, document: u32) -> &Prepared<'c> {
        let text = || self.corpus.get(document as usize).text;
        self.prepared[document as usize].get_or_init(|| Box::new(self.measurer.prepare(text())))
    }

    /// The pairs that are confirmed, with their values, in their order; measured on all processors.
    pub fn confirmed(&self, pairs: &[Pair]) -> Vec<(Pair, f64)> {
        let value = |&(a, b, distance): &Pair| ((a, b, distance), self.value(a, b));
        // One by one, as pairs of long texts take far longer than others.
        let measured = pairs.par_iter().with_max_len(16).map(value);
        measured.filter(|(_, value)| self.condition.holds(*value)).collect()
    }
}
