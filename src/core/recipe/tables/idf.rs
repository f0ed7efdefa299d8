//! Inverse document frequencies: `word number` a line.

use super::lines::{entries, malformed};
use super::{TableError, TableFile, embedded};
use crate::display::lang;
use rustc_hash::FxHashMap;

/// A table of inverse document frequencies, and the values of words that are not in it.
#[derive(Debug)]
pub(super) struct Idf {
    words: FxHashMap<&'static str, f64>,
    /// Python jieba's value.
    pub(super) median: f64,
    /// The mean of all lines: cppjieba's value, if the table is cppjieba's.
    pub(super) mean: f64,
}

const EXPECTED: (&str, &str) =
    ("a word and a number from 0 to 1000000, parted by one space", "词和 0 到 1000000 的数，以一个空格分隔");
/// The largest number allowed, so that weights stay finite whatever the text.
const LARGEST: f64 = 1e6;

impl Idf {
    /// Median and mean as in Python jieba 0.42.1 (`jieba/analyse/tfidf.py`, `set_new_path`) and in cppjieba
    /// b3602be (`KeywordExtractor.hpp`). If a word has two lines, the last one counts. The words are never freed.
    pub(super) fn parse(file: &TableFile<'_>) -> Result<Self, TableError> {
        let mut words = FxHashMap::default();
        let (mut sum, mut lines) = (0.0, 0u32);
        for (number, line) in entries(file)? {
            let entry = line.split_once(' ').filter(|(word, _)| !word.is_empty());
            let entry = entry.and_then(|(word, idf)| Some((word, idf.parse::<f64>().ok()?)));
            let Some((word, idf)) = entry.filter(|(_, idf)| (0.0..=LARGEST).contains(idf)) else {
                return Err(malformed(file, number, lang().pick(EXPECTED)));
            };
            words.insert(&*String::leak(word.to_owned()), idf);
            sum += idf;
            lines += 1;
        }
        if sum == 0.0 {
            return Err(TableError::NoFrequency { name: file.name.to_owned() });
        }
        let mut values: Vec<f64> = words.values().copied().collect();
        let middle = values.len() / 2;
        let (_, &mut median, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
        Ok(Self { words, median, mean: sum / f64::from(lines) })
    }

    /// Python jieba's table.
    pub(super) fn embedded() -> Self {
        Self { words: embedded::idf().collect(), median: embedded::IDF_MEDIAN, mean: embedded::IDF_MEAN }
    }

    pub(super) fn get(&self, word: &str) -> Option<f64> {
        self.words.get(word).copied()
    }
}
