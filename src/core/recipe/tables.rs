//! jieba's word tables: dictionary, inverse document frequencies, stop words.

#[cfg(not(feature = "chinese"))]
mod absent;
#[cfg(feature = "chinese")]
mod dictionary;
#[cfg(feature = "chinese")]
mod embedded;
#[cfg(feature = "chinese")]
mod idf;
#[cfg(feature = "chinese")]
mod lines;
#[cfg(feature = "chinese")]
mod loaded;
#[cfg(feature = "chinese")]
mod segmenter;
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
pub(super) use segmenter::Segmenter;

use crate::display::say;
use thiserror::Error;

/// The largest table file that is read, in bytes: eight times jieba's largest dictionary.
pub const LARGEST_TABLE: u64 = 64 << 20;

/// The name of a table file, for messages and headers, and its content.
#[derive(Debug, Clone, Copy)]
pub struct TableFile<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// UTF-8; a byte order mark and CRLF line ends are allowed.
    pub bytes: &'a [u8],
}

/// Files that replace the embedded tables; each is optional.
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

/// Names of the files that tables were read from; `None` for an embedded table.
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

    /// The files that are named, each with its key in a recipe, which is also its option.
    pub fn named(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let keys = [("jieba-dict", self.dict), ("jieba-idf", self.idf), ("stop-words", self.stop_words)];
        keys.into_iter().filter_map(|(key, name)| Some((key, name?)))
    }
}

/// Why a table file is invalid. Messages name the file, and the line if there is one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// The file is empty.
    #[error("{}", say!("{name:?} is empty; it must have at least one line", "{name:?} 为空；至少须有一行"))]
    Empty {
        /// The file.
        name: String,
    },
    /// A dictionary in which all frequencies are 0, or an IDF table in which all numbers are.
    #[error("{}", say!("{name:?} has no word with a number above 0", "{name:?} 没有数值大于 0 的词"))]
    NoFrequency {
        /// The file.
        name: String,
    },
    /// A line that is not an entry. It is not quoted: a recipe may name any file.
    #[error("{}", say!("{name:?}, line {line}: expected {expected}", "{name:?}，第 {line} 行：应为{expected}"))]
    Malformed {
        /// The file.
        name: String,
        /// From 1.
        line: usize,
        /// The format of an entry.
        expected: &'static str,
    },
    /// The file is in another encoding, or damaged.
    #[error("{}", say!("{name:?}, line {line}: not UTF-8, as the file must be{}", "{name:?}，第 {line} 行：不是 UTF-8，而此文件须为 UTF-8{}", seems(*guess)))]
    NotUtf8 {
        /// The file.
        name: String,
        /// The line of the first invalid byte, from 1.
        line: usize,
        /// The detected encoding.
        guess: Option<&'static str>,
    },
    /// A build without jieba cannot use tables.
    #[error("{}", say!("{name:?} is a table of jieba, which this simscope was built without (the feature `chinese`)", "{name:?} 是 jieba 词典，而此版 simscope 未含该功能（特性 `chinese`）"))]
    NeedsChinese {
        /// The file.
        name: String,
    },
}

fn seems(guess: Option<&'static str>) -> String {
    guess.map_or(String::new(), |guess| say!(" (it seems to be {guess})", "（似乎是 {guess}）"))
}
