//! Distances: kernels, histogram, heatmap cells.

mod cells;
mod kernel;
mod pairs;
mod tally;
#[cfg(test)]
pub(crate) mod tests;

pub use cells::{Cells, Window, cells};
pub use kernel::{Cross, Kernel};
pub use pairs::{Pair, each_pair_within, histogram};
pub use tally::Tally;
use tally::{BATCH, Counts};

/// Number of bits in which two signatures differ.
pub fn distance(a: u64, b: u64) -> u8 {
    (a ^ b).count_ones() as u8
}

/// Number of pairs at each distance 0…64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram(pub [u64; 65]);

impl Default for Histogram {
    /// No pairs.
    fn default() -> Self {
        Self([0; 65])
    }
}

impl Histogram {
    /// Pairs at distance at most k.
    pub fn within(&self, k: u8) -> u64 {
        self.0.iter().take(usize::from(k) + 1).sum()
    }
    /// All pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
    /// Adds the pairs of another.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// Number of pairs among `n`: n(n − 1)/2.
pub fn pairs_of(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}
