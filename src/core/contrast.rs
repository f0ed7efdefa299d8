//! Two recipes on one corpus: what each sees that the other does not.
//!
//! Every pair within k lies inside a group at k, so only the pairs inside groups are compared.

use crate::groups::Groups;
use crate::hamming::{self, Signatures, pairs_of};
use crate::progress::Progress;
use std::convert::Infallible;

/// One recipe's result on the corpus at its k.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// By document.
    pub signatures: &'a Signatures,
    /// Its single-linkage groups at k. Documents that it leaves out (without features) are in no pair.
    pub groups: &'a Groups,
}

/// How many items both recipes see, and how many only one of them sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen {
    /// Seen alike by both.
    pub both: u64,
    /// Only by the first.
    pub only_a: u64,
    /// Only by the second.
    pub only_b: u64,
}

/// The differences of two recipes on a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Contrast {
    /// Documents that are in a group: under both, under one only.
    pub grouped: Seen,
    /// Pairs within k.
    pub pairs: Seen,
    /// Groups; those with the very same members count for both.
    pub groups: Seen,
    /// Documents whose group, or being single, differs between the two.
    pub moved: u64,
}

/// A pair that a recipe puts within its k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenPair {
    /// The documents, the first the smaller.
    pub documents: (u32, u32),
    /// Distance under the first recipe; `None` if it leaves one of the documents out.
    pub distance_a: Option<u8>,
    /// Distance under the second.
    pub distance_b: Option<u8>,
    /// Whether it is within k under the first, and under the second.
    pub is_seen: (bool, bool),
}

impl Side<'_> {
    fn distance(&self, (i, j): (u32, u32)) -> Option<u8> {
        let has = |document| self.groups.position(document).is_some();
        let signature = |document| self.signatures.get(document as usize);
        (has(i) && has(j)).then(|| hamming::distance(signature(i), signature(j)))
    }

    fn is_near(&self, distance: Option<u8>) -> bool {
        distance.is_some_and(|distance| distance <= self.groups.k())
    }

    /// How many pairs [`Side::each_pair`] compares.
    fn compared(&self) -> u64 {
        (1..=self.groups.count()).map(|number| pairs_of(self.groups.members(number).len())).sum()
    }

    /// Hands over every pair within k, group by group; `Ok(false)` when cancelled. Advances by pairs compared.
    fn each_pair<E>(
        &self,
        progress: &Progress,
        mut pair: impl FnMut((u32, u32)) -> Result<(), E>,
    ) -> Result<bool, E> {
        for number in 1..=self.groups.count() {
            let mut members = self.groups.members(number).to_vec();
            members.sort_unstable();
            let inside = self.signatures.select(&members);
            let is_done =
                hamming::each_further_pair_within(&inside, self.groups.k(), progress, |(i, j, _)| {
                    pair((members[i as usize], members[j as usize]))
                })?;
            if !is_done {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Hands over every pair that at least one of the two sees, once: first all that the first sees, group by group,
/// then those that only the second sees. `Ok(false)` when cancelled. Advances by pairs compared.
///
/// # Errors
/// Those of `pair`, after which nothing more is compared.
pub fn each_pair<E>(
    a: Side<'_>,
    b: Side<'_>,
    progress: &Progress,
    mut pair: impl FnMut(SeenPair) -> Result<(), E>,
) -> Result<bool, E> {
    progress.expect(a.compared() + b.compared());
    let seen = |documents| {
        let (distance_a, distance_b) = (a.distance(documents), b.distance(documents));
        SeenPair {
            documents,
            distance_a,
            distance_b,
            is_seen: (a.is_near(distance_a), b.is_near(distance_b)),
        }
    };
    if !a.each_pair(progress, |documents| pair(seen(documents)))? {
        return Ok(false);
    }
    b.each_pair(progress, |documents| {
        let seen = seen(documents);
        if seen.is_seen.0 { Ok(()) } else { pair(seen) }
    })
}

/// Compares what the two recipes make of a corpus; `None` when cancelled.
pub fn contrast(a: Side<'_>, b: Side<'_>, progress: &Progress) -> Option<Contrast> {
    contrast_with(a, b, progress, |_| {})
}

/// The same, and hands over every pair as [`each_pair`] does.
pub fn contrast_with(
    a: Side<'_>,
    b: Side<'_>,
    progress: &Progress,
    mut each: impl FnMut(SeenPair),
) -> Option<Contrast> {
    let mut pairs = Seen::default();
    let is_done = each_pair(a, b, progress, |pair| {
        match pair.is_seen {
            (true, true) => pairs.both += 1,
            (true, false) => pairs.only_a += 1,
            _ => pairs.only_b += 1,
        }
        each(pair);
        Ok::<(), Infallible>(())
    });
    if is_done != Ok(true) {
        return None;
    }
    let (a, b) = (a.groups, b.groups);
    let same = twins(a, b).into_iter().filter(|&has_twin| has_twin).count() as u64;
    let grouped_in_both = (1..=a.count())
        .flat_map(|number| a.members(number))
        .filter(|&&document| b.number_of(document).is_some())
        .count() as u64;
    let (in_a, in_b) = (a.grouped() as u64, b.grouped() as u64);
    Some(Contrast {
        grouped: Seen {
            both: grouped_in_both,
            only_a: in_a - grouped_in_both,
            only_b: in_b - grouped_in_both,
        },
        pairs,
        groups: Seen { both: same, only_a: a.count() as u64 - same, only_b: b.count() as u64 - same },
        moved: moved(a, b).len() as u64,
    })
}

/// The documents whose group (or being alone) is not the same in both, ascending.
pub fn moved(a: &Groups, b: &Groups) -> Vec<u32> {
    let has_twin = twins(a, b);
    let in_a = (1..=a.count()).filter(|number| !has_twin[number - 1]).flat_map(|number| a.members(number));
    let in_b = (1..=b.count()).flat_map(|number| b.members(number));
    let only_in_b = in_b.filter(|&&document| a.number_of(document).is_none());
    let mut moved: Vec<u32> = in_a.chain(only_in_b).copied().collect();
    moved.sort_unstable();
    moved
}

/// For each group of `a`, from number 1: whether `b` has one with the very same members.
fn twins(a: &Groups, b: &Groups) -> Vec<bool> {
    let has_twin = |number: usize| {
        let members = a.members(number);
        let Some(other) = b.number_of(members[0]) else { return false };
        b.members(other).len() == members.len()
            && members.iter().all(|&member| b.number_of(member) == Some(other))
    };
    (1..=a.count()).map(has_twin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::Dendrogram;
    use proptest::prelude::*;
    use std::collections::HashSet;

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

    fn partners(root: &[u32], document: usize) -> Vec<usize> {
        (0..root.len()).filter(|&other| root[other] == root[document]).collect()
    }

    proptest! {
        #[test]
        fn it_is_what_comparing_all_pairs_and_all_groups_gives(
            signatures in prop::collection::vec((0u64..64, 0u64..64, any::<bool>(), any::<bool>()), 0..40),
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

            let mut listed = HashSet::new();
            let progress = Progress::new();
            let is_done = each_pair(side_a, side_b, &progress, |pair| {
                assert!(listed.insert(pair.documents));
                Ok::<(), Infallible>(())
            });
            prop_assert_eq!(is_done, Ok(true));
            prop_assert_eq!(progress.done(), progress.total());
            prop_assert_eq!(listed, pairs_a.union(&pairs_b).copied().collect::<HashSet<_>>());
        }
    }
}
