//! The likeliest segmentation of a text into dictionary words: shared by jieba and its descendants.

use super::jieba::boundary;
use super::tables::Dictionary;
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
    dictionary: &'static Dictionary,
    rule: Rule,
    chars: Vec<char>,
    lengths: Vec<usize>,
    scores: Vec<f64>,
}

/// A longer text is parted here, in bytes, so that memory stays limited.
const LONGEST: usize = 1 << 20;

impl Router {
    /// A router for that dictionary and the program's rule.
    pub(super) fn new(dictionary: &'static Dictionary, rule: Rule) -> Self {
        Self { dictionary, rule, chars: Vec::new(), lengths: Vec::new(), scores: Vec::new() }
    }

    /// Whether the word is in the dictionary.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.dictionary.has_word(word)
    }

    /// Appends the segments of `text` to `parts`, in order and without gaps, as byte ranges in `text`.
    pub(super) fn find(&mut self, text: &str, parts: &mut Vec<Segment>) {
        let mut parts = Parts { parts, from: 0, end: 0 };
        while parts.end < text.len() {
            let end = boundary(text, text.len().min(parts.end + LONGEST));
            self.find_in(&text[parts.end..end], &mut parts);
        }
        parts.finish();
    }

    fn find_in(&mut self, text: &str, parts: &mut Parts<'_>) {
        self.chars.clear();
        self.chars.extend(text.chars());
        let count = self.chars.len();
        self.lengths.clear();
        self.lengths.resize(count, 1);
        self.scores.clear();
        self.scores.resize(count + 1, 0.0);
        for at in (0..count).rev() {
            (self.lengths[at], self.scores[at]) =
                (self.rule)(self.dictionary, &self.chars[at..], &self.scores[at..]);
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
