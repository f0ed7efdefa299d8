//! Inverse document frequencies: `word number` a line.

use super::lines::{entries, malformed};
use super::{TableError, TableFile};
use jieba_rs::{Jieba, KeywordExtract, KeywordExtractConfig, TfIdf};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

#[derive(Debug)]
pub(super) struct FileIdf {
    words: FxHashMap<Box<str>, f64>,
    pub(super) median: f64,
    pub(super) mean: f64,
}

const EXPECTED: &str = "a word and a number from 0 to 1000000, parted by one space";
/// Far above any real IDF; sums of smaller values are exact enough.
const LARGEST: f64 = 1e6;

impl FileIdf {
    /// Parses a file like `IDFLoader` of Python jieba 0.42.1 (`jieba/analyse/tfidf.py`) and `LoadIdfDict` of
    /// cppjieba b3602be (`KeywordExtractor.hpp`). If a word has two lines, the last one counts.
    pub(super) fn parse(file: &TableFile<'_>) -> Result<Self, TableError> {
        let mut words = FxHashMap::default();
        let (mut sum, mut lines) = (0.0, 0u32);
        for (number, line) in entries(file)? {
            let entry = line.split_once(' ').filter(|(word, _)| !word.is_empty());
            let entry = entry.and_then(|(word, idf)| Some((word, idf.parse::<f64>().ok()?)));
            let Some((word, idf)) = entry.filter(|(_, idf)| (0.0..=LARGEST).contains(idf)) else {
                return Err(malformed(file, number, EXPECTED, line));
            };
            words.insert(word.into(), idf);
            sum += idf;
            lines += 1;
        }
        let mut values: Vec<f64> = words.values().copied().collect();
        let middle = values.len() / 2;
        let (_, &mut median, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
        Ok(Self { words, median, mean: sum / f64::from(lines) })
    }

    pub(super) fn get(&self, word: &str) -> Option<f64> {
        self.words.get(word).copied()
    }
}

/// The table inside jieba-rs, which is byte for byte Python jieba 0.42.1's `idf.txt`.
pub(super) struct EmbeddedIdf {
    table: TfIdf,
    asked: [Mutex<Asked>; SHARDS],
}

/// Several shards, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// Words that were looked up so far.
struct Asked {
    /// A jieba that knows only those words.
    jieba: Jieba,
    values: FxHashMap<Box<str>, Option<f64>>,
}

/// A shard is cleared at this many words.
const MOST_ASKED: usize = 1 << 15;

/// Bytes of the longest word of the embedded table. Without this limit a word of a megabyte would be cut, in
/// quadratic time, for a look-up.
const LONGEST: usize = 48;

/// Whether the character occurs in words of the embedded table.
fn is_in_table(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// Below any real IDF.
const UNKNOWN: f64 = -1.0;

impl EmbeddedIdf {
    /// `sorted(values)[len // 2]` of the table, as Python jieba computes it.
    pub(super) const MEDIAN: f64 = 11.9547675029;
    /// The mean of cppjieba b3602be's `idf.utf8`, which has the entries of this table except for words of one
    /// character; cppjieba never looks those up.
    pub(super) const MEAN: f64 = 11.739204307083542;

    pub(super) fn load() -> Self {
        let mut table = TfIdf::default();
        // jieba-rs gives an unknown word the median of the last table loaded.
        let line = format!("\u{10ffff} {UNKNOWN}\n");
        table.load_dict(&mut line.as_bytes()).expect("reading from memory does not fail");
        *table.config_mut() =
            KeywordExtractConfig::builder().set_stop_words(BTreeSet::new()).min_keyword_length(1).build();
        let asked = || Mutex::new(Asked { jieba: Jieba::empty(), values: FxHashMap::default() });
        Self { table, asked: std::array::from_fn(|_| asked()) }
    }

    /// jieba-rs exposes the table only as weights of the keywords of a text. So the text is the word alone, cut
    /// with a dictionary that contains it: its weight is then 1 × IDF / 1.
    pub(super) fn get(&self, word: &str) -> Option<f64> {
        if word.len() > LONGEST || !word.chars().all(is_in_table) {
            return None;
        }
        let shard = FxBuildHasher.hash_one(word) as usize % SHARDS;
        let mut asked = self.asked[shard].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&answer) = asked.values.get(word) {
            return answer;
        }
        if asked.values.len() >= MOST_ASKED {
            *asked = Asked { jieba: Jieba::empty(), values: FxHashMap::default() };
        }
        // As all words have frequency 1, the whole is likelier than any parts.
        asked.jieba.add_word(word, Some(1), None);
        let keywords = self.table.extract_keywords(&asked.jieba, word, 1, Vec::new());
        let idf = keywords.first().filter(|keyword| keyword.keyword == word).map(|keyword| keyword.weight);
        let answer = idf.filter(|&idf| idf > UNKNOWN);
        asked.values.insert(word.into(), answer);
        answer
    }
}
