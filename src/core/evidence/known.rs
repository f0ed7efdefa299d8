//! Pairs that are known near-duplicates, for corpora whose labels are too coarse.

use super::LabelledPairs;
use crate::corpus::Corpus;
use crate::display::say;
use crate::hamming::{Histogram, Signatures, distance};
use std::collections::HashMap;

/// Pairs of documents that are near-duplicates for certain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownPairs {
    pairs: Vec<(u32, u32)>,
}

/// A pair with an id that no document of the corpus has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("there is no document {:?}", "没有文档 {:?}", .0))]
pub struct UnknownDocument(pub String);

/// A recipe at the k of its largest F1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Best {
    /// That k; the smallest if several have the same F1.
    pub k: u8,
    /// Share of all pairs within k that have the same label.
    pub precision: f64,
    /// Share of the known pairs that are within k.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

impl KnownPairs {
    /// From ids.
    ///
    /// # Errors
    /// An id that no document of the corpus has.
    pub fn new<'a>(
        corpus: &Corpus,
        ids: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, UnknownDocument> {
        let documents: HashMap<&str, u32> =
            corpus.iter().zip(0..).map(|(document, at)| (document.id, at)).collect();
        let find = |id: &str| documents.get(id).copied().ok_or_else(|| UnknownDocument(id.to_owned()));
        let pairs = ids.into_iter().map(|(a, b)| Ok((find(a)?, find(b)?))).collect::<Result<_, _>>()?;
        Ok(Self { pairs })
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The best k for signatures of `bits` bits: recall over these pairs, precision over the labels. A pair
    /// with a document that is not compared is never found. `None` if no pair is within any k.
    pub fn best(
        &self,
        signatures: &Signatures,
        is_compared: impl Fn(u32) -> bool,
        labelled: &LabelledPairs,
        bits: u8,
    ) -> Option<Best> {
        let mut known = Histogram::default();
        for &(a, b) in self.pairs.iter().filter(|&&(a, b)| is_compared(a) && is_compared(b)) {
            known.0[usize::from(distance(signatures.get(a as usize), signatures.get(b as usize)))] += 1;
        }
        (0..=bits)
            .filter_map(|k| {
                let precision = labelled.at(k).precision?;
                let recall = known.within(k) as f64 / self.pairs.len().max(1) as f64;
                let sum = precision + recall;
                let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
                Some(Best { k, precision, recall, f1 })
            })
            .reduce(|best, next| if next.f1 > best.f1 { next } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::Counted;
    use crate::recipe::Bits;

    #[test]
    fn the_best_k_weighs_labels_against_known_pairs() {
        let (mut same, mut all) = (Histogram::default(), Histogram::default());
        (same.0[1], same.0[6]) = (1, 1);
        (all.0[1], all.0[6]) = (1, 4);
        let labelled = LabelledPairs { same, labelled: Counted::all(all) };
        let mut signatures = Signatures::new(Bits::DEFAULT);
        signatures.extend([0b0, 0b1, 0b111_1110, 0b0]);
        let known = KnownPairs { pairs: vec![(0, 1), (0, 2)] };
        let best = known.best(&signatures, |_| true, &labelled, 64).unwrap();
        // k = 1: precision 1, recall 1/2; k = 6: precision 2/5, recall 1.
        assert_eq!((best.k, best.precision, best.recall), (1, 1.0, 0.5));
        assert!((best.f1 - 2.0 / 3.0).abs() < 1e-12);
        let without_the_second = known.best(&signatures, |document| document != 1, &labelled, 64).unwrap();
        assert_eq!((without_the_second.k, without_the_second.recall), (6, 0.5));
    }
}
