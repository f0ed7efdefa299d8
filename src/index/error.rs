//! Errors of index files.

use crate::files::ReadError;
use crate::recipe::{BadRecipe, TableError};
use crate::search::{Strategy, Unfit};
use crate::visible;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why an index could not be built, opened or queried. `Display` is one line, safe to show: the file, what is
/// wrong, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// An error of the operating system.
    #[error("{}: {doing}: {source}", shown(.path))]
    Io {
        /// The index, or another file that was needed.
        path: PathBuf,
        /// What could not be done.
        doing: &'static str,
        /// Why.
        source: io::Error,
    },
    /// The file is not an index.
    #[error("{}: this is no index file; `simscope index build` makes one", shown(.path))]
    NotAnIndex {
        /// The file.
        path: PathBuf,
    },
    /// The version of a later or an earlier simscope.
    #[error(
        "{}: an index of version {version}, and this simscope reads version {}: build it again",
        shown(.path),
        super::format::VERSION
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        version: u32,
    },
    /// The file is shorter or longer than its header says.
    #[error(
        "{}: the index should have {expected} bytes and has {found}: take another copy, or build it again",
        shown(.path)
    )]
    OtherLength {
        /// The file.
        path: PathBuf,
        /// As its header says.
        expected: u64,
        /// As it is.
        found: u64,
    },
    /// Bytes were changed after the index was written.
    #[error("{}: the index is damaged ({place}): take another copy, or build it again", shown(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place in the file.
        place: String,
    },
    /// A query, or a document to be added, was signed with another recipe than the index.
    #[error("{}: the index was built with another recipe: {of_index}; not {given}", shown(.path))]
    OtherRecipe {
        /// The file.
        path: PathBuf,
        /// The recipe in the index.
        of_index: String,
        /// The other recipe.
        given: String,
    },
    /// The recipe of the index now gives other signatures.
    #[error(
        "{}: the index was built with another recipe: {what}, so that its signatures cannot be compared with new ones: \
         build it again",
        shown(.path)
    )]
    ChangedRecipe {
        /// The file.
        path: PathBuf,
        /// What has changed.
        what: String,
    },
    /// The recipe in the index cannot be read by this simscope.
    #[error("{}: the recipe in the index cannot be used: {source}: build it again", shown(.path))]
    BadRecipe {
        /// The file.
        path: PathBuf,
        /// Why.
        source: BadRecipe,
    },
    /// A table file of the recipe can no longer be read.
    #[error("{}: the recipe in the index cannot be used: {}: build it again", shown(.path), line(&.source.to_string()))]
    BadTable {
        /// The index.
        path: PathBuf,
        /// Why.
        source: TableError,
    },
    /// A table file that its recipe needs is not there, or is no such file.
    #[error("{0}; the recipe of the index needs this table")]
    NoTable(ReadError),
    /// The weighting tf-idf, which indices do not support.
    #[error(
        "under weighting tf-idf a signature depends on the corpus, which a query does not have: \
         choose another weighting (--weighting tf), or index a signature file (--input signatures)"
    )]
    NeedsCorpus,
    /// A strategy that index files do not support.
    #[error("strategy {0} is not in an index file: use blocks, tables:M, nested or scan")]
    NotStored(Strategy),
    /// A strategy that does not fit this width and k.
    #[error("strategy {strategy}: {unfit}")]
    Unfit {
        /// The strategy.
        strategy: Strategy,
        /// Why.
        unfit: Unfit,
    },
    /// More documents than an index can number.
    #[error("{}: an index holds at most {} documents: build several", shown(.path), super::MOST_DOCUMENTS)]
    TooMany {
        /// The file.
        path: PathBuf,
    },
    /// Another process is writing the file.
    #[error("{}: another process is building or adding to this index: wait until it has ended", shown(.path))]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Another process has replaced the file.
    #[error("{}: the index was replaced while it was read: try again", shown(.path))]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// [`Progress::cancel`](crate::progress::Progress::cancel) was called.
    #[error("{}: stopped; the index is unchanged", shown(.path))]
    Cancelled {
        /// The file.
        path: PathBuf,
    },
    /// Index files are little-endian, and so must be the processor.
    #[error("{}: index files need a little-endian processor", shown(.path))]
    BigEndian {
        /// The file.
        path: PathBuf,
    },
}

fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

fn line(text: &str) -> Cow<'_, str> {
    visible::line(text)
}
