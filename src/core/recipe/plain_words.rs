//! Words as texts are compared by: runs of letters and digits, and single Han characters.

use super::{FeatureHash, is_han};
use std::ops::Range;

/// Calls `word` with every word, as it stands in the text.
pub(crate) fn each_word<'t>(text: &'t str, mut word: impl FnMut(&'t str)) {
    let mut begun: Option<usize> = None;
    for (at, c) in text.char_indices() {
        let is_han = !c.is_ascii() && is_han(c);
        if !is_han && c.is_alphanumeric() {
            begun.get_or_insert(at);
            continue;
        }
        if let Some(start) = begun.take() {
            word(&text[start..at]);
        }
        if is_han {
            word(&text[at..at + c.len_utf8()]);
        }
    }
    if let Some(start) = begun {
        word(&text[start..]);
    }
}

/// The hash of each word, lower-cased, and where it stands.
pub(crate) fn placed_words(text: &str) -> Vec<(u64, Range<usize>)> {
    let mut words = Vec::new();
    each_word(text, |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push((FeatureHash::DEFAULT.of_64(&word.to_lowercase()), start..start + word.len()));
    });
    words
}
