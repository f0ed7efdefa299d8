//! The longest sentences of a text.

use super::{in_common, shingles};
use crate::recipe::WINDOW;
use std::cmp::Reverse;

/// What ends a sentence: full stops, exclamation and question marks, semicolons, and line ends.
const ENDS: [char; 13] =
    ['。', '！', '？', '；', '.', '!', '?', ';', '\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// The n longest different sentences, ascending by their characters.
pub(super) fn longest(text: &str, n: u8) -> Vec<&str> {
    let n = usize::from(n.clamp(*WINDOW.start(), *WINDOW.end()));
    let mut sentences: Vec<&str> =
        text.split(ENDS).map(str::trim).filter(|sentence| !sentence.is_empty()).collect();
    sentences.sort_unstable();
    sentences.dedup();
    // A stable sort: equally long ones stay in the order of their characters.
    sentences.sort_by_cached_key(|sentence| Reverse(sentence.chars().count()));
    sentences.truncate(n);
    sentences.sort_unstable();
    sentences
}

/// The share that both have, of the larger number.
pub(super) fn share<T: Ord>(a: &[T], b: &[T]) -> f64 {
    shingles::share(in_common(a, b), a.len().max(b.len()))
}
