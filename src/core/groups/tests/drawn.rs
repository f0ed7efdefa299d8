//! Pairs drawn by distance, and by the k from which on they share a group.

use super::*;
use crate::groups::{Drawn, Spread, Wanted};
use crate::recipe::Bits;
use std::collections::HashSet;

fn width(signatures: &Signatures) -> Bits {
    Bits::new(if matches!(signatures, Signatures::Wide(_)) { 128 } else { 64 }).unwrap()
}

/// All pairs at a distance.
fn pairs_at(signatures: &Signatures, documents: &[u32], d: u8) -> HashSet<Drawn> {
    let pairs = documents.iter().flat_map(|&b| documents.iter().map(move |&a| (a, b)));
    pairs
        .filter(|&(a, b)| a < b && distance(signatures.get(a as usize), signatures.get(b as usize)) == d)
        .collect()
}

fn wanted_at(histogram: &[u64], pairs: usize) -> Vec<Wanted> {
    let distances = histogram.iter().zip(0..);
    distances.map(|(&of, distance)| Wanted { distance, of, pairs }).collect()
}

proptest! {
    #[test]
    fn pairs_are_drawn_at_their_distance_and_all_of_them_where_few(
        (signatures, documents) in sets(), some in 1..6_usize, seed: u64,
    ) {
        let tree = build(&signatures, &documents);
        let spread = Spread::measure(&tree, &signatures, &Progress::new()).unwrap();
        let draw = |wanted: &[Wanted]| {
            let column = (&signatures, width(&signatures));
            spread.draw(&tree, column, wanted, seed, &Progress::new()).unwrap()
        };
        let counts = spread.pairs().whole().unwrap().0;
        for (d, found) in (0..).zip(draw(&wanted_at(&counts, usize::MAX))) {
            let found_once: HashSet<Drawn> = found.iter().copied().collect();
            prop_assert_eq!(found.len(), found_once.len());
            prop_assert_eq!(found_once, pairs_at(&signatures, &documents, d));
        }
        for (d, found) in (0..).zip(draw(&wanted_at(&counts, some))) {
            let found_once: HashSet<Drawn> = found.iter().copied().collect();
            prop_assert!(found_once.is_subset(&pairs_at(&signatures, &documents, d)));
            prop_assert_eq!(found_once.len() as u64, counts[usize::from(d)].min(some as u64));
        }
    }

    #[test]
    fn pairs_of_a_searched_tree_are_drawn_as_well(
        (signatures, documents) in sets(), k in 0..4_u8, seed: u64,
    ) {
        let bits = width(&signatures);
        let design = crate::search::Design::new(crate::search::Strategy::Scan, bits, k).unwrap();
        let tree = Dendrogram::within(&signatures, &documents, &design, &Progress::new()).unwrap();
        let spread = Spread::measure(&tree, &signatures, &Progress::new()).unwrap();
        let wanted = wanted_at(spread.pairs().counts(), usize::MAX);
        let drawn = spread.draw(&tree, (&signatures, bits), &wanted, seed, &Progress::new()).unwrap();
        for (d, found) in (0..).zip(drawn) {
            let found: HashSet<Drawn> = found.into_iter().collect();
            prop_assert_eq!(found, pairs_at(&signatures, &documents, d));
        }
    }
}

/// Documents whose signatures are made up so that many pairs are at some distances and few at others.
fn many() -> (Signatures, Vec<u32>) {
    let mut random = crate::random::Random::of(&[7]);
    let words: Vec<u64> =
        (0..4_000).map(|i| if i % 4 == 0 { 1 << (i % 64) } else { random.draw() }).collect();
    let documents = (0..words.len() as u32).collect();
    (Signatures::from(words), documents)
}

#[test]
fn pairs_beside_very_many_equal_documents_are_drawn_in_one_go() {
    // All pairs of equal ones would take minutes.
    let signatures = Signatures::from([vec![0_u64; 400_000], vec![0b111, 1 << 40 | 0b111]].concat());
    let documents: Vec<u32> = (0..400_002).collect();
    let tree = build(&signatures, &documents);
    let spread = Spread::measure(&tree, &signatures, &Progress::new()).unwrap();
    let wanted = wanted_at(&spread.pairs().counts()[..3], 10);
    let drawn = spread.draw(&tree, (&signatures, Bits::DEFAULT), &wanted, 1, &Progress::new()).unwrap();
    assert_eq!(drawn.iter().map(Vec::len).collect::<Vec<_>>(), [10, 1, 0]);
    assert_eq!(drawn[1], [(400_000, 400_001)]);
    assert_eq!(spread_of(&signatures, &documents[..400_000]).unwrap().diameter, 0);
}

/// Every pair is as likely as every other, whether it is found by its rank or met at random.
#[test]
fn drawing_is_uniform() {
    let (signatures, documents) = many();
    let tree = build(&signatures, &documents);
    let spread = Spread::measure(&tree, &signatures, &Progress::new()).unwrap();
    let counts = spread.pairs().whole().unwrap().0;
    for d in [2_u8, 24, 32] {
        let of = counts[usize::from(d)];
        let wanted = [Wanted { distance: d, of, pairs: 200 }];
        let (mut firsts, mut drawn) = (vec![0_u32; documents.len()], 0);
        for seed in 0..20 {
            let column = (&signatures, Bits::DEFAULT);
            let found = spread.draw(&tree, column, &wanted, seed, &Progress::new()).unwrap();
            for &(a, b) in &found[0] {
                assert_eq!(distance(signatures.get(a as usize), signatures.get(b as usize)), d);
                firsts[a as usize] += 1;
                firsts[b as usize] += 1;
                drawn += 1;
            }
        }
        assert_eq!(drawn, 20 * 200);
        // Documents of the first quarter of the numbers against how many pairs they take part in.
        let quarter = documents.len() / 4;
        let is_at = |a: usize, b: usize| a != b && distance(signatures.get(a), signatures.get(b)) == d;
        let others = |a| (0..documents.len()).filter(|&b| is_at(a, b)).count() as u64;
        let expected: u64 = (0..quarter).map(others).sum();
        let (share, found) = (expected as f64 / (2 * of) as f64, firsts[..quarter].iter().sum::<u32>());
        let n = f64::from(2 * drawn);
        let deviation = (f64::from(found) - n * share).abs() / (n * share * (1.0 - share)).sqrt();
        assert!(deviation < 4.0, "d = {d}: {found} of {n}, expected {}", n * share);
    }
}
