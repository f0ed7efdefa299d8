//! Candidate pairs, confirmed or not by an exact measure.

use super::{Condition, Measurer, Prepared, Weights};
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
    /// All measures except equality use what the recipe ignores and how it normalizes. The rest of it, and the document
    /// frequencies for tf-idf, matter to the cosine only.
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

    /// With the weights that a weighted measure needs.
    pub fn weighing(self, weights: Option<&'c Weights>) -> Self {
        Self { measurer: self.measurer.weighing(weights), ..self }
    }

    /// The value of a pair of documents.
    pub fn value(&self, a: u32, b: u32) -> f64 {
        self.measurer.value(self.prepared(a), self.prepared(b))
    }

    /// Whether a pair of documents is confirmed. Two texts in which there is nothing to compare are not: they are no evidence.
    pub fn confirms(&self, a: u32, b: u32) -> bool {
        self.holds(a, b, self.value(a, b))
    }

    fn holds(&self, a: u32, b: u32, value: f64) -> bool {
        let is_blank = |document: u32| self.prepared(document).is_blank();
        self.condition.holds(value) && !(is_blank(a) && is_blank(b))
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
        measured.filter(|&((a, b, _), value)| self.holds(a, b, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confirmed_pairs_are_those_of_the_measure_in_their_order() {
        let (corpus, recipe) = (Corpus::builtin(), Recipe::default());
        let all: Vec<Pair> = (0..40).flat_map(|a| (a + 1..40).map(move |b| (a, b, 7))).collect();
        for condition in ["jaccard>=0.2", "containment:chars:5>=0.5", "cosine>=0.4", "edit>=0.5", "equal>=1"]
        {
            let condition: Condition = condition.parse().unwrap();
            let measurer = Measurer::new(condition.measure, &recipe, None);
            let value = |a: u32, b: u32| {
                let [a, b] = [a, b].map(|one| measurer.prepare(corpus.get(one as usize).text));
                measurer.value(&a, &b)
            };
            let expected: Vec<(Pair, f64)> = all
                .iter()
                .map(|&(a, b, distance)| ((a, b, distance), value(a, b)))
                .filter(|(_, value)| *value >= condition.at_least)
                .collect();
            let verifier = Verifier::new(condition, &corpus, &recipe, None);
            assert_eq!(verifier.confirmed(&all), expected, "{condition}");
            assert!(
                expected.len() < all.len() && (expected.len() > 5 || condition.at_least == 1.0),
                "{condition}"
            );
        }
    }

    #[test]
    fn texts_without_words_are_not_confirmed() {
        let (corpus, recipe) =
            (crate::measures::tests::corpus(&["…!", "…!", "one two", "one two"]), Recipe::default());
        for condition in ["jaccard>=0.2", "containment>=0.2", "weighted>=1", "cosine>=0.2"] {
            let condition: Condition = condition.parse().unwrap();
            let weights = condition
                .measure
                .weights(corpus.iter().map(|one| one.text), &crate::progress::Progress::new())
                .unwrap();
            let verifier = Verifier::new(condition, &corpus, &recipe, None).weighing(weights.as_ref());
            assert!(verifier.confirms(2, 3), "{condition}");
            let is_blank = verifier.prepared(0).is_blank();
            assert_eq!((is_blank, verifier.confirmed(&[(0, 1, 0)]).len()), (true, 0), "{condition}");
        }
    }

    #[test]
    fn what_is_kept_of_a_text_is_counted() {
        let recipe = Recipe::default();
        let bytes = |measure: &str, text: &str| {
            Measurer::new(measure.parse().unwrap(), &recipe, None).prepare(text).bytes()
        };
        // to be, be or, or not, not to: four hashes of eight bytes.
        assert_eq!(bytes("jaccard:words:2", "to be or not to be"), 32);
        // Four terms, each a key and a weight.
        assert_eq!(bytes("cosine", "to be or not to be"), 64);
        assert_eq!(bytes("sentences:1", "One. Three!"), 5);
        assert_eq!(bytes("edit", "été"), 5);
    }
}
