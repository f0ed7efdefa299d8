//! How much of each text stands in others.

use super::{Passage, Passages, count};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What of the texts that look for passages is in others. Takes a bit for each of their words in passages, and 8 bytes for each pair of
/// texts that have one.
#[derive(Debug, Default)]
pub struct Shares {
    of: FxHashMap<u32, Share>,
}

#[derive(Debug, Default)]
struct Share {
    words: Vec<u64>,
    sources: FxHashMap<u32, u32>,
    passages: u32,
}

/// Another text that has passages of one, and how many words these are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The other text.
    pub text: u32,
    /// Words of all passages.
    pub words: u32,
}

impl Shares {
    /// Counts a passage, for the texts that look for some.
    pub fn add(&mut self, passages: &Passages, passage: &Passage) {
        for side in [0, 1] {
            let [text, other] = [passage.texts[side], passage.texts[1 - side]];
            if text as usize >= passages.own() {
                continue;
            }
            let share = self.of.entry(text).or_default();
            share.words.resize(passages.words(text).div_ceil(u64::BITS) as usize, 0);
            share.passages += 1;
            let words = passage.matched[side].iter().flat_map(Range::clone);
            words.for_each(|word| share.words[(word / u64::BITS) as usize] |= 1 << (word % u64::BITS));
            *share.sources.entry(other).or_default() += count(&passage.matched[side]);
        }
    }

    /// How many passages of a text are in others.
    pub fn passages(&self, text: u32) -> u32 {
        self.of.get(&text).map_or(0, |share| share.passages)
    }

    /// How many words of a text are in others.
    pub fn words(&self, text: u32) -> u32 {
        self.of.get(&text).map_or(0, |share| share.words.iter().map(|word| word.count_ones()).sum())
    }

    /// The texts that have passages of one, first those with most.
    pub fn sources(&self, text: u32) -> Vec<Source> {
        let sources = self.of.get(&text).into_iter().flat_map(|share| &share.sources);
        let mut sources: Vec<Source> = sources.map(|(&text, &words)| Source { text, words }).collect();
        sources.sort_unstable_by_key(|source| (std::cmp::Reverse(source.words), source.text));
        sources
    }
}
