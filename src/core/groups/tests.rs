//! The tree and what follows from it, against the definitions.

mod drawn;
mod partial;

use super::*;
use crate::hamming::tests::{column, signature_sets};
use crate::hamming::{Kernel, Signatures, distance};
use crate::progress::Progress;
use proptest::prelude::*;
use std::collections::HashMap;

/// Signatures of 64 or of 128 bits, and some of the documents.
fn sets() -> impl Strategy<Value = (Signatures, Vec<u32>)> {
    (signature_sets(70), any::<bool>(), prop::collection::vec(prop::bool::weighted(0.9), 70)).prop_map(
        |(signatures, is_wide, kept)| {
            let documents =
                (0..signatures.len() as u32).filter(|&document| kept[document as usize]).collect();
            (column(&signatures, is_wide), documents)
        },
    )
}

fn build(signatures: &Signatures, documents: &[u32]) -> Dendrogram {
    Dendrogram::build(signatures, documents, &Progress::new()).unwrap()
}

/// Connected components of "distance ≤ k", by flooding; each ascending, in the order of their first document.
fn components(signatures: &Signatures, documents: &[u32], k: u8) -> Vec<Vec<u32>> {
    let mut left = documents.to_vec();
    let mut components = Vec::new();
    while !left.is_empty() {
        let mut component = vec![left.remove(0)];
        let mut next = 0;
        while next < component.len() {
            let signature = signatures.get(component[next] as usize);
            let near;
            (near, left) =
                left.into_iter().partition(|&other| distance(signature, signatures.get(other as usize)) <= k);
            component.extend(near);
            next += 1;
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// The leaf order by its definition: every component at k is its components at k − 1, in the order of their
/// first documents.
fn canonical_order(signatures: &Signatures, documents: &[u32], k: i16) -> Vec<u32> {
    if k < 0 {
        return documents.to_vec();
    }
    components(signatures, documents, k as u8)
        .iter()
        .flat_map(|component| canonical_order(signatures, component, k - 1))
        .collect()
}

fn spread_by_definition(signatures: &Signatures, members: &[u32]) -> Option<GroupSpread> {
    let distances: Vec<u8> = (members.iter().enumerate())
        .flat_map(|(i, &a)| {
            members[..i]
                .iter()
                .map(move |&b| distance(signatures.get(a as usize), signatures.get(b as usize)))
        })
        .collect();
    Some(GroupSpread {
        diameter: *distances.iter().max()?,
        minimum: *distances.iter().min()?,
        mean: distances.iter().map(|&distance| f64::from(distance)).sum::<f64>() / distances.len() as f64,
    })
}

/// Groups are numbered as documented, and all look-ups agree.
fn check_partition(groups: &Groups, documents: &[u32]) {
    assert_eq!(groups.order().len(), documents.len());
    let runs: Vec<Run> = (1..=groups.count()).map(|number| groups.run(number)).collect();
    assert!(runs.is_sorted_by_key(|run| (std::cmp::Reverse(run.len), groups.order()[run.start as usize])));
    assert_eq!(groups.grouped(), runs.iter().map(|run| run.len as usize).sum::<usize>());
    assert_eq!(groups.largest(), runs.first().map_or(documents.len().min(1), |run| run.len as usize));
    let mut number_of = HashMap::new();
    for number in 1..=groups.count() {
        assert!(groups.members(number).len() >= 2);
        for &document in groups.members(number) {
            assert_eq!(number_of.insert(document, number), None);
        }
    }
    for (position, &document) in groups.order().iter().enumerate() {
        assert_eq!(groups.position(document), Some(position as u32));
        assert_eq!(groups.number_at(position as u32), number_of.get(&document).copied());
        assert_eq!(groups.number_of(document), number_of.get(&document).copied());
    }
    assert_eq!(groups.number_of(1_000_000), None);
}

fn pieces_by_definition(members: &[u32], other: &Groups) -> usize {
    let mut pieces: Vec<_> =
        members.iter().map(|&document| other.number_of(document).ok_or(document)).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_cut_at_k_is_the_connected_components_at_k((signatures, documents) in sets()) {
        let tree = build(&signatures, &documents);
        for k in 0..=128 {
            let groups = tree.cut(k);
            check_partition(&groups, &documents);
            prop_assert_eq!(groups.k(), k);
            let mut found: Vec<Vec<u32>> =
                (1..=groups.count()).map(|number| groups.members(number).to_vec()).collect();
            for members in &mut found {
                prop_assert_eq!(members.iter().min(), members.first(), "the representative comes first");
                members.sort_unstable();
            }
            found.sort_unstable();
            let mut expected = components(&signatures, &documents, k);
            expected.retain(|component| component.len() >= 2);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_leaf_order_is_canonical((signatures, documents) in sets()) {
        let tree = build(&signatures, &documents);
        prop_assert_eq!(tree.order().to_vec(), canonical_order(&signatures, &documents, 128));
        for kernel in Kernel::available() {
            let other = Dendrogram::build_with(kernel, 1, &signatures, &documents, &Progress::new()).unwrap();
            prop_assert_eq!(other.order(), tree.order());
            prop_assert_eq!(other.gap(), tree.gap());
            for document in 0..signatures.len() as u32 {
                prop_assert_eq!(other.nearest(document, &signatures), tree.nearest(document, &signatures));
            }
        }
    }

    #[test]
    fn documents_left_out_have_no_position_and_the_others_stand_where_the_order_says(
        (signatures, documents) in sets()
    ) {
        let tree = build(&signatures, &documents);
        for document in 0..signatures.len() as u32 + 2 {
            let position = tree.order().iter().position(|&other| other == document);
            prop_assert_eq!(tree.position(document), position.map(|position| position as u32));
        }
        prop_assert_eq!(tree.gap().first().copied(), documents.first().map(|_| u8::MAX));
    }

    #[test]
    fn the_nearest_is_nearest((signatures, documents) in sets()) {
        let tree = build(&signatures, &documents);
        for document in 0..signatures.len() as u32 {
            let least = (documents.iter())
                .filter(|&&other| other != document && documents.contains(&document))
                .map(|&other| distance(signatures.get(document as usize), signatures.get(other as usize)))
                .min();
            let nearest = tree.nearest(document, &signatures);
            prop_assert_eq!(nearest.map(|(_, distance)| distance), least);
            if let Some((other, near)) = nearest {
                prop_assert_ne!(other, document);
                prop_assert!(documents.contains(&other));
                let is_near = |&&other: &&u32| {
                    let found = distance(signatures.get(document as usize), signatures.get(other as usize));
                    other != document && found == near
                };
                prop_assert_eq!(documents.iter().find(is_near), Some(&other), "the first in the corpus");
            }
        }
    }

    #[test]
    fn the_closest_two_of_a_group_are_the_first_of_the_closest((signatures, documents) in sets(), k in 0..=128_u8) {
        let tree = build(&signatures, &documents);
        let groups = tree.cut(k);
        let all = std::iter::once(0..tree.order().len());
        for run in (1..=groups.count()).map(|number| groups.run(number).range()).chain(all) {
            let mut members = tree.order()[run.clone()].to_vec();
            members.sort_unstable();
            let pairs = members.iter().enumerate().flat_map(|(at, &a)| {
                members[at + 1..].iter().map(move |&b| (a, b))
            });
            let apart = |(a, b): (u32, u32)| distance(signatures.get(a as usize), signatures.get(b as usize));
            let closest = pairs.filter(|&pair| apart(pair) > 0).min_by_key(|&pair| (apart(pair), pair));
            prop_assert_eq!(tree.closest(run, &signatures), closest);
        }
    }

    #[test]
    fn the_spread_of_every_group_is_that_of_its_pairs((signatures, documents) in sets()) {
        let tree = build(&signatures, &documents);
        let progress = Progress::new();
        let spread = Spread::measure(&tree, &signatures, &progress).unwrap();
        prop_assert_eq!(progress.done(), progress.total());
        let kept: Vec<u128> = documents.iter().map(|&document| signatures.get(document as usize)).collect();
        prop_assert_eq!(spread.pairs().whole(), Some(&Kernel::Portable.histogram(&kept)));
        for k in 0..=128 {
            let groups = tree.cut(k);
            for number in 1..=groups.count() {
                let expected = spread_by_definition(&signatures, groups.members(number));
                prop_assert_eq!(spread.of(&tree, groups.run(number)), expected);
                prop_assert_eq!(spread_of(&signatures, groups.members(number)), expected);
            }
        }
        prop_assert_eq!(spread_of(&signatures, &documents[..documents.len().min(1)]), None);
    }

    #[test]
    fn the_sweep_counts_what_each_cut_shows((signatures, documents) in sets()) {
        let tree = build(&signatures, &documents);
        let spread = Spread::measure(&tree, &signatures, &Progress::new()).unwrap();
        let rows = sweep(&tree, Some(&spread), 128);
        prop_assert_eq!(rows.len(), 129);
        for (row, k) in rows.into_iter().zip(0..) {
            let groups = tree.cut(k);
            let pairs = (documents.iter().enumerate())
                .flat_map(|(i, a)| documents[..i].iter().map(move |b| (*a as usize, *b as usize)))
                .filter(|&(a, b)| distance(signatures.get(a), signatures.get(b)) <= k)
                .count() as u64;
            let chains = (1..=groups.count())
                .filter_map(|number| spread_by_definition(&signatures, groups.members(number)))
                .filter(|spread| spread.diameter > k)
                .count();
            prop_assert_eq!(row, SweepRow {
                k, pairs: Some(pairs), groups: groups.count(), grouped: groups.grouped(), largest: groups.largest(),
                chains: Some(chains)
            });
        }
    }

    #[test]
    fn leaders_are_those_of_the_sequential_definition((signatures, documents) in sets(), k in 0..=128_u8) {
        let progress = Progress::new();
        let groups = leaders(&signatures, &documents, k, &progress).unwrap();
        prop_assert_eq!(progress.done(), progress.total());
        check_partition(&groups, &documents);
        let mut expected: Vec<Vec<u32>> = Vec::new();
        for &document in &documents {
            let near = |group: &&mut Vec<u32>| {
                distance(signatures.get(group[0] as usize), signatures.get(document as usize)) <= k
            };
            match expected.iter_mut().find(near) {
                Some(group) => group.push(document),
                None => expected.push(vec![document]),
            }
        }
        prop_assert_eq!(groups.order().to_vec(), expected.concat());
        expected.retain(|group| group.len() >= 2);
        expected.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let found: Vec<_> = (1..=groups.count()).map(|number| groups.members(number).to_vec()).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn what_changes_between_two_k_are_the_groups_of_the_larger_that_are_none_of_the_smaller(
        (signatures, documents) in sets(), k in 0..=128_u8, other in 0..=128_u8
    ) {
        let tree = Dendrogram::build(&signatures, &documents, &Progress::new()).unwrap();
        let (low, high) = (tree.cut(k.min(other)), tree.cut(k.max(other)));
        let members = |groups: &Groups| -> Vec<Vec<u32>> {
            (1..=groups.count()).map(|number| groups.members(number).to_vec()).collect()
        };
        let before = members(&low);
        let mut expected = members(&high);
        expected.retain(|group| !before.contains(group));
        let changed = tree.changed(k.min(other), k.max(other), None);
        for known in [k, other].map(|k| tree.cut(k)) {
            prop_assert_eq!(&tree.changed(k.min(other), k.max(other), Some(&known)), &changed);
        }
        let within = |group: &Vec<u32>| before.iter().filter(|part| part.iter().all(|one| group.contains(one))).count();
        let kinds = [0, 1, 2].map(|parts| expected.iter().filter(|group| within(group).min(2) == parts).count());
        prop_assert_eq!([changed.new, changed.larger, changed.merged], kinds);
        let joined = changed.joined;
        let mut found: Vec<Vec<u32>> = changed.groups.into_iter().map(|run| tree.order()[run.range()].to_vec()).collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(joined, high.grouped() - low.grouped());
    }

    #[test]
    fn pieces_are_the_parts_of_another_partition(
        (signatures, documents) in sets(), k in 0..=128_u8, other in 0..=128_u8
    ) {
        let tree = build(&signatures, &documents);
        let groups = tree.cut(k);
        let finer = tree.cut(other);
        let led = leaders(&signatures, &documents, other, &Progress::new()).unwrap();
        for number in 1..=groups.count() {
            for partition in [&finer, &led] {
                prop_assert_eq!(
                    groups.pieces_of(number, partition),
                    pieces_by_definition(groups.members(number), partition)
                );
            }
            if other <= k {
                prop_assert_eq!(tree.pieces(groups.run(number), other), groups.pieces_of(number, &finer));
            }
        }
    }

    #[test]
    fn runs_lie_where_gaps_are_small(gap in prop::collection::vec(0..4_u8, 0..300), k in 0..4_u8) {
        let gap: Vec<u8> = gap.into_iter().enumerate().map(|(i, gap)| if i == 0 { 255 } else { gap }).collect();
        let mut expected = Vec::new();
        let mut start = 0;
        for end in 1..=gap.len() {
            if end == gap.len() || gap[end] > k {
                if end - start >= 2 {
                    expected.push(Run { start: start as u32, len: (end - start) as u32 });
                }
                start = end;
            }
        }
        prop_assert_eq!(dendrogram::runs_within(&gap, k), expected);
    }
}

/// Pseudo-random numbers (SplitMix64, Steele et al. 2014): many signatures, the same ones every time.
fn many(n: u64) -> Vec<u64> {
    (1..=n)
        .map(|i| {
            let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        })
        .collect()
}

#[test]
fn leaders_found_in_blocks_are_those_found_one_by_one() {
    let signatures: Vec<u64> = many(9_000).iter().map(|signature| signature & 0xfff).collect();
    let signatures = Signatures::from(signatures);
    let documents: Vec<u32> = (0..9_000).collect();
    let groups = leaders(&signatures, &documents, 2, &Progress::new()).unwrap();
    let mut leaders: Vec<u128> = Vec::new();
    for (signature, &document) in signatures.iter().zip(&documents) {
        let leader = leaders.iter().find(|&&leader| distance(leader, signature) <= 2).copied();
        let leader = leader.unwrap_or_else(|| {
            leaders.push(signature);
            signature
        });
        let first = groups.number_of(document).map_or(document, |number| groups.members(number)[0]);
        assert_eq!(signatures.get(first as usize), leader);
    }
}

#[test]
fn a_cancelled_computation_gives_nothing() {
    let signatures = Signatures::from(many(3_000));
    let documents: Vec<u32> = (0..3_000).collect();
    let tree = build(&signatures, &documents);
    let progress = Progress::new();
    progress.cancel();
    assert!(Dendrogram::build(&signatures, &documents, &progress).is_none());
    assert!(Spread::measure(&tree, &signatures, &progress).is_none());
    assert!(leaders(&signatures, &documents, 3, &progress).is_none());
}

#[test]
fn nothing_and_one_document_are_trees_too() {
    let none = build(&Signatures::Narrow(vec![]), &[]);
    assert_eq!((none.order().len(), none.gap().len(), none.cut(3).largest()), (0, 0, 0));
    let one = build(&Signatures::Narrow(vec![5, 6]), &[1]);
    assert_eq!((&one.order()[..], one.gap(), one.nearest_distance(1)), (&[1][..], &[u8::MAX][..], None));
    assert_eq!((one.cut(128).count(), one.cut(128).largest()), (0, 1));
}

proptest! {
    #[test]
    fn heights_and_pairs_in_groups_are_those_of_the_tree((signatures, documents) in sets(), last in 0..20_u8) {
        let tree = build(&signatures, &documents);
        let heights = Heights::of(&tree);
        let mut joined = [0_u64; 129];
        for (a, &of_a) in (0..).zip(tree.order().iter()) {
            for (b, &of_b) in (0..a).zip(tree.order().iter()) {
                let height = heights.joined_at(a, b);
                prop_assert_eq!(height, tree.joined_at(of_a, of_b));
                prop_assert_eq!(heights.joined_at(b, a), height);
                joined[usize::from(height.unwrap())] += 1;
            }
        }
        let within = joined[..=usize::from(last)].iter().sum::<u64>();
        prop_assert_eq!(tree.pairs_in_groups(last), within);
    }
}
