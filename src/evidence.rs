//! Labels: precision and recall by k.

use crate::corpus::Corpus;
use crate::hamming::Histogram;

/// Distances of the pairs whose documents have the same label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledPairs {
    /// Pairs of the same label, by distance.
    pub same: Histogram,
    /// Pairs of which both documents have a label (the same or not), by distance.
    pub labelled: Histogram,
}

/// Agreement between "distance ≤ k" and the labels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Share of the pairs within k that have the same label; `None` without pairs.
    pub precision: Option<f64>,
    /// Share of the pairs of the same label that are within k.
    pub recall: Option<f64>,
    /// Harmonic mean.
    pub f1: Option<f64>,
}

impl LabelledPairs {
    /// Measures; `None` if no document has a label. `all` is the histogram over all pairs of `documents`.
    pub fn measure(corpus: &Corpus, documents: &[u32], signatures: &[u64], all: &Histogram) -> Option<Self> {
        let _ = (corpus, documents, signatures, all);
        todo!()
    }
    /// Agreement at k.
    pub fn at(&self, k: u8) -> Agreement {
        let _ = k;
        todo!()
    }
}
