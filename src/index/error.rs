//! What can be wrong with an index file.

use crate::recipe::{BadRecipe, TableError};
use crate::search::{Strategy, Unfit};
use crate::visible;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why an index could not be built, opened or asked. `Display` is one line, safe to show: the file, what is wrong with
/// it, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The system would not.
    #[error("{}: {doing}: {source}", shown(.path))]
    Io {
        /// The index, or the file that was needed for it.
        path: PathBuf,
        /// What could not be done.
        doing: &'static str,
        /// Why.
        source: io::Error,
    },
    /// Something else.
    #[error("{}: this is no index file; `simscope index build` makes one", shown(.path))]
    NotAnIndex {
        /// The file.
        path: PathBuf,
    },
    /// Of a later or an earlier simscope.
    #[error(
        "{}: an index of version {version}, and this simscope reads version {}: build it again",
        shown(.path),
        super::format::VERSION
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// What it says of itself.
        version: u32,
    },
    /// Cut off, or grown.
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
    /// Bytes that are not those that were written.
    #[error("{}: the index is damaged ({place}): take another copy, or build it again", shown(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        place: String,
    },
    /// A query, or what is to be added, was made in another way than the index.
    #[error("{}: the index was built with another recipe: {of_index}; not {given}", shown(.path))]
    OtherRecipe {
        /// The file.
        path: PathBuf,
        /// The recipe in the index.
        of_index: String,
        /// The other.
        given: String,
    },
    /// The recipe of the index gives other signatures than it did.
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
    /// A table file of the recipe cannot be used any more.
    #[error("{}: the recipe in the index cannot be used: {}: build it again", shown(.path), line(&.source.to_string()))]
    BadTable {
        /// The index.
        path: PathBuf,
        /// Why.
        source: TableError,
    },
    /// tf-idf.
    #[error(
        "weighting tf-idf gives a text another signature with every corpus, and an index is asked without the corpus: \
         choose another weighting (--weighting tf), or index a signature file (--input signatures)"
    )]
    NeedsCorpus,
    /// A strategy that index files do not have.
    #[error("strategy {0} is not in an index file: use blocks, tables:M, nested or scan")]
    NotStored(Strategy),
    /// A strategy that cannot work at this width and k.
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
    /// Somebody else has the file in hand.
    #[error("{}: another process is building or adding to this index: wait until it has ended", shown(.path))]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Somebody else has written the file anew.
    #[error("{}: the index was replaced while it was read: try again", shown(.path))]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// [`Progress::cancel`](crate::progress::Progress::cancel) was called.
    #[error("{}: stopped; the index is as it was", shown(.path))]
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
