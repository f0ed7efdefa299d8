//! Trees that are exact up to some k, against the whole one.

use super::*;
use crate::recipe::Bits;
use crate::search::{Design, Strategy as SearchStrategy};

/// Some design for k: a strategy that fits, or comparing everything.
fn design(chosen: usize, bits: Bits, k: u8) -> Design {
    let some = [
        SearchStrategy::Blocks,
        SearchStrategy::Tables { blocks: k.saturating_add(2) },
        SearchStrategy::Nested,
        SearchStrategy::Combinations,
        SearchStrategy::Scan,
    ];
    Design::new(some[chosen % some.len()], bits, k).unwrap_or_else(|_| Design::scan(bits, k))
}

fn bits_of(signatures: &Signatures) -> Bits {
    Bits::new(if matches!(signatures, Signatures::Wide(_)) { 128 } else { 64 }).unwrap()
}

/// Groups with their members, by their first documents.
fn members(groups: &Groups) -> Vec<&[u32]> {
    let mut all: Vec<&[u32]> = (1..=groups.count()).map(|number| groups.members(number)).collect();
    all.sort_unstable();
    all
}

/// A tree that a search made is the whole one as far as it goes.
fn check_partial(partial: &Dendrogram, whole: &Dendrogram, k: u8) {
    assert!(partial.exact_up_to() == k || partial.is_whole());
    for k in 0..=k {
        // Members in the same order: so order and gaps are the same inside every group.
        assert_eq!(members(&partial.cut(k)), members(&whole.cut(k)), "k = {k}");
        assert_eq!(partial.cut(k).k(), k);
    }
    let beyond = partial.cut(128);
    assert_eq!(beyond.k(), partial.exact_up_to());
    assert_eq!(members(&beyond), members(&whole.cut(partial.exact_up_to())));
    // The trees of the forest stand in the order of their first documents.
    let firsts: Vec<u32> = (partial.order().iter().zip(partial.gap()))
        .filter(|&(_, &gap)| gap == UNKNOWN)
        .map(|(&document, _)| document)
        .collect();
    assert!(firsts.is_sorted());
    for &document in partial.order().iter() {
        let nearest = whole.nearest_distance(document).filter(|&distance| distance <= k);
        assert_eq!(partial.nearest_distance(document), nearest);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_from_a_search_is_the_whole_tree_up_to_its_k(
        (signatures, documents) in sets(), k in 0..14_u8, more in 1..12_u8, chosen in any::<[usize; 2]>()
    ) {
        let whole = build(&signatures, &documents);
        let spread = Spread::measure(&whole, &signatures, &Progress::new()).unwrap();
        let bits = bits_of(&signatures);
        let partial = Dendrogram::within(&signatures, &documents, &design(chosen[0], bits, k), &Progress::new());
        let partial = partial.unwrap();
        check_partial(&partial, &whole, k);
        let vertices = vertices::Vertices::of(&signatures, &documents);
        let larger = design(chosen[1], bits, k + more);
        let grown = Dendrogram::searched(&vertices, &documents, Some(&partial), &larger, &Progress::new());
        let grown = grown.unwrap();
        check_partial(&grown, &whole, k + more);
        let at_once = Dendrogram::within(&signatures, &documents, &larger, &Progress::new()).unwrap();
        prop_assert_eq!(grown.order(), at_once.order());
        prop_assert_eq!(grown.gap(), at_once.gap());
        for document in 0..signatures.len() as u32 {
            let nearest = grown.nearest(document, &signatures);
            prop_assert_eq!(nearest, at_once.nearest(document, &signatures));
            if nearest.is_some() {
                prop_assert_eq!(nearest, whole.nearest(document, &signatures));
            }
        }
        for (tree, k) in [(&partial, k), (&grown, k + more)] {
            let pairs = tree.pairs().unwrap();
            prop_assert_eq!(pairs.up_to(), k);
            for k in 0..=k {
                prop_assert_eq!(pairs.within(k), spread.pairs().within(k));
            }
        }
    }

    #[test]
    fn the_spread_of_a_tree_from_a_search_is_true_or_not_known(
        (signatures, documents) in sets(), k in 0..14_u8, largest in 1..9_usize, chosen: usize
    ) {
        let design = design(chosen, bits_of(&signatures), k);
        let tree = Dendrogram::within(&signatures, &documents, &design, &Progress::new()).unwrap();
        let progress = Progress::new();
        let all = Spread::measure(&tree, &signatures, &progress).unwrap();
        prop_assert_eq!(progress.done(), progress.total());
        let some_spread = {
            let limit = Some((largest, tree.pairs().unwrap()));
            Spread::measure_with(limit, &tree, &signatures, &Progress::new()).unwrap()
        };
        let whole = build(&signatures, &documents);
        let expected = sweep(&whole, Spread::measure(&whole, &signatures, &Progress::new()).as_ref(), 128);
        let near = Spread::measure_groups(&whole, tree.pairs().unwrap(), &signatures, &Progress::new()).unwrap();
        let (mut expected_rows, all_rows) = (expected.clone(), sweep(&whole, Some(&near), 128));
        for row in &mut expected_rows[usize::from(k) + 1..] {
            (row.pairs, row.chains) = (None, None);
        }
        prop_assert_eq!(&all_rows, &expected_rows);
        let (rows, some_rows) = (sweep(&tree, Some(&all), 128), sweep(&tree, Some(&some_spread), 128));
        prop_assert_eq!(&rows[..], &expected_rows[..rows.len()]);
        prop_assert!(rows.len() > usize::from(k));
        prop_assert_eq!(some_rows.len(), rows.len());
        for (row, some) in rows.iter().zip(some_rows) {
            prop_assert_eq!(SweepRow { chains: row.chains, ..some }, *row);
            prop_assert!(some.chains.is_none() || some.chains == row.chains);
            let groups = tree.cut(row.k);
            for number in 1..=groups.count() {
                let expected = spread_by_definition(&signatures, groups.members(number));
                prop_assert_eq!(all.of(&tree, groups.run(number)), expected);
                let found = some_spread.of(&tree, groups.run(number));
                prop_assert!(found.is_none() || found == expected);
                prop_assert!(found.is_some() || groups.run(number).len as usize > largest);
            }
        }
    }
}

#[test]
fn edges_are_dropped_on_the_way_and_nothing_is_lost() {
    // Two million pairs of signatures of 12 bits.
    let signatures: Vec<u64> = many(5_000).iter().map(|signature| signature & 0xfff).collect();
    let distinct = signatures.iter().collect::<std::collections::HashSet<_>>().len();
    let signatures = Signatures::from(signatures);
    let documents: Vec<u32> = (0..5_000).collect();
    let whole = build(&signatures, &documents);
    let design = Design::new(SearchStrategy::Combinations, Bits::new(12).unwrap(), 11).unwrap();
    let tree = Dendrogram::within(&signatures, &documents, &design, &Progress::new()).unwrap();
    assert!(distinct > 2_500);
    assert!(tree.is_whole());
    assert_eq!((tree.order(), tree.gap()), (whole.order(), whole.gap()));
}

/// Groups, each step by step, as far as the effort allows.
fn grow(signatures: &Signatures, documents: &[u32], effort: Effort) -> Vec<u8> {
    let mut growth = Growth::of(signatures, documents, Bits::DEFAULT);
    let whole = build(signatures, documents);
    let (mut tree, mut steps): (Option<Dendrogram>, Vec<u8>) = (None, Vec::new());
    while let Some(step) = growth.next(tree.as_ref().map(Dendrogram::exact_up_to), &effort, effort.seconds) {
        if tree.is_some() && step.seconds > effort.seconds {
            break;
        }
        let next = growth.take(&step, tree.as_ref(), &Progress::new()).unwrap();
        check_partial(&next, &whole, next.exact_up_to());
        steps.push(next.exact_up_to());
        tree = Some(next);
    }
    steps
}

#[test]
fn a_tree_grows_as_far_as_its_effort() {
    let signatures = Signatures::from(many(3_000));
    let documents: Vec<u32> = (0..3_000).collect();
    let nothing = Effort { compared: 100, first: 0.0, seconds: 0.0 };
    assert_eq!(grow(&signatures, &documents, Effort::DEFAULT), [128]);
    assert_eq!(grow(&signatures, &documents, nothing), [0]);
    assert_eq!(grow(&signatures, &documents, Effort { first: 60.0, ..nothing }), [3]);
    // A slow kernel takes steps between the two.
    let steps = grow(&signatures, &documents, Effort { seconds: 60.0, ..nothing });
    assert_eq!((steps.first(), steps.last()), (Some(&0), Some(&128)), "{steps:?}");
}

#[test]
fn every_step_of_the_ladder_is_exact() {
    // Near and far ones, and copies.
    let signatures: Vec<u64> =
        many(1_500).iter().enumerate().map(|(i, signature)| signature >> (i % 48)).collect();
    let signatures = Signatures::from(signatures);
    let documents: Vec<u32> = (0..1_500).collect();
    let whole = build(&signatures, &documents);
    let mut growth = Growth::of(&signatures, &documents, Bits::DEFAULT);
    let mut tree: Option<Dendrogram> = None;
    for k in [0, 3, 6, 8, 10] {
        let step = growth.within(k);
        assert!(step.is_search());
        let next = growth.take(&step, tree.as_ref(), &Progress::new()).unwrap();
        check_partial(&next, &whole, k);
        tree = Some(next);
    }
}

#[test]
fn the_farthest_step_keeps_within_the_effort_and_the_least_one_reaches_its_k() {
    let signatures = Signatures::from(many(3_000));
    let documents: Vec<u32> = (0..3_000).collect();
    let growth = Growth::of(&signatures, &documents, Bits::DEFAULT);
    let nothing = Effort { compared: 100, first: 0.0, seconds: 0.0 };
    assert_eq!(growth.farthest(&nothing).k, 0);
    assert!(!growth.farthest(&Effort { seconds: 60.0, ..nothing }).is_search());
    assert!(!growth.farthest(&Effort { compared: 3_000, ..nothing }).is_search());
    assert!(growth.at_least(3, &nothing).k >= 3);
    assert!(!growth.at_least(64, &nothing).is_search());
}
