//! The mean distance of each cell, from the ones of its rows and columns: no pair is compared.

use super::pieces::{Pieces, pairs_in};
use super::{Signatures, Window};
use crate::hamming::ones::ones_in;
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;

/// The mean distances of the cells that [`super::cells`] describes, row by row; NaN where a cell holds only pairs of a
/// document with itself. Exact up to the rounding of the quotient. Advances by rows of cells.
///
/// Of r rows with a 1 in some bit, R in all, and c of C columns, r(C − c) + (R − r)c pairs differ in that bit.
pub fn means(signatures: &Signatures, window: &Window, progress: &Progress) -> Option<Vec<f32>> {
    let pieces = Pieces::of(signatures.len(), window);
    let bits = match signatures {
        Signatures::Narrow(_) => 64,
        Signatures::Wide(_) => 128,
    };
    let count = |side: &[Range<usize>]| -> Vec<Vec<u64>> {
        side.par_iter().map(|piece| ones_in(signatures, piece.clone(), bits)).collect()
    };
    let of_rows = count(&pieces.rows);
    let of_columns = if pieces.rows == pieces.columns { of_rows.clone() } else { count(&pieces.columns) };
    pieces.fill((1, f32::NAN), None, progress, |(y, x), out| {
        let (rows, columns) = (&pieces.rows[y], &pieces.columns[x]);
        let pairs = pairs_in(rows, columns);
        if pairs == 0 {
            return;
        }
        let (all_rows, all_columns) = (rows.len() as u64, columns.len() as u64);
        let (in_rows, in_columns) = (&of_rows[y], &of_columns[x]);
        let sum: u64 =
            in_rows.iter().zip(in_columns).map(|(r, c)| r * (all_columns - c) + (all_rows - r) * c).sum();
        out[0] = (sum as f64 / pairs as f64) as f32;
    })
}
