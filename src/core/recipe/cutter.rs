//! Text → terms, with the place of each term in the text.

mod ascii_words;
mod clickhouse;

use super::moved::Moved;
use super::windows::Windows;
use super::{Frames, Ignored, Normalize, Separators, Tables, Tokenizer, ignored, pieces, row, split, words};
use super::{HAS_JIEBA, NEEDS_CHINESE};
#[cfg(feature = "chinese")]
use super::{cppjieba, jieba, jieba_tags};
use std::ops::Range;

/// Cuts texts into terms; reuses its memory from text to text.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::recipe::{Cutter, Tables, Tokenizer};
/// let mut terms = Vec::new();
/// let mut cutter = Cutter::new(Tokenizer::UnicodeWords(1), Tables::EMBEDDED);
/// cutter.each("Hello, 世界!", |term, span| terms.push((term.to_owned(), span)));
/// assert_eq!(terms, [("hello".to_owned(), 0..5), ("世".to_owned(), 7..10), ("界".to_owned(), 10..13)]);
/// ```
#[derive(Debug)]
pub struct Cutter {
    normalize: Normalize,
    ignore: (Option<Ignored>, Option<Frames>),
    /// The text without what is ignored, and the same normalized; each with where its parts come from.
    left: (String, Moved),
    normal: (String, Moved),
    knife: Knife,
}

/// Cuts a text as it is.
#[derive(Debug)]
struct Knife {
    tokenizer: Tokenizer,
    tables: Tables,
    /// Buffer for lower-casing.
    lower: String,
    windows: Windows,
}

impl Cutter {
    /// A cutter for that tokenizer, with those tables if it uses jieba.
    ///
    /// # Panics
    /// In a build without the feature `chinese`, if the tokenizer [uses jieba](Tokenizer::uses_jieba). Parsing
    /// such a recipe or tokenizer is an error already.
    pub fn new(tokenizer: Tokenizer, tables: Tables) -> Self {
        assert!(HAS_JIEBA || !tokenizer.uses_jieba(), "tokenizer {tokenizer}: {NEEDS_CHINESE}");
        let n = match tokenizer {
            Tokenizer::Words(n) | Tokenizer::UnicodeWords(n) => n,
            _ => tokenizer.window().unwrap_or(1),
        };
        Self {
            normalize: Normalize::None,
            ignore: (None, None),
            left: Default::default(),
            normal: Default::default(),
            knife: Knife { tokenizer, tables, lower: String::new(), windows: Windows::new(n) },
        }
    }

    /// The same, after what is ignored was removed and the rest normalized.
    #[must_use]
    pub fn after(self, normalize: Normalize, ignore: (Option<Ignored>, Option<Frames>)) -> Self {
        Self { normalize, ignore, ..self }
    }

    /// Calls `term` with every term (as it is to be hashed) and its byte range in `text`, in text order. Ranges
    /// lie on character boundaries; those of windows overlap.
    #[inline]
    pub fn each(&mut self, text: &str, mut term: impl FnMut(&str, Range<usize>)) {
        let Self { normalize, ignore, left, normal, knife } = self;
        // Nearly all texts are as they should be.
        let is_left = *ignore != (None, None) && ignored::remove(*ignore, text, &mut left.0, &mut left.1);
        let rest = if is_left { &left.0 } else { text };
        let is_normal = !normalize.apply(rest, &mut normal.0, &mut normal.1);
        if is_normal && !is_left {
            return knife.each(text, term);
        }
        let changed = if is_normal { rest } else { &normal.0 };
        // Compiled once for each caller, not twice.
        let term: &mut dyn FnMut(&str, Range<usize>) = &mut term;
        knife.each(changed, |found, span| {
            let span = if is_normal { span } else { normal.1.origin(span) };
            term(found, if is_left { left.1.origin(span) } else { span });
        });
        // A huge text must not hold its memory for the rest of the run.
        for buffer in [&mut left.0, &mut normal.0] {
            if buffer.capacity() > 4 << 20 {
                *buffer = String::new();
            }
        }
    }
}

