//! The signature without one feature, from the sums alone.

mod least_summand;

use super::decimals::Parts;
use super::trace::{settle_sums, signature_of};
use super::{Feature, Trace, minima};
use crate::recipe::{Recipe, Sketch, TieRule};
use least_summand::least_summand;
use std::collections::HashMap;

/// The bits that flip when a feature of one weight is left out.
#[derive(Debug, Clone, Copy, Default)]
struct Flips {
    /// Flipped if the hash of the feature has a 1 there.
    ones: u128,
    /// Flipped if the hash has a 0 there.
    zeros: u128,
    /// Like `ones` and `zeros`, for bits whose remaining sum is too near 0 to know its sign from a difference
    /// of rounded sums.
    doubtful_ones: u128,
    doubtful_zeros: u128,
}

/// The bits that a small change of the text flips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fragile {
    /// Those that flip without some single feature: the sum moves by its weight.
    pub removing: u128,
    /// Those that flip with another feature of the same weight in the place of some single one, that pushes the other way
    /// there: the sum moves by twice the weight. They include those of `removing`. Under minhash1 all: any feature can get the
    /// smallest value.
    pub replacing: u128,
}

impl Fragile {
    /// How a single feature flips the bit: by going (`Some(true)`), only by being replaced (`Some(false)`), or not at all.
    pub fn by_removing(self, bit: u8) -> Option<bool> {
        let has = |mask: u128| mask >> bit & 1 == 1;
        has(self.replacing).then(|| has(self.removing))
    }
}

