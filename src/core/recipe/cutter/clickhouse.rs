//! The terms of ClickHouse's SimHash functions (26.9).

use crate::recipe::WINDOW;
use crate::recipe::windows::Windows;
use std::ops::Range;

/// Shorter words, in bytes, are dropped.
const LEAST: usize = 4;

/// The words of at least four bytes between ASCII characters that are no letters or digits, in windows joined by
/// nothing (`wordShingleSimHash`); fewer words are one window.
#[inline]
pub(super) fn each_word_window(text: &str, windows: &mut Windows, mut term: impl FnMut(&str, Range<usize>)) {
    let bytes = text.as_bytes();
    windows.begin("");
    let mut start = 0;
    while start < bytes.len() {
        let len = bytes[start..].iter().take_while(|b| !b.is_ascii() || b.is_ascii_alphanumeric()).count();
        let end = start + len;
        if len >= LEAST {
            windows.push(&text[start..end], start..end, &mut term);
        }
        start = end + 1;
    }
    windows.finish(term);
}

/// Every window of n characters but the first (`ngramSimHashUTF8`), so that exactly n characters have none. A shorter
/// text is one term.
#[inline]
pub(super) fn each_later_window(text: &str, n: u8, mut term: impl FnMut(&str, Range<usize>)) {
    let n = usize::from(n.clamp(*WINDOW.start(), *WINDOW.end()));
    let starts = text.char_indices().map(|(at, _)| at).skip(1);
    let mut ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    if ends.nth(n - 1).is_none() {
        return term(text, 0..text.len());
    }
    for (start, end) in starts.zip(ends) {
        term(&text[start..end], start..end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(text: &str, n: u8) -> Vec<String> {
        let mut terms = Vec::new();
        each_later_window(text, n, |term, span| {
            assert_eq!(&text[span], term);
            terms.push(term.to_owned());
        });
        terms
    }

    #[test]
    fn the_first_window_is_missing() {
        assert_eq!(later("中文abc", 3), ["文ab", "abc"]);
        assert_eq!(later("abc", 3), [""; 0]);
        assert_eq!(later("ab", 3), ["ab"]);
        assert_eq!(later("", 3), [""]);
        assert_eq!(later("ab", 1), ["b"]);
    }

    #[test]
    fn short_words_are_dropped_and_the_others_joined() {
        let words = |text: &str| {
            let mut terms = Vec::new();
            each_word_window(text, &mut Windows::new(2), |term, span| {
                terms.push((term.to_owned(), text[span].to_owned()));
            });
            terms
        };
        let expected = [("Thisword", "This is a word"), ("word中文。ab", "word; 中文。ab")];
        let expected = expected.map(|(term, place)| (term.to_owned(), place.to_owned()));
        assert_eq!(words("This is a word; 中文。ab 的"), expected);
        assert_eq!(words("one two three"), [("three".to_owned(), "three".to_owned())]);
        assert!(words("a bb ccc").is_empty() && words("").is_empty());
    }
}
