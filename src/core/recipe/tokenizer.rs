//! Tokenizers: what each is, its name, and what it uses.

use super::spelling::{number, parts};
use super::{BadValue, HAS_JIEBA, Separators, WINDOW};
use crate::display::Phrase;
use std::fmt;
use std::str::FromStr;

/// How text is cut into terms. `Display` and `FromStr` use `words`, `words:3`, `unicode-words`, `unicode-words:3`, `jieba`, `whitespace`, `chars:3`,
/// `shingles:2`, `split:java`, `split-shingles:4`, `word-chars:4`, `word-shingles:3:5`, `jieba-tags`, `cppjieba`, `cppjieba:5.4`,
/// `ascii-words`, `long-words:3`, `later-chars:3` and `rows`; those from `split` to the last but one are what a program
/// does, exactly. Those that [use jieba](Tokenizer::uses_jieba)
/// need the feature `chinese`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tokenizer {
    /// Unicode words, lower-cased; Han runs cut by jieba. The text is first split at ASCII white space and at
    /// Han runs (as jieba defines Han), which are word boundaries anyway; each part is then cut by UAX #29, and
    /// pieces without a letter or digit are dropped. So `iPhone手机` is `iphone`, `手机`.
    ///
    /// UAX #29 makes every letter of a script without spaces a word: Thai, Lao, Khmer, Burmese and their kin, hiragana. With n
    /// above 1 such a run is cut into windows of n grapheme clusters; a shorter run is one term. n is clamped to [`WINDOW`].
    Words(u8),
    /// As [`Words`](Self::Words), but every Han character is a word, so that jieba is not needed. Texts without
    /// Han characters have the same terms as under `Words`.
    UnicodeWords(u8),
    /// Everything cut by jieba (HMM on): case and punctuation kept, white space dropped.
    Jieba,
    /// Split on Unicode whitespace, case kept.
    Whitespace,
    /// Windows of n characters (lower-cased one by one, white space trimmed and folded to one space); a shorter
    /// text is one term. n is clamped to [`WINDOW`].
    Chars(u8),
    /// Windows of n `words` terms joined by one space; fewer terms are one window. n is clamped to [`WINDOW`].
    Shingles(u8),
    /// The pieces between the separators of a program.
    Split(Separators),
    /// Windows of n pieces of `split:python` joined by one space; none if there are fewer (simhash-py cb96625,
    /// `simhash.shingle`). n is clamped to [`WINDOW`].
    SplitShingles(u8),
    /// The lower-cased text without its non-word characters, in windows of n characters; a shorter text, even
    /// an empty one, is one term (simhash 2.1.2 on PyPI). n is clamped to [`WINDOW`].
    WordChars(u8),
    /// The pieces between the non-word characters of the lower-cased text, in windows of n pieces joined by one
    /// space; fewer pieces are one window, fewer than `least` give none (text-dedup 7538f3e). n is clamped to
    /// [`WINDOW`].
    WordShingles {
        /// Pieces in a window.
        n: u8,
        /// A text of fewer pieces has no terms.
        least: u8,
    },
    /// The words from which Python jieba 0.42.1 selects keywords (`jieba.analyse.extract_tags`), after a first
    /// cut whose words are joined by `|`: two characters or more, no stop words.
    JiebaTags,
    /// The words from which cppjieba selects keywords (`KeywordExtractor`): mixed segmentation, two characters or
    /// more, no stop words, case kept.
    CppJieba(CppJieba),
    /// Runs of ASCII letters, digits, underscores and apostrophes, each with the `://` and the letters, digits,
    /// underscores, points and slashes that may follow; lower-cased as in Go (mfonda/simhash 79f94a1,
    /// `WordFeatureSet`).
    AsciiWords,
    /// The pieces of at least four bytes between ASCII characters that are no letters or digits, in windows of n
    /// joined by nothing; fewer pieces are one window (ClickHouse 26.9, `wordShingleSimHash`). n is clamped to
    /// [`WINDOW`].
    LongWords(u8),
    /// Windows of n characters but the first window, so that a text of exactly n characters has none; a shorter
    /// text, even an empty one, is one term (ClickHouse 26.9, `ngramSimHashUTF8`). n is clamped to [`WINDOW`].
    LaterChars(u8),
    /// Each line is a feature made by hand, a [`Row`](super::Row): term, weight, hash. White space at its ends is
    /// dropped, an empty line too.
    Rows,
}

