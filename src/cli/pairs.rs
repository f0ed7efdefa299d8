//! `simscope pairs`: every pair within k.

use super::arguments::PairsArguments;
use super::failure::Failure;
use super::material::Material;
use super::watch::Unit;
use crate::hamming::{Kernel, distance, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;
use std::io;
use std::ops::Range;

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures_of(&documents);
    let id = |position: u32| material.id(documents[position as usize] as usize);
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    watch.during("comparing", Unit::Pairs, |progress| {
        arguments.output.rows(&["id_a", "id_b", "distance"], |rows| {
            each_pair(&signatures, arguments.k.k, progress, |(a, b, distance)| {
                rows.write(&[id(a).into(), id(b).into(), distance.into()])
            })
        })
    })
}

/// Two positions and their distance.
type Pair = (u32, u32, u8);

/// Comparisons between one writing and the next, so that a large k on a large corpus, which may answer with
/// every pair there is, needs no more memory than these (12 bytes each), and a reader who has seen enough
/// ends the search.
const ROUND: usize = 1 << 24;
/// Columns that stay in the innermost cache while the rows pass (16 KiB).
const COLUMNS: usize = 2048;

/// Hands over every pair within k once, sorted, as [`pairs_within`](crate::hamming::pairs_within) gives them.
fn each_pair(
    signatures: &[u64],
    k: u8,
    progress: &Progress,
    mut pair: impl FnMut(Pair) -> io::Result<()>,
) -> io::Result<()> {
    let n = signatures.len();
    progress.expect(pairs_of(n));
    let rows = (ROUND / n.max(1)).max(1);
    let at_a_time = rows.div_ceil(4 * rayon::current_num_threads());
    for start in (0..n).step_by(rows) {
        let round: Vec<usize> = (start..n.min(start + rows)).step_by(at_a_time).collect();
        let end = n.min(start + rows);
        let found: Vec<Vec<Pair>> = round
            .into_par_iter()
            .map(|first| {
                let rows = first..end.min(first + at_a_time);
                progress.advance(rows.clone().map(|row| (n - 1 - row) as u64).sum());
                pairs_of_rows(signatures, rows, k)
            })
            .collect();
        found.into_iter().flatten().try_for_each(&mut pair)?;
    }
    Ok(())
}

/// The pairs within k of some rows with everything after each of them, sorted.
fn pairs_of_rows(signatures: &[u64], rows: Range<usize>, k: u8) -> Vec<Pair> {
    let kernel = Kernel::best();
    let (mut found, mut hits) = (Vec::new(), Vec::new());
    for first in (rows.start..signatures.len()).step_by(COLUMNS) {
        let last = signatures.len().min(first + COLUMNS);
        for row in rows.clone() {
            let base = first.max(row + 1).min(last);
            hits.clear();
            kernel.within(signatures[row], &signatures[base..last], k, &mut hits);
            found.extend(hits.iter().map(|&hit| {
                let column = base + hit as usize;
                (row as u32, column as u32, distance(signatures[row], signatures[column]))
            }));
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::pairs_within;

    #[test]
    fn rounds_and_tiles_lose_no_pair() {
        for (n, bits) in [(0, 1), (1, 1), (2, 1), (3000, 8), (5000, 14)] {
            let mask = (1_u64 << bits) - 1;
            let signatures: Vec<u64> =
                (0..n).map(|i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) & mask).collect();
            for k in [0, 1, 2] {
                let mut pairs = Vec::new();
                each_pair(&signatures, k, &Progress::new(), |pair| {
                    pairs.push(pair);
                    Ok(())
                })
                .unwrap();
                assert!(
                    pairs == pairs_within(&signatures, k, &Progress::new()).unwrap(),
                    "{n} signatures, k = {k}"
                );
            }
        }
    }
}
