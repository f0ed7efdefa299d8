//! Distances: kernels, histogram, heatmap cells.

use crate::progress::Progress;
use std::ops::Range;

/// Number of bits in which two signatures differ.
pub fn distance(a: u64, b: u64) -> u8 {
    (a ^ b).count_ones() as u8
}

/// Number of pairs at each distance 0…64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram(pub [u64; 65]);

impl Histogram {
    /// Pairs at distance at most k.
    pub fn within(&self, k: u8) -> u64 {
        self.0[..=usize::from(k)].iter().sum()
    }
    /// All pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// The part of the n × n matrix that a heatmap shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Window {
    /// Positions (rows) of the first cell row on.
    pub rows: Range<usize>,
    /// Positions (columns).
    pub columns: Range<usize>,
    /// Documents per cell, along both axes; 1 is one pair a cell.
    pub scale: usize,
}

/// Aggregated cells, row by row: the smallest distance among the pairs of each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` minima; [`Cells::ITSELF`] where a cell holds only pairs of a document with itself.
    pub minima: Vec<u8>,
}

impl Cells {
    /// Mark of a cell that holds no pair of two documents.
    pub const ITSELF: u8 = u8::MAX;
}

/// Computes the cells of a window over `signatures`, which are in the order shown; `None` when cancelled.
/// Pairs of a document with itself do not count. Advances by cell rows.
pub fn cells(signatures: &[u64], window: &Window, progress: &Progress) -> Option<Cells> {
    let _ = (signatures, window, progress);
    todo!()
}

/// Every pair within k (i < j, positions in `signatures`), sorted; `None` when cancelled. Advances by pairs compared.
pub fn pairs_within(signatures: &[u64], k: u8, progress: &Progress) -> Option<Vec<(u32, u32, u8)>> {
    let _ = (signatures, k, progress);
    todo!()
}
