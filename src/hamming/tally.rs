//! Counts distances into a histogram.

use super::{DISTANCES, Histogram};

/// Distances counted at once.
pub(super) const BATCH: usize = 1 << 14;

/// A histogram being filled: distances are collected into batches, and a full batch is counted.
#[derive(Debug, Clone)]
pub struct Tally {
    batch: Box<Batch>,
    filled: usize,
    counts: Counts,
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
        Self { batch: Box::new(Batch([0; BATCH])), filled: 0, counts: Counts::default() }
    }

    /// Counts one distance (0 to 128).
    #[inline(always)]
    pub fn count(&mut self, distance: u8) {
        self.count_many(distance, 1);
    }

    /// Counts a number of pairs at one distance (0 to 128).
    #[inline(always)]
    pub fn count_many(&mut self, distance: u8, pairs: u64) {
        self.counts.histogram.0[usize::from(distance)] += pairs;
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
    pub(super) fn full(&mut self) -> Option<(&[u8; BATCH], &mut Counts)> {
        if self.filled < BATCH {
            return None;
        }
        self.filled = 0;
        Some((&self.batch.0, &mut self.counts))
    }

    /// What was counted.
    pub fn histogram(mut self) -> Histogram {
        for &distance in &self.batch.0[..self.filled] {
            self.counts.histogram.0[usize::from(distance)] += 1;
        }
        if self.counts.room > 0 {
            self.counts.settle();
        }
        self.counts.histogram
    }
}

/// Counters for kernels without a faster way.
///
/// Distances come in pairs, as x + 144 · y, so that one increment of a table counts two. (144 counters of 4
/// bytes are 9 cache lines, and as 9 is odd the rows spread over all sets of the cache; the used part of the
/// table fits the first-level cache.) Two tables alternate, because incrementing the same counter again must
/// wait for the previous increment.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// Indexed by any u16 to avoid bounds checks; the upper part is never used. Allocated on first use.
    tables: [Vec<u32>; 2],
    /// Increments left before a counter might overflow.
    room: usize,
    pub(super) histogram: Histogram,
}

/// Factor of the second distance.
pub(super) const ROW: u16 = 144;
/// Entries of a table: every u16.
const ENTRIES: usize = 1 << 16;

impl Counts {
    /// Counts two distances (0 to 128) for each word: x + [`ROW`] · y.
    #[inline(always)]
    pub(super) fn count_pairs(&mut self, words: &[u16]) {
        if self.room < words.len() {
            self.settle();
        }
        self.room -= words.len();
        let [even, odd] = &mut self.tables;
        let (Ok(even), Ok(odd)) =
            (<&mut [u32; ENTRIES]>::try_from(&mut even[..]), <&mut [u32; ENTRIES]>::try_from(&mut odd[..]))
        else {
            unreachable!("with room both tables have that many entries")
        };
        for pair in words.as_chunks::<2>().0 {
            even[usize::from(pair[0])] += 1;
            odd[usize::from(pair[1])] += 1;
        }
    }

    /// Moves the counters of the tables to the histogram.
    #[cold]
    #[inline(never)]
    fn settle(&mut self) {
        for table in &mut self.tables {
            if table.is_empty() {
                // Zeroed lazily by the operating system, unlike `resize`.
                *table = vec![0; ENTRIES];
            }
            for (y, row) in table.chunks_mut(usize::from(ROW)).take(DISTANCES).enumerate() {
                for (x, counter) in row.iter_mut().take(DISTANCES).enumerate() {
                    let count = u64::from(std::mem::take(counter));
                    self.histogram.0[x] += count;
                    self.histogram.0[y] += count;
                }
            }
        }
        self.room = u32::MAX as usize;
    }
}
