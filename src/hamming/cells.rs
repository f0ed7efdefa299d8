//! The heatmap: the smallest distance in each square piece of the n × n matrix.

use super::{Kernel, Signature, Signatures};
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// The part of the n × n matrix that a heatmap shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Window {
    /// Positions (rows) of the first cell row on.
    pub rows: Range<usize>,
    /// Positions (columns).
    pub columns: Range<usize>,
    /// Documents per cell, along both axes; 1 is one pair a cell. 0 counts as 1.
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
    let pieces = |range: &Range<usize>| -> Vec<Range<usize>> {
        let range = range.start..range.end.min(signatures.len());
        let scale = window.scale.max(1);
        range.clone().step_by(scale).map(|start| start..range.end.min(start.saturating_add(scale))).collect()
    };
    let (rows, columns) = (pieces(&window.rows), pieces(&window.columns));
    let (width, height) = (columns.len(), rows.len());
    progress.expect(height as u64);
    if width == 0 {
        progress.advance(height as u64);
        return Some(Cells { width, height, minima: Vec::new() });
    }
    let is_symmetric = rows == columns;
    let mut minima = vec![Cells::ITSELF; width * height];
    minima.par_chunks_mut(width).enumerate().with_max_len(1).for_each(|(y, out)| {
        let from = if is_symmetric { y } else { 0 };
        for (out, column) in out.iter_mut().zip(&columns).skip(from) {
            if progress.is_cancelled() {
                return;
            }
            *out = cell(signatures, rows[y].clone(), column.clone(), progress);
        }
        progress.advance(1);
    });
    if progress.is_cancelled() {
        return None;
    }
    if is_symmetric {
        for y in 0..height {
            for x in 0..y {
                minima[y * width + x] = minima[x * width + y];
            }
        }
    }
    Some(Cells { width, height, minima })
}

/// The smallest distance between a document of `rows` and another one of `columns`.
fn cell<S: Signature>(
    signatures: &[S],
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> u8 {
    /// Rows between two checks of the progress.
    const STRETCH: usize = 4096;
    let kernel = Kernel::best();
    let mut least = Cells::ITSELF;
    // Rows before, among and after the columns; only among them can a document meet itself.
    let (before, after) = (rows.end.min(columns.start), rows.start.max(columns.end));
    for apart in [rows.start..before, after..rows.end] {
        for start in apart.clone().step_by(STRETCH) {
            if least == 0 || progress.is_cancelled() {
                return least;
            }
            let rows = &signatures[start..apart.end.min(start + STRETCH)];
            least = least.min(kernel.minimum(rows, &signatures[columns.clone()]));
        }
    }
    for row in rows.start.max(columns.start)..rows.end.min(columns.end) {
        if least == 0 || progress.is_cancelled() {
            break;
        }
        for others in [columns.start..row, row + 1..columns.end] {
            least = least.min(kernel.minimum(&signatures[row..=row], &signatures[others]));
        }
    }
    least
}
