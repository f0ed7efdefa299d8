//! Documents compared exactly with all others, whatever the distance: how many right pairs no k reaches.

use super::sampled::{Sampling, Subject};
use crate::hamming::distance;
use crate::progress::Progress;
use crate::random::Random;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Steps of τ: hundredths.
const STEPS: usize = 101;
/// Bytes of text that all rows may have together.
const MOST_TEXT: usize = 8 << 20;

/// For each drawn document, its pairs with all others by distance and Jaccard index.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    rows: usize,
    documents: usize,
    distances: usize,
    /// By row, distance and hundredth of the index, rounded down.
    counts: Vec<u32>,
}

impl Rows {
    /// Draws documents and compares each with all others, through the shingles that they share. Advances by documents.
    pub(super) fn compare(subject: &Subject<'_>, sampling: Sampling, progress: &Progress) -> Option<Self> {
        let Subject { corpus, recipe, signatures, documents, .. } = *subject;
        let text = |document: u32| corpus.get(document as usize).text;
        let drawn = draw(documents, |document| text(document).len(), sampling);
        let index = Index::of(drawn.par_iter().map(|&row| sampling.shingles.set(text(row))));
        let distances = usize::from(recipe.bits.get()) + 1;
        let counts: Vec<AtomicU32> =
            (0..drawn.len() * distances * STEPS).map(|_| AtomicU32::new(0)).collect();
        progress.restart();
        progress.expect(documents.len() as u64);
        let count = |shared: &mut Vec<u32>, other: u32| {
            let set = sampling.shingles.set(text(other));
            shared.clear();
            shared.resize(drawn.len(), 0);
            set.iter().for_each(|&shingle| index.rows_with(shingle).for_each(|row| shared[row] += 1));
            for (row, &shared) in shared.iter().enumerate() {
                let both_empty = set.is_empty() && index.sizes[row] == 0;
                if drawn[row] == other || shared == 0 && !both_empty {
                    continue;
                }
                let all = set.len() + index.sizes[row] - shared as usize;
                // Two texts without shingles are equal.
                let step = (shared as usize * (STEPS - 1)).checked_div(all).unwrap_or(STEPS - 1);
                let of = |document: u32| signatures.get(document as usize);
                let d = usize::from(distance(of(drawn[row]), of(other)));
                counts[(row * distances + d) * STEPS + step].fetch_add(1, Ordering::Relaxed);
            }
        };
        (documents.par_chunks(64)).for_each_init(Vec::new, |shared, documents| {
            if !progress.is_cancelled() {
                documents.iter().for_each(|&document| count(shared, document));
                progress.advance(documents.len() as u64);
            }
        });
        let counts = counts.into_iter().map(AtomicU32::into_inner).collect();
        let rows = Self { rows: drawn.len(), documents: documents.len(), distances, counts };
        (!progress.is_cancelled()).then_some(rows)
    }

    /// Rows of a corpus with `documents` documents, whose partners by distance all have the value 1.
    #[cfg(test)]
    pub(super) fn of_partners(documents: usize, partners: &[Vec<u64>]) -> Self {
        let distances = partners.first().map_or(1, Vec::len);
        let mut counts = vec![0; partners.len() * distances * STEPS];
        for (at, &n) in partners.iter().flatten().enumerate() {
            counts[at * STEPS + STEPS - 1] = n as u32;
        }
        Self { rows: partners.len(), documents, distances, counts }
    }

    /// How many documents were drawn.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Whether every document was.
    pub fn is_whole(&self) -> bool {
        self.rows == self.documents
    }

    /// By row, the partners with at least τ (a multiple of 0.01), by distance.
    pub(super) fn partners(&self, tau: f64) -> Vec<Vec<u64>> {
        let from = (tau * (STEPS - 1) as f64).round() as usize;
        (self.counts.chunks(self.distances.max(1) * STEPS))
            .map(|row| {
                row.chunks(STEPS).map(|steps| steps[from..].iter().map(|&n| u64::from(n)).sum()).collect()
            })
            .collect()
    }

    /// Pairs of the corpus for each partner of a row: every pair has two documents.
    pub(super) fn weight(&self) -> f64 {
        self.documents as f64 / (2 * self.rows.max(1)) as f64
    }
}

/// Which rows have a shingle.
struct Index {
    /// Shingles of each row.
    sizes: Vec<usize>,
    /// The upper 48 bits of a shingle, and a row; ascending. Two shingles that differ in the lower 16 bits only would be
    /// taken for one: among ten million shingles of a corpus and a million of the rows, that is expected 0.04 times.
    entries: Vec<u64>,
    /// By the leading bits of an entry, where those entries begin.
    starts: Vec<u32>,
    shift: u32,
}

impl Index {
    fn of(sets: impl IndexedParallelIterator<Item = Vec<u64>>) -> Self {
        let of_row = |(row, set): (usize, Vec<u64>)| -> (usize, Vec<u64>) {
            (set.len(), set.into_iter().map(|shingle| shingle & !0xffff | row as u64).collect())
        };
        let rows: Vec<(usize, Vec<u64>)> = sets.enumerate().map(of_row).collect();
        let sizes = rows.iter().map(|(size, _)| *size).collect();
        let mut entries = Vec::with_capacity(rows.iter().map(|(size, _)| size).sum());
        rows.into_iter().for_each(|(_, of_row)| entries.extend(of_row));
        entries.par_sort_unstable();
        // About one entry has the same leading bits.
        let bits = entries.len().max(2).ilog2();
        let shift = u64::BITS - bits;
        let mut starts = vec![0; (1 << bits) + 1];
        entries.iter().for_each(|entry| starts[(entry >> shift) as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { sizes, entries, starts, shift }
    }

    fn rows_with(&self, shingle: u64) -> impl Iterator<Item = usize> {
        let bucket = (shingle >> self.shift) as usize;
        let entries = &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        entries
            .iter()
            .filter(move |&&entry| entry >> 16 == shingle >> 16)
            .map(|&entry| (entry & 0xffff) as usize)
    }
}

/// The rows: fewer where the texts are long.
fn draw(documents: &[u32], bytes: impl Fn(u32) -> usize, sampling: Sampling) -> Vec<u32> {
    let mut random = Random::of(&[sampling.seed, 1 << 33]);
    let mut chosen: Vec<u32> = random
        .choose(sampling.rows.min(usize::from(u16::MAX)), documents.len())
        .into_iter()
        .map(|at| documents[at])
        .collect();
    // In a random order, so that leaving out the last is no choice.
    random.shuffle(&mut chosen);
    let mut left = MOST_TEXT;
    let fit = chosen.iter().take_while(|&&document| {
        let fits = left > 0;
        left = left.saturating_sub(bytes(document));
        fits
    });
    let fit = fit.count();
    chosen.truncate(fit);
    chosen
}

#[cfg(test)]
mod tests;
