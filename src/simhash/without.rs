//! What a signature becomes when one feature is left out, from the sums alone.

use super::trace::{settle_sums, signature_of};
use super::{Feature, Trace};
use crate::recipe::{Recipe, TieRule};
use std::collections::HashMap;

/// Which bits flip when a feature of one weight is left out.
#[derive(Debug, Clone, Copy, Default)]
struct Flips {
    /// Those that flip if the hash of the feature has a 1 there.
    ones: u128,
    /// Those that flip if it has a 0.
    zeros: u128,
    /// As `ones` and `zeros`, where the rest is too near 0 for a difference of rounded sums to tell its sign.
    doubtful_ones: u128,
    doubtful_zeros: u128,
}

impl Trace {
    /// For each feature, the bits that leaving it out (all its occurrences) would flip; the other features keep
    /// their weights. It equals hashing and adding up the others from scratch, to the bit.
    ///
    /// Whether a bit flips depends only on its sum, on the weight, and on the sign of the push, so that a weight
    /// is looked at once for all features that have it: O(weights × bits + features). Sums of weights that are
    /// not whole are rounded; where the rest comes too near 0 the others are added up again, for that bit alone.
    pub fn flips_without(&self, recipe: &Recipe) -> Vec<u128> {
        let doubt = self.doubt();
        let mut of_weight: HashMap<u64, Flips> = HashMap::new();
        let mut doubtful: Vec<Vec<usize>> = vec![Vec::new(); self.sums.len()];
        let sure = self.features.iter().enumerate().map(|(left_out, feature)| {
            let flips = *of_weight
                .entry(feature.weight.to_bits())
                .or_insert_with(|| self.flips_of_weight(feature.weight, doubt, recipe));
            let (ones, zeros) = (feature.hash, !feature.hash);
            let in_doubt = flips.doubtful_ones & ones | flips.doubtful_zeros & zeros;
            let mut bits = in_doubt;
            while bits != 0 {
                doubtful[bits.trailing_zeros() as usize].push(left_out);
                bits &= bits - 1;
            }
            (flips.ones & ones | flips.zeros & zeros) & !in_doubt
        });
        let mut flips: Vec<u128> = sure.collect();
        for (bit, left_out) in doubtful.iter().enumerate().filter(|(_, left_out)| !left_out.is_empty()) {
            self.flip_again(bit, left_out, recipe, &mut flips);
        }
        flips
    }

    /// The bits that leaving out some one feature would flip; ties count only if the flip changes the bit under the
    /// recipe's tie rule.
    pub fn fragile_bits(&self, recipe: &Recipe) -> u128 {
        self.flips_without(recipe).into_iter().fold(0, |all, flips| all | flips)
    }

    /// How far a difference of two rounded sums may lie from the sum of the rest: 0 where all weights are whole
    /// numbers, whose sums are exact.
    fn doubt(&self) -> f64 {
        /// Up to here every integer is an f64.
        const EXACT: f64 = (1_u64 << 53) as f64;
        let all: f64 = self.features.iter().map(|feature| feature.weight.abs()).sum();
        let is_whole = self.features.iter().all(|feature| feature.weight.fract() == 0.0);
        // Each of n additions rounds by at most half an ulp of the largest sum; both sums do.
        if is_whole && all < EXACT {
            0.0
        } else {
            2.0 * (self.features.len() + 2) as f64 * f64::EPSILON * all
        }
    }

    fn flips_of_weight(&self, weight: f64, doubt: f64, recipe: &Recipe) -> Flips {
        // What a 1 in the hash adds to the sum.
        let push = if recipe.tie == TieRule::Inverted { -weight } else { weight };
        let (mut ones, mut zeros) = ((0, 0), (0, 0));
        let mut flips = Flips::default();
        for (bit, &sum) in self.sums.iter().enumerate() {
            let note = |rest: f64, (above, level): &mut (u128, u128), doubtful: &mut u128| {
                *above |= u128::from(rest > 0.0) << bit;
                *level |= u128::from(rest == 0.0) << bit;
                *doubtful |= u128::from(rest.abs() <= doubt && doubt > 0.0) << bit;
            };
            note(sum - push, &mut ones, &mut flips.doubtful_ones);
            note(sum + push, &mut zeros, &mut flips.doubtful_zeros);
        }
        flips.ones = settle_sums(ones, recipe.tie, recipe.bits) ^ self.signature;
        flips.zeros = settle_sums(zeros, recipe.tie, recipe.bits) ^ self.signature;
        flips
    }

