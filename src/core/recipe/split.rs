//! Splitting at separators, as several programs do it.

use super::cutter::each_between_whitespace;
use std::ops::Range;

/// The separators of a program. `Display` and `FromStr`, within `split:…`, use `java`, `python`, `python2`,
/// `space`, `punctuation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Separators {
    /// Space, tab, line feed, carriage return, form feed (Java's `StringTokenizer`).
    Java,
    /// Separators of Python 3's `str.split()`: Unicode white space, and U+001C to U+001F.
    Python,
    /// Separators of Python 2's `str.split()`: the Java ones and the vertical tab.
    Python2,
    /// Every single U+0020; empty pieces are kept (Go's `strings.Split`).
    Space,
    /// ASCII punctuation and ASCII white space (as in Rust, without the vertical tab; gaoya 0.2.2).
    Punctuation,
}

/// Every piece of `text`, with its place in it.
#[inline]
pub(super) fn each(separators: Separators, text: &str, mut piece: impl FnMut(&str, Range<usize>)) {
    match separators {
        Separators::Java => {
            each_between(text, |b| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0c), piece);
        }
        Separators::Python => {
            each_between_whitespace(text, |between, span| {
                // Rust's white space does not include these four.
                if between.bytes().any(is_information_separator) {
                    each_between(between, is_information_separator, |part, at| {
                        piece(part, span.start + at.start..span.start + at.end);
                    });
                } else {
                    piece(between, span);
                }
            });
        }
        Separators::Python2 => each_between(text, |b| matches!(b, b' ' | b'\t'..=b'\r'), piece),
        Separators::Punctuation => {
            each_between(text, |b| b.is_ascii_punctuation() || b.is_ascii_whitespace(), piece);
        }
        Separators::Space => {
            let mut at = 0;
            for between in text.split(' ') {
                piece(between, at..at + between.len());
                at += between.len() + 1;
            }
        }
    }
}

fn is_information_separator(byte: u8) -> bool {
    matches!(byte, 0x1c..=0x1f)
}

/// The non-empty pieces between ASCII separators.
#[inline]
fn each_between(text: &str, is_separator: impl Fn(u8) -> bool, mut piece: impl FnMut(&str, Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && !is_separator(bytes[at]) {
            at += 1;
        }
        if start < at {
            piece(&text[start..at], start..at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(separators: Separators, text: &str, expected: &[&str]) {
        let mut pieces = Vec::new();
        each(separators, text, |piece, span| {
            assert_eq!(&text[span], piece);
            pieces.push(piece.to_owned());
        });
        assert_eq!(pieces, expected, "{separators:?} of {text:?}");
    }

    const SPACED: &str = " a\tb\nc\rd\x0ce\x0bf\x1cg\u{85}h\u{a0}i\u{3000}j  ";

    #[test]
    fn each_program_has_its_own_white_space() {
        check(Separators::Java, SPACED, &["a", "b", "c", "d", "e\x0bf\x1cg\u{85}h\u{a0}i\u{3000}j"]);
        check(Separators::Python2, SPACED, &["a", "b", "c", "d", "e", "f\x1cg\u{85}h\u{a0}i\u{3000}j"]);
        check(Separators::Python, SPACED, &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
        check(Separators::Space, SPACED, &["", "a\tb\nc\rd\x0ce\x0bf\x1cg\u{85}h\u{a0}i\u{3000}j", "", ""]);
        check(Separators::Punctuation, "a_b, c\x0bd。e", &["a", "b", "c\x0bd。e"]);
    }

    #[test]
    fn an_empty_text_is_one_empty_piece_between_spaces_and_none_elsewhere() {
        check(Separators::Space, "", &[""]);
        for separators in [Separators::Java, Separators::Python, Separators::Python2, Separators::Punctuation]
        {
            check(separators, "", &[]);
            check(separators, " ", &[]);
        }
    }
}