impl Trace {
    /// For each feature, the bits that flip when it is left out with all its occurrences; the others keep their
    /// weights. Equal, to the bit, to hashing and adding the others from scratch.
    ///
    /// Whether a bit flips depends only on its sum, the weight, and the sign of the feature's push, so each
    /// distinct weight is examined once: O(weights × bits + features). Sums of fractional weights are rounded (but for decimals that were written);
    /// where the remaining sum is too near 0, the addition of the others is followed through its roundings for
    /// that bit: O(features) for each such bit, so at most O(bits × features). Under minhash1 the next smallest value of each bit
    /// is looked for: O(bits × features).
    pub fn flips_without(&self, recipe: &Recipe) -> Vec<u128> {
        if recipe.sketch == Sketch::MinHash {
            return minima::flips_without(&self.features, self.signature, recipe.bits);
        }
        if let Some(counted) = self.in_parts(recipe) {
            return counted.flips_without(recipe);
        }
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

    /// The bits that flip when some single feature is left out. A tie counts only if it changes the bit under
    /// the recipe's tie rule.
    pub fn fragile_bits(&self, recipe: &Recipe) -> u128 {
        self.flips_without(recipe).into_iter().fold(0, |all, flips| all | flips)
    }

    /// The bits that flip when one feature is removed, or replaced. Exact where the weights are integers or decimals that were written; with other fractions, a sum
    /// that would end within rounding of 0 after a replacement may be taken for either side.
    pub fn fragile(&self, recipe: &Recipe) -> Fragile {
        if let Some(counted) = self.in_parts(recipe) {
            return counted.fragile(recipe);
        }
        let removing = self.fragile_bits(recipe);
        if recipe.sketch == Sketch::MinHash {
            let replacing = if self.features.is_empty() { 0 } else { recipe.bits.mask() };
            return Fragile { removing, replacing };
        }
        let heaviest = self.features.iter().map(|feature| feature.weight.abs()).fold(0.0, f64::max);
        let flips = |bit: usize, sum: f64| {
            // Farther than any one feature can move it.
            if sum.abs() > 2.0 * heaviest {
                return false;
            }
            let is_one = self.signature >> bit & 1 == 1;
            self.features.iter().any(|feature| {
                let moved = sum - 2.0 * feature.push(bit, recipe.tie);
                (moved > 0.0 || moved == 0.0 && recipe.tie == TieRule::One) != is_one
            })
        };
        let bits = self.sums.iter().enumerate();
        let replacing = bits.fold(removing, |all, (bit, &sum)| all | u128::from(flips(bit, sum)) << bit);
        Fragile { removing, replacing }
    }

    /// The same trace with weights and sums as whole numbers, if they are decimals that were written.
    fn in_parts(&self, recipe: &Recipe) -> Option<Trace> {
        let parts = Parts::of_features(&self.features, recipe);
        if parts.is_whole() {
            return None;
        }
        let mut counted = self.clone();
        counted.features.iter_mut().for_each(|feature| feature.weight = parts.count(feature.weight));
        counted.sums.iter_mut().for_each(|sum| *sum = parts.count(*sum));
        Some(counted)
    }

    /// Bound of the error when the remaining sum is computed as a difference of two rounded sums; 0 if all
    /// weights are integers, whose sums are exact.
    fn doubt(&self) -> f64 {
        /// Every integer up to this one is an f64.
        const EXACT: f64 = (1_u64 << 53) as f64;
        let all: f64 = self.features.iter().map(|feature| feature.weight.abs()).sum();
        let is_whole = self.features.iter().all(|feature| feature.weight.fract() == 0.0);
        // Each of n additions rounds by at most half an ulp of the largest sum; this applies to both sums.
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

    /// Decides exactly whether the bit flips without each of these features (ascending): O(features) in total.
    ///
    /// Before the left-out feature there is the partial sum. After it there is a chain of rounded additions,
    /// each of which is monotonic (IEEE 754), and so is the whole chain: the final sum is ≥ `target` if and
    /// only if the partial sum is ≥ some threshold, which is computed from the end backwards.
    fn flip_again(&self, bit: usize, left_out: &[usize], recipe: &Recipe, flips: &mut [u128]) {
        let push = |feature: &Feature| feature.push(bit, recipe.tie);
        // Starts from 0.0 as the trace does; an empty `sum` would be −0.0.
        let before = self.features.iter().scan(0.0, |sum, feature| {
            let before = *sum;
            *sum += push(feature);
            Some(before)
        });
        let before: Vec<f64> = before.collect();
        let is_one = self.signature >> bit & 1 == 1;
        // The pushes are inverted already if the tie rule says so.
        let mut threshold = if recipe.tie == TieRule::One { 0.0 } else { 0.0_f64.next_up() };
        let mut end = self.features.len();
        for &left_out in left_out.iter().rev() {
            let after = &self.features[left_out + 1..end];
            threshold = after.iter().rev().fold(threshold, |sum, feature| least_summand(push(feature), sum));
            end = left_out + 1;
            flips[left_out] |= u128::from((before[left_out] >= threshold) != is_one) << bit;
        }
    }

    /// The signature of these features, added up from scratch in their order: slow, and the reference for tests
    /// and benches of the quick ways.
    pub fn settle(features: &[Feature], recipe: &Recipe) -> u128 {
        if recipe.sketch == Sketch::MinHash {
            let hashes: Vec<u64> = features.iter().map(|feature| feature.hash_64).collect();
            return minima::signature(&hashes, recipe.bits);
        }
        let bits = 0..usize::from(recipe.bits.get());
        let parts = Parts::of_features(features, recipe);
        let push = |feature: &Feature, bit| parts.count(feature.push(bit, recipe.tie));
        let sum = |bit| features.iter().fold(0.0, |sum, feature| sum + push(feature, bit));
        signature_of(bits.map(sum), recipe)
    }
}

#[cfg(test)]
mod tests {
    use crate::recipe::{Bits, DocumentFrequencies, HAS_JIEBA, Recipe, TieRule, Tokenizer, Top, Weighting};
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
        (weighting, tie, 1..=128_u8)
            .prop_map(|(weighting, tie, bits)| Recipe {
                tokenizer: Tokenizer::Whitespace,
                bits: Bits::new(bits).unwrap(),
                weighting,
                tie,
                ..Recipe::default()
            })
            .prop_filter("not built in", |recipe| HAS_JIEBA || !recipe.needs_chinese())
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
            tenths in prop::collection::vec(1..4_u8, 1..30), tie in prop::sample::select(vec![TieRule::Zero, TieRule::One, TieRule::Inverted]),
        ) {
            let recipe = Recipe { tie, bits: Bits::new(16).unwrap(), ..Recipe::default() };
            let hash = |i: usize| u128::from(recipe.hash.of_64(&i.to_string())) & recipe.bits.mask();
            let weights: Vec<f64> = tenths.iter().map(|&tenths| f64::from(tenths) * 0.1).collect();
            let n = weights.len();
            check_without(&of_features(weighing(weights, hash), &recipe), &recipe, 0..n);
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

    proptest! {
        #[test]
        fn a_bit_flips_by_replacing_when_a_feature_with_the_opposite_hash_flips_it(
            words in prop::collection::vec("[a-f]{1,2}", 0..30), tie in prop::sample::select(vec![
                TieRule::Zero, TieRule::One, TieRule::Inverted,
            ]), bits in 1..=128_u8,
        ) {
            let bits = Bits::new(bits).unwrap();
            let weighting = Weighting::Tf;
            let recipe = Recipe { tokenizer: Tokenizer::Whitespace, weighting, bits, tie, ..Recipe::default() };
            let whole = trace(&recipe, None, &words.join(" "));
            let mut flipped = 0;
            for replaced in 0..whole.features.len() {
                let mut features = whole.features.clone();
                features[replaced].hash ^= bits.mask();
                flipped |= Trace::settle(&features, &recipe) ^ whole.signature;
            }
            let fragile = whole.fragile(&recipe);
            prop_assert_eq!(fragile.replacing, flipped);
            prop_assert_eq!(fragile.removing, whole.fragile_bits(&recipe));
            prop_assert_eq!(fragile.removing & !fragile.replacing, 0);
        }
    }

    /// Features with these weights, and hashes drawn from their indices.
    fn weighing(weights: impl IntoIterator<Item = f64>, hash: impl Fn(usize) -> u128) -> Vec<Feature> {
        let weights = weights.into_iter().enumerate();
        let feature = |(i, weight)| Feature {
            term: String::new(),
            count: 1,
            idf: None,
            weight,
            hash: hash(i),
            hash_64: 0,
            adds: u128::MAX,
            spans: Vec::new(),
        };
        weights.map(feature).collect()
    }

    fn of_features(features: Vec<Feature>, recipe: &Recipe) -> Trace {
        let sum = |bit| features.iter().fold(0.0, |sum, feature| sum + feature.push(bit, recipe.tie));
        let sums = (0..usize::from(recipe.bits.get())).map(sum).collect();
        Trace { sums, signature: Trace::settle(&features, recipe), features, ignored: Vec::new() }
    }

    fn check_without(whole: &Trace, recipe: &Recipe, left_out: impl IntoIterator<Item = usize>) {
        let flips = whole.flips_without(recipe);
        for left_out in left_out {
            let mut others = whole.features.clone();
            others.remove(left_out);
            assert_eq!(whole.signature ^ flips[left_out], Trace::settle(&others, recipe), "{left_out}");
        }
    }

    #[test]
    fn equal_weights_that_are_not_whole_flip_what_adding_up_the_others_flips() {
        let recipe = Recipe { bits: Bits::new(16).unwrap(), ..Recipe::default() };
        // Every sum is ± one weight: without any feature on the heavier side there is a tie, up to rounding.
        let by_turns = |i: usize| recipe.bits.mask() * (1 - i as u128 % 2);
        let whole = of_features(weighing(vec![0.1; 20_001], by_turns), &recipe);
        check_without(&whole, &recipe, [0, 1, 2, 17, 9_998, 19_999, 20_000]);
        // Random walks that move far from 0 and return, with one weight and with several.
        let there = |i: usize| u128::from(recipe.hash.of_64(&i.to_string()));
        let there_and_back = |i: usize| {
            let hash = if i < 1000 { there(i) } else { !there(1999 - i) };
            hash & recipe.bits.mask()
        };
        for weight in [|_| 0.1, |i: usize| 0.1 * (i.min(1999 - i) % 7) as f64] {
            let whole = of_features(weighing((0..2000).map(weight), there_and_back), &recipe);
            check_without(&whole, &recipe, (0..2000).step_by(37));
        }
    }
}