    /// Notes whether that bit flips without each of these features (ascending), by adding up the others in their order.
    ///
    /// Where all weights are equal, every feature on one side of a sum is in doubt, so that this is quadratic: what
    /// comes before a feature is added up once, and many features are left out side by side.
    fn flip_again(&self, bit: usize, left_out: &[usize], recipe: &Recipe, flips: &mut [u128]) {
        const AT_A_TIME: usize = 16;
        let pushes: Vec<f64> = self.features.iter().map(|feature| feature.push(bit, recipe.tie)).collect();
        // From 0.0 on, as the trace does: an empty `sum` would be −0.0.
        let (mut before, mut added) = (0.0, 0);
        for few in left_out.chunks(AT_A_TIME) {
            let (first, last) = (few[0], few[few.len() - 1]);
            before = pushes[added..first].iter().fold(before, |sum, push| sum + push);
            added = first;
            let mut rests = [before; AT_A_TIME];
            for (at, push) in (first..).zip(&pushes[first..=last]) {
                let others = rests.iter_mut().zip(few).filter(|(_, left_out)| **left_out != at);
                others.for_each(|(rest, _)| *rest += push);
            }
            for push in &pushes[last + 1..] {
                rests.iter_mut().for_each(|rest| *rest += push);
            }
            for (&rest, &left_out) in rests.iter().zip(few) {
                let (above, level) = (u128::from(rest > 0.0) << bit, u128::from(rest == 0.0) << bit);
                let settled = settle_sums((above, level), recipe.tie, recipe.bits);
                flips[left_out] |= (settled ^ self.signature) & (1 << bit);
            }
        }
    }

    /// The signature of these features, added up from scratch in their order: the slow way, which the quick ways
    /// are tested and timed against.
    pub fn settle(features: &[Feature], recipe: &Recipe) -> u128 {
        let bits = 0..usize::from(recipe.bits.get());
        let sum =
            |bit| features.iter().fold(0.0, |sum, feature: &Feature| sum + feature.push(bit, recipe.tie));
        signature_of(bits.map(sum), recipe)
    }

