//! Scans over all pairs, on all processors.

use super::{Histogram, Kernel, Signature, Signatures, Tally, by_width, distance_of, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// Rows of one task.
pub(crate) const ROWS: usize = 256;
/// Columns that stay in the first-level cache while rows pass (16 or 32 KiB).
pub(crate) const COLUMNS: usize = 2048;

/// Two positions, the first the smaller, and their distance.
pub type Pair = (u32, u32, u8);

/// Comparisons between two calls of the callback, to begin with and where many pairs are found. A large k may find every
/// pair, so this bounds the memory (12 bytes a pair).
const ROUND: usize = 1 << 24;
/// Where few are found, a round grows to at most this many times that, so that what is fetched from memory is compared
/// with more rows.
const LARGEST_ROUND: usize = 8;
/// Few pairs: fewer than one in this many comparisons.
const FEW: usize = 1 << 10;
/// Smallest number of rows of a round, so that data fetched from memory is used more than once.
const FEWEST_ROWS: usize = 8;

/// Hands over every pair within k once, sorted; `Ok(false)` when cancelled. Advances by pairs compared.
///
/// # Errors
/// Those of `pair`, after which nothing more is compared.
pub fn each_pair_within<E>(
    signatures: &Signatures,
    k: u8,
    progress: &Progress,
    mut pair: impl FnMut(Pair) -> Result<(), E>,
) -> Result<bool, E> {
    progress.expect(pairs_of(signatures.len()));
    let mut failed = None;
    let mut take = |pairs: &[Pair]| {
        pairs.iter().try_for_each(|&found| pair(found)).map_err(|error| failed = Some(error)).is_ok()
    };
    let is_whole = each_stretch(signatures, k, progress, &mut take);
    failed.map_or(Ok(is_whole), Err)
}

/// What takes some pairs, and returns whether it wants more. A trait object, so that the search is compiled once, here, and
/// not again for every closure of another crate.
type Take<'a> = &'a mut dyn FnMut(&[Pair]) -> bool;

fn each_stretch(signatures: &Signatures, k: u8, progress: &Progress, take: Take<'_>) -> bool {
    by_width!(signatures, |words| each_pair(words, k, ROUND, progress, take))
}

/// Passes sorted pairs on; returns whether these were all.
pub(super) fn each_pair<S: Signature>(
    signatures: &[S],
    k: u8,
    round: usize,
    progress: &Progress,
    take: Take<'_>,
) -> bool {
    let n = signatures.len();
    let tasks = 4 * rayon::current_num_threads();
    let (mut start, mut growth) = (0, 1);
    while start < n {
        let rows = (growth * round / n.max(1)).max(FEWEST_ROWS);
        // Few rows are divided by columns instead and sorted afterwards.
        let (at_a_time, width) = if rows >= 4 * tasks * FEWEST_ROWS {
            (rows.div_ceil(tasks), n)
        } else {
            (rows, n.div_ceil(tasks).max(COLUMNS))
        };
        let end = n.min(start + rows);
        let portions: Vec<(usize, usize)> = (start..end)
            .step_by(at_a_time)
            .flat_map(|first| (first..n).step_by(width).map(move |column| (first, column)))
            .collect();
        let found: Vec<Vec<Pair>> = portions
            .into_par_iter()
            .with_max_len(1)
            .map(|(first, column)| {
                let columns = column..n.min(column.saturating_add(width));
                pairs_of_rows(signatures, first..end.min(first + at_a_time), columns, k, progress)
            })
            .collect();
        if progress.is_cancelled() {
            return false;
        }
        let is_few = found.iter().map(Vec::len).sum::<usize>() < (end - start) * n / FEW;
        let goes_on = if width < n {
            let mut found: Vec<Pair> = found.into_iter().flatten().collect();
            found.par_sort_unstable();
            take(&found)
        } else {
            found.into_iter().all(|found| take(&found))
        };
        if !goes_on {
            return false;
        }
        growth = if is_few { (2 * growth).min(LARGEST_ROUND) } else { 1 };
        start = end;
    }
    !progress.is_cancelled()
}

/// The sorted pairs within k of some rows with the columns after each of them.
fn pairs_of_rows<S: Signature>(
    signatures: &[S],
    rows: Range<usize>,
    columns: Range<usize>,
    k: u8,
    progress: &Progress,
) -> Vec<Pair> {
    let scan = Scan { kernel: Kernel::best(), signatures, k };
    let (mut found, mut hits) = (Vec::new(), Vec::new());
    for first in columns.clone().step_by(COLUMNS) {
        if progress.is_cancelled() {
            break;
        }
        let tile = first..columns.end.min(first + COLUMNS);
        progress.advance(scan.tile(rows.clone(), tile, &mut hits, &mut found));
    }
    found.sort_unstable();
    found
}

/// Compares all pairs, a tile at a time.
pub(crate) struct Scan<'a, S> {
    pub(crate) kernel: Kernel,
    pub(crate) signatures: &'a [S],
    pub(crate) k: u8,
}

impl<S: Signature> Scan<'_, S> {
    /// Appends the pairs within k of some rows with the columns after each of them, in no order; returns the number of
    /// pairs compared. The columns should fit the first-level cache. `hits` is a buffer.
    pub(crate) fn tile(
        &self,
        rows: Range<usize>,
        columns: Range<usize>,
        hits: &mut Vec<(u32, u32)>,
        found: &mut Vec<Pair>,
    ) -> u64 {
        if rows.end <= columns.start {
            return self.rectangle(rows, columns, hits, found);
        }
        let after = |row: usize| columns.start.max(row + 1).min(columns.end)..columns.end;
        rows.map(|row| self.rectangle(row..row + 1, after(row), hits, found)).sum()
    }

    fn rectangle(
        &self,
        rows: Range<usize>,
        columns: Range<usize>,
        hits: &mut Vec<(u32, u32)>,
        found: &mut Vec<Pair>,
    ) -> u64 {
        hits.clear();
        let (a, b) = (&self.signatures[rows.clone()], &self.signatures[columns.clone()]);
        self.kernel.pairs_across(a, b, self.k, hits);
        found.extend(hits.iter().map(|&(row, column)| {
            let distance = distance_of(a[row as usize], b[column as usize]);
            (rows.start as u32 + row, columns.start as u32 + column, distance)
        }));
        (a.len() * b.len()) as u64
    }
}

/// Histogram of all pairs i < j; `None` when cancelled. Advances by pairs.
pub fn histogram(signatures: &Signatures, progress: &Progress) -> Option<Histogram> {
    by_width!(signatures, |words| histogram_of(words, progress))
}

/// As [`histogram`], for words.
pub(crate) fn histogram_of<S: Signature>(signatures: &[S], progress: &Progress) -> Option<Histogram> {
    let kernel = Kernel::best();
    progress.expect(pairs_of(signatures.len()));
    let histogram = stretches(signatures.len())
        .into_par_iter()
        .with_max_len(1)
        .fold(Tally::new, |mut tally, start| {
            let (rows, rest) = signatures[start..].split_at(ROWS.min(signatures.len() - start));
            if !progress.is_cancelled() {
                kernel.pairs(rows, &mut tally);
                kernel.cross(rows, rest, &mut tally);
                progress.advance(pairs_of(rows.len()) + (rows.len() * rest.len()) as u64);
            }
            tally
        })
        .map(Tally::histogram)
        .reduce(Histogram::default, |mut sum, part| {
            sum.add(&part);
            sum
        });
    (!progress.is_cancelled()).then_some(histogram)
}

/// First row of each task.
fn stretches(n: usize) -> Vec<usize> {
    (0..n).step_by(ROWS).collect()
}
