//! Errors of index files.

use crate::display::{Phrase, lang, refused, say};
use crate::files::ReadError;
use crate::recipe::{BadRecipe, TableError};
use crate::search::{Strategy, Unfit};
use crate::visible;
use std::io;
use std::path::{Path, PathBuf};

/// Why an index could not be built, opened or queried. `Display` is one line, safe to show: the file, what is
/// wrong, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// An error of the operating system.
    #[error("{}", say!("{}: {doing}: {}", "{}：{doing}：{}", visible::path(.path), refused(source)))]
    Io {
        /// The index, or another file that was needed.
        path: PathBuf,
        /// What could not be done.
        doing: &'static str,
        /// Why.
        source: io::Error,
    },
    /// The file is not an index.
    #[error("{}", say!("{}: this is no index file; `simscope index build` makes one", "{}：不是索引文件；请用 `simscope index build` 建立", visible::path(.path)))]
    NotAnIndex {
        /// The file.
        path: PathBuf,
    },
    /// The version of a later or an earlier simscope.
    #[error("{}", say!("{}: an index of version {version}, and this simscope reads version {}: build it again", "{}：索引版本为 {version}，此版 simscope 读取版本 {}：请重新建立",
        visible::path(.path),
        super::format::VERSION))]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        version: u32,
    },
    /// The file is shorter or longer than its header says.
    #[error("{}", say!("{}: the index should have {expected} bytes and has {found}: take another copy, or build it again", "{}：索引应有 {expected} 字节，实有 {found} 字节：请换一份副本，或重新建立",
        visible::path(.path)))]
    OtherLength {
        /// The file.
        path: PathBuf,
        /// As its header says.
        expected: u64,
        /// As it is.
        found: u64,
    },
    /// Bytes were changed after the index was written.
    #[error("{}", say!("{}: the index is damaged ({place}): take another copy, or build it again", "{}：索引已损坏（{place}）：请换一份副本，或重新建立", visible::path(.path)))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place in the file.
        place: String,
    },
    /// A query, or a document to be added, was signed with another recipe than the index.
    #[error("{}", say!("{}: the index was built with another recipe: {of_index}; not {given}", "{}：索引用的是另一配方：{of_index}，而不是 {given}", visible::path(.path)))]
    OtherRecipe {
        /// The file.
        path: PathBuf,
        /// The recipe in the index.
        of_index: String,
        /// The other recipe.
        given: String,
    },
    /// The recipe of the index now gives other signatures.
    #[error("{}", say!("{}: the index was built with another recipe: {what}, so that its signatures cannot be compared with new ones: \
         build it again", "{}：索引的配方不同：{what}，其签名不能与新签名比较：请重新建立",
        visible::path(.path)))]
    ChangedRecipe {
        /// The file.
        path: PathBuf,
        /// What has changed.
        what: String,
    },
    /// The recipe in the index cannot be read by this simscope.
    #[error("{}", say!("{}: the recipe in the index cannot be used: {source}: build it again", "{}：索引中的配方无法使用：{source}：请重新建立", visible::path(.path)))]
    BadRecipe {
        /// The file.
        path: PathBuf,
        /// Why.
        source: BadRecipe,
    },
    /// A table file of the recipe can no longer be read.
    #[error("{}", say!("{}: the recipe in the index cannot be used: {}: build it again", "{}：索引中的配方无法使用：{}：请重新建立", visible::path(.path), visible::line(&.source.to_string())))]
    BadTable {
        /// The index.
        path: PathBuf,
        /// Why.
        source: TableError,
    },
    /// A table file that its recipe needs is not there, or is no such file.
    #[error("{}", say!("{}; the recipe of the index needs this table", "{}；索引的配方需要此表", .0))]
    NoTable(ReadError),
    /// The weighting tf-idf, which indices do not support.
    #[error("{}", say!("under weighting tf-idf a signature depends on the corpus, which a query does not have: \
         choose another weighting (--weighting tf), or index a signature file (--input signatures)", "加权方式 tf-idf 的签名取决于语料，而查询没有语料：请另选加权方式（--weighting tf），或为签名文件建索引（--input signatures）"))]
    NeedsCorpus,
    /// A strategy that index files do not support.
    #[error("{}", say!("strategy {} is not in an index file: use blocks, tables:M, nested or scan", "索引文件不能用策略 {}：请用 blocks、tables:M、nested 或 scan", .0))]
    NotStored(Strategy),
    /// A strategy that does not fit this width and k.
    #[error("{}", say!("strategy {strategy}: {unfit}", "策略 {strategy}：{unfit}"))]
    Unfit {
        /// The strategy.
        strategy: Strategy,
        /// Why.
        unfit: Unfit,
    },
    /// More documents than an index can number.
    #[error("{}", say!("{}: an index holds at most {} documents: build several", "{}：一个索引最多容纳 {} 篇文档：请建立多个", visible::path(.path), super::MOST_DOCUMENTS))]
    TooMany {
        /// The file.
        path: PathBuf,
    },
    /// Another process is writing the file.
    #[error("{}", say!("{}: another process is building or adding to this index ({} is locked): wait until it has ended", "{}：另一进程正在建立或添加此索引（{} 已锁定）：请等它结束", visible::path(.path), visible::path(.lock)))]
    Locked {
        /// The file.
        path: PathBuf,
        /// What is locked.
        lock: PathBuf,
    },
    /// Another process has replaced the file.
    #[error("{}", say!("{}: another process replaced the index while it was read: try again", "{}：读取期间另一进程替换了此索引：请重试", visible::path(.path)))]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// [`Progress::cancel`](crate::progress::Progress::cancel) was called.
    #[error("{}", say!("{}: stopped; the index is unchanged", "{}：已停止；索引未变", visible::path(.path)))]
    Cancelled {
        /// The file.
        path: PathBuf,
    },
    /// Index files are little-endian, and so must be the processor.
    #[error("{}", say!("{}: index files need a little-endian processor", "{}：索引文件需要小端序处理器", visible::path(.path)))]
    BigEndian {
        /// The file.
        path: PathBuf,
    },
}

impl IndexError {
    /// What could not be done, with the error of the system that follows.
    pub(super) fn io(path: &Path, doing: Phrase) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::Io { path: path.to_owned(), doing: lang().pick(doing), source }
    }
}
