//! Features → sums → signature, and the trace of how it got there.

use crate::corpus::Corpus;
use crate::progress::Progress;
use crate::recipe::{Bits, DocumentFrequencies, Recipe};
use std::ops::Range;

/// What is kept of every document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Signed {
    /// The signature, in the low bits.
    pub signature: u64,
    /// Number of features (distinct terms); 0 marks an empty document.
    pub features: u32,
}

/// Computes signatures, with memory that is used again from one document to the next.
#[derive(Debug)]
pub struct Signer<'a> {
    _recipe: &'a Recipe,
}

impl<'a> Signer<'a> {
    /// `frequencies` are needed by (and only by) tf-idf; without them every idf is 1.
    pub fn new(recipe: &'a Recipe, frequencies: Option<&'a DocumentFrequencies>) -> Self {
        let _ = frequencies;
        Self { _recipe: recipe }
    }
    /// The signature of a text.
    pub fn sign(&mut self, text: &str) -> Signed {
        let _ = text;
        todo!()
    }
}

/// One feature of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// The term, as hashed (not yet made visible).
    pub term: String,
    /// Occurrences.
    pub count: u32,
    /// Inverse document frequency, under tf-idf.
    pub idf: Option<f64>,
    /// What the term adds to or takes from each sum.
    pub weight: f64,
    /// The hash, low `bits` bits.
    pub hash: u64,
    /// Where the term occurs in the text, as byte ranges.
    pub spans: Vec<Range<usize>>,
}

/// How a signature came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// In the order of first occurrence.
    pub features: Vec<Feature>,
    /// One sum per bit; index 0 is the least significant bit.
    pub sums: Vec<f64>,
    /// The signature.
    pub signature: u64,
}

/// The trace of one text; its signature equals [`Signer::sign`].
pub fn trace(recipe: &Recipe, frequencies: Option<&DocumentFrequencies>, text: &str) -> Trace {
    let _ = (recipe, frequencies, text);
    todo!()
}

/// Document frequencies of a corpus, in parallel; `None` when cancelled. Advances by documents.
pub fn document_frequencies(
    corpus: &Corpus,
    recipe: &Recipe,
    progress: &Progress,
) -> Option<DocumentFrequencies> {
    let _ = (corpus, recipe, progress);
    todo!()
}

/// Signatures of a corpus, in parallel; `None` when cancelled. Advances by documents.
pub fn sign_corpus(
    corpus: &Corpus,
    recipe: &Recipe,
    frequencies: Option<&DocumentFrequencies>,
    progress: &Progress,
) -> Option<Vec<Signed>> {
    let _ = (corpus, recipe, frequencies, progress);
    todo!()
}

/// A signature in hex, most significant digit first, ⌈bits/4⌉ digits.
pub fn hex(signature: u64, bits: Bits) -> String {
    format!("{signature:0width$x}", width = bits.hex_digits())
}
