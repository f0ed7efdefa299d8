//! Which share of the pairs of each cell lies within k.

use super::pieces::{Known, Pieces, Words, are_apart, each_part, pairs_in};
use super::{Signatures, Window};
use crate::hamming::{DISTANCES, Histogram, Kernel, Signature, Tally, by_width, distance_of};
use crate::progress::Progress;
use std::ops::RangeInclusive;

/// Shares of cells at one k, or at many.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    ks: RangeInclusive<u8>,
    values: Vec<f32>,
}

impl Shares {
    /// The share of the pairs of a cell that lie within k, 0 to 1; NaN where it holds only pairs of a document with
    /// itself. Above the largest k that was counted the share there.
    pub fn at(&self, cell: usize, k: u8) -> f32 {
        let each = self.ks.len();
        let place = usize::from(k.clamp(*self.ks.start(), *self.ks.end()) - self.ks.start());
        self.values[cell * each + place]
    }

    /// All shares: one for each k, cell after cell.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

/// The shares of the cells that [`super::cells`] describes, at all these k; 4 bytes for each. One k takes about as long
/// as the smallest distances, several together as long as a histogram of all pairs. Cells of `known`, another window of
/// the same signatures at the same ks, are not counted again. `None` when cancelled. Advances by rows of cells.
pub fn shares(
    signatures: &Signatures,
    window: &Window,
    ks: RangeInclusive<u8>,
    known: Option<(&Window, &Shares)>,
    progress: &Progress,
) -> Option<Shares> {
    let pieces = Pieces::of(signatures.len(), window);
    let known = known.filter(|(_, shares)| shares.ks == ks);
    let known = known.map(|(window, shares)| Known::of(signatures.len(), window, &shares.values));
    let values = by_width!(signatures, |words| shares_of(words, &pieces, &ks, known.as_ref(), progress))?;
    Some(Shares { ks, values })
}

fn shares_of<S: Signature>(
    signatures: &[S],
    pieces: &Pieces,
    ks: &RangeInclusive<u8>,
    known: Option<&Known<'_, f32>>,
    progress: &Progress,
) -> Option<Vec<f32>> {
    let kernel = Kernel::best();
    let (each, first) = (ks.len(), *ks.start());
    let (in_rows, in_columns) =
        (Words::of_each(signatures, &pieces.rows), Words::of_each(signatures, &pieces.columns));
    pieces.fill((each, f32::NAN), known, progress, |(y, x), out| {
        let (rows, columns) = (pieces.rows[y].clone(), pieces.columns[x].clone());
        let pairs = pairs_in(&rows, &columns);
        if pairs == 0 {
            return;
        }
        let share = |count: u64| (count as f64 / pairs as f64) as f32;
        let (of_rows, of_columns) = (&in_rows[y], &in_columns[x]);
        let is_weighed = are_apart(&rows, &columns) && Words::are_few(of_rows, of_columns);
        if each == 1 && !is_weighed {
            let mut count = 0;
            each_part(signatures, rows, columns, progress, |a, b| {
                count += kernel.count_cross(a, b, first);
                true
            });
            out[0] = share(count);
            return;
        }
        let histogram = if is_weighed {
            weighed(of_rows, of_columns)
        } else {
            let mut counter = Counter::of(pairs);
            each_part(signatures, rows, columns, progress, |a, b| {
                counter.add(kernel, a, b);
                true
            });
            counter.histogram()
        };
        let mut count = histogram.0[..usize::from(first).min(DISTANCES)].iter().sum();
        for (out, k) in out.iter_mut().zip(ks.clone()) {
            count += histogram.0.get(usize::from(k)).copied().unwrap_or(0);
            *out = share(count);
        }
    })
}

/// The distances of a cell with few distinct signatures.
fn weighed<S: Signature>(rows: &Words<S>, columns: &Words<S>) -> Histogram {
    let mut histogram = Histogram::default();
    for (&row, in_row) in rows.words.iter().zip(&rows.counts) {
        for (&column, in_column) in columns.words.iter().zip(&columns.counts) {
            histogram.0[usize::from(distance_of(row, column))] += in_row * in_column;
        }
    }
    histogram
}

/// Counts the distances of a cell.
enum Counter {
    /// One by one: for a few pairs a tally costs more than it saves.
    Few(Histogram),
    Many(Tally),
}

impl Counter {
    const FEW: u64 = 4096;

    fn of(pairs: u64) -> Self {
        if pairs <= Self::FEW { Self::Few(Histogram::default()) } else { Self::Many(Tally::new()) }
    }

    fn add<S: Signature>(&mut self, kernel: Kernel, rows: &[S], columns: &[S]) {
        match self {
            Self::Few(histogram) => {
                for &row in rows {
                    for &column in columns {
                        histogram.0[usize::from(distance_of(row, column))] += 1;
                    }
                }
            }
            Self::Many(tally) => {
                kernel.cross(rows, columns, tally);
            }
        }
    }

    fn histogram(self) -> Histogram {
        match self {
            Self::Few(histogram) => histogram,
            Self::Many(tally) => tally.histogram(),
        }
    }
}
