//! Compares the features of two texts.

use super::word::key;
use super::{Signer, trace};
use crate::recipe::{Tokenizer, Weighting};

impl Signer<'_> {
    /// The weight of each feature of a text with the 64-bit XXH3 of its term, ascending by hash: equal for two
    /// texts if they have the same weighted features, in any order. The same weights as in [`trace`], at about
    /// the cost of [`Signer::sign`]; for weightings that keep only the heaviest terms, at the cost of a trace.
    pub fn weights(&mut self, text: &str) -> Vec<(u64, f64)> {
        let Self { recipe, frequencies, cutter, terms, .. } = self;
        let mut weights: Vec<(u64, f64)> = match recipe.weighting {
            _ if recipe.tokenizer == Tokenizer::Rows => self.weights_of_trace(text),
            Weighting::Uniform | Weighting::Tf | Weighting::TfIdf => {
                terms.clear();
                cutter.each(text, |term, _| {
                    terms.count(key(term));
                });
                let weigh = |(key, count)| match recipe.weighting {
                    Weighting::Uniform => (key, 1.0),
                    Weighting::Tf => (key, f64::from(count)),
                    _ => (key, f64::from(count) * frequencies.map_or(1.0, |f| f.idf(key))),
                };
                terms.counted().map(weigh).collect()
            }
            Weighting::Keywords(_)
            | Weighting::CppKeywords(_)
            | Weighting::Tags(_)
            | Weighting::FirstTags(_)
            | Weighting::Given => self.weights_of_trace(text),
        };
        // Rows may repeat a term.
        weights.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        weights
    }

    fn weights_of_trace(&self, text: &str) -> Vec<(u64, f64)> {
        let features = trace(self.recipe, self.frequencies, text).features;
        features.iter().map(|feature| (key(&feature.term), feature.weight)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{DocumentFrequencies, Recipe, named};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weights_are_those_of_the_trace(
            words in prop::collection::vec("[a-f]{1,2}|[中文字]{1,2}|  ", 0..40),
            recipe in prop::sample::select(named().iter().map(|named| named.recipe).collect::<Vec<_>>()),
            weighting in prop::sample::select(vec![None, Some(Weighting::Uniform), Some(Weighting::Tf), Some(Weighting::TfIdf), Some(Weighting::Given)]),
        ) {
            let recipe = Recipe { weighting: weighting.unwrap_or(recipe.weighting), ..recipe };
            let mut frequencies = DocumentFrequencies::default();
            ["a b c", "a 中文"].iter().for_each(|text| frequencies.add(recipe.tokenizer, text));
            let mut signer = Signer::new(&recipe, Some(&frequencies));
            // State of the first text must not affect the second.
            signer.weights("a b c d e f");
            let text = words.join(" ");
            let features = trace(&recipe, Some(&frequencies), &text).features;
            let mut expected: Vec<_> = features.iter().map(|feature| (key(&feature.term), feature.weight)).collect();
            expected.sort_unstable_by_key(|&(key, _)| key);
            prop_assert_eq!(signer.weights(&text), expected);
        }
    }
}
