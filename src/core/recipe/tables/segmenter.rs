//! jieba-rs, with those words of the dictionary that the texts so far can need.

use super::embedded::{self, Blocks};
use jieba_rs::{Jieba, Token};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// Cuts as jieba-rs does with the whole dictionary.
///
/// All words that begin with a character are added when a text first has it, because a whole dictionary takes
/// longer than most corpora. A word that is not there yet begins with a character that no text had, so no cut misses
/// it.
#[derive(Debug)]
pub(in crate::recipe) struct Segmenter {
    loaded: RwLock<Loaded>,
    /// By first character: the words that can be waiting.
    blocks: Blocks,
    /// A bit for each character: set if its words are waiting.
    waiting: Box<[AtomicU64]>,
}

#[derive(Debug)]
struct Loaded {
    jieba: Jieba,
    /// The frequency of [`REST`].
    rest: usize,
}

/// A word with the frequency of all waiting words together, so that the total is that of the whole dictionary. jieba
/// looks no noncharacters up.
const REST: &str = "\u{10ffff}\u{10ffff}";

impl Segmenter {
    /// With the embedded dictionary.
    pub(super) fn embedded() -> Self {
        let blocks = Blocks::new();
        let last = blocks.firsts().last().map_or(0, |c| c as usize);
        let waiting: Box<[AtomicU64]> = (0..=last / 64).map(|_| AtomicU64::new(0)).collect();
        for c in blocks.firsts() {
            waiting[c as usize / 64].fetch_or(1 << (c as usize % 64), Ordering::Relaxed);
        }
        let mut loaded = Loaded { jieba: Jieba::empty(), rest: embedded::TOTAL };
        loaded.jieba.add_word(REST, Some(loaded.rest), None);
        Self { loaded: RwLock::new(loaded), blocks, waiting }
    }

    /// With the lines that [`parse`](super::dictionary::parse) returned.
    pub(super) fn of_lines(lines: &str) -> Self {
        let jieba = Jieba::with_dict(&mut lines.as_bytes()).expect("the lines have words and numbers");
        let loaded = Loaded { jieba, rest: 0 };
        Self { loaded: RwLock::new(loaded), blocks: Blocks::default(), waiting: Box::default() }
    }

    /// The words of `text`, with jieba's hidden Markov model for those that are not in the dictionary.
    pub(in crate::recipe) fn cut<'a>(&self, text: &'a str) -> Vec<Token<'a>> {
        if text.chars().any(|c| self.is_waiting(c)) {
            self.add_words_for(text);
        }
        self.loaded.read().unwrap_or_else(PoisonError::into_inner).jieba.cut(text, true)
    }

    #[inline]
    fn is_waiting(&self, c: char) -> bool {
        let bits = self.waiting.get(c as usize / 64);
        bits.is_some_and(|bits| bits.load(Ordering::Acquire) >> (c as usize % 64) & 1 == 1)
    }

    #[cold]
    fn add_words_for(&self, text: &str) {
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        let Loaded { jieba, rest } = &mut *loaded;
        for c in text.chars().filter(|&c| self.is_waiting(c)) {
            for (word, frequency) in self.blocks.words(c) {
                // A tag, though nobody asks for it: comparing empty ones with the instructions of AVX-512 takes 0.1 µs
                // each.
                jieba.add_word(word, Some(frequency), Some("x"));
                *rest -= frequency;
            }
            self.waiting[c as usize / 64].fetch_and(!(1 << (c as usize % 64)), Ordering::Release);
        }
        jieba.add_word(REST, Some(*rest), None);
    }
}

#[cfg(test)]
mod tests {
    use super::super::dictionary;
    use super::*;
    use crate::random::Random;

    /// The dictionary's own words, which have every character that begins one, and texts of few and of many new
    /// characters, cut one after the other and by several threads.
    #[test]
    fn cuts_are_those_of_the_whole_dictionary() {
        let words: Vec<(&str, u64)> = embedded::dictionary().collect();
        let lines: String = words.iter().map(|(word, n)| format!("{word} {n}\n")).collect();
        let whole = Segmenter::of_lines(&lines);
        let growing = Segmenter::embedded();
        let mut random = Random::of(&[39]);
        let texts: Vec<String> = (0..4000)
            .map(|at| (0..1 + at % 40).filter_map(|_| random.pick(&words)).map(|(word, _)| *word).collect())
            .collect();
        std::thread::scope(|scope| {
            for part in texts.chunks(1000) {
                scope.spawn(|| {
                    for text in part.iter().map(String::as_str).chain(["C++和c#的4S店", "我来到北京清华大学"])
                    {
                        assert_eq!(growing.cut(text), whole.cut(text), "{text}");
                    }
                });
            }
        });
        let all: String = words.iter().map(|(word, _)| *word).collect();
        assert_eq!(growing.cut(&all), whole.cut(&all));
        assert_eq!(growing.loaded.read().expect("nothing panics").rest, 0);
        assert_eq!(dictionary::words(&lines).map(|(_, n)| n as usize).sum::<usize>(), embedded::TOTAL);
    }
}
