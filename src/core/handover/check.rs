//! What can be refused is refused before anything is read; what changed since is noticed before anything is written.

use super::passing::Before;
use super::{Copying, Fate, HandoverError, Target, Written, target};
use crate::corpus::{Entry, Originals, Places, Source, What};
use crate::display::{lang, say};
use crate::export::guard;
use crate::progress::Progress;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A copying that is possible, and the sources as they were then.
#[derive(Debug, Clone)]
pub struct Checked<'a> {
    pub(super) copying: Copying<'a>,
    stamps: Vec<Stamp>,
}

/// A file as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    name: String,
    size: u64,
    changed: Option<SystemTime>,
}

impl<'a> Copying<'a> {
    /// Checks that the sources are there and fit the target, and that everything may be written. To be called before the
    /// sources are read.
    ///
    /// # Errors
    /// See [`HandoverError`].
    pub fn check(&self) -> Result<Checked<'a>, HandoverError> {
        let originals = Originals::list(self.sources, self.options)?;
        self.check_sources(&originals)?;
        let inputs = || self.sources.iter().filter_map(path_of);
        let written = match &self.target {
            Target::Folder(path) => {
                self.check_folder(path)?;
                None
            }
            other => other.path(),
        };
        for path in written.into_iter().chain(self.companions.iter().map(PathBuf::as_path)) {
            guard(path, inputs(), self.is_forced)?;
            if path.is_dir() {
                return Err(misfit(path, lang().pick(("is a folder; name a file", "是文件夹；请指定文件"))));
            }
            self.check_outside(path)?;
        }
        Ok(Checked { copying: self.clone(), stamps: stamps(&originals, self.sources) })
    }

    fn check_sources(&self, originals: &Originals<'_>) -> Result<(), HandoverError> {
        let is_stream = |source: &&Source| match source {
            Source::Stdin => true,
            Source::Path(path) => fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir()),
            Source::Spooled(_) | Source::Builtin | Source::Held(_) | Source::SparkOutput(_) => false,
        };
        if let Some(stream) = self.sources.iter().find(is_stream) {
            let place = crate::corpus::name_of(std::slice::from_ref(stream));
            let what = say!("can be read only once; write it to a file first", "只能读一次；请先写入文件");
            return Err(HandoverError::Unable { place, what });
        }
        if let Some(warc) = originals.entries.iter().find(|entry| originals.is_named_warc(entry)) {
            return Err(HandoverError::Unable { place: originals.name(warc), what: no_warc() });
        }
        let fits = match &self.target {
            Target::Folder(_) => true,
            Target::File(_) | Target::Stdout => {
                let is_file = matches!(self.sources, [Source::Path(path)] if !path.is_dir());
                is_file || originals.entries.iter().all(|entry| matches!(entry.what, What::Source))
            }
            Target::List(_) => {
                let is_listed =
                    |entry: &Entry| matches!(entry.what, What::Document(_) | What::Skipped { .. });
                originals.entries.iter().all(is_listed)
            }
        };
        let path = self.target.path().unwrap_or(Path::new(lang().pick(("standard output", "标准输出"))));
        match &self.target {
            Target::File(_) | Target::Stdout if fits && originals.entries.len() > 1 => check_joined(originals),
            _ if fits => Ok(()),
            Target::List(_) => Err(misfit(
                path,
                lang().pick((
                    "a list of paths needs a folder in which each file is one document",
                    "路径列表需要每个文件为一篇文档的文件夹",
                )),
            )),
            _ => Err(misfit(
                path,
                lang().pick((
                    "one file cannot hold what comes from a folder, or files that are one document each; name a folder",
                    "文件夹的内容，或每个为一篇文档的文件，不能写入一个文件；请指定文件夹",
                )),
            )),
        }
    }

    /// Checks that a folder may be written: it is new or empty, or may be replaced without taking more along.
    fn check_folder(&self, path: &Path) -> Result<(), HandoverError> {
        self.check_outside(path)?;
        let Ok(kind) = fs::metadata(path) else { return Ok(()) };
        if !kind.is_dir() {
            return Err(misfit(path, lang().pick(("is a file; name a folder", "是文件；请指定文件夹"))));
        }
        if is_empty(path) {
            return Ok(());
        }
        if !self.is_forced {
            return Err(crate::export::Guarded::Exists(path.to_owned()).into());
        }
        let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
        let held =
            self.sources.iter().filter_map(path_of).chain(self.companions.iter().map(PathBuf::as_path));
        let held = held.map(Path::to_owned).chain(std::env::current_dir()).chain(home);
        let Ok(place) = fs::canonicalize(path) else { return Ok(()) };
        for held in held {
            if fs::canonicalize(&held).is_ok_and(|inside| inside.starts_with(&place)) {
                return Err(HandoverError::HoldsMore { path: path.to_owned(), held });
            }
        }
        Ok(())
    }

    /// Checks that a path is in no folder that is read.
    fn check_outside(&self, path: &Path) -> Result<(), HandoverError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Ok(place) = fs::canonicalize(path).or_else(|_| fs::canonicalize(folder)) else { return Ok(()) };
        for input in self.sources.iter().filter_map(path_of).filter(|input| input.is_dir()) {
            if fs::canonicalize(input).is_ok_and(|input| place.starts_with(input)) {
                return Err(HandoverError::InInput { path: path.to_owned(), input: input.to_owned() });
            }
        }
        Ok(())
    }
}

