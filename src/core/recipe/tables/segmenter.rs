//! jieba-rs, with those words of the dictionary that the texts so far can need.

use super::embedded::{self, Blocks};
use jieba_rs::{Jieba, Token};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

/// Cuts as jieba-rs does with the whole dictionary.
///
/// All words that begin with a character are added when a text first has it, because a whole dictionary takes
/// longer than most corpora. A word that is not there yet begins with a character that no text had, so no cut misses
/// it. Texts that need half of the words get all of them, so that threads that cut much share no lock.
#[derive(Debug)]
pub(in crate::recipe) struct Segmenter {
    /// With all words, once there is one.
    whole: OnceLock<Jieba>,
    growing: RwLock<Growing>,
    /// By first character: the words that can be waiting.
    blocks: Blocks,
    /// A bit for each character: set if its words are waiting.
    waiting: Box<[AtomicU64]>,
}

#[derive(Debug)]
struct Growing {
    jieba: Jieba,
    /// How many words it has.
    words: usize,
    /// The frequency of [`REST`].
    rest: usize,
}

/// The words after which all others are added, too.
const MANY: usize = embedded::WORDS / 2;

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
        let mut growing = Growing { jieba: Jieba::empty(), words: 0, rest: embedded::TOTAL };
        growing.jieba.add_word(REST, Some(growing.rest), None);
        Self { whole: OnceLock::new(), growing: RwLock::new(growing), blocks, waiting }
    }

    /// With the lines that [`parse`](super::dictionary::parse) returned.
    pub(super) fn of_lines(lines: &str) -> Self {
        let jieba = Jieba::with_dict(&mut lines.as_bytes()).expect("the lines have words and numbers");
        let none = Growing { jieba: Jieba::empty(), words: 0, rest: 0 };
        Self {
            whole: jieba.into(),
            growing: RwLock::new(none),
            blocks: Blocks::default(),
            waiting: Box::default(),
        }
    }

    /// The words of `text`, with jieba's hidden Markov model for those that are not in the dictionary.
    pub(in crate::recipe) fn cut<'a>(&self, text: &'a str) -> Vec<Token<'a>> {
        if self.whole.get().is_none() && text.chars().any(|c| self.is_waiting(c)) {
            self.add_words_for(text);
        }
        let growing;
        let jieba = match self.whole.get() {
            Some(whole) => whole,
            None => {
                growing = self.growing.read().unwrap_or_else(PoisonError::into_inner);
                // It may have come while this thread waited.
                self.whole.get().unwrap_or(&growing.jieba)
            }
        };
        jieba.cut(text, true)
    }

    fn is_waiting(&self, c: char) -> bool {
        let bits = self.waiting.get(c as usize / 64);
        bits.is_some_and(|bits| bits.load(Ordering::Acquire) >> (c as usize % 64) & 1 == 1)
    }

    #[cold]
    fn add_words_for(&self, text: &str) {
        let mut growing = self.growing.write().unwrap_or_else(PoisonError::into_inner);
        if self.whole.get().is_some() {
            return;
        }
        text.chars().for_each(|c| self.add_words_of(c, &mut growing));
        let is_whole = growing.words >= MANY;
        if is_whole {
            self.blocks.firsts().for_each(|c| self.add_words_of(c, &mut growing));
        }
        let Growing { jieba, rest, .. } = &mut *growing;
        jieba.add_word(REST, Some(*rest), None);
        if is_whole {
            self.whole.get_or_init(|| std::mem::replace(jieba, Jieba::empty()));
        }
    }

    fn add_words_of(&self, first: char, growing: &mut Growing) {
        if !self.is_waiting(first) {
            return;
        }
        for (word, frequency) in self.blocks.words(first) {
            // The tag is not used. It is not empty, because comparing empty tags with AVX-512 takes 0.1 µs each.
            growing.jieba.add_word(word, Some(frequency), Some("x"));
            growing.rest -= frequency;
            growing.words += 1;
        }
        self.waiting[first as usize / 64].fetch_and(!(1 << (first as usize % 64)), Ordering::Release);
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
        let few = Segmenter::embedded();
        assert_eq!(few.cut("北京大学的iPhone"), whole.cut("北京大学的iPhone"));
        assert!(few.whole.get().is_none());
        let all: String = words.iter().map(|(word, _)| *word).collect();
        assert_eq!(growing.cut(&all), whole.cut(&all));
        assert_eq!(growing.growing.read().expect("nothing panics").rest, 0);
        assert!(growing.whole.get().is_some());
        assert_eq!(words.len(), embedded::WORDS);
        assert_eq!(dictionary::words(&lines).map(|(_, n)| n as usize).sum::<usize>(), embedded::TOTAL);
    }
}
