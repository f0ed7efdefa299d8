//! The closest pair of a cell, and the next cell that has a pair within k.

use super::{Kernel, Signature, Signatures, Step, by_width};
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// The first, row by row, of the closest pairs of two different documents in a cell: row, column and distance.
/// `Some(None)` if it holds no such pair, `None` when cancelled.
pub fn closest(
    signatures: &Signatures,
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<Option<(usize, usize, u8)>> {
    by_width!(signatures, |words| closest_of(words, rows, columns, progress))
}

fn closest_of<S: Signature>(
    signatures: &[S],
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<Option<(usize, usize, u8)>> {
    let kernel = Kernel::best();
    let mut best: Option<(usize, usize, u8)> = None;
    for row in rows {
        progress.unless_cancelled()?;
        let left = columns.start..columns.end.min(row).max(columns.start);
        let right = columns.start.max(row + 1).min(columns.end)..columns.end;
        for others in [left, right] {
            let least = kernel.minimum(&signatures[row..=row], &signatures[others.clone()]);
            if best.is_none_or(|best| least < best.2)
                && let Some(at) = kernel.first_within(signatures[row], &signatures[others.clone()], least)
            {
                best = Some((row, others.start + at, least));
            }
        }
        if best.is_some_and(|best| best.2 == 0) {
            break;
        }
    }
    Some(best)
}

/// Where to look for a cell with a pair within k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    /// Documents per cell, along both axes.
    pub step: Step,
    /// The threshold.
    pub k: u8,
    /// Row and column of the cell to begin behind, in cells of the whole matrix.
    pub from: (usize, usize),
    /// To the cells before it.
    pub is_back: bool,
}

impl Jump {
    /// The columns of cells that are above the diagonal and on the way, in a row of cells.
    fn columns(&self, row: usize, cells: usize) -> Range<usize> {
        match (self.is_back, row == self.from.0) {
            (false, true) => (row + 1).max(self.from.1 + 1)..cells,
            (true, true) => row + 1..self.from.1.min(cells),
            (_, false) => row + 1..cells,
        }
    }
}

/// The next cell above the diagonal, in reading order, that holds a pair within k: row and column, in cells.
/// `Some(None)` if there is none, `None` when cancelled. `can_have` tells of the position of a document whether it may
/// have another one within k; rows of which that is not true are not compared. Advances by rows of cells.
pub fn next_near(
    signatures: &Signatures,
    jump: &Jump,
    can_have: impl Fn(usize) -> bool + Sync,
    progress: &Progress,
) -> Option<Option<(usize, usize)>> {
    by_width!(signatures, |words| next_near_of(words, jump, can_have, progress))
}

fn next_near_of<S: Signature>(
    signatures: &[S],
    jump: &Jump,
    can_have: impl Fn(usize) -> bool + Sync,
    progress: &Progress,
) -> Option<Option<(usize, usize)>> {
    let cells = jump.step.cells(signatures.len());
    let look = |row: usize| {
        let found =
            (!progress.is_cancelled()).then(|| first_of_row(signatures, jump, row, &can_have, progress));
        progress.advance(1);
        found.flatten().map(|column| (row, column))
    };
    let found = if jump.is_back {
        let rows = 0..(jump.from.0 + 1).min(cells);
        progress.expect(rows.len() as u64);
        rows.into_par_iter().rev().with_max_len(1).find_map_first(look)
    } else {
        let rows = jump.from.0.min(cells)..cells;
        progress.expect(rows.len() as u64);
        rows.into_par_iter().with_max_len(1).find_map_first(look)
    };
    (!progress.is_cancelled()).then_some(found)
}

/// The first column of cells on the way with a pair within k, in a row of cells.
fn first_of_row<S: Signature>(
    signatures: &[S],
    jump: &Jump,
    row: usize,
    can_have: impl Fn(usize) -> bool,
    progress: &Progress,
) -> Option<usize> {
    let kernel = Kernel::best();
    let n = signatures.len();
    let mut columns = jump.columns(row, jump.step.cells(n));
    let (mut found, mut hits) = (None, Vec::new());
    for document in jump.step.span(row, n) {
        if columns.is_empty() || progress.is_cancelled() {
            break;
        }
        if !can_have(document) {
            continue;
        }
        let first = jump.step.first(columns.start);
        let others = &signatures[first..n.min(jump.step.first(columns.end))];
        let hit = if jump.is_back {
            hits.clear();
            kernel.within(signatures[document], others, jump.k, &mut hits);
            hits.last().map(|&hit| hit as usize)
        } else {
            kernel.first_within(signatures[document], others, jump.k)
        };
        // Only what lies nearer is looked for in the rows that follow.
        if let Some(hit) = hit {
            let column = jump.step.cell(first + hit);
            columns = if jump.is_back { column + 1..columns.end } else { columns.start..column };
            found = Some(column);
        }
    }
    found
}