impl Checked<'_> {
    /// Writes the records of the documents that are kept. `places` are those of all documents as they were read; `fate` is
    /// asked for each document once, in order. Advances by bytes on disk. One record may have to fit in memory, no more.
    ///
    /// # Errors
    /// See [`HandoverError`]; nothing is written then, but to standard output.
    pub fn copy(
        &self,
        places: &Places,
        fate: &mut dyn FnMut(usize) -> Fate,
        progress: &Progress,
    ) -> Result<Written, HandoverError> {
        let originals = Originals::list(self.copying.sources, self.copying.options)?;
        self.check_unchanged(&originals)?;
        target::copy(self, &originals, (places, fate), progress)
    }

    /// Checks that the sources are what they were.
    pub(super) fn check_unchanged(&self, originals: &Originals<'_>) -> Result<(), HandoverError> {
        let now = stamps(originals, self.copying.sources);
        if now == self.stamps {
            return Ok(());
        }
        let changed = now.iter().zip(&self.stamps).find(|(now, then)| now != then).map(|(now, _)| &now.name);
        let place = changed.cloned().unwrap_or_else(|| crate::corpus::name_of(self.copying.sources));
        Err(HandoverError::Changed(place))
    }
}

/// Checks that files can be joined, as far as that is seen in their first lines.
fn check_joined(originals: &Originals<'_>) -> Result<(), HandoverError> {
    let mut before = Before::of(originals.entries.len());
    for entry in &originals.entries {
        // A file that cannot be read is reported while it is copied.
        let Ok(layout) = originals.layout(entry) else { continue };
        let unable = |what| HandoverError::Unable { place: originals.name(entry), what };
        before.check(&layout).map_err(unable)?;
    }
    Ok(())
}

fn misfit(path: &Path, what: &'static str) -> HandoverError {
    HandoverError::Misfit { path: path.to_owned(), what }
}

pub(super) fn path_of(source: &Source) -> Option<&Path> {
    match source {
        Source::Path(path) => Some(path),
        Source::SparkOutput(output) => output.text_path(),
        Source::Stdin | Source::Spooled(_) | Source::Builtin | Source::Held(_) => None,
    }
}

/// Why the records of a WARC are not handed over: readers expect each compressed by itself.
pub(super) fn no_warc() -> String {
    say!(
        "the kept records of a WARC are not written; --dry-run lists what goes",
        "不写出 WARC 中保留的记录；--dry-run 列出去除的记录"
    )
}

/// Whether a folder has nothing in it.
pub(super) fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// All files with their sizes and times.
fn stamps(originals: &Originals<'_>, sources: &[Source]) -> Vec<Stamp> {
    let stamp = |entry: &Entry| {
        let path = match &entry.what {
            What::Source => path_of(&sources[entry.source]),
            What::Document(found) | What::Records(found) => Some(found.path.as_path()),
            What::Skipped { .. } => None,
        };
        let metadata = path.and_then(|path| fs::metadata(path).ok());
        let size = metadata.as_ref().map_or(0, fs::Metadata::len);
        let changed = metadata.and_then(|metadata| metadata.modified().ok());
        Stamp { name: originals.name(entry), size, changed }
    };
    originals.entries.iter().map(stamp).collect()
}
