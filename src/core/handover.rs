//! The original records, written through byte for byte, without those that are dropped.
//!
//! ```no_run
//! # use simscope_core as simscope;
//! use simscope::corpus::{Places, ReadOptions, Source};
//! use simscope::handover::{Copying, Fate, Target, Unreadable};
//! use simscope::progress::Progress;
//!
//! # fn read_and_decide(_: &[Source]) -> (Places, Vec<bool>) { (Places::default(), Vec::new()) }
//! let (sources, options) = ([Source::Path("in.jsonl".into())], ReadOptions::default());
//! let copying = Copying {
//!     sources: &sources,
//!     options: &options,
//!     target: Target::File("out.jsonl".into()),
//!     companions: &[],
//!     compression: None,
//!     unreadable: Unreadable::Keep,
//!     is_forced: false,
//! };
//! let checked = copying.check()?;
//! let (places, is_dropped) = read_and_decide(&sources);
//! let mut fate = |document: usize| if is_dropped[document] { Fate::Drop } else { Fate::Keep };
//! let written = checked.copy(&places, &mut fate, &Progress::new())?;
//! println!("{} of {} records", written.records_kept, written.records_read);
//! # Ok::<(), simscope::handover::HandoverError>(())
//! ```
//!
//! What is no record stays as it is: byte order marks, headers, blank lines, the brackets of a JSON array. Of an array
//! an element goes with the comma and the space before it; the first that stays has the space of the first.

mod array;
mod check;
mod compressed;
mod delimited;
mod handing;
mod lines;
mod names;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "handover/parquet_absent.rs"]
mod parquet;
mod passing;
mod target;

pub use crate::corpus::Compression;
pub use check::Checked;
pub use handing::{Handing, Table, dropped_beside, guard_dropped, table_beside};
pub use names::suggested;

use crate::corpus::{CorpusError, ReadOptions, Source};
use crate::display::{refused, say};
use crate::export::{Guarded, WriteError};
use crate::visible;
use std::path::{Path, PathBuf};

/// What is copied, and where to.
#[derive(Debug, Clone)]
pub struct Copying<'a> {
    /// Sources that can be read again: see [`spool`](crate::corpus::spool).
    pub sources: &'a [Source],
    /// How they are read.
    pub options: &'a ReadOptions,
    /// Where the kept records go.
    pub target: Target,
    /// Files that will be written beside them.
    pub companions: &'a [PathBuf],
    /// `None`: in a folder each file is compressed as it was; a file by the ending of its name (`.gz`, `.zst`), else not.
    /// Files that are one document each are copied as they are.
    pub compression: Option<Compression>,
    /// The treatment of records that are no document.
    pub unreadable: Unreadable,
    /// Whether what exists is replaced.
    pub is_forced: bool,
}

/// Where kept records go. Each is written whole or not at all, but for standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// One file, of sources of records in one form.
    File(PathBuf),
    /// A folder: for each file of a folder one of the same name; for several sources a file or folder each.
    Folder(PathBuf),
    /// A file with the paths of the kept files, one a line, of folders whose files are one document each.
    List(PathBuf),
    /// Standard output, as a file.
    Stdout,
}

impl Target {
    /// The file or folder that is written.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Folder(path) | Self::List(path) => Some(path),
            Self::Stdout => None,
        }
    }
}

/// Whether the record of a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its record is written.
    Keep,
    /// Its record is left out.
    Drop,
}

/// The treatment of records that could not be read as documents: malformed ones, those without a text, and all after a place
/// where reading had to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// They are written like kept ones.
    Keep,
    /// They are left out.
    Drop,
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// Records met: documents and unreadable ones.
    pub records_read: u64,
    /// Of them, those written.
    pub records_kept: u64,
    /// Of those met, how many are no document; a file that is no text, and a rest that cannot be split, count as one.
    pub unreadable: u64,
    /// What folders hold besides files (links to folders, sockets); it is never copied.
    pub no_files: u64,
    /// Bytes met, decompressed.
    pub bytes_read: u64,
    /// Bytes written, before they were compressed.
    pub bytes_written: u64,
}

/// Why nothing was written. `Display` is one line, safe to show.
#[derive(Debug, thiserror::Error)]
pub enum HandoverError {
    /// A source cannot be read.
    #[error(transparent)]
    Read(#[from] CorpusError),
    /// Something is there already, or is an input.
    #[error(transparent)]
    Guarded(#[from] Guarded),
    /// The file system refused.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Standard output cannot be written.
    #[error("{}", say!("standard output: {}", "标准输出：{}", refused(.0)))]
    Stdout(std::io::Error),
    /// The output would be one of the next inputs.
    #[error("{}", say!("{}: lies in {}, which is read as input; choose a place outside", "{}：在作为输入读取的 {} 之内；请另选位置", visible::path(.path), visible::path(.input)))]
    InInput {
        /// What was to be written.
        path: PathBuf,
        /// The folder.
        input: PathBuf,
    },
    /// Replacing the folder would take more with it than an earlier output.
    #[error("{}", say!("{}: holds {}, and is never replaced; choose another folder", "{}：其中有 {}，不会被覆盖；请另选文件夹", visible::path(.path), visible::path(.held)))]
    HoldsMore {
        /// The folder that was to be replaced.
        path: PathBuf,
        /// An input, or the folder in which the program runs.
        held: PathBuf,
    },
    /// A folder where a file should be, or the other way round.
    #[error("{}", say!("{}: {what}", "{}：{what}", visible::path(.path)))]
    Misfit {
        /// What was to be written.
        path: PathBuf,
        /// Why it does not fit the sources.
        what: &'static str,
    },
    /// The sources are not what they were when they were checked and read.
    #[error("{}", say!("{}: was changed while simscope worked on it, so nothing was written; run the command again", "{}：在 simscope 处理期间被改动，因此未写出任何内容；请重新运行", visible::line(.0)))]
    Changed(String),
    /// A file that holds something that cannot be written again.
    #[error("{}", say!("{}: {what}", "{}：{what}", visible::line(.place)))]
    Unable {
        /// The file.
        place: String,
        /// Why.
        what: String,
    },
    /// [`Progress::cancel`](crate::progress::Progress::cancel) was called.
    #[error("{}", say!("cancelled; nothing was written", "已取消；未写出任何内容"))]
    Cancelled,
}
