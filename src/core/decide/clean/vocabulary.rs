//! Counts of words in a corpus.

use crate::alignment::{Tokens, Vocabulary};
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// In how many distinct texts each word is, and how often it is capitalised.
#[derive(Debug, Clone, Default)]
pub struct Words {
    counts: FxHashMap<u64, Count>,
    texts: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    texts: u32,
    places: u32,
    capitals: u32,
    /// The last text that had it, from 1.
    last: u32,
}

/// The counts of some texts, and their tokens where these are kept.
type Part<'t> = (FxHashMap<u64, Count>, Vec<Option<Tokens<'t>>>);

/// A word is a name if it is capitalised in at least this share of its places.
const NAME: f64 = 0.8;

impl Words {
    /// Counts the words of these texts. Returns the tokens of those that are to be kept; `None` when cancelled. Advances by
    /// texts.
    pub(super) fn count<'t>(
        &mut self,
        texts: &[&'t str],
        is_kept: &[bool],
        progress: &Progress,
    ) -> Option<Vec<Option<Tokens<'t>>>> {
        let part = texts.len().div_ceil(rayon::current_num_threads()).max(1024);
        let parts: Vec<Part<'t>> = (texts.par_chunks(part))
            .zip(is_kept.par_chunks(part))
            .map(|(texts, is_kept)| {
                let (mut counts, mut cuts) = (FxHashMap::<u64, Count>::default(), Vec::new());
                for ((text, &is_kept), number) in texts.iter().zip(is_kept).zip(1..) {
                    if progress.is_cancelled() {
                        break;
                    }
                    let cut = Tokens::new(text);
                    for (word, is_capital) in cut.word_hashes() {
                        let count = counts.entry(word).or_default();
                        count.texts += u32::from(count.last != number);
                        count.last = number;
                        count.places += 1;
                        count.capitals += u32::from(is_capital);
                    }
                    cuts.push(is_kept.then_some(cut));
                    progress.advance(1);
                }
                (counts, cuts)
            })
            .collect();
        let mut cuts = Vec::with_capacity(texts.len());
        for (counts, more) in parts {
            cuts.extend(more);
            if self.counts.is_empty() {
                self.counts = counts;
                continue;
            }
            for (hash, more) in counts {
                let count = self.counts.entry(hash).or_default();
                count.texts += more.texts;
                count.places += more.places;
                count.capitals += more.capitals;
            }
        }
        self.texts = texts.len() as u32;
        (!progress.is_cancelled()).then_some(cuts)
    }

    /// The counts of one text: the hash of each word, its places, and the places in which it is capitalised.
    pub fn of_text(text: &str) -> Vec<(u64, u32, u32)> {
        let mut counts: FxHashMap<u64, [u32; 2]> = FxHashMap::default();
        for (word, is_capital) in Tokens::new(text).word_hashes() {
            let count = counts.entry(word).or_default();
            *count = [count[0] + 1, count[1] + u32::from(is_capital)];
        }
        let mut counts: Vec<_> =
            counts.into_iter().map(|(word, [places, capitals])| (word, places, capitals)).collect();
        counts.sort_unstable();
        counts
    }

    /// Counts that were made elsewhere, a line each: the hash of a word (16 hexadecimal digits), in how many texts it is, in how
    /// many places, and in how many of these it is capitalised, with tabs between; `*` stands for all texts. The error is the
    /// number of the first malformed line.
    pub fn of_lines<'l>(lines: impl Iterator<Item = &'l str>) -> Result<Self, usize> {
        let mut words = Self::default();
        for (number, line) in (1..).zip(lines) {
            let mut cells = line.split('\t');
            let word = cells.next().unwrap_or_default();
            let counts: Vec<u32> = cells.map_while(|cell| cell.parse().ok()).collect();
            match (word, u64::from_str_radix(word, 16), &counts[..]) {
                ("*", _, [texts, ..]) => words.texts = *texts,
                (_, Ok(hash), &[texts, places, capitals]) => {
                    words.counts.insert(hash, Count { texts, places, capitals, last: 0 });
                }
                _ => return Err(number),
            }
        }
        Ok(words)
    }

    /// The weight of a word: ln((N + 1) ÷ df).
    pub(super) fn weight(&self, token: u64) -> f64 {
        ((f64::from(self.texts) + 1.0) / f64::from(self.texts_with(token).max(1))).ln()
    }

    fn texts_with(&self, token: u64) -> u32 {
        self.counts.get(&token).map_or(0, |count| count.texts)
    }
}

impl Vocabulary for Words {
    fn texts(&self, token: u64) -> u32 {
        self.texts_with(token)
    }

    fn is_name(&self, token: u64) -> bool {
        let is_capital = |count: &Count| f64::from(count.capitals) >= NAME * f64::from(count.places);
        self.counts.get(&token).is_some_and(is_capital)
    }
}
