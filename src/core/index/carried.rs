//! The recipe that an index carries, and the check that it still signs in the same way.
//!
//! The text of the recipe is not enough: a table file may have changed, or jieba's embedded dictionary with
//! another version of simscope. So the header has a checksum of the table files and the signatures of two
//! probes.

use super::IndexError;
use super::format::Header;
use crate::display::lang;
use crate::files::read_bytes;
use crate::recipe::{
    LARGEST_TABLE, Recipe, RecipeFile, TableFile, TableFiles, TablePaths, Tables, Weighting,
};
use crate::simhash::Signer;
use crate::visible;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3Default;

/// Texts that are signed as a test: one without words of jieba's dictionary, which takes a tenth of a second to
/// load, and one with them.
pub(super) const PROBES: [&str; 2] = [
    "To be, or not to be, that is the question: whether 'tis nobler in the mind to suffer the slings and arrows of 1603.",
    "床前明月光，疑是地上霜。举头望明月，低头思故乡。今天天气很好，我们一起去北京大学图书馆看书；程序员在上海研究机器学习。",
];

/// The recipe's mark in the header: probe signatures and the checksum of the table files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) probes: [u128; 2],
    pub(super) tables: u64,
}

impl Mark {
    /// The mark of a recipe whose tables are loaded.
    pub(super) fn of(recipe: &Recipe, index: &Path) -> Result<Self, IndexError> {
        if recipe.weighting == Weighting::TfIdf {
            return Err(IndexError::NeedsCorpus);
        }
        let tables = tables_sum(&recipe.tables.names().into())?;
        let mark = Self { probes: PROBES.map(|probe| sign(recipe, probe)), tables };
        // A table file that only this process can name would make the index unusable elsewhere.
        read_toml(&recipe.to_toml(), index)?;
        Ok(mark)
    }
}

/// Parses the recipe of an index and loads its tables; `texts_have_han` if jieba's words may matter.
pub(super) fn recipe(
    toml: &str,
    header: &Header,
    index: &Path,
    texts_have_han: bool,
) -> Result<Recipe, IndexError> {
    let changed = |what: &str| IndexError::ChangedRecipe { path: index.to_owned(), what: what.to_owned() };
    let RecipeFile { recipe, tables } = read_toml(toml, index)?;
    let contents = Contents::read(&tables)?;
    if contents.sum() != header.tables {
        return Err(changed(lang().pick(("its table files have changed since", "它的表文件已改变"))));
    }
    let recipe = Recipe { tables: contents.parse(index)?, ..recipe };
    for (probe, expected) in PROBES.iter().zip(header.probes).take(1 + usize::from(texts_have_han)) {
        if sign(&recipe, probe) != expected {
            return Err(changed(lang().pick((
                "by another version of simscope, which made other signatures with it",
                "由另一版 simscope 建成，签名与此版不同",
            ))));
        }
    }
    Ok(recipe)
}

/// A checksum of what is in the table files (XXH3-64); 0 without any.
///
/// # Errors
/// A file that cannot be read.
pub fn tables_sum(paths: &TablePaths) -> Result<u64, IndexError> {
    Contents::read(paths).map(|contents| contents.sum())
}

/// Whether jieba's dictionary may matter for a text: it has a character beyond the Western alphabets.
pub(super) fn has_han(text: &str) -> bool {
    text.chars().any(|c| c >= '\u{2e80}')
}

fn sign(recipe: &Recipe, text: &str) -> u128 {
    Signer::new(recipe, None).sign(text).signature
}

fn read_toml(toml: &str, index: &Path) -> Result<RecipeFile, IndexError> {
    Recipe::from_toml("its recipe", toml)
        .map_err(|source| IndexError::BadRecipe { path: index.to_owned(), source })
}

/// Contents of the table files.
struct Contents([Option<(String, Vec<u8>)>; 3]);

impl Contents {
    fn read(paths: &TablePaths) -> Result<Self, IndexError> {
        let read = |path: &Option<PathBuf>| {
            let Some(path) = path else { return Ok(None) };
            let bytes = read_bytes(path, LARGEST_TABLE).map_err(IndexError::NoTable)?;
            Ok(Some((path.to_string_lossy().into_owned(), bytes)))
        };
        Ok(Self([read(&paths.dict)?, read(&paths.idf)?, read(&paths.stop_words)?]))
    }

    fn sum(&self) -> u64 {
        if self.0.iter().all(Option::is_none) {
            return 0;
        }
        let mut sum = Xxh3Default::new();
        for table in &self.0 {
            // The length before the bytes distinguishes "none" from "empty", and the end of one table from the
            // start of the next.
            sum.update(&table.as_ref().map_or(u64::MAX, |(_, bytes)| bytes.len() as u64).to_le_bytes());
            sum.update(table.as_ref().map_or(&[], |(_, bytes)| bytes));
        }
        sum.digest()
    }

    fn parse(&self, index: &Path) -> Result<Tables, IndexError> {
        let [dict, idf, stop_words] = [0, 1, 2].map(|i| {
            let table: Option<&(String, Vec<u8>)> = self.0[i].as_ref();
            table.map(|(name, bytes)| TableFile { name, bytes })
        });
        Tables::parse(&TableFiles { dict, idf, stop_words })
            .map_err(|source| IndexError::BadTable { path: index.to_owned(), source })
    }
}

/// Whether two recipes are the same except for their names; table files are compared by path.
pub(super) fn are_same(a: &Recipe, b: &Recipe) -> bool {
    let plain = |recipe: &Recipe| Recipe { name: None, tables: Tables::EMBEDDED, ..*recipe };
    plain(a) == plain(b) && a.tables.names() == b.tables.names()
}

/// A recipe in one line, safe to show.
pub(super) fn shown(recipe: &Recipe) -> String {
    visible::line(&recipe.to_string()).into_owned()
}
