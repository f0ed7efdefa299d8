//! Document frequencies of terms.

#[cfg(test)]
use super::{Cutter, FeatureHash, Tables, Tokenizer};
use crate::display::say;
use crate::files::{self, ReadError};
use crate::visible;
use std::collections::HashMap;
#[cfg(test)]
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::{Path, PathBuf};

/// A file of 200 million terms.
const MOST_BYTES: u64 = 4 << 30;

/// Why a file of document frequencies was not read. `Display` is one line, safe to show.
#[derive(Debug, thiserror::Error)]
pub enum FrequenciesError {
    /// No such file, or none that is read.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// A line that is no row.
    #[error("{}", say!("{}:{line}: not a term of 16 hexadecimal digits (or *), a tab and a number of documents below 2^32 (2^53 for *); `simscope frequencies --format tsv` writes such files", "{}:{line}：应为 16 位十六进制的词项（或 *）、制表符和小于 2^32（* 为 2^53）的文档数；`simscope frequencies --format tsv` 写出这样的文件", visible::path(.path)))]
    NoRow {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The number of all documents is missing, or smaller than that of a term, or the last line has no end.
    #[error("{}", say!("{}: the end is missing: the last row must be *, with the number of all documents, which no term exceeds; count again", "{}：末尾缺失：最后一行须为 *，即文档总数，任何词项的文档数都不超过它；请重新统计", visible::path(.0)))]
    NoTotal(PathBuf),
}

/// The number of documents that contain each term, for tf-idf; terms are identified by their 64-bit hash.
#[derive(Debug, Clone, Default)]
pub struct DocumentFrequencies {
    documents: u64,
    holding: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
}

impl DocumentFrequencies {
    /// The columns of a file of document frequencies.
    pub const COLUMNS: (&str, &str) = ("term", "documents");
    /// The term of the row with the number of all documents.
    pub const ALL: &str = "*";

    /// Counts a document, cut with the embedded tables.
    #[cfg(test)]
    pub(crate) fn add(&mut self, tokenizer: Tokenizer, text: &str) {
        let mut terms = HashSet::new();
        Cutter::new(tokenizer, Tables::EMBEDDED).each(text, |term, _| {
            terms.insert(FeatureHash::DEFAULT.of_64(term));
        });
        self.add_terms(terms);
    }

    /// Counts a document, given the hashes of its distinct terms.
    pub(crate) fn add_terms(&mut self, terms: impl IntoIterator<Item = u64>) {
        self.documents += 1;
        for term in terms {
            *self.holding.entry(term).or_default() += 1;
        }
    }

    /// Reads a file of two columns with a tab between them: the hash of a term in 16 hexadecimal digits, and the number of
    /// documents with it. The last row has the number of all documents, below 2^53, for the term [`Self::ALL`]. Rows of the
    /// same term add up, so that the files of several parts of a corpus may stand behind each other; header rows are passed
    /// over.
    ///
    /// # Errors
    /// See [`FrequenciesError`].
    pub fn read(path: &Path) -> Result<Self, FrequenciesError> {
        let text = files::read_small(path, MOST_BYTES)?;
        let header = format!("{}\t{}", Self::COLUMNS.0, Self::COLUMNS.1);
        let (mut read, mut is_ended) = (Self::default(), false);
        for (at, line) in text.lines().enumerate() {
            if line == header {
                continue;
            }
            let row = line.split_once('\t').and_then(|(term, documents)| read.add_row(term, documents));
            row.ok_or_else(|| FrequenciesError::NoRow { path: path.to_owned(), line: at + 1 })?;
            is_ended = line.starts_with(Self::ALL);
        }
        let most = read.holding.values().max().copied().unwrap_or(0);
        let is_whole = is_ended && text.ends_with('\n') && read.documents >= most.into();
        if is_whole { Ok(read) } else { Err(FrequenciesError::NoTotal(path.to_owned())) }
    }

    fn add_row(&mut self, term: &str, documents: &str) -> Option<()> {
        if term == Self::ALL {
            self.documents = self.documents.checked_add(documents.parse().ok()?)?;
            return (self.documents < 1 << 53).then_some(());
        }
        let is_hash = term.len() == 16 && term.bytes().all(|digit| digit.is_ascii_hexdigit());
        let hash = u64::from_str_radix(term, 16).ok().filter(|_| is_hash)?;
        let holding = self.holding.entry(hash).or_default();
        *holding = holding.checked_add(documents.parse().ok()?)?;
        Some(())
    }

    /// Adds the counts of another set of documents.
    pub fn merge(&mut self, other: Self) {
        self.documents += other.documents;
        if self.holding.is_empty() {
            self.holding = other.holding;
            return;
        }
        for (term, count) in other.holding {
            *self.holding.entry(term).or_default() += count;
        }
    }

    /// Number of documents counted.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The hash of each term, and the number of documents that contain it; in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.holding.iter().map(|(&term, &holding)| (term, holding))
    }

    /// The inverse document frequency of a term: ln((1+N)/(1+df)) + 1.
    pub fn idf(&self, term_hash: u64) -> f64 {
        let holding = self.holding.get(&term_hash).copied().unwrap_or(0);
        ((1 + self.documents) as f64 / (1 + u64::from(holding)) as f64).ln() + 1.0
    }
}

/// A hasher for keys that are hashes already.
#[derive(Debug, Clone, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &b| hash.rotate_left(8) ^ u64::from(b));
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idf_follows_the_documents_that_hold_the_term() {
        let mut first = DocumentFrequencies::default();
        first.add(Tokenizer::Whitespace, "a b b");
        let mut second = DocumentFrequencies::default();
        second.add(Tokenizer::Whitespace, "b c");
        second.add(Tokenizer::Whitespace, "");
        first.merge(second);
        let idf = |term| first.idf(FeatureHash::DEFAULT.of_64(term));
        assert_eq!(first.documents(), 3);
        assert_eq!(idf("b"), (4.0f64 / 3.0).ln() + 1.0);
        assert_eq!(idf("a"), (4.0f64 / 2.0).ln() + 1.0);
        assert_eq!(idf("unknown"), 4.0f64.ln() + 1.0);
    }

    #[test]
    fn files_of_parts_add_up_behind_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.tsv");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            DocumentFrequencies::read(&path).map_err(|error| error.to_string())
        };
        let both = "term\tdocuments\n00000000000000ff\t1\n*\t2\nterm\tdocuments\n00000000000000ff\t3\n*\t3\n";
        let found = read(both).unwrap();
        assert_eq!(read("*\t0\n").unwrap().documents(), 0);
        assert_eq!((found.documents(), found.iter().collect::<Vec<_>>()), (5, vec![(255, 4)]));
        let rows = ["ff\t1", "+0000000000000ff\t1", "00000000000000ff\t-1", "", "*\t18446744073709551615"];
        for row in rows.into_iter().chain(["00000000000000ff\t4294967296", "*\t9007199254740990"]) {
            let wrong = &format!("*\t2\n{row}\n");
            let error = read(wrong).unwrap_err();
            assert!(error.contains("f.tsv:2: not a term of 16 hexadecimal digits"), "{error}");
        }
        for part in [
            "",
            "00000000000000ff\t1\n",
            "00000000000000ff\t2\n*\t1\n",
            "*\t9\n00000000000000ff\t2\n",
            "*\t9",
        ] {
            let error = read(part).unwrap_err();
            assert!(error.contains("f.tsv: the end is missing"), "{error}");
        }
    }
}
