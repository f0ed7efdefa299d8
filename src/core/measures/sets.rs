//! The shingles of many texts, and which of them several texts have.

use super::Shingles;
use crate::progress::Progress;
use crate::random::Random;
use rayon::prelude::*;

/// Texts that are cut by one thread before the next takes its own.
const PART: usize = 512;

/// The range of hashes is counted in this many stretches, so that what belongs to one of them stays in a cache and little
/// is held twice. Each stretch takes a look at every set.
const STRETCHES: usize = 16;

/// The sets of shingles of texts. Takes 8 bytes for each shingle of each text and 12 for each text.
pub(super) struct Sets {
    parts: Vec<Part>,
}

/// The sets of [`PART`] texts that follow each other.
pub(super) struct Part {
    /// Where the set of each text ends.
    ends: Vec<u32>,
    /// Of every text the hashes, ascending.
    hashes: Vec<u64>,
    /// A hash of the shingles of each text in their order, including repeated ones.
    sequences: Vec<u64>,
}

impl Sets {
    /// Cuts texts; `None` when cancelled. Advances by texts.
    pub(super) fn cut(shingles: Shingles, texts: &[&str], progress: &Progress) -> Option<Self> {
        progress.restart();
        progress.expect(texts.len() as u64);
        let parts = texts.par_chunks(PART).with_max_len(1).map(|texts| {
            let mut part = Part { ends: Vec::new(), hashes: Vec::new(), sequences: Vec::new() };
            for text in texts {
                progress.unless_cancelled()?;
                let mut hashes = shingles.sequence(text);
                part.sequences.push(sequence(&hashes));
                hashes.sort_unstable();
                hashes.dedup();
                part.hashes.extend(hashes);
                part.ends.push(u32::try_from(part.hashes.len()).ok()?);
                progress.advance(1);
            }
            part.hashes.shrink_to_fit();
            Some(part)
        });
        Some(Self { parts: parts.collect::<Option<_>>()? })
    }

    /// How many texts there are.
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(|part| part.ends.len()).sum()
    }

    /// The set of a text.
    pub(super) fn set(&self, text: usize) -> &[u64] {
        self.parts[text / PART].set(text % PART)
    }

    /// A hash of the shingles of a text in their order: equal for two texts with the same words.
    pub(super) fn sequence(&self, text: usize) -> u64 {
        self.parts[text / PART].sequences[text % PART]
    }

    /// Whether each text is the first of its sequence and has any shingle; and how many are.
    pub(super) fn distinct(&self) -> (Vec<bool>, usize) {
        let mut by_sequence: Vec<(u64, u32)> =
            (0..self.len()).map(|text| (self.sequence(text), text as u32)).collect();
        by_sequence.par_sort_unstable();
        by_sequence.dedup_by_key(|(sequence, _)| *sequence);
        by_sequence.retain(|&(_, text)| !self.set(text as usize).is_empty());
        let mut is_first = vec![false; self.len()];
        by_sequence.iter().for_each(|&(_, text)| is_first[text as usize] = true);
        (is_first, by_sequence.len())
    }

    /// Puts the rank of its place in the place of every hash, or [`Shared::ALONE`].
    pub(super) fn rank(&mut self, shared: &Shared, ranks: &[u32]) {
        self.parts.par_iter_mut().with_max_len(1).for_each(|part| {
            let mut at: Vec<u32> = std::iter::once(0).chain(part.ends.iter().copied()).collect();
            at.pop();
            for stretch in 0..STRETCHES {
                for (at, &end) in at.iter_mut().zip(&part.ends) {
                    while *at < end && stretch_of(part.hashes[*at as usize]) == stretch {
                        let hash = &mut part.hashes[*at as usize];
                        *hash =
                            shared.place(*hash).map_or(Shared::ALONE, |place| ranks[place as usize].into());
                        *at += 1;
                    }
                }
            }
        });
    }
}

impl Part {
    /// The set of a text of this part.
    pub(super) fn set(&self, text: usize) -> &[u64] {
        let start = text.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.hashes[start as usize..self.ends[text] as usize]
    }
}

/// Two lists of shingles that differ in their order, too, have the same number with a probability of 2⁻⁶⁴.
pub(crate) fn sequence(hashes: &[u64]) -> u64 {
    Random::of(hashes).draw()
}

fn stretch_of(hash: u64) -> usize {
    (hash >> (u64::BITS - STRETCHES.ilog2())) as usize
}

/// Shingles that at least two sets have, each with a place. Takes 8 bytes for each, and about 1 more.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    /// Ascending.
    hashes: Vec<u64>,
    /// Where the hashes begin that have these leading bits.
    starts: Vec<u32>,
    shift: u32,
}

impl Shared {
    /// The rank of a shingle that is in no other set.
    pub(super) const ALONE: u64 = u64::MAX;

    /// The shingles of the sets that are wanted, and by place in how many of these each is; `None` when cancelled. Holds an
    /// eighth of the sets again. Advances by stretches of hashes.
    pub(super) fn count(sets: &Sets, is_wanted: &[bool], progress: &Progress) -> Option<(Self, Vec<u32>)> {
        progress.restart();
        progress.expect(STRETCHES as u64);
        // The wanted texts, and up to where the hashes of each are counted.
        let mut wanted: Vec<(u32, u32)> =
            (0..sets.len() as u32).filter(|&text| is_wanted[text as usize]).map(|text| (text, 0)).collect();
        let (mut hashes, mut counts) = (Vec::new(), Vec::new());
        for stretch in 0..STRETCHES {
            let gathered: Vec<Vec<u64>> = (wanted.par_chunks_mut(4096))
                .map(|texts| {
                    let mut some = Vec::new();
                    for (text, at) in texts {
                        let (left, before) = (&sets.set(*text as usize)[*at as usize..], some.len());
                        some.extend(left.iter().take_while(|&&hash| stretch_of(hash) == stretch));
                        *at += (some.len() - before) as u32;
                    }
                    some
                })
                .collect();
            if progress.is_cancelled() {
                return None;
            }
            let mut some = gathered.concat();
            some.par_sort_unstable();
            for run in some.chunk_by(|a, b| a == b).filter(|run| run.len() > 1) {
                hashes.push(run[0]);
                counts.push(run.len() as u32);
            }
            progress.advance(1);
        }
        Some(Self::of(hashes, counts))
    }

    /// Shingles, ascending, and in how many sets each is, which are by place.
    pub(crate) fn of(hashes: Vec<u64>, counts: Vec<u32>) -> (Self, Vec<u32>) {
        // On average four hashes between two starts.
        let bits = (hashes.len() / 4 + 2).ilog2();
        let shift = u64::BITS - bits;
        let mut starts = vec![0; (1 << bits) + 1];
        hashes.iter().for_each(|hash| starts[(hash >> shift) as usize + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        (Self { hashes, starts, shift }, counts)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The place of a shingle.
    pub(crate) fn place(&self, hash: u64) -> Option<u32> {
        let bucket = (hash >> self.shift) as usize;
        let run = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        let at = self.hashes[run.clone()].binary_search(&hash).ok()?;
        Some((run.start + at) as u32)
    }
}
