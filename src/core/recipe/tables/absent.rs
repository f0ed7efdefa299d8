//! The tables of a build without jieba: none.

use super::{TableError, TableFiles, TableNames};

/// jieba's word tables, empty in a build without the feature `chinese`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tables(());

impl Tables {
    /// None.
    pub const EMBEDDED: Self = Self(());

    /// Refuses every file.
    pub fn parse(files: &TableFiles<'_>) -> Result<Self, TableError> {
        match [files.dict, files.idf, files.stop_words].into_iter().flatten().next() {
            Some(file) => Err(TableError::NeedsChinese { name: file.name.to_owned() }),
            None => Ok(Self::EMBEDDED),
        }
    }

    /// The names of the files: none.
    pub fn names(self) -> TableNames {
        TableNames::NONE
    }

    /// No word has an inverse document frequency.
    pub fn idf(self, _: &str) -> Option<f64> {
        None
    }

    /// 0 without a table.
    pub fn idf_median(self) -> f64 {
        0.0
    }

    /// 0 without a table.
    pub fn cppjieba_idf_mean(self) -> f64 {
        0.0
    }

    /// 0 without a table.
    pub fn idf_mean(self) -> f64 {
        0.0
    }
}