/// A version of cppjieba: its rule for ASCII words, its dictionary and its user words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CppJieba {
    /// v5.6.7 (commit b3602be): `[A-Za-z0-9]+(\.[0-9]+)?`, the rule since v5.6.3.
    V5_6,
    /// v5.4.0, which nodejieba 3.5.8 carries: a letter takes letters and digits, a digit takes digits and points,
    /// the rule up to v5.6.2.
    V5_4,
}

impl Tokenizer {
    /// Words side by side, as edits and passages take them from a text.
    pub(crate) const PLAIN_WORDS: Self = if HAS_JIEBA { Self::Words(1) } else { Self::UnicodeWords(1) };

    /// The n of its windows; `None` without windows.
    pub fn window(self) -> Option<u8> {
        match self {
            Self::Chars(n)
            | Self::Shingles(n)
            | Self::SplitShingles(n)
            | Self::WordChars(n)
            | Self::WordShingles { n, .. }
            | Self::LongWords(n)
            | Self::LaterChars(n) => Some(n),
            // Their n does nothing to a text with spaces.
            Self::Words(_)
            | Self::UnicodeWords(_)
            | Self::Jieba
            | Self::Whitespace
            | Self::Split(_)
            | Self::JiebaTags
            | Self::CppJieba(_)
            | Self::AsciiWords
            | Self::Rows => None,
        }
    }

    /// The same tokenizer with another n; `None` without windows.
    pub fn with_window(self, n: u8) -> Option<Self> {
        self.window().map(|_| match self {
            Self::Chars(_) => Self::Chars(n),
            Self::Shingles(_) => Self::Shingles(n),
            Self::SplitShingles(_) => Self::SplitShingles(n),
            Self::WordChars(_) => Self::WordChars(n),
            Self::WordShingles { least, .. } => Self::WordShingles { n, least },
            Self::LongWords(_) => Self::LongWords(n),
            Self::LaterChars(_) => Self::LaterChars(n),
            other => other,
        })
    }

    /// Whether it uses jieba's dictionary. Without the feature `chinese` such a tokenizer is an error.
    pub fn uses_jieba(self) -> bool {
        matches!(self, Self::Words(_) | Self::Jieba | Self::Shingles(_) | Self::JiebaTags | Self::CppJieba(_))
    }

    /// Whether it uses a stop-word table.
    pub fn drops_stop_words(self) -> bool {
        matches!(self, Self::JiebaTags | Self::CppJieba(_))
    }
}

/// The word for a tokenizer in an error, and the valid values.
const TOKENIZERS: (Phrase, Phrase) = match HAS_JIEBA {
    true => (
        ("tokenizer", "分词方式"),
        (
            "words, words:N, jieba, whitespace, chars:N, shingles:N (N from 1 to 32), unicode-words, unicode-words:N, split:java, split:python, \
             split:python2, split:space, split:punctuation, split-shingles:N, word-chars:N, word-shingles:N:LEAST, \
             jieba-tags, cppjieba, cppjieba:5.4, ascii-words, long-words:N, later-chars:N or rows",
            "words、words:N、jieba、whitespace、chars:N、shingles:N（N 为 1 到 32）、unicode-words、unicode-words:N、split:java、split:python、\
             split:python2、split:space、split:punctuation、split-shingles:N、word-chars:N、word-shingles:N:LEAST、\
             jieba-tags、cppjieba、cppjieba:5.4、ascii-words、long-words:N、later-chars:N 或 rows",
        ),
    ),
    false => (
        ("tokenizer of a build without the feature `chinese`", "分词方式（未含 `chinese` 特性的构建）"),
        (
            "unicode-words, unicode-words:N, whitespace, chars:N (N from 1 to 32), split:java, split:python, split:python2, split:space, \
             split:punctuation, split-shingles:N, word-chars:N, word-shingles:N:LEAST, ascii-words, long-words:N, \
             later-chars:N or rows",
            "unicode-words、unicode-words:N、whitespace、chars:N（N 为 1 到 32）、split:java、split:python、split:python2、split:space、\
             split:punctuation、split-shingles:N、word-chars:N、word-shingles:N:LEAST、ascii-words、long-words:N、\
             later-chars:N 或 rows",
        ),
    ),
};

