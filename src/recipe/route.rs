//! The likeliest segmentation of a text into dictionary words: shared by jieba and its descendants.

use super::jieba;
use super::tables::{Dictionary, Words};
use std::ops::Range;

/// The best first word of `chars`: its length in characters, and the score of the text from there. `rest[n]` is
/// the score of the text from the n-th of `chars` on; it is 0 at the end.
pub(super) type Rule = fn(dictionary: &Dictionary, chars: &[char], rest: &[f64]) -> (usize, f64);

/// A piece of a segmented text.
#[derive(Debug, PartialEq)]
pub(super) enum Segment {
    /// A word of more than one character.
    Word(Range<usize>),
    /// A maximal run of single characters.
    Singles(Range<usize>),
}

/// Finds segmentations; reuses its memory from text to text.
pub(super) struct Router {
    words: Words,
    rule: Rule,
    chars: Vec<char>,
    lengths: Vec<usize>,
    scores: Vec<f64>,
}

impl Router {
    /// `rule` is used with a dictionary from a file. jieba-rs uses its own rule for its own dictionary, whose
    /// frequencies it does not expose.
    pub(super) fn new(words: Words, rule: Rule) -> Self {
        Self { words, rule, chars: Vec::new(), lengths: Vec::new(), scores: Vec::new() }
    }

    /// Whether the word is in the dictionary.
    pub(super) fn has_word(&self, word: &str) -> bool {
        match self.words {
            Words::Embedded(jieba) => jieba.has_word(word),
            Words::File(dictionary) => dictionary.has_word(word),
        }
    }

    /// Appends the segments of `text` to `parts`, in order and without gaps, as byte ranges in `text`.
    pub(super) fn find(&mut self, text: &str, parts: &mut Vec<Segment>) {
        let mut parts = Parts { parts, from: 0, end: 0 };
        match self.words {
            Words::File(dictionary) => self.find_by_rule(dictionary, text, &mut parts),
            Words::Embedded(embedded) => jieba::each_piece(text, |piece, _| {
                for token in embedded.cut(piece, false) {
                    // With word guessing off, jieba-rs joins single letters and digits, and CRLF. Its
                    // dictionary has no words of letters and digits only.
                    let is_joined = token.word.bytes().all(|b| b.is_ascii_alphanumeric());
                    if is_joined || token.word == "\r\n" || token.word.chars().nth(1).is_none() {
                        parts.singles(token.word.len());
                    } else {
                        parts.word(token.word.len());
                    }
                }
            }),
        }
        parts.finish();
    }

    fn find_by_rule(&mut self, dictionary: &Dictionary, text: &str, parts: &mut Parts<'_>) {
        self.chars.clear();
        self.chars.extend(text.chars());
        let count = self.chars.len();
        self.lengths.clear();
        self.lengths.resize(count, 1);
        self.scores.clear();
        self.scores.resize(count + 1, 0.0);
        for at in (0..count).rev() {
            (self.lengths[at], self.scores[at]) =
                (self.rule)(dictionary, &self.chars[at..], &self.scores[at..]);
        }
        let mut at = 0;
        while at < count {
            let word = &self.chars[at..at + self.lengths[at]];
            let bytes = word.iter().map(|c| c.len_utf8()).sum();
            match word.len() {
                1 => parts.singles(bytes),
                _ => parts.word(bytes),
            }
            at += word.len();
        }
    }
}

/// Joins single characters to runs.
struct Parts<'a> {
    parts: &'a mut Vec<Segment>,
    /// From here to the end is not in `parts` yet.
    from: usize,
    end: usize,
}

impl Parts<'_> {
    #[inline]
    fn singles(&mut self, bytes: usize) {
        self.end += bytes;
    }

    #[inline]
    fn word(&mut self, bytes: usize) {
        self.finish();
        self.parts.push(Segment::Word(self.end..self.end + bytes));
        self.end += bytes;
        self.from = self.end;
    }

    fn finish(&mut self) {
        if self.from < self.end {
            self.parts.push(Segment::Singles(self.from..self.end));
        }
    }
}
