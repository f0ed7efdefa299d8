//! Shingles by weight: what few texts have in common counts, and what many have does not.

use super::Shingles;
use super::lists::ranks;
use super::sets::{Sets, Shared};
use super::texts::Texts;
use crate::progress::Progress;
use crate::recipe::DocumentFrequencies;
use std::cmp::Ordering;

/// Weights are multiples of one part in this many, so that sums are exact in whatever order they are made.
const PARTS: f64 = (1 << 24) as f64;

/// The weight of each shingle in a corpus.
///
/// N is the number of distinct texts, by their words in order (for `chars`, by their folded characters); texts without any
/// do not count. df is the number of those that have the shingle. With D = N ÷ 10, rounded down, but at least 20 and at most
/// 100, a shingle weighs max(0, ln((D + 1) ÷ df)). So one that more than D texts have weighs nothing: it is part of a frame.
/// One that no text of the corpus has weighs as if one had it.
///
/// The texts are cut once, and what they have is kept by these weights. Takes 16 to 20 bytes for each shingle that several texts
/// have, 4 for each time that a text has one, and 32 for each text; while it is made, also 9 for each shingle of each text.
#[derive(Debug, Clone)]
pub struct Weights {
    shingles: Shingles,
    distinct: usize,
    /// By the number of texts that have a shingle, up to one more than may; in parts.
    by_count: Vec<u32>,
    shared: Shared,
    /// By place, how many texts have a shared shingle.
    counts: Vec<u32>,
    texts: Texts,
}

/// The shingles of a text that have a weight. Takes 12 bytes for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighed {
    /// Ascending by the hash.
    shingles: Vec<(u64, u32)>,
    /// The number of shingles, including those without a weight.
    all: usize,
    total: u64,
    /// A hash of all shingles, including those without a weight.
    set: u64,
}

impl Weights {
    /// The weights in a corpus of these texts; `None` when cancelled. Advances by texts, then by stretches of hashes.
    pub fn of(shingles: Shingles, texts: &[&str], progress: &Progress) -> Option<Self> {
        let sets = Sets::cut(shingles, texts, progress)?;
        Some(Self::of_sets(shingles, &sets, progress)?.with_sets(sets))
    }

    /// The same from the sets of the texts, without what the texts have.
    pub(super) fn of_sets(shingles: Shingles, sets: &Sets, progress: &Progress) -> Option<Self> {
        let (is_first, distinct) = sets.distinct();
        let (shared, counts) = Shared::count(sets, &is_first, progress)?;
        Some(Self::by_counts(shingles, distinct, (shared, counts)))
    }

    /// The weights in a corpus of which shingles were counted: by their hashes, in how many of its distinct texts each is. Those
    /// that one text alone has may be left out. It has no texts yet.
    pub fn counted(shingles: Shingles, counted: &DocumentFrequencies) -> Self {
        let mut several: Vec<(u64, u32)> = counted.iter().filter(|&(_, texts)| texts > 1).collect();
        several.sort_unstable();
        let (hashes, counts) = several.into_iter().unzip();
        Self::by_counts(shingles, counted.documents() as usize, Shared::of(hashes, counts))
    }

    fn by_counts(shingles: Shingles, distinct: usize, (shared, counts): (Shared, Vec<u32>)) -> Self {
        let by_count = (0..=most(distinct) + 1).map(|texts| weight(distinct, texts.max(1))).collect();
        Self { shingles, distinct, by_count, shared, counts, texts: Texts::default() }
    }

    /// With these texts of its corpus; `None` when cancelled. Advances by texts.
    pub fn with(self, texts: &[&str], progress: &Progress) -> Option<Self> {
        let sets = Sets::cut(self.shingles, texts, progress)?;
        Some(self.with_sets(sets))
    }

    fn with_sets(mut self, mut sets: Sets) -> Self {
        let (by_rank, all) = (self.rank(&mut sets), 0..sets.len() as u32);
        self.texts = Texts::of(&sets, &all.collect::<Vec<u32>>(), by_rank, self.alone());
        self
    }

    /// Ranks the shingles of the sets, the heaviest first; returns the weights by rank, without those that weigh nothing.
    pub(super) fn rank(&self, sets: &mut Sets) -> Vec<u32> {
        let ranks = ranks(&self.counts);
        sets.rank(&self.shared, &ranks);
        let mut by_rank = vec![0; ranks.len()];
        ranks
            .iter()
            .zip(&self.counts)
            .for_each(|(&rank, &texts)| by_rank[rank as usize] = self.weight_of(texts));
        by_rank.truncate(by_rank.partition_point(|&weight| weight > 0));
        by_rank
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
        self.shared.place(hash).is_some_and(|place| self.counts[place as usize] as usize >= self.frame())
    }

    /// The share of the text of the corpus that is in frames, 0 to 1.
    pub fn in_frames(&self) -> f64 {
        self.texts.up_to(self.weight_of(self.frame() as u32))
    }

    /// How many texts consist of frames nearly wholly: in four of five shingles.
    pub fn framed(&self) -> usize {
        self.texts.mostly_light()
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
        self.weight_of(1)
    }

    /// The weight of a shingle that this many texts have, in parts.
    pub(crate) fn weight_of(&self, texts: u32) -> u32 {
        self.by_count[(texts as usize).min(self.by_count.len() - 1)]
    }

    /// The weight of the shingle with this hash, in parts.
    fn of_shingle(&self, hash: u64) -> u32 {
        self.weight_of(self.shared.place(hash).map_or(1, |place| self.counts[place as usize]))
    }

    /// What the texts of the corpus have.
    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
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
pub(crate) fn most(distinct: usize) -> u32 {
    (distinct / 10).clamp(20, 100) as u32
}

/// The weight of a shingle that this many texts have, in parts; at most ln 101, so it fits.
fn weight(distinct: usize, texts: u32) -> u32 {
    let weight = (f64::from(most(distinct) + 1) / f64::from(texts)).ln();
    (weight.max(0.0) * PARTS).round() as u32
}

#[cfg(test)]
mod tests;
