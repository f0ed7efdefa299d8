//! Counting distances into a histogram, two at a time.

use super::Histogram;

/// A histogram in the making.
///
/// Distances come from the kernels in pairs, as x + 80 · y: one increment of a table counts two of them.
/// (80 counters of 4 bytes are 5 cache lines, and as 5 is odd the rows spread over all sets of the cache;
/// the part of the table that is in use fits the innermost cache.) Two tables take turns, because
/// incrementing the same counter again has to wait for the first time to finish.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Indexed by any u16, so that no bound is checked; the upper part is never touched.
    tables: [Vec<u32>; 2],
    /// Increments until a counter might overflow.
    room: u32,
    settled: Histogram,
}

/// Factor of the second distance.
const ROW: usize = 80;
/// Entries of a table: every u16.
const ENTRIES: usize = 1 << 16;

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self {
            tables: [vec![0; ENTRIES], vec![0; ENTRIES]],
            room: u32::MAX,
            settled: Histogram::default(),
        }
    }

    /// Counts one distance (0 to 64).
    #[inline(always)]
    pub fn count(&mut self, distance: u8) {
        self.settled.0[usize::from(distance)] += 1;
    }

    /// Counts two distances (0 to 64) for each word: x + 80 · y.
    #[inline(always)]
    pub(super) fn count_pairs(&mut self, words: &[u16]) {
        if self.room < 32 {
            self.settle();
        }
        self.room -= words.len() as u32;
        let [even, odd] = &mut self.tables;
        let (Ok(even), Ok(odd)) = (
            <&mut [u32; ENTRIES]>::try_from(&mut even[..]),
            <&mut [u32; ENTRIES]>::try_from(&mut odd[..]),
        ) else {
            unreachable!("both tables are made with that many entries")
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
            for (y, row) in table.chunks_mut(ROW).take(65).enumerate() {
                for (x, counter) in row.iter_mut().take(65).enumerate() {
                    let count = u64::from(std::mem::take(counter));
                    self.settled.0[x] += count;
                    self.settled.0[y] += count;
                }
            }
        }
        self.room = u32::MAX;
    }

    /// What was counted.
    pub fn histogram(mut self) -> Histogram {
        self.settle();
        self.settled
    }
}
