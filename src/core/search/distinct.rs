//! Merges equal signatures, so that duplicates cost nothing in a search.

use super::layout::{Cut, choices};
use super::parts::sorted;
use crate::hamming::{Pair, Signature, pairs_of};
use crate::recipe::Bits;

/// The distinct signatures of a column, ascending, with their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Distinct<S> {
    /// Ascending.
    pub(crate) words: Vec<S>,
    pub(crate) places: Places,
}

/// Where the words of a [`Distinct`] stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Places {
    /// By word, the start of its positions; one more entry at the end.
    starts: Vec<u32>,
    /// Positions in the column; ascending among those of one word.
    positions: Vec<u32>,
}

impl<S: Signature> Distinct<S> {
    /// The distinct signatures of a column.
    pub(crate) fn of(signatures: &[S], bits: Bits) -> Self {
        let whole = &choices(&Cut::even(bits, 1), 0)[0];
        let (mut words, positions) = sorted(whole, signatures);
        let mut starts = Vec::with_capacity(words.len() + 1);
        let mut before = None;
        for (&word, at) in words.iter().zip(0..) {
            if before.replace(word) != Some(word) {
                starts.push(at);
            }
        }
        starts.push(positions.len() as u32);
        words.dedup();
        Self { words, places: Places { starts, positions } }
    }
}

impl Places {
    /// How many words there are.
    pub(crate) fn words(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many signatures have this word.
    pub(crate) fn count(&self, word: u32) -> u64 {
        (self.starts[word as usize + 1] - self.starts[word as usize]).into()
    }

    /// The positions of a word, ascending.
    pub(crate) fn positions(&self, word: u32) -> &[u32] {
        &self.positions[self.starts[word as usize] as usize..self.starts[word as usize + 1] as usize]
    }

    /// The number of pairs of positions that these pairs of words stand for; pairs of equal words too if `has_equal`.
    pub(super) fn pairs_of(&self, pairs: &[Pair], has_equal: bool) -> u64 {
        let near: u64 = pairs.iter().map(|&(a, b, _)| self.count(a) * self.count(b)).sum();
        if !has_equal {
            return near;
        }
        near + self.starts.windows(2).map(|run| pairs_of((run[1] - run[0]) as usize)).sum::<u64>()
    }

    /// Replaces pairs of words by the pairs of positions that they stand for, and adds pairs of equal words if `has_equal`.
    pub(crate) fn spread(&self, pairs: &mut Vec<Pair>, has_equal: bool) {
        let found = pairs.len();
        for at in 0..found {
            let (a, b, distance) = pairs[at];
            let (a, b) = (self.positions(a), self.positions(b));
            let mut all = a.iter().flat_map(|&a| b.iter().map(move |&b| (a.min(b), a.max(b), distance)));
            if let Some(first) = all.next() {
                pairs[at] = first;
            }
            pairs.extend(all);
        }
        let equal = self.starts.windows(2).filter(|run| has_equal && run[1] - run[0] > 1);
        for run in equal {
            let positions = &self.positions[run[0] as usize..run[1] as usize];
            for (i, &a) in positions.iter().enumerate() {
                pairs.extend(positions[i + 1..].iter().map(|&b| (a, b, 0)));
            }
        }
    }

    /// The word of each position.
    pub(crate) fn words_of_positions(&self) -> Vec<u32> {
        let mut of = vec![0; self.positions.len()];
        for (run, word) in self.starts.windows(2).zip(0..) {
            for &position in &self.positions[run[0] as usize..run[1] as usize] {
                of[position as usize] = word;
            }
        }
        of
    }

    /// Bytes beside the words.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.positions.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_position_stands_under_its_word(signatures in prop::collection::vec(0_u64..9, 0..60)) {
            let distinct = Distinct::of(&signatures, Bits::new(4).unwrap());
            prop_assert!(distinct.words.windows(2).all(|pair| pair[0] < pair[1]));
            let of = distinct.places.words_of_positions();
            for (position, &signature) in signatures.iter().enumerate() {
                prop_assert_eq!(distinct.words[of[position] as usize], signature);
                prop_assert!(distinct.places.positions(of[position]).contains(&(position as u32)));
            }
            let all: u64 = (0..distinct.words.len() as u32).map(|word| distinct.places.count(word)).sum();
            prop_assert_eq!(all, signatures.len() as u64);
            prop_assert!((0..distinct.words.len() as u32).all(|word| distinct.places.positions(word).is_sorted()));
        }
    }
}
