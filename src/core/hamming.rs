//! Distances: kernels, histogram, heatmap cells.

mod bit_shares;
mod cells;
mod counted;
mod kernel;
mod ones;
mod pairs;
mod several;
mod signatures;
mod tally;
#[cfg(test)]
pub(crate) mod tests;

pub use bit_shares::{BitShares, Life};
pub use cells::{
    Cells, Jump, Shares, Show, Step, Window, cells, closest, means, next_near, shares, sketch, thin_enough,
};
pub use counted::Counted;
pub use kernel::{Cross, Kernel, Signature};
pub use ones::ones;
pub(crate) use pairs::histogram_of;
pub(crate) use pairs::{COLUMNS, ROWS, Scan};
pub use pairs::{Pair, each_pair_within, histogram};
pub use several::Several;
pub use signatures::Signatures;
pub(crate) use signatures::{by_width, select};
pub use tally::Tally;

/// Number of bits in which two signatures differ.
pub fn distance(a: u128, b: u128) -> u8 {
    distance_of(a, b)
}

/// As [`distance`], for signature words.
#[inline(always)]
pub fn distance_of<S: Signature>(a: S, b: S) -> u8 {
    (a ^ b).ones()
}

/// Number of possible distances: 0 to 128.
pub const DISTANCES: usize = 129;

/// Number of pairs at each distance 0…128; none above the width of the signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram(pub [u64; DISTANCES]);

impl Default for Histogram {
    /// No pairs.
    fn default() -> Self {
        Self([0; DISTANCES])
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
    /// Adds the counts of another histogram.
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
