//! What is counted and listed, against the definition.

use super::*;
use crate::groups::{Connected, Dendrogram};
use proptest::prelude::*;
use std::collections::HashSet;
use std::convert::Infallible;

fn groups(signatures: &Signatures, documents: &[u32], k: u8) -> Groups {
    Dendrogram::build(signatures, documents, &Progress::new()).unwrap().cut(k)
}

/// The pairs and groups of the definition.
fn plain(signatures: &[u64], documents: &[u32], k: u8) -> (HashSet<(u32, u32)>, Vec<u32>) {
    let mut root: Vec<u32> = (0..signatures.len() as u32).collect();
    let mut pairs = HashSet::new();
    for &i in documents {
        for &j in documents.iter().filter(|&&j| j > i) {
            if hamming::distance(signatures[i as usize].into(), signatures[j as usize].into()) <= k {
                pairs.insert((i, j));
                let (from, to) = (root[j as usize], root[i as usize]);
                root.iter_mut().filter(|root| **root == from).for_each(|root| *root = to);
            }
        }
    }
    (pairs, root)
}

/// Signatures of which many are equal.
fn one() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..3, 0u64..64]
}

fn partners(root: &[u32], document: usize) -> Vec<usize> {
    (0..root.len()).filter(|&other| root[other] == root[document]).collect()
}

proptest! {
    #[test]
    fn it_is_what_comparing_all_pairs_and_all_groups_gives(
        signatures in prop::collection::vec((one(), one(), prop::bool::weighted(0.8), prop::bool::weighted(0.8)), 0..60),
        k_a in 0u8..5, k_b in 0u8..5,
    ) {
        let a: Vec<u64> = signatures.iter().map(|s| s.0).collect();
        let b: Vec<u64> = signatures.iter().map(|s| s.1).collect();
        let kept = |kept: Vec<bool>| -> Vec<u32> {
            kept.into_iter().enumerate().filter(|&(_, is_kept)| is_kept).map(|(i, _)| i as u32).collect()
        };
        let in_a = kept(signatures.iter().map(|s| s.2).collect());
        let in_b = kept(signatures.iter().map(|s| s.3).collect());
        let (pairs_a, root_a) = plain(&a, &in_a, k_a);
        let (pairs_b, root_b) = plain(&b, &in_b, k_b);
        let (a, b) = (Signatures::from(a), Signatures::from(b));
        let (groups_a, groups_b) = (groups(&a, &in_a, k_a), groups(&b, &in_b, k_b));
        let side_a = Side { signatures: &a, groups: &groups_a };
        let side_b = Side { signatures: &b, groups: &groups_b };
        let found = contrast(side_a, side_b, &Progress::new()).unwrap();

        let both = pairs_a.intersection(&pairs_b).count();
        let expected = Seen {
            both: both as u64,
            only_a: (pairs_a.len() - both) as u64,
            only_b: (pairs_b.len() - both) as u64,
        };
        prop_assert_eq!(found.pairs, expected);
        let n = signatures.len();
        let moved = (0..n).filter(|&i| partners(&root_a, i) != partners(&root_b, i)).count();
        prop_assert_eq!(found.moved, moved as u64);
        let sets = |root: &[u32]| -> HashSet<Vec<usize>> {
            (0..n).map(|i| partners(root, i)).filter(|set| set.len() > 1).collect()
        };
        let (sets_a, sets_b) = (sets(&root_a), sets(&root_b));
        let same = sets_a.intersection(&sets_b).count();
        prop_assert_eq!(found.groups, Seen {
            both: same as u64,
            only_a: (sets_a.len() - same) as u64,
            only_b: (sets_b.len() - same) as u64,
        });
        let grouped = |root: &[u32], i: usize| partners(root, i).len() > 1;
        let of = |in_a: bool, in_b: bool| {
            (0..n).filter(|&i| grouped(&root_a, i) == in_a && grouped(&root_b, i) == in_b).count() as u64
        };
        prop_assert_eq!(found.grouped, Seen { both: of(true, true), only_a: of(true, false), only_b: of(false, true) });

        let progress = Progress::new();
        for (seen, unseen, one, other) in [(&pairs_a, &pairs_b, side_a, side_b), (&pairs_b, &pairs_a, side_b, side_a)] {
            let mut listed = Vec::new();
            let is_done = each_only(one, other, &progress, |pair| {
                assert_eq!(pair.is_seen, (true, false));
                listed.push((one.groups.number_of(pair.documents.0), pair.documents));
                Ok::<(), Infallible>(())
            });
            prop_assert_eq!(is_done, Ok(true));
            prop_assert_eq!(progress.done(), progress.total());
            prop_assert!(listed.is_sorted_by(|one, other| one < other));
            let listed: HashSet<_> = listed.into_iter().map(|(_, pair)| pair).collect();
            prop_assert_eq!(listed, seen.difference(unseen).copied().collect::<HashSet<_>>());
        }
    }
}

#[test]
fn equal_documents_are_counted_and_not_compared() {
    let n = 1_000_000_u32;
    let documents: Vec<u32> = (0..n).collect();
    let equal = Signatures::from(vec![7_u64; n as usize]);
    // Far from one another, but for two that are equal.
    let far: Vec<u64> = (0..u64::from(n)).map(|i| (i / 2).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let far = Signatures::from(far);
    let all = groups(&equal, &documents, 0);
    let mut twos = Connected::new(n as usize);
    (0..n).step_by(2).for_each(|document| twos.join(document, document + 1));
    let twos = twos.groups(0);
    let all = Side { signatures: &equal, groups: &all };
    let twos = Side { signatures: &far, groups: &twos };
    let pairs = |a, b| contrast(a, b, &Progress::new()).unwrap().pairs;
    let of_all = u64::from(n) * u64::from(n - 1) / 2;
    assert_eq!(pairs(all, all), Seen { both: of_all, only_a: 0, only_b: 0 });
    let both = u64::from(n) / 2;
    assert_eq!(pairs(all, twos), Seen { both, only_a: of_all - both, only_b: 0 });
    assert_eq!(pairs(twos, all), Seen { both, only_a: 0, only_b: of_all - both });
    let listed = each_only(all, all, &Progress::new(), Err);
    assert_eq!(listed, Ok(true));
}
