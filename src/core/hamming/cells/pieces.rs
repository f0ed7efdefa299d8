//! A window cut into cells, and the pairs of two documents in each.

use super::Window;
use crate::hamming::Signature;
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// The pieces along both sides of a window.
pub(super) struct Pieces {
    pub rows: Vec<Range<usize>>,
    pub columns: Vec<Range<usize>>,
}

/// What is known of the cells of another window of the same matrix.
pub(super) struct Known<'a, T> {
    pieces: Pieces,
    /// The same number of values for each cell.
    values: &'a [T],
}

impl<'a, T> Known<'a, T> {
    pub(super) fn of(len: usize, window: &Window, values: &'a [T]) -> Self {
        Self { pieces: Pieces::of(len, window), values }
    }

    /// The values of a cell, or of its mirror image, if they are known.
    pub(super) fn get(&self, rows: &Range<usize>, columns: &Range<usize>) -> Option<&'a [T]> {
        let place = |pieces: &[Range<usize>], piece: &Range<usize>| {
            let at = pieces.binary_search_by_key(&piece.start, |known| known.start).ok()?;
            (pieces[at] == *piece).then_some(at)
        };
        let at =
            |rows, columns| Some((place(&self.pieces.rows, rows)?, place(&self.pieces.columns, columns)?));
        let (y, x) = at(rows, columns).or_else(|| at(columns, rows))?;
        let (width, height) = (self.pieces.columns.len(), self.pieces.rows.len());
        let each = self.values.len() / (width * height);
        Some(&self.values[(y * width + x) * each..][..each])
    }
}

impl Pieces {
    /// The window, clipped to `len` signatures.
    pub(super) fn of(len: usize, window: &Window) -> Self {
        let cut = |range: &Range<usize>| -> Vec<Range<usize>> {
            let range = range.start..range.end.min(len);
            if range.is_empty() {
                return Vec::new();
            }
            let cells = window.step.cell(range.start)..=window.step.cell(range.end - 1);
            let piece = |cell: usize| window.step.span(cell, range.end);
            cells.map(piece).map(|piece| piece.start.max(range.start)..piece.end).collect()
        };
        Self { rows: cut(&window.rows), columns: cut(&window.columns) }
    }

    /// Pairs of the cells that are not known.
    pub(super) fn unknown<T>(&self, known: Option<&Known<'_, T>>) -> u64 {
        let is_known = |rows: &Range<usize>, columns: &Range<usize>| {
            known.is_some_and(|known| known.get(rows, columns).is_some())
        };
        let of_row = |rows: &Range<usize>| -> usize {
            let unknown = self.columns.iter().filter(|columns| !is_known(rows, columns));
            unknown.map(|columns| rows.len() * columns.len()).sum()
        };
        let pairs: u64 = self.rows.iter().map(|rows| of_row(rows) as u64).sum();
        if self.rows == self.columns { pairs / 2 } else { pairs }
    }

    /// `each` values for every cell, row by row, all `nothing` at first; `None` when cancelled. What is known is copied,
    /// and what is not is computed by the places of its pieces among the rows and the columns.
    /// Where rows and columns are the same, a cell below the diagonal has the values of its mirror image. Advances by
    /// rows of cells.
    pub(super) fn fill<T: Copy + Send + Sync>(
        &self,
        (each, nothing): (usize, T),
        known: Option<&Known<'_, T>>,
        progress: &Progress,
        compute: impl Fn((usize, usize), &mut [T]) + Sync,
    ) -> Option<Vec<T>> {
        let (width, height) = (self.columns.len(), self.rows.len());
        let is_symmetric = self.rows == self.columns;
        progress.expect(height as u64);
        let mut values = vec![nothing; width * height * each];
        if values.is_empty() {
            progress.advance(height as u64);
            return Some(values);
        }
        values.par_chunks_mut(width * each).enumerate().with_max_len(1).for_each(|(y, out)| {
            let from = if is_symmetric { y } else { 0 };
            for (x, (out, columns)) in out.chunks_mut(each).zip(&self.columns).enumerate().skip(from) {
                if progress.is_cancelled() {
                    return;
                }
                match known.and_then(|known| known.get(&self.rows[y], columns)) {
                    Some(values) => out.copy_from_slice(values),
                    None => compute((y, x), out),
                }
            }
            progress.advance(1);
        });
        progress.unless_cancelled()?;
        if is_symmetric {
            for y in 0..height {
                for x in 0..y {
                    let from = (x * width + y) * each;
                    values.copy_within(from..from + each, (y * width + x) * each);
                }
            }
        }
        Some(values)
    }
}

/// The distinct signatures of a piece, and how many documents have each. Equal documents are compared once.
pub(super) struct Words<S> {
    pub words: Vec<S>,
    pub counts: Vec<u64>,
}

impl<S: Signature> Words<S> {
    /// Those of each of these pieces.
    pub(super) fn of_each(signatures: &[S], pieces: &[Range<usize>]) -> Vec<Self> {
        let of = |piece: &Range<usize>| {
            let mut sorted = signatures[piece.clone()].to_vec();
            sorted.sort_unstable();
            let equal = || sorted.chunk_by(|a, b| a == b);
            Self {
                words: equal().map(|run| run[0]).collect(),
                counts: equal().map(|run| run.len() as u64).collect(),
            }
        };
        pieces.par_iter().map(of).collect()
    }

    /// Whether enough are equal that it is quicker to compare different ones, and to count each pair as often as it occurs.
    pub(super) fn are_few(rows: &Self, columns: &Self) -> bool {
        const FEW: u64 = 8;
        let pairs = (rows.words.len() * columns.words.len()) as u64;
        pairs * FEW <= rows.counts.iter().sum::<u64>() * columns.counts.iter().sum::<u64>()
    }
}

/// Whether no document is in both.
pub(super) fn are_apart(rows: &Range<usize>, columns: &Range<usize>) -> bool {
    rows.end <= columns.start || columns.end <= rows.start
}

/// Pairs of two documents in a cell; those of a square on the diagonal count twice, as in the matrix.
pub(super) fn pairs_in(rows: &Range<usize>, columns: &Range<usize>) -> u64 {
    let both = rows.end.min(columns.end).saturating_sub(rows.start.max(columns.start));
    rows.len() as u64 * columns.len() as u64 - both as u64
}

/// Rows between two checks of the progress.
pub(super) const STRETCH: usize = 4096;

/// Hands over the signatures of a cell as rectangles without a document and itself, until `add` returns false or the
/// work is cancelled.
pub(super) fn each_part<S: Signature>(
    signatures: &[S],
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
    mut add: impl FnMut(&[S], &[S]) -> bool,
) {
    // Rows before, among and after the columns; only among them can a document meet itself.
    let (before, after) = (rows.end.min(columns.start), rows.start.max(columns.end));
    for apart in [rows.start..before, after..rows.end] {
        for start in apart.clone().step_by(STRETCH) {
            let rows = &signatures[start..apart.end.min(start + STRETCH)];
            if progress.is_cancelled() || !add(rows, &signatures[columns.clone()]) {
                return;
            }
        }
    }
    for row in rows.start.max(columns.start)..rows.end.min(columns.end) {
        for others in [columns.start..row, row + 1..columns.end] {
            if progress.is_cancelled() || !add(&signatures[row..=row], &signatures[others]) {
                return;
            }
        }
    }
}
