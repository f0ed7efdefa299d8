//! The weighted features of a text as a vector, and the angle between two.

use super::Trace;
use super::word::key;

/// The weights of the features of a text, ready to be compared with many others.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureVector {
    /// The key of each term and its weight, ascending by key.
    weights: Vec<(u64, f64)>,
    /// The sum of the squares of the weights.
    square: f64,
}

impl From<&Trace> for FeatureVector {
    fn from(trace: &Trace) -> Self {
        let mut weights: Vec<(u64, f64)> =
            trace.features.iter().map(|feature| (key(&feature.term), feature.weight)).collect();
        weights.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        // Rows may repeat a term.
        weights.dedup_by(|&mut (key, weight), (kept, sum)| {
            let is_same = key == *kept;
            *sum += if is_same { weight } else { 0.0 };
            is_same
        });
        // In the order in which a product is added up, so that the cosine of equal texts is exactly 1.
        let square = weights.iter().fold(0.0, |sum, &(_, weight)| sum + weight * weight);
        Self { weights, square }
    }
}

impl FeatureVector {
    /// Bytes of the weights.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.weights[..])
    }

    /// Whether no feature has a weight.
    pub fn is_null(&self) -> bool {
        self.square == 0.0
    }

    /// The cosine of the angle between the weighted features of two texts, 0 to 1, which the distance estimates
    /// (Charikar, STOC 2002, section 3). `None` if either has no feature with a weight. Terms are the same if their
    /// keys of 64 bits are, as for the features themselves.
    pub fn cosine(&self, other: &Self) -> Option<f64> {
        let (mut at_a, mut at_b, mut product) = (0, 0, 0.0);
        while let (Some(&(key_a, weight_a)), Some(&(key_b, weight_b))) =
            (self.weights.get(at_a), other.weights.get(at_b))
        {
            if key_a == key_b {
                product += weight_a * weight_b;
            }
            at_a += usize::from(key_a <= key_b);
            at_b += usize::from(key_b <= key_a);
        }
        // One root of the product of both squares: for equal texts it is the square itself, and the cosine is
        // exactly 1.
        let lengths = (self.square * other.square).sqrt();
        (lengths > 0.0).then(|| (product / lengths).clamp(0.0, 1.0))
    }
}

impl Trace {
    /// The cosine of the angle between its features and those of another text, as [`FeatureVector::cosine`].
    pub fn cosine(&self, other: &Self) -> Option<f64> {
        FeatureVector::from(self).cosine(&FeatureVector::from(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{HAS_JIEBA, Recipe, Tokenizer, Top, Weighting};
    use crate::simhash::trace;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn the_cosine_is_that_of_the_weights() {
        let recipe =
            Recipe { tokenizer: Tokenizer::Whitespace, weighting: Weighting::Tf, ..Recipe::default() };
        let of = |text| FeatureVector::from(&trace(&recipe, None, text));
        assert_eq!(of("a a b").cosine(&of("a a b")), Some(1.0));
        assert_eq!(of("a").cosine(&of("b")), Some(0.0));
        assert_eq!(of("a").cosine(&of("")), None);
        // (2·1 + 1·1) / (√5 · √2)
        let expected = 3.0 / (5.0_f64.sqrt() * 2.0_f64.sqrt());
        assert!((of("a a b").cosine(&of("a b")).unwrap() - expected).abs() < 1e-15);
    }

    #[test]
    fn a_term_of_several_rows_weighs_what_they_weigh_together() {
        let (tokenizer, weighting) = (Tokenizer::Rows, Weighting::Given);
        let recipe = Recipe { tokenizer, weighting, ..Recipe::default() };
        let of = |text| FeatureVector::from(&trace(&recipe, None, text));
        let twice = of("cat ×1\ncat ×2");
        for other in ["cat ×2\ncat ×1", "cat ×3"] {
            assert_eq!(twice.cosine(&of(other)), Some(1.0));
        }
    }

    /// The definition, by the terms themselves.
    fn by_terms(a: &Trace, b: &Trace) -> f64 {
        let weights: HashMap<&str, f64> = a.features.iter().map(|f| (f.term.as_str(), f.weight)).collect();
        let product: f64 =
            b.features.iter().map(|f| weights.get(f.term.as_str()).unwrap_or(&0.0) * f.weight).sum();
        let length = |trace: &Trace| trace.features.iter().map(|f| f.weight * f.weight).sum::<f64>().sqrt();
        product / (length(a) * length(b))
    }

    proptest! {
        #[test]
        fn it_is_the_cosine_of_the_terms(a in "[a-d ]{0,30}", b in "[a-d ]{0,30}", keywords: bool) {
            let weighting = match keywords && HAS_JIEBA {
                true => Weighting::Keywords(Top::Count(3)),
                false => Weighting::Tf,
            };
            let recipe = Recipe { tokenizer: Tokenizer::Whitespace, weighting, ..Recipe::default() };
            let [a, b] = [a, b].map(|text| trace(&recipe, None, &text));
            match a.cosine(&b) {
                Some(cosine) => prop_assert!((cosine - by_terms(&a, &b)).abs() < 1e-12),
                None => prop_assert!(a.features.is_empty() || b.features.is_empty()),
            }
            prop_assert_eq!(a.cosine(&b), b.cosine(&a));
            prop_assert!(a.cosine(&a).is_none_or(|cosine| cosine == 1.0));
        }
    }
}
