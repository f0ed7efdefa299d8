//! A text to be edited, with cached properties.

use super::Bench;
use crate::recipe::{Cutter, Tables, Tokenizer, is_han};
use crate::simhash::Signer;
use std::ops::Range;
use std::sync::OnceLock;

/// A text on one bench; properties that several edits need are computed once.
#[derive(Debug)]
pub(super) struct Original<'t> {
    pub(super) text: &'t str,
    words: OnceLock<Vec<Range<usize>>>,
    /// By term hash.
    weights: OnceLock<Vec<(u64, f64)>>,
}

impl<'t> Original<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, words: OnceLock::new(), weights: OnceLock::new() }
    }

    /// Byte ranges of its words, ascending, independent of the recipe's tokenizer.
    pub(super) fn words(&self) -> &[Range<usize>] {
        self.words.get_or_init(|| {
            let mut words = Vec::new();
            each_word(self.text, |_, place| words.push(place));
            words
        })
    }

    /// The weights of its features on its bench, as [`Signer::weights`].
    pub(super) fn weights(&self, bench: &Bench<'_>) -> &[(u64, f64)] {
        self.weights.get_or_init(|| Signer::new(bench.recipe, bench.frequencies).weights(self.text))
    }

    /// The text at a range.
    pub(super) fn at(&self, place: &Range<usize>) -> &'t str {
        &self.text[place.clone()]
    }
}

/// Calls `word` with every word of a text, lower-cased, and its byte range.
pub(super) fn each_word(text: &str, word: impl FnMut(&str, Range<usize>)) {
    Cutter::new(Tokenizer::PLAIN_WORDS, Tables::EMBEDDED).each(text, word);
}

/// Whether a word is of a script that puts spaces between words.
pub(super) fn is_spaced(word: &str) -> bool {
    let is_unspaced = |c: char| {
        // Thai and Lao, Burmese, Khmer, kana.
        is_han(c)
            || matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}')
    };
    !word.starts_with(is_unspaced)
}
