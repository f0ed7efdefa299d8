//! Counts distances into a histogram.

use super::Histogram;

/// Distances counted at once.
pub(super) const BATCH: usize = 1 << 14;

/// A histogram being filled: distances are collected into batches, and a full batch is counted.
#[derive(Debug, Clone)]
pub struct Tally {
    batch: Box<Batch>,
    filled: usize,
    histogram: Histogram,
}

/// Aligned to a cache line: vector stores across two lines cost twice.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Batch([u8; BATCH]);

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self { batch: Box::new(Batch([0; BATCH])), filled: 0, histogram: Histogram::default() }
    }

    /// Counts one distance (0 to 128).
    #[inline(always)]
    pub fn count(&mut self, distance: u8) {
        self.count_many(distance, 1);
    }

    /// Counts a number of pairs at one distance (0 to 128).
    #[inline(always)]
    pub fn count_many(&mut self, distance: u8, pairs: u64) {
        self.histogram.0[usize::from(distance)] += pairs;
    }

    /// Space for the next `width` distances (a power of two, at most 64, the same for a whole batch); the
    /// caller must write all of it.
    #[inline(always)]
    pub(super) fn next(&mut self, width: usize) -> &mut [u8] {
        let start = self.filled;
        self.filled += width;
        &mut self.batch.0[start..start + width]
    }

    /// The batch if it is full; the next call starts a new one.
    #[inline(always)]
    pub(super) fn full(&mut self) -> Option<(&[u8; BATCH], &mut Histogram)> {
        if self.filled < BATCH {
            return None;
        }
        self.filled = 0;
        Some((&self.batch.0, &mut self.histogram))
    }

    /// What was counted.
    pub fn histogram(mut self) -> Histogram {
        for &distance in &self.batch.0[..self.filled] {
            self.histogram.0[usize::from(distance)] += 1;
        }
        self.histogram
    }
}
