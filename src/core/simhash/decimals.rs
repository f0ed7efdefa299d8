//! Sums of weights that were written as decimals: 0.1 + 0.2 − 0.3 is 0.

use super::Feature;
use crate::recipe::{Recipe, Weighting};

/// The equal parts that a 1 is cut into, so that every weight of a text is a whole number of them: a power of ten.
///
/// Binary fractions are not decimals, so their sums are rounded: a tie may end beside 0. Sums of whole numbers are exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Parts(f64);

/// Below it every decimal of whole parts has its own f64, which is written in as many digits.
const EXACT: f64 = 1e15;

impl Parts {
    const WHOLE: Parts = Parts(1.0);

    /// For weights and how often each counts. One part if all are whole, or if there were too many parts to count them exactly.
    fn of(weights: impl Iterator<Item = (u32, f64)> + Clone) -> Self {
        let places = weights.clone().map(|(_, weight)| places(weight)).max().unwrap_or(0);
        let parts = 10_f64.powi(i32::try_from(places).unwrap_or(i32::MAX));
        let all: f64 = weights.map(|(count, weight)| f64::from(count) * weight * parts).sum();
        if all < EXACT { Parts(parts) } else { Self::WHOLE }
    }

    /// For the weights of a text. One part where weights are computed: their sums are rounded as they always were.
    pub(super) fn of_features(features: &[Feature], recipe: &Recipe) -> Self {
        match recipe.weighting {
            Weighting::Given => Self::of(features.iter().map(|feature| (1, feature.weight))),
            _ => Self::WHOLE,
        }
    }

    /// Whether there is but one.
    pub(super) fn is_whole(self) -> bool {
        self == Self::WHOLE
    }

    /// A weight or a sum as a number of parts.
    pub(super) fn count(self, number: f64) -> f64 {
        if self.is_whole() { number } else { (number * self.0).round() }
    }

    /// A number of parts as a weight or a sum: the f64 next to the decimal.
    pub(super) fn value(self, parts: f64) -> f64 {
        parts / self.0
    }

    /// A sum and what is added to it.
    pub(super) fn add(self, sum: f64, push: f64) -> f64 {
        if self.is_whole() { sum + push } else { self.value(self.count(sum) + self.count(push)) }
    }
}

/// Multiplies each weight by how often it counts, and returns the parts of the products.
pub(super) fn multiply(weights: &mut [(u32, f64)]) -> Parts {
    let parts = Parts::of(weights.iter().copied());
    for (count, weight) in weights.iter_mut() {
        *weight = parts.value(f64::from(*count) * parts.count(*weight));
        *count = 1;
    }
    Parts::of(weights.iter().copied())
}

/// Decimal places of a number in its shortest spelling.
fn places(number: f64) -> usize {
    if number.fract() == 0.0 {
        return 0;
    }
    number.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

#[cfg(test)]
mod tests {
    use crate::recipe::{Bits, FeatureHash, Recipe, TieRule, Tokenizer, Weighting};
    use crate::simhash::steps::{Step, Steps};
    use crate::simhash::{Signer, Trace, trace};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn given(bits: u8, tie: TieRule) -> Recipe {
        Recipe {
            tokenizer: Tokenizer::Rows,
            weighting: Weighting::Given,
            hash: FeatureHash::Given,
            bits: Bits::new(bits).unwrap(),
            tie,
            ..Recipe::default()
        }
    }

    #[test]
    fn a_sum_that_is_0_in_decimals_is_0() {
        let text = "a ×0.1 #1100\nb ×0.2 #1010\nc ×0.3 #0011";
        let recipe = given(4, TieRule::Zero);
        let trace = trace(&recipe, None, text);
        assert_eq!(trace.sums, [0.0, 0.4, -0.4, 0.0]);
        assert_eq!((trace.signature, Signer::new(&recipe, None).sign(text).signature), (0b0010, 0b0010));
        let one = given(4, TieRule::One);
        assert_eq!(Signer::new(&one, None).sign(text).signature, 0b1011);
    }

    #[test]
    fn repeated_rows_and_large_weights_are_added_too() {
        let recipe = given(1, TieRule::Zero);
        // Three times 0.1 is the weight 0.3, and not 0.30000000000000004.
        let tie = trace(&recipe, None, "a ×0.1 #1\na ×0.1 #1\na ×0.1 #1\nb ×0.3 #0");
        assert_eq!((tie.features[0].weight, &tie.sums[..]), (0.3, &[0.0][..]));
        let large = trace(&recipe, None, "a ×9007199254740992 #1\nb ×0.5 #0");
        assert_eq!(large.sums, [9_007_199_254_740_992.0]);
    }

    proptest! {
        #[test]
        fn every_sum_is_that_of_the_decimals(
            rows in prop::collection::vec((1..5_000_u32, 0..3_usize, 0..256_u32), 0..12),
            tie in prop::sample::select(vec![TieRule::Zero, TieRule::One, TieRule::Inverted]),
        ) {
            let recipe = given(8, tie);
            let spelling = |number: u32, places: usize| match places {
                0 => number.to_string(),
                1 => format!("{}.{}", number / 10, number % 10),
                _ => format!("{}.{:02}", number / 100, number % 100),
            };
            let lines: Vec<String> = (0..).zip(&rows)
                .map(|(at, &(number, places, hash))| format!("w{at} ×{} #{hash:08b}", spelling(number, places)))
                .collect();
            let text = lines.join("\n");
            let found = Arc::new(trace(&recipe, None, &text));
            // In hundredths.
            let hundredths = |bit: usize, left_out: usize| -> i64 {
                let pushes = rows.iter().enumerate().filter(|&(at, _)| at != left_out).map(|(_, &(number, places, hash))| {
                    let size = i64::from(number) * [100, 10, 1][places];
                    if (hash >> bit & 1 == 1) != (tie == TieRule::Inverted) { size } else { -size }
                });
                pushes.sum()
            };
            let signature = |left_out: usize| (0..8).fold(0_u128, |all, bit| {
                let sum = hundredths(bit, left_out);
                all | u128::from(sum > 0 || sum == 0 && tie == TieRule::One) << bit
            });
            for bit in 0..8 {
                prop_assert_eq!(found.sums[bit], hundredths(bit, usize::MAX) as f64 / 100.0);
            }
            prop_assert_eq!(found.signature, signature(usize::MAX));
            prop_assert_eq!(Signer::new(&recipe, None).sign(&text).signature, found.signature);
            prop_assert_eq!(Trace::settle(&found.features, &recipe), found.signature);
            for (left_out, flips) in found.flips_without(&recipe).into_iter().enumerate() {
                prop_assert_eq!(found.signature ^ flips, signature(left_out));
            }
            let steps = Steps::of(&found, &recipe);
            let mut sums = vec![0.0; 8];
            for at in 0..steps.len() {
                if let Step::Add(addition) = steps.at(at) {
                    sums[usize::from(addition.bit)] = addition.after;
                    prop_assert_eq!(&steps.sums_after(at), &sums);
                }
            }
            prop_assert_eq!(&sums, &found.sums);
        }
    }
}
