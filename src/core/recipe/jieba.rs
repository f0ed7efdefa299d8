//! Cutting text with jieba.

use super::han::is_han;
use super::tables::Segmenter;
use std::ops::Range;

/// Where a long text may be split without changing the cut: jieba never joins across these characters.
fn is_never_joined(c: char) -> bool {
    !(is_han(c) || c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '&' | '.' | '_' | '%' | '-'))
}

/// A piece ends at the first such character after this many bytes …
const PIECE: usize = 16 << 10;
/// … and at the latest here: jieba takes about a hundred bytes of memory for each byte of text, and a run of a
/// million bytes without punctuation or space is not language.
const LONGEST_PIECE: usize = 1 << 20;

/// Every token of `text`, with its place in it.
pub(super) fn each_token(jieba: &Segmenter, text: &str, mut term: impl FnMut(&str, Range<usize>)) {
    each_piece(text, |piece, at| {
        for token in jieba.cut(piece) {
            if !token.word.starts_with(char::is_whitespace) {
                term(token.word, at + token.byte_start..at + token.byte_end);
            }
        }
    });
}

/// Calls `term` with every word of a run of Han and [`is_never_joined`] characters; drops the latter.
#[inline]
pub(super) fn each_word(jieba: &Segmenter, run: &str, mut term: impl FnMut(&str, Range<usize>)) {
    each_piece(run, |piece, at| {
        for token in jieba.cut(piece) {
            if matches!(token.word.as_bytes()[0], 0xe5..=0xe9) || token.word.starts_with(is_han) {
                term(token.word, at + token.byte_start..at + token.byte_end);
            }
        }
    });
}

/// Splits `text` into pieces of limited size that jieba cuts as it would cut the whole.
#[inline]
pub(super) fn each_piece(text: &str, mut piece: impl FnMut(&str, usize)) {
    let mut start = 0;
    while text.len() - start > PIECE {
        let latest = boundary(text, start + LONGEST_PIECE);
        let from = boundary(text, start + PIECE);
        let end = text[from..latest].find(is_never_joined).map_or(latest, |found| from + found);
        piece(&text[start..end], start);
        start = end;
    }
    piece(&text[start..], start);
}

/// The first character boundary at or after `at`, or the end.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::super::Tables;
    use super::*;

    #[test]
    fn pieces_do_not_change_the_cut() {
        let text = "研究生命起源，北京大学的iPhone-15手机；\r\n".repeat(2000);
        let mut words = Vec::new();
        each_token(Tables::EMBEDDED.segmenter(), &text, |word, span| {
            assert_eq!(&text[span], word);
            words.push(word.to_owned());
        });
        let whole: Vec<_> =
            Tables::EMBEDDED.segmenter().cut(&text).iter().map(|t| t.word.to_owned()).collect();
        assert_eq!(words, whole.into_iter().filter(|w| !w.trim().is_empty()).collect::<Vec<_>>());
    }

    #[test]
    fn a_run_without_an_end_is_cut_all_the_same() {
        let text = "中".repeat(LONGEST_PIECE);
        let mut bytes = 0;
        each_word(Tables::EMBEDDED.segmenter(), &text, |word, _| bytes += word.len());
        assert_eq!(bytes, text.len());
    }
}
