//! Shingles by weight: what few texts have in common counts, and what many have does not.

use super::Shingles;
use super::sets::{Sets, Shared};
use crate::progress::Progress;
use crate::recipe::DocumentFrequencies;
use std::cmp::Ordering;

/// Weights are multiples of one part in this many, so that sums are exact in whatever order they are made.
const PARTS: f64 = (1 << 24) as f64;

/// What each shingle weighs in a corpus.
///
/// N is the number of distinct texts, by their words in order (for `chars`, by their folded characters); texts without any
/// do not count. df is the number of those that have the shingle. With D = N ÷ 10, rounded down, but at least 20 and at most
/// 100, a shingle weighs max(0, ln((D + 1) ÷ df)). So one that more than D texts have weighs nothing: it is part of a frame.
/// One that no text of the corpus has weighs as if one had it.
///
/// Takes 12 to 16 bytes for each shingle that several texts have; while it is made, also 9 for each shingle of each text.
#[derive(Debug, Clone)]
pub struct Weights {
    shingles: Shingles,
    distinct: usize,
    /// Of a shingle that at most one text has.
    alone: u32,
    shared: Shared,
    /// Of the shared ones, by place.
    by_place: Vec<u32>,
}

/// The shingles of a text that have a weight. Takes 12 bytes for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighed {
    /// Ascending by the hash.
    shingles: Vec<(u64, u32)>,
    /// How many shingles there are, those without a weight included.
    all: usize,
    total: u64,
    /// What stands for all shingles, those without a weight included.
    set: u64,
}

impl Weights {
    /// The weights in a corpus of these texts; `None` when cancelled. Advances by texts, then by stretches of hashes.
    pub fn of(shingles: Shingles, texts: &[&str], progress: &Progress) -> Option<Self> {
        Self::of_sets(shingles, &Sets::cut(shingles, texts, progress)?, progress)
    }

    /// The same from the sets of the texts.
    pub(super) fn of_sets(shingles: Shingles, sets: &Sets, progress: &Progress) -> Option<Self> {
        let (is_first, distinct) = sets.distinct();
        let (shared, counts) = Shared::count(sets, &is_first, progress)?;
        Some(Self::by_counts(shingles, distinct, (shared, &counts)))
    }

    /// The weights in a corpus of which shingles were counted: by their hashes, in how many of its distinct texts each is. Those
    /// that one text alone has may be left out.
    pub fn counted(shingles: Shingles, counted: &DocumentFrequencies) -> Self {
        let mut several: Vec<(u64, u32)> = counted.iter().filter(|&(_, texts)| texts > 1).collect();
        several.sort_unstable();
        let (shared, counts) = Shared::of(several.into_iter());
        Self::by_counts(shingles, counted.documents() as usize, (shared, &counts))
    }

    fn by_counts(shingles: Shingles, distinct: usize, (shared, counts): (Shared, &[u32])) -> Self {
        let by_place = counts.iter().map(|&texts| weight(distinct, texts)).collect();
        Self { shingles, distinct, alone: weight(distinct, 1), shared, by_place }
    }

    /// What the shingles are.
    pub fn shingles(&self) -> Shingles {
        self.shingles
    }

    /// N, the number of distinct texts. Below 20 no frame can be recognised.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// D, the largest number of texts that may share a shingle before it weighs nothing.
    pub fn most(&self) -> u32 {
        most(self.distinct)
    }

    /// The least number of texts that share what is taken for a frame: more than D, or half of a few.
    pub fn frame(&self) -> usize {
        (self.most() as usize + 1).min(self.distinct.div_ceil(2)).max(2)
    }

    /// Whether more texts share the shingle with this hash than may: it is then taken for a part of a frame.
    pub(super) fn is_in_frame(&self, hash: u64) -> bool {
        self.of_shingle(hash) <= weight(self.distinct, self.frame() as u32)
    }

    /// The shingles of a text, weighed.
    pub fn weigh(&self, text: &str) -> Weighed {
        let hashes = self.shingles.set(text);
        let (set, all) = (super::sets::sequence(&hashes), hashes.len());
        let weighed = hashes.into_iter().map(|hash| (hash, self.of_shingle(hash)));
        let shingles: Vec<(u64, u32)> = weighed.filter(|&(_, weight)| weight > 0).collect();
        Weighed { total: shingles.iter().map(|&(_, weight)| u64::from(weight)).sum(), shingles, all, set }
    }

