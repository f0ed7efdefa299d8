//! jieba's word tables: dictionary, inverse document frequencies, stop words.

#[cfg(not(feature = "chinese"))]
mod absent;
#[cfg(feature = "chinese")]
mod dictionary;
#[cfg(feature = "chinese")]
mod idf;
#[cfg(feature = "chinese")]
mod lines;
#[cfg(feature = "chinese")]
mod loaded;
#[cfg(test)]
#[cfg(feature = "chinese")]
pub(super) mod small;

#[cfg(not(feature = "chinese"))]
pub use absent::Tables;
#[cfg(feature = "chinese")]
pub(super) use dictionary::Dictionary;
#[cfg(feature = "chinese")]
pub use loaded::Tables;
#[cfg(feature = "chinese")]
pub(super) use loaded::Words;

use thiserror::Error;

/// A table file's name, for messages and headers, and its content.
#[derive(Debug, Clone, Copy)]
pub struct TableFile<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// UTF-8; a byte order mark and CRLF line ends are allowed.
    pub bytes: &'a [u8],
}

/// The files to use instead of the embedded tables; each may be missing.
#[derive(Debug, Clone, Copy, Default)]
pub struct TableFiles<'a> {
    /// Like Python jieba's `dict.txt` and cppjieba's `jieba.dict.utf8`: on each line a word, a space, its frequency (a
    /// whole number), and perhaps a space and a tag, which is not used.
    pub dict: Option<TableFile<'a>>,
    /// Like Python jieba's `idf.txt` and cppjieba's `idf.utf8`: on each line a word, a space, and a number.
    pub idf: Option<TableFile<'a>>,
    /// Like cppjieba's `stop_words.utf8`: a word a line, nothing trimmed (so `a ` stops nothing).
    pub stop_words: Option<TableFile<'a>>,
}

/// The names of the files that tables were read from; `None` where they are the embedded ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TableNames {
    /// Of the dictionary.
    pub dict: Option<&'static str>,
    /// Of the inverse document frequencies.
    pub idf: Option<&'static str>,
    /// Of the stop words.
    pub stop_words: Option<&'static str>,
}

impl TableNames {
    const NONE: Self = Self { dict: None, idf: None, stop_words: None };
}

/// Why a table file cannot be used. Messages name the file, and the line where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// There is nothing in it.
    #[error("{name:?} is empty; it must have at least one line")]
    Empty {
        /// The file.
        name: String,
    },
    /// A dictionary in which all frequencies are 0.
    #[error("{name:?} has no word with a frequency above 0")]
    NoFrequency {
        /// The file.
        name: String,
    },
    /// A line that is no entry.
    #[error("{name:?}, line {line}: expected {expected}, found {found}")]
    Malformed {
        /// The file.
        name: String,
        /// From 1.
        line: usize,
        /// What an entry is.
        expected: &'static str,
        /// What stood there, quoted, its control characters escaped; shortened if it is long.
        found: String,
    },
    /// Another encoding, or damage.
    #[error("{name:?}, line {line}: not UTF-8, as the file must be{}", seems(*guess))]
    NotUtf8 {
        /// The file.
        name: String,
        /// From 1; where the first fault is.
        line: usize,
        /// The encoding that the file seems to be in.
        guess: Option<&'static str>,
    },
    /// A build without jieba has no use for tables.
    #[error("{name:?} is a table of jieba, which this simscope was built without (the feature `chinese`)")]
    NeedsChinese {
        /// The file.
        name: String,
    },
}

fn seems(guess: Option<&'static str>) -> String {
    guess.map_or(String::new(), |guess| format!(" (it seems to be {guess})"))
}
