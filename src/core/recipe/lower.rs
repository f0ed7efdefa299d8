//! Lower-casing as in CPython 3.11, with offsets back into the original text.

use regex::{Captures, Regex};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// The text in lower case, and the offsets back. Characters newer than Unicode 14, which CPython 3.11 does not
/// know, are replaced by a character that belongs to no word.
///
/// Not character by character, because a final Greek sigma differs.
pub(super) fn lower_case(text: &str) -> (String, Origins<'_>) {
    if text.is_ascii() {
        return (text.to_ascii_lowercase(), Origins(None));
    }
    let text = without_new_characters(text);
    let lower = text.to_lowercase();
    (lower, Origins(Some(Place { text, character: 0..0, became: 0..0 })))
}

/// Replaces every character that is not in Unicode 14 by one of the same length: the lower case of a new capital may be
/// older than itself.
fn without_new_characters(text: &str) -> Cow<'_, str> {
    static NEW: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\P{Age:14.0}").expect("a property is a pattern"));
    NEW.replace_all(text, |found: &Captures<'_>| match found[0].len() {
        2 => "\u{d7}",
        3 => "\u{3000}",
        _ => "\u{1f600}",
    })
}

/// Maps ranges of the lower-cased text to the original; `None` if all offsets are the same.
#[derive(Debug)]
pub(super) struct Origins<'t>(Option<Place<'t>>);

/// The last position that was mapped.
#[derive(Debug)]
struct Place<'t> {
    text: Cow<'t, str>,
    /// The bytes of one character of `text`.
    character: Range<usize>,
    /// The bytes of its lower case.
    became: Range<usize>,
}

impl Origins<'_> {
    /// The range of whole characters in the original that `span` comes from. `span` must not start before the
    /// previous one.
    pub(super) fn of(&mut self, span: Range<usize>) -> Range<usize> {
        let Some(place) = &mut self.0 else { return span };
        let start = place.character_at(span.start).start;
        if span.is_empty() {
            return start..start;
        }
        // The position is restored, so that the next span may overlap this one.
        let (character, became) = (place.character.clone(), place.became.clone());
        let end = place.character_at(span.end - 1).end;
        (place.character, place.became) = (character, became);
        start..end
    }
}

impl Place<'_> {
    /// The character that the byte `at` of the lower-cased text comes from; the end, after the last.
    fn character_at(&mut self, at: usize) -> Range<usize> {
        while self.became.end <= at {
            let start = self.character.end;
            let Some(c) = self.text[start..].chars().next() else { return start..start };
            // Both lower-case forms of sigma take two bytes.
            let len: usize = c.to_lowercase().map(char::len_utf8).sum();
            self.character = start..start + c.len_utf8();
            self.became = self.became.end..self.became.end + len;
        }
        self.character.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_character_that_grows_is_one_place() {
        let (lower, mut origins) = lower_case("aİΣ b");
        assert_eq!(lower, "ai\u{307}ς b");
        let spans: Vec<_> = [0..1, 1..2, 2..4, 4..6, 6..8].into_iter().map(|span| origins.of(span)).collect();
        assert_eq!(spans, [0..1, 1..3, 1..3, 3..5, 5..7]);
    }

    #[test]
    fn a_capital_that_python_does_not_know_stays_out_of_words() {
        // They came with Unicode 16 and 17; their lower cases, U+0264, U+A7D3 and U+A7D5, are older.
        for new in ["A\u{a7cb}B", "A\u{a7d2}B", "A\u{a7d4}B"] {
            assert_eq!(lower_case(new).0, "a\u{3000}b");
        }
    }

    proptest! {
        #[test]
        fn every_character_is_led_back_to_its_own(text in "[a-cA-CİΣẞéÉ中Ⱥ \u{1e9e}]{0,30}") {
            let (lower, mut origins) = lower_case(&text);
            let mut at = 0;
            for (start, c) in text.char_indices() {
                let len: usize = c.to_lowercase().map(char::len_utf8).sum();
                prop_assert_eq!(origins.of(at..at + len), start..start + c.len_utf8());
                at += len;
            }
            prop_assert_eq!(lower.len(), at);
        }
    }
}
