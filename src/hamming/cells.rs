//! The heatmap: what the distances in each square piece of the n × n matrix are.

mod closest;
mod means;
mod pieces;
mod shares;
mod step;
#[cfg(test)]
mod tests;

pub use closest::{Jump, closest, next_near};
pub use means::means;
pub use shares::{Shares, shares};
pub use step::Step;

use super::{Kernel, Signature, Signatures};
use crate::progress::Progress;
use pieces::{Pieces, each_part};
use std::ops::Range;

/// The part of the n × n matrix that a heatmap shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Window {
    /// Positions (rows) of the first cell row on.
    pub rows: Range<usize>,
    /// Positions (columns).
    pub columns: Range<usize>,
    /// Documents per cell, along both axes.
    pub step: Step,
}

/// Which number a cell shows of the distances of its pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Show {
    /// The smallest.
    #[default]
    Nearest,
    /// Their mean.
    Mean,
    /// The share of those within k, 0 to 1.
    Share,
}

impl Show {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nearest, Self::Mean, Self::Share];
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

    /// The smallest distance of a cell; NaN where it holds no pair of two documents.
    pub fn nearest(&self, cell: usize) -> f32 {
        match self.minima[cell] {
            Self::ITSELF => f32::NAN,
            minimum => minimum.into(),
        }
    }
}

/// Computes the cells of a window over `signatures`, which are in the order shown; `None` when cancelled. Pairs
/// of a document with itself do not count. The window is clipped to the number of signatures. Advances by rows
/// of cells.
pub fn cells(signatures: &Signatures, window: &Window, progress: &Progress) -> Option<Cells> {
    match signatures {
        Signatures::Narrow(words) => cells_of(words, window, progress),
        Signatures::Wide(words) => cells_of(words, window, progress),
    }
}

fn cells_of<S: Signature>(signatures: &[S], window: &Window, progress: &Progress) -> Option<Cells> {
    let pieces = Pieces::of(signatures.len(), window);
    let kernel = Kernel::best();
    let minima = pieces.fill(1, Cells::ITSELF, progress, |rows, columns, out| {
        each_part(signatures, rows, columns, progress, |a, b| {
            out[0] = out[0].min(kernel.minimum(a, b));
            out[0] > 0
        });
    })?;
    Some(Cells { width: pieces.columns.len(), height: pieces.rows.len(), minima })
}
