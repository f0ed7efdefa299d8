//! A word dictionary: `word frequency tag` a line, the tag unused.

use super::lines::{entries, malformed};
use super::{TableError, TableFile};
use rustc_hash::FxHashMap;

/// The score of a word in both programs.
#[derive(Debug, Clone, Copy)]
pub(in crate::recipe) struct Score {
    /// Python jieba's: ln(frequency).
    pub(in crate::recipe) log: f64,
    /// cppjieba's: ln(frequency / total).
    pub(in crate::recipe) weight: f64,
}

/// A character trie of the words. Words of frequency 0 are only prefixes, because both programs never select
/// them.
#[derive(Debug)]
pub(in crate::recipe) struct Dictionary {
    /// (node, character) → node; the root is 0.
    next: FxHashMap<(u32, char), u32>,
    /// By node: the word that ends there.
    scores: Vec<Option<Score>>,
    /// ln of the sum of the frequencies of all lines (for a word with two lines, of both).
    log_total: f64,
    /// The lowest [`Score::weight`] of all lines.
    least_weight: f64,
}

const EXPECTED: &str = "a word, its frequency (a whole number) and perhaps a tag, each parted by one space";

impl Dictionary {
    /// Parses a file like `gen_pfdict` of Python jieba 0.42.1 (`jieba/__init__.py`) and `DictTrie::LoadDict` of
    /// cppjieba b3602be. If a word has two lines, the last one counts.
    pub(super) fn parse(file: &TableFile<'_>) -> Result<Self, TableError> {
        let mut next = FxHashMap::default();
        let mut frequencies: Vec<u64> = vec![0];
        let (mut total, mut least) = (0u64, u64::MAX);
        for (number, line) in entries(file)? {
            let mut fields = line.split(' ');
            let word = fields.next().filter(|word| !word.is_empty() && !word.contains(char::is_whitespace));
            let frequency: Option<u64> = fields.next().and_then(|field| field.parse().ok());
            let (Some(word), Some(frequency)) = (word, frequency) else {
                return Err(malformed(file, number, EXPECTED, line));
            };
            total = match u64::checked_add(total, frequency) {
                Some(total) => total,
                None => {
                    return Err(malformed(file, number, "frequencies that add up to less than 2⁶⁴", line));
                }
            };
            least = least.min(frequency);
            let mut node = 0;
            for c in word.chars() {
                node = *next.entry((node, c)).or_insert_with(|| {
                    frequencies.push(0);
                    frequencies.len() as u32 - 1
                });
            }
            frequencies[node as usize] = frequency;
        }
        if total == 0 {
            return Err(TableError::NoFrequency { name: file.name.to_owned() });
        }
        let total = total as f64;
        let score =
            |frequency: u64| Score { log: (frequency as f64).ln(), weight: (frequency as f64 / total).ln() };
        Ok(Self {
            next,
            scores: frequencies.into_iter().map(|f| (f > 0).then(|| score(f))).collect(),
            log_total: total.ln(),
            least_weight: score(least).weight,
        })
    }

    pub(in crate::recipe) fn log_total(&self) -> f64 {
        self.log_total
    }

    pub(in crate::recipe) fn least_weight(&self) -> f64 {
        self.least_weight
    }

    /// The words that `chars` starts with, the shortest first: their length in characters, and score.
    #[inline]
    pub(in crate::recipe) fn prefixes(&self, chars: &[char]) -> impl Iterator<Item = (usize, Score)> {
        let nodes = chars.iter().scan(0, |node, &c| {
            *node = *self.next.get(&(*node, c))?;
            Some(*node)
        });
        nodes.enumerate().filter_map(|(at, node)| Some((at + 1, self.scores[node as usize]?)))
    }

    pub(in crate::recipe) fn has_word(&self, word: &str) -> bool {
        let end = word.chars().try_fold(0, |node, c| self.next.get(&(node, c)).copied());
        end.is_some_and(|node| self.scores[node as usize].is_some())
    }
}
