//! The Levenshtein distance over characters.

use rapidfuzz::distance::levenshtein::{Args, distance_with_args};

/// The distance that is tried first, and doubled as long as it is too small: near-duplicates are far quicker so, and
/// the others lose at most as much time again.
const FIRST_TRIED: usize = 64;

/// 1 − distance ÷ length of the longer text; 1 for two empty ones.
pub(super) fn similarity(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    // One of them has a character, for they differ.
    let longer = a.chars().count().max(b.chars().count());
    (longer - distance(a, b)) as f64 / longer as f64
}

fn distance(a: &str, b: &str) -> usize {
    let arguments = Args::default().score_hint(FIRST_TRIED);
    match a.is_ascii() && b.is_ascii() {
        true => distance_with_args(a.bytes(), b.bytes(), &arguments),
        false => distance_with_args(a.chars(), b.chars(), &arguments),
    }
}
