//! Words as texts are compared by: runs of letters and digits, and single Han characters.

use super::{FeatureHash, is_han};
use std::borrow::Cow;
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

/// A word of [`each_word`] in lower case, as it stands if it is so already.
pub(crate) fn lower_case(word: &str) -> Cow<'_, str> {
    let is_lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || is_han(c);
    // Not character by character, because a final Greek sigma differs.
    if word.chars().all(is_lower) { word.into() } else { word.to_lowercase().into() }
}

/// The hash of each word, lower-cased, and where it stands.
pub(crate) fn placed_words(text: &str) -> Vec<(u64, Range<usize>)> {
    let mut words = Vec::new();
    each_word(text, |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push((FeatureHash::DEFAULT.of_64(&lower_case(word)), start..start + word.len()));
    });
    words
}
