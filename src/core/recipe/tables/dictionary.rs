//! A word dictionary: words and their frequencies.

use super::lines::{entries, malformed};
use super::{TableError, TableFile};
use crate::display::lang;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A character trie of the words, each with its score: the logarithm of its share of all frequencies. Words of
/// frequency 0 are only prefixes, because both programs never select them.
#[derive(Debug)]
pub(in crate::recipe) struct Dictionary {
    /// (node, character) → node; the root is 0.
    next: FxHashMap<(u32, char), u32>,
    /// By node: the score of the word that ends there, NaN if none does.
    scores: Vec<f64>,
    /// The score of a character that is no word.
    pub(in crate::recipe) unlisted: f64,
}

const EXPECTED: (&str, &str) = (
    "a word, its frequency (a whole number) and perhaps a tag, each parted by one space",
    "词、词频（整数），可再加词性，以一个空格分隔",
);

/// The words of a file with their frequencies, one `word frequency` a line.
///
/// The rules are Python jieba 0.42.1's (`jieba/__init__.py`, `gen_pfdict`), which reads all valid files of
/// cppjieba b3602be. If a word has two lines, the last one counts for the word, and both for the total.
pub(super) fn parse(file: &TableFile<'_>) -> Result<Box<str>, TableError> {
    let mut lines = String::new();
    let mut total = 0u64;
    for (number, line) in entries(file)? {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let digits = rest.split(' ').next().unwrap_or_default();
        let frequency: Option<u64> = digits.parse().ok();
        let Some(frequency) = frequency.filter(|_| !word.is_empty() && !word.contains(char::is_whitespace))
        else {
            return Err(malformed(file, number, lang().pick(EXPECTED)));
        };
        let Some(sum) = total.checked_add(frequency) else {
            return Err(malformed(
                file,
                number,
                lang().pick(("frequencies that add up to less than 2⁶⁴", "总和小于 2⁶⁴ 的词频")),
            ));
        };
        total = sum;
        lines.extend([word, " ", digits, "\n"]);
    }
    match total {
        0 => Err(TableError::NoFrequency { name: file.name.to_owned() }),
        _ => Ok(lines.into()),
    }
}

/// The words of the lines that [`parse`] returned.
pub(super) fn words(lines: &str) -> impl Iterator<Item = (&str, u64)> {
    lines.lines().map(|line| {
        let (word, frequency) = line.split_once(' ').expect("a word and a number");
        (word, frequency.parse().expect("a number"))
    })
}

fn total(words: &[(&str, u64)]) -> u64 {
    words.iter().map(|&(_, frequency)| frequency).sum()
}

impl Dictionary {
    /// Python jieba's scores. A character that is no word scores as one of frequency 1.
    pub(super) fn of_python<'a>(words: impl Iterator<Item = (&'a str, u64)>) -> Self {
        let words: Vec<_> = words.collect();
        let log_total = (total(&words) as f64).ln();
        Self::new(&words, 0.0 - log_total, |frequency| (frequency as f64).ln() - log_total)
    }

    /// cppjieba's scores. A character that is no word scores as the rarest word. The user's words come last and
    /// are not in the total; one without a frequency has the median.
    pub(super) fn of_cppjieba<'a>(
        words: impl Iterator<Item = (&'a str, u64)>,
        user_words: &[(&str, Option<u64>)],
    ) -> Self {
        let words: Vec<_> = words.collect();
        let total = total(&words) as f64;
        let score = |frequency: u64| (frequency as f64 / total).ln();
        let mut frequencies: Vec<u64> = words.iter().map(|&(_, frequency)| frequency).collect();
        let least = frequencies.iter().min().copied().unwrap_or_default();
        let middle = frequencies.len() / 2;
        let (_, &mut median, _) = frequencies.select_nth_unstable(middle);
        let mut dictionary = Self::new(&words, score(least), score);
        for &(word, frequency) in user_words {
            dictionary.insert(word, score(frequency.unwrap_or(median)));
        }
        dictionary
    }

    fn new(words: &[(&str, u64)], unlisted: f64, score: impl Fn(u64) -> f64) -> Self {
        let next = FxHashMap::with_capacity_and_hasher(words.len() * 3 / 2, FxBuildHasher);
        let mut dictionary = Self { next, scores: vec![f64::NAN], unlisted };
        for &(word, frequency) in words {
            dictionary.insert(word, if frequency > 0 { score(frequency) } else { f64::NAN });
        }
        dictionary
    }

    fn insert(&mut self, word: &str, score: f64) {
        let mut node = 0;
        for c in word.chars() {
            node = *self.next.entry((node, c)).or_insert_with(|| {
                self.scores.push(f64::NAN);
                self.scores.len() as u32 - 1
            });
        }
        self.scores[node as usize] = score;
    }

    /// The words that `chars` starts with: length and score, shorter ones first.
    #[inline]
    pub(in crate::recipe) fn prefixes(&self, chars: &[char]) -> impl Iterator<Item = (usize, f64)> {
        let nodes = chars.iter().scan(0, |node, &c| {
            *node = *self.next.get(&(*node, c))?;
            Some(self.scores[*node as usize])
        });
        nodes.enumerate().filter(|(_, score)| !score.is_nan()).map(|(at, score)| (at + 1, score))
    }

    pub(in crate::recipe) fn has_word(&self, word: &str) -> bool {
        let end = word.chars().try_fold(0, |node, c| self.next.get(&(node, c)).copied());
        end.is_some_and(|node| !self.scores[node as usize].is_nan())
    }
}
