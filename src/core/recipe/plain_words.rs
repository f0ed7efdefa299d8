//! Words as texts are compared by: runs of letters and digits, and single Han characters.

use super::{FeatureHash, is_han};
use std::borrow::Cow;
use std::ops::Range;

/// Calls `word` with every word, unchanged.
pub(crate) fn each_word<'t>(text: &'t str, mut word: impl FnMut(&'t str)) {
    let (mut at, mut begun) = (0, None);
    while let Some(&byte) = text.as_bytes().get(at) {
        // Most texts are ASCII, and bytes are faster than characters.
        let (len, is_han, is_part) = match (!byte.is_ascii()).then(|| text[at..].chars().next()).flatten() {
            None => (1, false, byte.is_ascii_alphanumeric()),
            Some(c) if is_han(c) => (c.len_utf8(), true, false),
            Some(c) => (c.len_utf8(), false, c.is_alphanumeric()),
        };
        if is_part {
            begun.get_or_insert(at);
        } else if let Some(start) = begun.take() {
            word(&text[start..at]);
        }
        if is_han {
            word(&text[at..at + len]);
        }
        at += len;
    }
    if let Some(start) = begun {
        word(&text[start..]);
    }
}

/// A word of [`each_word`] in lower case, as it stands if it is so already.
pub(crate) fn lower_case(word: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    // Not character by character, because a final Greek sigma differs.
    match word.bytes().all(is_lower) || word.starts_with(is_han) {
        true => word.into(),
        false => word.to_lowercase().into(),
    }
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