    /// The weight of a shingle that one text alone has, in parts; those of several texts weigh less.
    pub fn alone(&self) -> u32 {
        self.alone
    }

    /// The weight of a shingle that this many texts have, in parts.
    pub(crate) fn of_texts(&self, texts: u32) -> u32 {
        weight(self.distinct, texts)
    }

    /// The weight of the shingle with this hash, in parts.
    fn of_shingle(&self, hash: u64) -> u32 {
        self.shared.place(hash).map_or(self.alone, |place| self.by_place[place as usize])
    }

    /// The shared shingles, their weights by place, and the weight of any other, in parts.
    pub(super) fn into_parts(self) -> (Shared, Vec<u32>, u32) {
        (self.shared, self.by_place, self.alone)
    }
}

impl Weighed {
    /// The weight of all shingles: what is particular to the text. 0 if it consists of frames only.
    pub fn total(&self) -> f64 {
        self.total as f64 / PARTS
    }

    /// Whether there are no shingles at all.
    pub(super) fn is_blank(&self) -> bool {
        self.all == 0
    }

    /// The same in parts, whose sums are exact.
    pub fn parts(&self) -> u64 {
        self.total
    }

    /// The hashes of the shingles that weigh something, ascending, each with its weight in parts.
    pub fn shingles(&self) -> &[(u64, u32)] {
        &self.shingles
    }

    /// How many of its shingles at least `texts` of the `distinct` texts have, and how many shingles it has.
    pub fn shared_by(&self, texts: usize, distinct: usize) -> (usize, usize) {
        let limit = weight(distinct, texts as u32);
        let lighter = self.shingles.iter().filter(|&&(_, weight)| weight <= limit).count();
        (self.all - self.shingles.len() + lighter, self.all)
    }

    /// Whether the other text has the same shingles, those without a weight included.
    pub fn is_same_set(&self, other: &Self) -> bool {
        self.set == other.set
    }

    /// The weight of what both have ÷ the weight of what one of them has; 1 for the same sets. What weighs nothing is
    /// like no other.
    pub fn jaccard(&self, other: &Self) -> f64 {
        let shared = self.shared(other);
        self.ratio(other, shared, self.total + other.total - shared)
    }

    /// The share of what is particular to this text that the other one has, too; 1 for the same sets.
    pub fn contained_in(&self, other: &Self) -> f64 {
        self.ratio(other, self.shared(other), self.total)
    }

    fn ratio(&self, other: &Self, shared: u64, of: u64) -> f64 {
        match (self.is_same_set(other), of) {
            (true, _) => 1.0,
            (false, 0) => 0.0,
            (false, of) => shared as f64 / of as f64,
        }
    }

    /// The weight of what both have, in parts.
    fn shared(&self, other: &Self) -> u64 {
        let (mut a, mut b) = (self.shingles.iter().peekable(), other.shingles.iter().peekable());
        let mut shared = 0;
        while let (Some((of_a, weight)), Some((of_b, _))) = (a.peek(), b.peek()) {
            match of_a.cmp(of_b) {
                Ordering::Less => drop(a.next()),
                Ordering::Greater => drop(b.next()),
                Ordering::Equal => {
                    shared += u64::from(*weight);
                    a.next();
                    b.next();
                }
            }
        }
        shared
    }

    /// Bytes that are kept.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.shingles[..])
    }
}

/// The largest number of texts that may share a shingle before it weighs nothing.
pub(super) fn most(distinct: usize) -> u32 {
    (distinct / 10).clamp(20, 100) as u32
}

/// The weight of a shingle that this many texts have, in parts; at most ln 101, so it fits.
fn weight(distinct: usize, texts: u32) -> u32 {
    let weight = (f64::from(most(distinct) + 1) / f64::from(texts)).ln();
    (weight.max(0.0) * PARTS).round() as u32
}

#[cfg(test)]
mod tests;
