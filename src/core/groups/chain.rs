//! How two documents of a group are joined: through which others.

use super::Dendrogram;
use crate::hamming::{Kernel, Signature, Signatures, by_width, distance, select};
use crate::progress::Progress;

/// How two documents are joined by steps of at most k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chain {
    /// The documents from one to the other, both included; no other chain has fewer links. Each is within k of the next.
    Links(Vec<u32>),
    /// No chain joins them.
    Broken,
    /// The search ended before it was known.
    Unknown,
}

/// How a pair is joined at k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joined {
    /// Within k of each other.
    Directly,
    /// Through others; the documents from the first to the second.
    Through(Vec<u32>),
    /// Through others, in a group of that size, which is too large to search.
    Somehow(usize),
    /// Not in one group at k; they are from that k on, as far as it is known.
    Apart(Option<u8>),
}

impl Dendrogram {
    /// How a pair comes to share a group at k; at most about `most` pairs are compared. `None` when cancelled.
    pub fn join(
        &self,
        signatures: &Signatures,
        (a, b): (u32, u32),
        k: u8,
        most: u64,
        progress: &Progress,
    ) -> Option<Joined> {
        if self.position(a).is_none() || self.position(b).is_none() {
            return Some(Joined::Apart(None));
        }
        if distance(signatures.get(a as usize), signatures.get(b as usize)) <= k {
            return Some(Joined::Directly);
        }
        let groups = self.cut(k);
        let Some(number) = groups.number_of(a).filter(|number| groups.number_of(b) == Some(*number)) else {
            return Some(Joined::Apart(self.joined_at(a, b)));
        };
        let members = groups.members(number);
        Some(match chain(signatures, members, (a, b), k, most, progress)? {
            Chain::Links(links) => Joined::Through(links),
            Chain::Broken | Chain::Unknown => Joined::Somehow(members.len()),
        })
    }
}

/// The shortest chain from one document to another through `members`, which hold both. Of equally short ones, that whose
/// documents come first in `members`, seen from the start. It compares at most about `most` pairs. `None` when cancelled.
///
/// A breadth-first search: each document that is reached is compared with all that are not.
pub fn chain(
    signatures: &Signatures,
    members: &[u32],
    ends: (u32, u32),
    k: u8,
    most: u64,
    progress: &Progress,
) -> Option<Chain> {
    by_width!(signatures, |words| search(&select(words, members), members, ends, k, most, progress))
}

fn search<S: Signature>(
    words: &[S],
    members: &[u32],
    ends: (u32, u32),
    k: u8,
    most: u64,
    progress: &Progress,
) -> Option<Chain> {
    const NONE: usize = usize::MAX;
    let place = |document: u32| members.iter().position(|&member| member == document);
    let (Some(from), Some(to)) = (place(ends.0), place(ends.1)) else { return Some(Chain::Broken) };
    let mut before = vec![NONE; members.len()];
    let mut left: Vec<usize> = (0..members.len()).filter(|&at| at != from).collect();
    let mut left_words: Vec<S> = left.iter().map(|&at| words[at]).collect();
    let (mut reached, mut next) = (vec![from], 0);
    let (kernel, mut compared, mut hits) = (Kernel::best(), 0, Vec::new());
    while before[to] == NONE && from != to {
        let Some(&at) = reached.get(next) else { return Some(Chain::Broken) };
        next += 1;
        progress.unless_cancelled()?;
        compared += left.len() as u64;
        if compared > most {
            return Some(Chain::Unknown);
        }
        hits.clear();
        kernel.within(words[at], &left_words, k, &mut hits);
        let start = reached.len();
        for &hit in hits.iter().rev() {
            let found = left.swap_remove(hit as usize);
            left_words.swap_remove(hit as usize);
            before[found] = at;
            reached.push(found);
        }
        reached[start..].sort_unstable();
    }
    let back = std::iter::successors(Some(to), |&at| Some(before[at]).filter(|&before| before != NONE));
    let mut links: Vec<u32> = back.map(|at| members[at]).collect();
    links.reverse();
    Some(Chain::Links(links))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::distance;
    use proptest::prelude::*;

    fn found(signatures: &[u64], ends: (u32, u32), k: u8, most: u64) -> Chain {
        let members: Vec<u32> = (0..signatures.len() as u32).collect();
        chain(&Signatures::from(signatures.to_vec()), &members, ends, k, most, &Progress::new()).unwrap()
    }

    #[test]
    fn a_chain_goes_through_as_few_as_it_can() {
        let steps = [0b0, 0b1, 0b11, 0b111, 0b1111];
        assert_eq!(found(&steps, (0, 4), 1, 100), Chain::Links(vec![0, 1, 2, 3, 4]));
        assert_eq!(found(&steps, (0, 4), 2, 100), Chain::Links(vec![0, 2, 4]));
        assert_eq!(found(&steps, (4, 0), 3, 100), Chain::Links(vec![4, 1, 0]));
        assert_eq!(found(&steps, (2, 2), 0, 100), Chain::Links(vec![2]));
        assert_eq!(found(&steps, (0, 4), 0, 100), Chain::Broken);
        assert_eq!(found(&steps, (0, 4), 1, 5), Chain::Unknown);
    }

    proptest! {
        #[test]
        fn its_links_are_within_k_and_no_other_chain_is_shorter(
            signatures in prop::collection::vec(0u64..64, 2..24), k in 0u8..4, a: prop::sample::Index, b: prop::sample::Index,
        ) {
            let (a, b) = (a.index(signatures.len()), b.index(signatures.len()));
            let is_within = |i: usize, j: usize| distance(signatures[i].into(), signatures[j].into()) <= k;
            // The steps from a by the definition, relaxed until nothing changes.
            let mut steps = vec![usize::MAX; signatures.len()];
            steps[a] = 0;
            for _ in 0..signatures.len() {
                for i in 0..signatures.len() {
                    for j in 0..signatures.len() {
                        if steps[i] != usize::MAX && is_within(i, j) {
                            steps[j] = steps[j].min(steps[i] + 1);
                        }
                    }
                }
            }
            match found(&signatures, (a as u32, b as u32), k, u64::MAX) {
                Chain::Links(links) => {
                    prop_assert_eq!((links[0], links[links.len() - 1]), (a as u32, b as u32));
                    prop_assert_eq!(links.len() - 1, steps[b]);
                    prop_assert!(links.windows(2).all(|link| is_within(link[0] as usize, link[1] as usize)));
                }
                other => prop_assert!(other == Chain::Broken && steps[b] == usize::MAX),
            }
        }
    }
}
