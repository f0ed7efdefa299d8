//! Scans over all pairs, on all processors.

use super::{Histogram, Kernel, Tally, distance, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;

/// Rows of a scan that one task takes.
const ROWS: usize = 256;
/// Columns that stay in the innermost cache while the rows pass (16 KiB).
const COLUMNS: usize = 2048;

/// Every pair within k (i < j, positions in `signatures`), sorted; `None` when cancelled. Advances by pairs
/// compared.
pub fn pairs_within(signatures: &[u64], k: u8, progress: &Progress) -> Option<Vec<(u32, u32, u8)>> {
    let kernel = Kernel::best();
    progress.expect(pairs_of(signatures.len()));
    let found: Vec<Vec<_>> = stretches(signatures.len())
        .into_par_iter()
        .with_max_len(1)
        .map(|start| {
            let mut found = Vec::new();
            let mut hits = Vec::new();
            let end = signatures.len().min(start + ROWS);
            for first in (start..signatures.len()).step_by(COLUMNS) {
                if progress.is_cancelled() {
                    return found;
                }
                let last = signatures.len().min(first + COLUMNS);
                for i in start..end {
                    let base = first.max(i + 1).min(last);
                    hits.clear();
                    kernel.within(signatures[i], &signatures[base..last], k, &mut hits);
                    found.extend(hits.iter().map(|&hit| {
                        let j = base + hit as usize;
                        (i as u32, j as u32, distance(signatures[i], signatures[j]))
                    }));
                    progress.advance((last - base) as u64);
                }
            }
            found.sort_unstable();
            found
        })
        .collect();
    (!progress.is_cancelled()).then(|| found.concat())
}

/// Histogram of all pairs i < j; `None` when cancelled. Advances by pairs.
pub fn histogram(signatures: &[u64], progress: &Progress) -> Option<Histogram> {
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

/// First rows of the tasks of a scan.
fn stretches(n: usize) -> Vec<usize> {
    (0..n).step_by(ROWS).collect()
}