impl fmt::Display for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tokenizer::Words(1) => f.pad("words"),
            Tokenizer::Words(n) => f.pad(&format!("words:{n}")),
            Tokenizer::UnicodeWords(1) => f.pad("unicode-words"),
            Tokenizer::UnicodeWords(n) => f.pad(&format!("unicode-words:{n}")),
            Tokenizer::Jieba => f.pad("jieba"),
            Tokenizer::Whitespace => f.pad("whitespace"),
            Tokenizer::Chars(n) => f.pad(&format!("chars:{n}")),
            Tokenizer::Shingles(n) => f.pad(&format!("shingles:{n}")),
            Tokenizer::Split(separators) => f.pad(&format!("split:{separators}")),
            Tokenizer::SplitShingles(n) => f.pad(&format!("split-shingles:{n}")),
            Tokenizer::WordChars(n) => f.pad(&format!("word-chars:{n}")),
            Tokenizer::WordShingles { n, least } => f.pad(&format!("word-shingles:{n}:{least}")),
            Tokenizer::JiebaTags => f.pad("jieba-tags"),
            Tokenizer::CppJieba(CppJieba::V5_6) => f.pad("cppjieba"),
            Tokenizer::CppJieba(CppJieba::V5_4) => f.pad("cppjieba:5.4"),
            Tokenizer::AsciiWords => f.pad("ascii-words"),
            Tokenizer::LongWords(n) => f.pad(&format!("long-words:{n}")),
            Tokenizer::LaterChars(n) => f.pad(&format!("later-chars:{n}")),
            Tokenizer::Rows => f.pad("rows"),
        }
    }
}

impl FromStr for Tokenizer {
    type Err = BadValue;

    /// Also takes a space for a colon: `chars 3`.
    fn from_str(value: &str) -> Result<Self, BadValue> {
        let window = |n: &str| number(n).filter(|n| WINDOW.contains(n));
        let tokenizer = match parts(value).as_slice() {
            ["words"] => Some(Tokenizer::Words(1)),
            ["words", n] => window(n).map(Tokenizer::Words),
            ["unicode-words"] => Some(Tokenizer::UnicodeWords(1)),
            ["unicode-words", n] => window(n).map(Tokenizer::UnicodeWords),
            ["jieba"] => Some(Tokenizer::Jieba),
            ["whitespace"] => Some(Tokenizer::Whitespace),
            ["jieba-tags"] => Some(Tokenizer::JiebaTags),
            ["cppjieba"] => Some(Tokenizer::CppJieba(CppJieba::V5_6)),
            ["cppjieba", "5.4"] => Some(Tokenizer::CppJieba(CppJieba::V5_4)),
            ["ascii-words"] => Some(Tokenizer::AsciiWords),
            ["rows"] => Some(Tokenizer::Rows),
            ["chars", n] => window(n).map(Tokenizer::Chars),
            ["shingles", n] => window(n).map(Tokenizer::Shingles),
            ["split", separators] => separators.parse().ok().map(Tokenizer::Split),
            ["long-words", n] => window(n).map(Tokenizer::LongWords),
            ["later-chars", n] => window(n).map(Tokenizer::LaterChars),
            ["split-shingles", n] => window(n).map(Tokenizer::SplitShingles),
            ["word-chars", n] => window(n).map(Tokenizer::WordChars),
            ["word-shingles", n, least] => {
                window(n).zip(number(least)).map(|(n, least)| Tokenizer::WordShingles { n, least })
            }
            _ => None,
        };
        let tokenizer = tokenizer.filter(|tokenizer| HAS_JIEBA || !tokenizer.uses_jieba());
        let (part, allowed) = TOKENIZERS;
        tokenizer.ok_or_else(|| BadValue::new(part, value, allowed))
    }
}