impl Knife {
    #[inline]
    fn each(&mut self, text: &str, mut term: impl FnMut(&str, Range<usize>)) {
        let Self { tokenizer, tables, lower, windows } = self;
        #[cfg(not(feature = "chinese"))]
        let _ = tables;
        match tokenizer {
            #[cfg(feature = "chinese")]
            Tokenizer::Words(n) => words::each(*tables, text, lower, windows.if_wide(*n), term),
            Tokenizer::UnicodeWords(n) => words::each_unicode(text, lower, windows.if_wide(*n), term),
            #[cfg(feature = "chinese")]
            Tokenizer::Jieba => jieba::each_token(tables.segmenter(), text, term),
            Tokenizer::Whitespace => each_between_whitespace(text, term),
            Tokenizer::Chars(_) => {
                windows.begin("");
                each_folded_char(text, |c, span| {
                    windows.push(c.encode_utf8(&mut [0; 4]), span, &mut term);
                });
                windows.finish(term);
            }
            #[cfg(feature = "chinese")]
            Tokenizer::Shingles(_) => {
                windows.begin(" ");
                words::each(*tables, text, lower, None, |word, span| windows.push(word, span, &mut term));
                windows.finish(term);
            }
            Tokenizer::Split(separators) => split::each(*separators, text, term),
            Tokenizer::SplitShingles(_) => {
                windows.begin(" ");
                split::each(Separators::Python, text, |word, span| windows.push(word, span, &mut term));
            }
            Tokenizer::WordChars(_) => pieces::each_char_window(text, windows, term),
            Tokenizer::WordShingles { least, .. } => pieces::each_piece_window(text, *least, windows, term),
            #[cfg(feature = "chinese")]
            Tokenizer::JiebaTags => jieba_tags::each(*tables, text, term),
            #[cfg(feature = "chinese")]
            Tokenizer::CppJieba(version) => cppjieba::each(*version, *tables, text, term),
            Tokenizer::AsciiWords => ascii_words::each(text, lower, term),
            Tokenizer::LongWords(_) => clickhouse::each_word_window(text, windows, term),
            Tokenizer::LaterChars(n) => clickhouse::each_later_window(text, *n, term),
            Tokenizer::Rows => row::each(text, term),
            #[cfg(not(feature = "chinese"))]
            _ => unreachable!("no cutter is made for {tokenizer}"),
        }
    }
}

/// Classes of bytes for [`each_between_whitespace`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Neither white space nor the start of it.
    Ink,
    /// ASCII white space.
    Space,
    /// The first byte of a character that may be white space (U+0085, U+00A0, U+1680, U+2000…, U+3000).
    Perhaps,
}

static KIND: [Kind; 256] = {
    let mut kind = [Kind::Ink; 256];
    let mut b = 0x09;
    while b <= 0x0d {
        kind[b] = Kind::Space;
        b += 1;
    }
    kind[0x20] = Kind::Space;
    kind[0xc2] = Kind::Perhaps;
    kind[0xe1] = Kind::Perhaps;
    kind[0xe2] = Kind::Perhaps;
    kind[0xe3] = Kind::Perhaps;
    kind
};

/// As `str::split_whitespace`, with offsets; by bytes, because most bytes of a text decide alone.
#[inline]
pub(super) fn each_between_whitespace(text: &str, mut term: impl FnMut(&str, Range<usize>)) {
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let space = match KIND[usize::from(bytes[at])] {
            Kind::Ink => 0,
            Kind::Space => 1,
            Kind::Perhaps => wide_space(&bytes[at..]),
        };
        if space == 0 {
            at += 1;
        } else {
            if start < at {
                term(&text[start..at], start..at);
            }
            at += space;
            start = at;
        }
    }
    if start < at {
        term(&text[start..at], start..at);
    }
}

