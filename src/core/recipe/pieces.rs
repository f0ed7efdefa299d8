//! Word characters of Python's `re`, for the two programs that cut by them.

use super::lower::lower_case;
use super::windows::Windows;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Python's `\w`: letters, numbers and the underscore (marks are not included), of Unicode 14, as in CPython
/// 3.11. Later characters count as unassigned.
fn is_word(c: char) -> bool {
    static WORDS: LazyLock<Words> = LazyLock::new(Words::collect);
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    let c = c as usize;
    WORDS.0[c / 64] >> (c % 64) & 1 == 1
}

/// One bit per code point.
struct Words(Box<[u64]>);

impl Words {
    fn collect() -> Self {
        let class = Regex::new(r"[[\p{L}\p{N}]&&\p{Age:14.0}]+").expect("a class of properties is a pattern");
        let all: String = ('\u{80}'..=char::MAX).collect();
        let mut bits = vec![0_u64; (char::MAX as usize + 1) / 64].into_boxed_slice();
        for c in class.find_iter(&all).flat_map(|run| run.as_str().chars()) {
            bits[c as usize / 64] |= 1 << (c as usize % 64);
        }
        Self(bits)
    }
}

/// The word characters of the lower-cased text, joined, in windows of characters (simhash 2.1.2 on PyPI,
/// `Simhash._tokenize`). A text without any has one empty term.
#[inline]
pub(super) fn each_char_window(text: &str, windows: &mut Windows, mut term: impl FnMut(&str, Range<usize>)) {
    let (lower, mut origins) = lower_case(text);
    let mut buffer = [0; 4];
    windows.begin("");
    let mut is_empty = true;
    for (at, c) in lower.char_indices().filter(|&(_, c)| is_word(c)) {
        is_empty = false;
        windows.push(c.encode_utf8(&mut buffer), origins.of(at..at + c.len_utf8()), &mut term);
    }
    if is_empty {
        return term("", 0..0);
    }
    windows.finish(term);
}

/// The pieces between the non-word characters of the lower-cased text in windows joined by a space (text-dedup
/// 7538f3e, `ngrams`); none with fewer than `least` pieces.
#[inline]
pub(super) fn each_piece_window(
    text: &str,
    least: u8,
    windows: &mut Windows,
    mut term: impl FnMut(&str, Range<usize>),
) {
    let (lower, mut origins) = lower_case(text);
    let pieces = || {
        let mut after = 0;
        let ends = lower.char_indices().filter(|&(_, c)| !is_word(c)).map(|(at, c)| (at, at + c.len_utf8()));
        ends.chain([(lower.len(), lower.len())])
            .map(move |(end, next)| {
                let start = std::mem::replace(&mut after, next);
                start..end
            })
            .filter(|piece| !piece.is_empty())
    };
    if pieces().take(usize::from(least)).count() < usize::from(least) {
        return;
    }
    windows.begin(" ");
    for piece in pieces() {
        windows.push(&lower[piece.clone()], origins.of(piece), &mut term);
    }
    windows.finish(term);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_word_characters_and_numbers_of_all_kinds_are() {
        for word in ['a', 'é', '中', 'א', '_', '5', '٣', 'Ⅷ', '½', '²', '〇'] {
            assert!(is_word(word), "{word:?}");
        }
        // U+31350 came with Unicode 15.
        for other in ['\u{301}', '-', '。', ' ', '😀', '\u{200d}', '€', '\u{31350}'] {
            assert!(!is_word(other), "{other:?}");
        }
    }
}
