//! The minima against their definition.

use super::super::tests::any_text;
use super::super::{Signer, Trace, trace};
use super::{lowest, signature, value};
use crate::random::Random;
use crate::recipe::{Bits, FeatureHash, Recipe, Separators, Sketch, Tokenizer};
use proptest::prelude::*;

fn any_recipe() -> impl Strategy<Value = Recipe> {
    let tokenizer = prop::sample::select(vec![
        Tokenizer::Whitespace,
        Tokenizer::Chars(2),
        Tokenizer::UnicodeWords(3),
        Tokenizer::Split(Separators::Space),
    ]);
    // Two terms with the same first byte have one hash of go-demo.
    let hash = prop::sample::select(vec![FeatureHash::DEFAULT, FeatureHash::Md5Tail, FeatureHash::GoDemo]);
    (tokenizer, hash, 1..=128_u8).prop_map(|(tokenizer, hash, bits)| Recipe {
        tokenizer,
        hash,
        sketch: Sketch::MinHash,
        bits: Bits::new(bits).unwrap(),
        ..Recipe::default()
    })
}

proptest! {
    #[test]
    fn a_bit_is_the_lowest_one_of_the_smallest_value(hashes in prop::collection::vec(any::<u64>(), 1..40), bits in 1..=128_u8) {
        let expected = (0..bits).fold(0_u128, |all, i| {
            let least = hashes.iter().map(|&hash| value(hash, i)).min().unwrap();
            all | u128::from(least & 1) << i
        });
        let bits = Bits::new(bits).unwrap();
        prop_assert_eq!(signature(&hashes, bits), expected);
        prop_assert_eq!(lowest(&hashes, bits), expected);
    }

    #[test]
    fn the_trace_ends_in_the_signature_and_names_who_holds_each_bit(recipe in any_recipe(), texts in prop::collection::vec(any_text(), 1..4)) {
        let mut signer = Signer::new(&recipe, None);
        for text in &texts {
            let trace = trace(&recipe, None, text);
            let signed = signer.sign(text);
            prop_assert_eq!(trace.signature, signed.signature);
            let named = trace.features.iter().filter(|feature| !feature.term.is_empty()).count();
            prop_assert_eq!(named, signed.features as usize);
            for bit in 0..recipe.bits.get() {
                let holders: Vec<_> = trace.features.iter().filter(|feature| feature.adds >> bit & 1 == 1).collect();
                prop_assert_eq!(holders.len(), usize::from(!trace.features.is_empty()));
                let sum = trace.sums[usize::from(bit)];
                for holder in holders {
                    let held = value(holder.hash_64, bit);
                    prop_assert!(trace.features.iter().all(|other| value(other.hash_64, bit) >= held));
                    prop_assert_eq!(sum, if held & 1 == 1 { 1.0 } else { -1.0 });
                    prop_assert_eq!(holder.push(bit.into(), recipe.tie), sum);
                }
            }
        }
    }

    #[test]
    fn what_flips_without_a_feature_is_what_the_others_give(recipe in any_recipe(), text in "([a-f]{1,2} ){0,30}") {
        let whole = trace(&recipe, None, &text);
        let mut all = 0;
        for (left_out, flips) in whole.flips_without(&recipe).into_iter().enumerate() {
            let mut others = whole.features.clone();
            others.remove(left_out);
            prop_assert_eq!(whole.signature ^ flips, Trace::settle(&others, &recipe));
            all |= flips;
        }
        prop_assert_eq!(whole.fragile(&recipe).removing, all);
    }
}

#[test]
fn without_features_all_bits_are_zero() {
    let recipe = Recipe { sketch: Sketch::MinHash, bits: Bits::MAX, ..Recipe::default() };
    let signed = Signer::new(&recipe, None).sign(" … ");
    assert_eq!((signed.signature, signed.features), (0, 0));
}

#[test]
fn how_often_a_term_occurs_and_where_says_nothing() {
    let recipe = Recipe { sketch: Sketch::MinHash, ..Recipe::default() };
    let mut signer = Signer::new(&recipe, None);
    assert_eq!(signer.sign("to be or not to be"), signer.sign("not or be to"));
}

#[test]
fn a_narrow_signature_is_the_beginning_of_a_wide_one() {
    let sign = |bits| {
        let recipe = Recipe { sketch: Sketch::MinHash, bits: Bits::new(bits).unwrap(), ..Recipe::default() };
        Signer::new(&recipe, None).sign("the storm closed the river bridge").signature
    };
    for bits in [1, 32, 64, 96, 127] {
        assert_eq!(sign(bits), sign(128) & Bits::new(bits).unwrap().mask(), "{bits}");
    }
}

/// Equal bits of the signatures of many pairs of sets, against (1 + J)/2: within four standard deviations of the binomial
/// distribution.
#[test]
fn bits_are_equal_as_often_as_the_jaccard_index_says() {
    let pairs: u32 = 1500;
    let mut random = Random::of(&[1]);
    for (shared, of_each) in [(0, 1), (1, 1), (1, 2), (5, 5), (9, 1), (30, 15), (0, 40), (95, 5)] {
        let jaccard = f64::from(shared) / f64::from(shared + 2 * of_each);
        let (all, equal_share) = (f64::from(pairs) * 128.0, (1.0 + jaccard) / 2.0);
        let deviation = (all * equal_share * (1.0 - equal_share)).sqrt();
        // Hashes of high quality, and as poor ones as there are: numbers in a row.
        for is_row in [false, true] {
            let mut equal = 0;
            for pair in 0..u64::from(pairs) {
                let mut next = pair * 1000;
                let mut draw = |count: u32| -> Vec<u64> {
                    let hash = |_| {
                        next += 1;
                        if is_row { next } else { random.draw() }
                    };
                    (0..count).map(hash).collect()
                };
                let (both, a, b) = (draw(shared), draw(of_each), draw(of_each));
                let [a, b] = [a, b].map(|own| signature(&[&both[..], &own].concat(), Bits::MAX));
                equal += 128 - (a ^ b).count_ones();
            }
            let off = (f64::from(equal) - all * equal_share) / deviation;
            assert!(
                off.abs() < 4.0,
                "{shared} shared of {of_each}, in a row {is_row}: {off:.1} deviations off"
            );
        }
    }
}