    /// The cosine of the angle between the weighted features of two texts, 0 to 1: what a distance estimates
    /// (Charikar, STOC 2002, section 3). `None` where either has no feature with a weight.
    pub fn cosine(&self, other: &Self) -> Option<f64> {
        let weights: HashMap<&str, f64> =
            self.features.iter().map(|feature| (feature.term.as_str(), feature.weight)).collect();
        let shared = other
            .features
            .iter()
            .filter_map(|feature| weights.get(feature.term.as_str()).map(|weight| weight * feature.weight));
        let square = |trace: &Self| trace.features.iter().map(|f| f.weight * f.weight).sum::<f64>();
        // One root of both squares: of equal texts it is the square itself, and the cosine exactly 1.
        let lengths = (square(self) * square(other)).sqrt();
        (lengths > 0.0).then(|| (shared.sum::<f64>() / lengths).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::recipe::{Bits, DocumentFrequencies, Recipe, TieRule, Tokenizer, Top, Weighting};
    use crate::simhash::{Feature, Trace, trace};
    use proptest::prelude::*;

    fn any_recipe() -> impl Strategy<Value = Recipe> {
        let weighting = prop::sample::select(vec![
            Weighting::Uniform,
            Weighting::Tf,
            Weighting::TfIdf,
            Weighting::Keywords(Top::Count(4)),
            Weighting::Tags(5),
        ]);
        let tie = prop::sample::select(vec![TieRule::Zero, TieRule::One, TieRule::Inverted]);
        (weighting, tie, 1..=128_u8).prop_map(|(weighting, tie, bits)| Recipe {
            tokenizer: Tokenizer::Whitespace,
            bits: Bits::new(bits).unwrap(),
            weighting,
            tie,
            ..Recipe::default()
        })
    }

    proptest! {
        #[test]
        fn flips_are_those_of_hashing_the_others_from_scratch(
            words in prop::collection::vec("[a-f]{1,2}", 0..40), recipe in any_recipe(),
            corpus in prop::collection::vec("[a-f]{1,2}( [a-f]{1,2}){0,3}", 0..6),
        ) {
            let mut frequencies = DocumentFrequencies::default();
            corpus.iter().for_each(|text| frequencies.add(recipe.tokenizer, text));
            let whole = trace(&recipe, Some(&frequencies), &words.join(" "));
            for (left_out, flips) in whole.flips_without(&recipe).into_iter().enumerate() {
                let mut others = whole.features.clone();
                others.remove(left_out);
                prop_assert_eq!(whole.signature ^ flips, Trace::settle(&others, &recipe));
            }
        }

        #[test]
        fn flips_are_exact_for_weights_that_cancel_but_for_their_rounding(
            tenths in prop::collection::vec(1..4_u8, 1..30), tie in prop::sample::select(vec![TieRule::Zero, TieRule::One]),
        ) {
            let recipe = Recipe { tie, bits: Bits::new(16).unwrap(), ..Recipe::default() };
            let features: Vec<Feature> = tenths.iter().enumerate().map(|(i, &tenths)| Feature {
                term: i.to_string(),
                count: 1,
                idf: None,
                weight: f64::from(tenths) * 0.1,
                hash: recipe.hash.of_64(&i.to_string()) as u128 & recipe.bits.mask(),
                spans: Vec::new(),
            }).collect();
            let sums = (0..16).map(|bit| features.iter().fold(0.0, |sum, f| sum + f.push(bit, tie))).collect();
            let signature = Trace::settle(&features, &recipe);
            let whole = Trace { features, sums, signature };
            for (left_out, flips) in whole.flips_without(&recipe).into_iter().enumerate() {
                let mut others = whole.features.clone();
                others.remove(left_out);
                prop_assert_eq!(whole.signature ^ flips, Trace::settle(&others, &recipe));
            }
        }

        #[test]
        fn a_bit_is_fragile_when_the_text_without_one_word_has_it_flipped(
            words in prop::collection::vec("[a-e]{1,2}", 1..9), bits in 1..=128_u8,
            tie in prop::sample::select(vec![TieRule::Zero, TieRule::One, TieRule::Inverted]),
        ) {
            let bits = Bits::new(bits).unwrap();
            let recipe = Recipe { tokenizer: Tokenizer::Whitespace, bits, tie, ..Recipe::default() };
            let whole = trace(&recipe, None, &words.join(" "));
            let mut flipped = 0;
            for left_out in &words {
                let rest: Vec<&str> = words.iter().filter(|word| *word != left_out).map(String::as_str).collect();
                flipped |= trace(&recipe, None, &rest.join(" ")).signature ^ whole.signature;
            }
            prop_assert_eq!(whole.fragile_bits(&recipe), flipped);
        }
    }

    #[test]
    fn equal_weights_that_are_not_whole_do_not_take_long() {
        let recipe = Recipe { bits: Bits::new(16).unwrap(), ..Recipe::default() };
        // Every sum is one weight: without any of the features that push it up there would be a tie.
        let of_hash = |hash: u128| Feature {
            term: String::new(),
            count: 1,
            idf: None,
            weight: 0.1,
            hash,
            spans: Vec::new(),
        };
        let features: Vec<Feature> =
            (0..20_001_u128).map(|i| of_hash(recipe.bits.mask() * (1 - i % 2))).collect();
        let sum = |bit| features.iter().fold(0.0, |sum, feature| sum + feature.push(bit, recipe.tie));
        let sums = (0..16).map(sum).collect();
        let whole = Trace { sums, signature: Trace::settle(&features, &recipe), features };
        let start = std::time::Instant::now();
        let flips = whole.flips_without(&recipe);
        assert!(start.elapsed().as_secs() < 8, "{:?}", start.elapsed());
        for left_out in [0, 1, 2, 17, 9_998, 19_999, 20_000] {
            let mut others = whole.features.clone();
            others.remove(left_out);
            assert_eq!(whole.signature ^ flips[left_out], Trace::settle(&others, &recipe), "{left_out}");
        }
    }

    #[test]
    fn the_cosine_is_that_of_the_weights() {
        let recipe =
            Recipe { tokenizer: Tokenizer::Whitespace, weighting: Weighting::Tf, ..Recipe::default() };
        let of = |text| trace(&recipe, None, text);
        assert_eq!(of("a a b").cosine(&of("a a b")), Some(1.0));
        assert_eq!(of("a").cosine(&of("b")), Some(0.0));
        assert_eq!(of("a").cosine(&of("")), None);
        // (2·1 + 1·1) / (√5 · √2)
        let expected = 3.0 / (5.0_f64.sqrt() * 2.0_f64.sqrt());
        assert!((of("a a b").cosine(&of("a b")).unwrap() - expected).abs() < 1e-15);
    }
}
