//! Passages: parts of a text that stand in another one, whatever the rest of both is.
//!
//! A word is one of the [default recipe](crate::recipe::Recipe::DEFAULT), but every Han character is one. A gram is a number of words that follow
//! each other, [`Definition::run`]; it is *common* if more than D texts have it, or one of them more than D times, or a text that
//! was given. A *run* is the longest stretch that is equal in two texts around a gram that is not common, from the first such gram
//! in it to the last. Two runs belong together if both begin and end in the same order in both texts, with at most
//! [`Definition::gap`] words between them, or that many in both. What belongs together, directly or through others, is a passage if
//! at least [`Definition::words`] words of it are in grams that are not common, in each text, and if no larger passage of the two
//! texts contains it.
//!
//! Of texts with the same words the first stands for all in a corpus; each other one is compared with it alone.

mod between;
mod grams;
mod shares;

pub use shares::{Shares, Source};

use crate::progress::Progress;
use grams::Grams;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// What a passage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Definition {
    /// n, the least number of words that both texts have.
    pub words: u32,
    /// m, the words of the shortest stretch that is equal.
    pub run: u32,
    /// g, the most words that may differ between two such stretches.
    pub gap: u32,
    /// D, how many texts may have a gram that begins a passage; as many as [confirm](crate::measures::Weights::most) if `None`.
    pub most: Option<u32>,
}

impl Definition {
    /// Twelve words, in stretches of four or more, with up to eight others between them.
    pub const DEFAULT: Self = Self { words: 12, run: 4, gap: 8, most: None };
}

/// A passage of two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The two texts.
    pub texts: [u32; 2],
    /// The words of each that count, in stretches that neither overlap nor touch, ascending. It reaches from the first to the last.
    pub matched: [Vec<Range<u32>>; 2],
}

impl Passage {
    /// The words from its first to its last in one of the texts.
    pub fn reach(&self, side: usize) -> Range<u32> {
        let matched = &self.matched[side];
        matched[0].start..matched[matched.len() - 1].end
    }

    /// How many words count: of the text in which fewer do.
    pub fn words(&self) -> u32 {
        self.matched.iter().map(|matched| count(matched)).min().unwrap_or(0)
    }
}

/// How many words these stretches have.
fn count(stretches: &[Range<u32>]) -> u32 {
    stretches.iter().map(|stretch| stretch.end - stretch.start).sum()
}

/// The hash of each word of a text, and where it stands.
pub type Words = Vec<(u64, Range<usize>)>;

/// The words of a text.
pub fn words(text: &str) -> Words {
    crate::recipe::words(text)
}

/// Where these words stand in a text, as bytes; `words` are those of the text.
pub fn place(words: &[(u64, Range<usize>)], reach: &Range<u32>) -> Range<usize> {
    let [first, last] = [reach.start, reach.end - 1].map(|at| &words[at as usize].1);
    first.start..last.end.max(first.end)
}

/// The passages of a corpus. Takes 4 bytes for each word, and for each gram that several places have 4 more and 8 for each place; while
/// it is made, also 8 for each word.
#[derive(Debug)]
pub struct Passages {
    definition: Definition,
    grams: Grams,
    /// How many texts look for passages in the others behind them; all in all if it is all.
    own: usize,
}

impl Passages {
    /// Of the first `own` texts in the others; if that is all, in each other. `given` weighs nothing. `None` when cancelled.
    /// Advances by texts.
    pub fn of(
        (texts, own): (&[&str], usize),
        given: &[&str],
        definition: Definition,
        progress: &Progress,
    ) -> Option<Self> {
        let definition =
            Definition { run: definition.run.max(1), words: definition.words.max(1), ..definition };
        Some(Self { grams: Grams::of((texts, own), given, definition, progress)?, definition, own })
    }

    /// What a passage is here.
    pub fn definition(&self) -> Definition {
        self.definition
    }

    /// D, the largest number of texts that may have a gram.
    pub fn most(&self) -> u32 {
        self.grams.most()
    }

    /// How many words a text has.
    pub fn words(&self, text: u32) -> u32 {
        self.grams.words(text)
    }

    /// What share of a text so many words are.
    pub fn share(&self, text: u32, words: u32) -> f64 {
        f64::from(words) / f64::from(self.words(text).max(1))
    }

    /// How many texts look for passages.
    pub fn own(&self) -> usize {
        self.own
    }

    /// The passages of two texts, in the order of the first.
    pub fn between(&self, a: u32, b: u32) -> Vec<Passage> {
        let matches = self.grams.matches(a, &mut Vec::new(), Some(b), 1);
        self.found(a, b, &matches)
    }

    /// Hands over every passage, by texts, then in the order of the first; `Ok(None)` when cancelled. Advances by texts.
    ///
    /// # Errors
    /// What the receiver refuses.
    pub fn each<E>(
        &self,
        progress: &Progress,
        mut take: impl FnMut(Passage) -> Result<(), E>,
    ) -> Result<Option<()>, E> {
        /// Texts whose passages are held at once.
        const PART: usize = 256;
        progress.restart();
        progress.expect(self.own as u64);
        // As large as the corpus, and all zero: one for each thread.
        let idle: Mutex<Vec<Vec<u32>>> = Mutex::default();
        let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let own: Vec<u32> = (0..self.own as u32).collect();
        for part in own.chunks(PART) {
            let of_text = |&text: &u32| {
                let mut counts = lock().pop().unwrap_or_default();
                let found =
                    if progress.is_cancelled() { Vec::new() } else { self.of_text(text, &mut counts) };
                lock().push(counts);
                progress.advance(1);
                found
            };
            let found: Vec<Vec<Passage>> = part.par_iter().with_max_len(8).map(of_text).collect();
            if progress.is_cancelled() {
                return Ok(None);
            }
            found.into_iter().flatten().try_for_each(&mut take)?;
        }
        Ok(Some(()))
    }

    /// The passages of a text in those that it is compared with.
    fn of_text(&self, text: u32, counts: &mut Vec<u32>) -> Vec<Passage> {
        // What has fewer grams in common cannot have enough words.
        let least = self.definition.words.div_ceil(self.definition.run);
        let matches = match self.grams.is_first(text) {
            true => self.grams.matches(text, counts, None, least),
            false => Vec::new(),
        };
        let mut found: Vec<Passage> = matches
            .chunk_by(|x, y| x.text == y.text)
            .flat_map(|matches| self.found(text, matches[0].text, matches))
            .collect();
        // Where nothing else is compared, its copies are.
        for &copy in self.grams.copies(text) {
            found.extend(self.between(text, copy));
        }
        found.sort_by_key(|passage| passage.texts[1]);
        found
    }

    fn found(&self, a: u32, b: u32, matches: &[grams::Match]) -> Vec<Passage> {
        between::passages([self.grams.of_text(a), self.grams.of_text(b)], matches, &self.definition)
            .into_iter()
            .map(|matched| Passage { texts: [a, b], matched })
            .collect()
    }
}

#[cfg(test)]
mod tests;