/// Length in bytes of the non-ASCII white space that `bytes` starts with; 0 if there is none.
fn wide_space(bytes: &[u8]) -> usize {
    match *bytes {
        [0xc2, 0x85 | 0xa0, ..] => 2,
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Lower-cased characters, with white space trimmed and folded to one space, each with its source bytes. If
/// lower-casing yields several characters, all have the same bytes.
fn each_folded_char(text: &str, mut each: impl FnMut(char, Range<usize>)) {
    let mut gap: Option<Range<usize>> = None;
    let mut begun = false;
    for (at, c) in text.char_indices() {
        let span = at..at + c.len_utf8();
        if c.is_whitespace() {
            gap = Some(gap.map_or(span.start, |g| g.start)..span.end);
            continue;
        }
        if let Some(gap) = gap.take()
            && begun
        {
            each(' ', gap);
        }
        begun = true;
        if c.is_ascii() {
            each(c.to_ascii_lowercase(), span);
        } else {
            c.to_lowercase().for_each(|l| each(l, span.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn terms(tokenizer: Tokenizer, text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        Cutter::new(tokenizer, Tables::EMBEDDED).each(text, |term, _| terms.push(term.to_owned()));
        terms
    }

    fn check(tokenizer: Tokenizer, text: &str, expected: &[&str]) {
        assert_eq!(terms(tokenizer, text), expected, "{tokenizer:?} of {text:?}");
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn words_are_lower_cased_and_han_runs_cut() {
        check(Tokenizer::Words(1), "Don't PANIC, it's 3.14_x!", &["don't", "panic", "it's", "3.14_x"]);
        check(Tokenizer::Words(1), "我用iPhone手机，上网。", &["我用", "iphone", "手机", "上网"]);
        check(Tokenizer::Words(1), "ÉCOLE ΟΔΟΣ “naïve’s”", &["école", "οδος", "naïve’s"]);
        check(Tokenizer::Words(1), "、。… -- 😀 \u{200d}", &[]);
        check(Tokenizer::Words(1), "日本語カタカナ", &["日本", "語", "カタカナ"]);
        check(Tokenizer::Words(1), "snake_case 1,000.5 a.b.c C++", &["snake_case", "1,000.5", "a.b.c", "c"]);
    }

    #[test]
    fn unicode_words_are_words_but_for_han_characters() {
        check(
            Tokenizer::UnicodeWords(1),
            "我用iPhone手机，上网。",
            &["我", "用", "iphone", "手", "机", "上", "网"],
        );
        check(Tokenizer::UnicodeWords(1), "日本語カタカナ", &["日", "本", "語", "カタカナ"]);
    }

    #[cfg(not(feature = "chinese"))]
    #[test]
    #[should_panic = "tokenizer words: it uses jieba"]
    fn no_cutter_is_made_for_what_is_not_built_in() {
        Cutter::new(Tokenizer::Words(1), Tables::EMBEDDED);
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn jieba_keeps_case_and_punctuation_but_no_white_space() {
        check(Tokenizer::Jieba, "我们 爱Rust，\r\n1.5!", &["我们", "爱", "Rust", "，", "1.5", "!"]);
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn windows_take_the_whole_when_it_is_shorter() {
        check(Tokenizer::Chars(3), "  A\t\nbC\u{3000}", &["a b", " bc"]);
        check(Tokenizer::Chars(3), "中文", &["中文"]);
        check(Tokenizer::Chars(1), "Ab", &["a", "b"]);
        check(Tokenizer::Chars(9), " ", &[]);
        check(Tokenizer::Shingles(2), "One two, THREE", &["one two", "two three"]);
        check(Tokenizer::Shingles(4), "One two", &["one two"]);
        check(Tokenizer::Shingles(2), "...", &[]);
        check(Tokenizer::Chars(0), "ab", &["a", "b"]);
    }

    #[test]
    fn spans_point_at_the_text_as_it_was() {
        let text = "A\u{3000}\u{3000}İ";
        let mut spans = Vec::new();
        Cutter::new(Tokenizer::Chars(2), Tables::EMBEDDED).each(text, |t, s| spans.push((t.to_owned(), s)));
        let expected = [("a ", 0..7), (" i", 1..9), ("i\u{307}", 7..9)];
        assert_eq!(spans, expected.map(|(t, s)| (t.to_owned(), s)));
    }

    proptest! {
        #[test]
        fn whitespace_is_split_whitespace(text in "[a\u{85}\u{a0}\u{1680}\u{2003}\u{2028}\u{202f}\u{205f}\u{3000}\u{3001}\u{200b} \t\u{b}\u{1c}é中]{0,40}") {
            let expected: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(terms(Tokenizer::Whitespace, &text), expected);
        }

        #[test]
        fn words_are_those_of_uax_29_outside_han(text in "[a-zA-Z0-9_'.,:;’éÉあアー가א\u{300}\u{3002}\u{ff0c} \n-]{0,40}") {
            use unicode_segmentation::UnicodeSegmentation;
            let expected: Vec<String> = text.unicode_words().map(str::to_lowercase).collect();
            prop_assert_eq!(terms(Tokenizer::UnicodeWords(1), &text), expected);
        }

        #[cfg(feature = "chinese")]
        #[test]
        fn without_han_characters_unicode_words_are_words(text in any::<String>(), n in 1u8..4) {
            let text = text.replace(super::super::is_han, " ");
            prop_assert_eq!(terms(Tokenizer::UnicodeWords(n), &text), terms(Tokenizer::Words(n), &text));
        }

        #[cfg(feature = "chinese")]
        #[test]
        fn jieba_is_jieba(text in "[我们爱北京天安门的研究生命科学，。aB1.+ \r\n　〇é-]{0,60}") {
            let expected: Vec<String> = Tables::EMBEDDED.segmenter().cut(&text).iter().map(|t| t.word.to_owned())
                .filter(|w| !w.trim().is_empty()).collect();
            prop_assert_eq!(terms(Tokenizer::Jieba, &text), expected);
        }

        #[test]
        fn spans_are_in_order_and_on_boundaries(text in any::<String>(), n in 1u8..6) {
            let all = [
                Tokenizer::UnicodeWords(n), Tokenizer::Whitespace, Tokenizer::Chars(n), Tokenizer::Words(n), Tokenizer::Jieba,
                Tokenizer::Shingles(n),
            ];
            for tokenizer in all.into_iter().filter(|tokenizer| HAS_JIEBA || !tokenizer.uses_jieba()) {
                let mut last = 0;
                Cutter::new(tokenizer, Tables::EMBEDDED).each(&text, |term, span| {
                    assert!(!term.is_empty() && span.start >= last && span.start < span.end);
                    assert!(text.get(span.clone()).is_some());
                    last = span.start;
                });
            }
        }
    }
}
