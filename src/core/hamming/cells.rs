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

use super::{Kernel, Signature, Signatures, by_width};
use crate::progress::Progress;
use pieces::{Known, Pieces, STRETCH, Words, are_apart, each_part};
use std::borrow::Cow;
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
/// of a document with itself do not count. Cells of `known`, another window of the same signatures, are not computed
/// again. The window is clipped to the number of signatures. Advances by rows of cells.
pub fn cells(
    signatures: &Signatures,
    window: &Window,
    known: Option<(&Window, &Cells)>,
    progress: &Progress,
) -> Option<Cells> {
    sketch(signatures, window, known, 1, progress)
}

/// As [`cells`], of every `thin`-th document only: the smallest distances in a sample, never too small.
/// [`thin_enough`] says how thin a sample takes little time.
pub fn sketch(
    signatures: &Signatures,
    window: &Window,
    known: Option<(&Window, &Cells)>,
    thin: usize,
    progress: &Progress,
) -> Option<Cells> {
    let pieces = Pieces::of(signatures.len(), window);
    let known = known.map(|(window, cells)| Known::of(signatures.len(), window, &cells.minima));
    let minima = by_width!(signatures, |words| minima(words, &pieces, known.as_ref(), thin, progress))?;
    Some(Cells { width: pieces.columns.len(), height: pieces.rows.len(), minima })
}

/// Of every how many documents a [`sketch`] takes a few milliseconds; 1 where [`cells`] itself takes no longer.
pub fn thin_enough(len: usize, window: &Window, known: Option<(&Window, &Cells)>) -> usize {
    /// Pairs that a kernel compares in that time.
    const QUICK: u64 = 1 << 27;
    let known = known.map(|(window, cells)| Known::of(len, window, &cells.minima));
    let pairs = Pieces::of(len, window).unknown(known.as_ref());
    let thin = (pairs as f64 / QUICK as f64).sqrt().ceil().max(1.0) as usize;
    thin.min(window.step.most().div_ceil(2))
}

fn minima<S: Signature>(
    signatures: &[S],
    pieces: &Pieces,
    known: Option<&Known<'_, u8>>,
    thin: usize,
    progress: &Progress,
) -> Option<Vec<u8>> {
    let kernel = Kernel::best();
    let sample: Cow<'_, [S]> = match thin {
        1 => signatures.into(),
        _ => signatures.iter().step_by(thin).copied().collect(),
    };
    let sampled = |span: &Range<usize>| span.start.div_ceil(thin)..span.end.div_ceil(thin);
    let [rows, columns] =
        [&pieces.rows, &pieces.columns].map(|of| of.iter().map(sampled).collect::<Vec<_>>());
    let (in_rows, in_columns) = (Words::of_each(&sample, &rows), Words::of_each(&sample, &columns));
    pieces.fill((1, Cells::ITSELF), known, progress, |(y, x), out| {
        let mut nearer = |a: &[S], b: &[S]| {
            out[0] = out[0].min(kernel.minimum(a, b));
            out[0] > 0
        };
        if !are_apart(&rows[y], &columns[x]) {
            return each_part(&sample, rows[y].clone(), columns[x].clone(), progress, nearer);
        }
        let stretches = in_rows[y].words.chunks(STRETCH);
        stretches.take_while(|_| !progress.is_cancelled()).all(|some| nearer(some, &in_columns[x].words));
    })
}
