//! All strategies against a scan.

use super::*;
use crate::hamming::tests::{column, signature_sets};
use crate::hamming::{Signatures, distance};
use crate::progress::Progress;
use crate::recipe::Bits;
use proptest::prelude::{Just, any, prop, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::Strategy as _;
use std::convert::Infallible;
use std::sync::Arc;

/// Sets that are hard for tables: equal in a whole block, or in all blocks but one.
fn adversarial_sets(longest: usize) -> impl proptest::strategy::Strategy<Value = Vec<u128>> {
    let block = prop_oneof![Just(16_u32), Just(13), Just(32), Just(1)];
    (block, 0_u32..4, any::<u128>(), prop::collection::vec(any::<u128>(), 0..longest), any::<bool>())
        .prop_map(|(width, at, fixed, signatures, is_inside)| {
            let mask = ((1_u128 << width) - 1) << (width * at).min(127);
            let free = if is_inside { mask } else { !mask };
            signatures.iter().map(|signature| signature & free | fixed & !free).collect()
        })
}

fn sets(longest: usize) -> impl proptest::strategy::Strategy<Value = Vec<u128>> {
    prop_oneof![signature_sets(longest), adversarial_sets(longest)]
}

/// Every strategy that fits this width and k.
fn designs(bits: Bits, k: u8) -> Vec<Design> {
    let more = |by: u8| k.saturating_add(by);
    let all = [
        Strategy::Scan,
        Strategy::Combinations,
        Strategy::Blocks,
        Strategy::Nested,
        Strategy::Tables { blocks: more(1) },
        Strategy::Tables { blocks: more(2) },
        Strategy::Tables { blocks: more(3) },
        Strategy::Compressed { blocks: more(1) },
        Strategy::Compressed { blocks: more(2) },
    ];
    all.into_iter().filter_map(|strategy| Design::new(strategy, bits, k).ok()).collect()
}

fn plain_pairs(signatures: &Signatures, k: u8) -> Vec<(u32, u32, u8)> {
    let mut pairs = Vec::new();
    for a in 0..signatures.len() {
        for b in a + 1..signatures.len() {
            let distance = distance(signatures.get(a), signatures.get(b));
            if distance <= k {
                pairs.push((a as u32, b as u32, distance));
            }
        }
    }
    pairs
}

fn found(signatures: &Signatures, design: &Design) -> (Vec<(u32, u32, u8)>, Counters) {
    let mut pairs = Vec::new();
    let Ok(counters) = each_pair_within::<Infallible>(signatures, design, &Progress::new(), |pair| {
        pairs.push(pair);
        Ok(())
    });
    (pairs, counters.expect("not cancelled"))
}

proptest! {
    #[test]
    fn all_strategies_find_the_same_pairs_and_neighbours(
        signatures in sets(60), query: u128, bits in prop_oneof![Just(64_u8), Just(128), 1..=128_u8], k in 0..=128_u8,
        is_small: bool,
    ) {
        let bits = Bits::new(bits).unwrap();
        let k = if is_small { k % 8 } else { k }.min(bits.get());
        let signatures: Vec<u128> = signatures.iter().map(|signature| signature & bits.mask()).collect();
        let signatures = Arc::new(column(&signatures, bits.is_wide()));
        let expected = plain_pairs(&signatures, k);
        for design in designs(bits, k) {
            prop_assert_eq!(&found(&signatures, &design).0, &expected, "{}", design.strategy());
            let neighbours = Neighbours::build(signatures.clone(), design, &Progress::new()).unwrap();
            for query in [query & bits.mask(), signatures.try_get(0).unwrap_or(0), 0] {
                // Also one more than the k of the tables.
                for k in [k, k / 2, (k + 1).min(bits.get())] {
                    let mut hits = Vec::new();
                    neighbours.within(query, k, &mut hits);
                    hits.sort_unstable();
                    let near: Vec<Hit> = (0_u32..)
                        .zip(signatures.iter())
                        .map(|(index, signature)| Hit { index, distance: distance(query, signature) })
                        .filter(|hit| hit.distance <= k)
                        .collect();
                    prop_assert_eq!(&hits, &near, "{} at {}", neighbours.design().strategy(), k);
                }
            }
        }
    }
}

/// A few thousand signatures, for several parts, runs and long runs: the bits of `random` are random, the
/// others equal, and every third signature is near the one before.
fn many(n: usize, random: u64) -> Vec<u64> {
    let mut state = 1_u64;
    let mut next = || {
        // Marsaglia's xorshift64.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut signatures: Vec<u64> = Vec::with_capacity(n);
    for i in 0..n {
        let signature = match signatures.last() {
            Some(before) if i % 3 == 0 => before ^ (1 << (next() % 64)) ^ (1 << (next() % 64)),
            _ => next() & random,
        };
        signatures.push(signature);
    }
    signatures
}

#[test]
fn long_runs_are_searched_as_sets_of_their_own() {
    for random in [u64::MAX, 0xffff_ffff, 0xffff_0000_0000_ffff, 0xfff] {
        let signatures = Signatures::from(many(20_000, random));
        let (expected, _) = found(&signatures, &Design::scan(Bits::DEFAULT, 2));
        for strategy in [Strategy::Blocks, Strategy::Nested, Strategy::Tables { blocks: 5 }] {
            let design = Design::new(strategy, Bits::DEFAULT, 2).unwrap();
            let (pairs, counters) = found(&signatures, &design);
            assert!(pairs == expected, "{strategy}, {random:x}: {} of {}", pairs.len(), expected.len());
            assert!(counters.distances < 100_000_000, "{strategy}, {random:x}: {counters:?}");
        }
    }
}

#[test]
fn long_runs_are_not_cut_where_that_would_not_help() {
    // 34 bits in 7 blocks: blocks so short that most pairs are candidates.
    let signatures = Signatures::from(many(20_000, (1 << 34) - 1));
    let (expected, all) = found(&signatures, &Design::scan(Bits::DEFAULT, 6));
    let (pairs, counters) = found(&signatures, &Design::new(Strategy::Blocks, Bits::DEFAULT, 6).unwrap());
    assert!(pairs == expected);
    assert!(counters.distances < 4 * all.distances, "{counters:?}");
}

#[test]
fn duplicates_cost_nothing_to_find() {
    let signatures = Signatures::from(vec![7_u64; 3_000]);
    let (pairs, counters) = found(&signatures, &Design::new(Strategy::Blocks, Bits::DEFAULT, 3).unwrap());
    assert_eq!(pairs.len(), 3_000 * 2_999 / 2);
    assert_eq!(counters.distances, 0);
    assert!(pairs.is_sorted());
}

#[test]
fn a_search_ends_with_the_first_error_and_when_it_is_cancelled() {
    let signatures = Signatures::from(vec![7_u64; 30]);
    for design in designs(Bits::DEFAULT, 3) {
        let mut seen = 0;
        let result = each_pair_within(&signatures, &design, &Progress::new(), |_| {
            seen += 1;
            if seen == 3 { Err("enough") } else { Ok(()) }
        });
        assert_eq!((result, seen), (Err("enough"), 3), "{}", design.strategy());
        let cancelled = Progress::new();
        cancelled.cancel();
        let result = each_pair_within::<Infallible>(&signatures, &design, &cancelled, |_| Ok(()));
        assert_eq!(result, Ok(None), "{}", design.strategy());
    }
}

fn mapped(mapper: &Mapper, split: &Signatures, first: u64) -> Vec<Match> {
    let mut found = Vec::new();
    let Ok(_) = mapper.map::<Infallible>(split, first, |one| {
        found.push(one);
        Ok(())
    });
    found
}

proptest! {
    #[test]
    fn a_mapper_finds_what_comparing_everything_finds_and_splits_concatenate(
        new in sets(40), against in sets(60), bits in prop_oneof![Just(64_u8), Just(128), 1..=128_u8], k in 0..12_u8,
        at: prop::sample::Index,
    ) {
        let bits = Bits::new(bits).unwrap();
        let k = k.min(bits.get());
        let cut = |words: Vec<u128>| words.iter().map(|word| word & bits.mask()).collect::<Vec<_>>();
        let (new, mut against) = (cut(new), cut(against));
        // Without shared signatures there would seldom be a match.
        against.extend(new.iter().flat_map(|&word| [word, word ^ 1, word ^ (1 << (bits.get() / 2))]));
        let mut expected = Vec::new();
        for (number, &word) in (7_u64..).zip(&against) {
            for (position, &one) in new.iter().enumerate() {
                let distance = distance(word, one);
                if distance <= k {
                    expected.push(Match { new: position as u32, against: number, distance });
                }
            }
        }
        let at = at.index(against.len() + 1);
        let column = |words: &[u128]| column(words, bits.is_wide());
        for design in designs(bits, k).into_iter().chain([Mapper::design_for(&column(&new), bits, k)]) {
            let strategy = design.strategy();
            let mapper = Mapper::new(&column(&new), design, &Progress::new()).unwrap();
            prop_assert_eq!(&mapped(&mapper, &column(&against), 7), &expected, "{}", strategy);
            let mut parts = mapped(&mapper, &column(&against[..at]), 7);
            parts.extend(mapped(&mapper, &column(&against[at..]), 7 + at as u64));
            prop_assert_eq!(&parts, &expected, "{} in two splits", strategy);
        }
    }
}

#[test]
fn a_split_in_which_everything_is_alike_is_handed_over_in_order() {
    // More hits than one task may return, from its first signature on.
    let new = Signatures::from((0..70_000_u64).map(|i| i % 70).collect::<Vec<_>>());
    let design = Mapper::design_for(&new, Bits::DEFAULT, 64);
    let mapper = Mapper::new(&new, design, &Progress::new()).unwrap();
    let found = mapped(&mapper, &Signatures::from(vec![3_u64; 20]), 0);
    assert_eq!(found.len(), 20 * 70_000);
    assert!(found.is_sorted_by_key(|one| (one.against, one.new)));

    let new = Signatures::from((0..70_000_u64).collect::<Vec<_>>());
    let mapper = Mapper::new(&new, Design::scan(Bits::DEFAULT, 64), &Progress::new()).unwrap();
    let found = mapped(&mapper, &Signatures::from(vec![3_u64; 5]), 0);
    assert_eq!(found.len(), 5 * 70_000);
    assert!(found.is_sorted_by_key(|one| (one.against, one.new)));
}

#[test]
fn a_mapper_of_nothing_finds_nothing() {
    let none = Signatures::new(Bits::DEFAULT);
    let design = Mapper::design_for(&none, Bits::DEFAULT, 3);
    let mapper = Mapper::new(&none, design, &Progress::new()).unwrap();
    assert_eq!(mapped(&mapper, &Signatures::from(vec![1_u64, 2]), 0), []);
}
