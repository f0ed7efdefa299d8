//! The Levenshtein distance over characters.

use rapidfuzz::distance::levenshtein::{Args, distance_with_args};

/// The distance that is tried first, and doubled as long as it is too small: near-duplicates are far quicker so, and
/// the others lose at most as much time again.
const FIRST_TRIED: usize = 64;

/// 1 − distance ÷ length of the longer text; 1 for two empty ones.
pub(super) fn similarity(a: &str, b: &str) -> f64 {
    edit_within(a, b, usize::MAX).expect("no two texts are further apart")
}

/// The value of [`Measure::Edit`](super::Measure::Edit) if the texts are at most `most` edits apart; the time grows with that times
/// their length.
pub fn edit_within(a: &str, b: &str, most: usize) -> Option<f64> {
    if a == b {
        return Some(1.0);
    }
    let longer = a.chars().count().max(b.chars().count());
    let arguments = Args::default().score_hint(FIRST_TRIED).score_cutoff(most);
    let distance = match a.is_ascii() && b.is_ascii() {
        true => distance_with_args(a.bytes(), b.bytes(), &arguments),
        false => distance_with_args(a.chars(), b.chars(), &arguments),
    }?;
    Some((longer - distance) as f64 / longer as f64)
}
