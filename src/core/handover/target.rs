//! The files that are written.

use super::check::{is_empty, no_warc};
use super::compressed::Compressed;
use super::handing::check_ending;
use super::names::Names;
use super::passing::{Before, Broken, Deciding, Passing, pass_all};
use super::{
    Checked, Compression, Fate, HandoverError, Target, Unreadable, Written, array, delimited, lines, parquet,
};
use crate::corpus::{CorpusError, Entry, Layout, Originals, Places, Shape, Source, What};
use crate::display::{lang, say};
use crate::export::{WriteError, write_whole};
use crate::progress::Progress;
use crate::temporary;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The documents by their places, and a function that decides on each.
type Fates<'f> = (&'f Places, &'f mut dyn FnMut(usize) -> Fate);

/// Copies everything to the target.
pub(super) fn copy(
    checked: &Checked<'_>,
    originals: &Originals<'_>,
    (places, fate): Fates<'_>,
    progress: &Progress,
) -> Result<Written, HandoverError> {
    let unreadable = checked.copying.unreadable;
    let deciding = Deciding { places, fate, unreadable, written: Written::default(), met: 0 };
    let is_forced = checked.copying.is_forced;
    let mut run = Run { checked, originals, deciding, progress };
    match &checked.copying.target {
        Target::File(path) => whole(path, is_forced, |out| run.single(Some(path), out))?,
        Target::Stdout => {
            let mut out = BufWriter::new(io::stdout().lock());
            run.single(None, &mut out)?;
            out.flush().map_err(HandoverError::Stdout)?;
        }
        Target::List(path) => whole(path, is_forced, |out| run.list(path, out))?,
        Target::Folder(path) => run.folder(path)?,
    }
    Ok(run.deciding.written)
}

/// Writes a file whole; the errors of its content are its own.
fn whole(
    path: &Path,
    may_replace: bool,
    content: impl FnOnce(&mut dyn Write) -> Result<(), HandoverError>,
) -> Result<(), HandoverError> {
    let mut failure = None;
    let written = write_whole(path, may_replace, |out| {
        content(out).map_err(|error| {
            failure = Some(error);
            io::Error::other("not complete")
        })
    });
    match (failure, written) {
        (Some(error), _) => Err(error),
        (None, written) => Ok(written?),
    }
}

/// One copying under way.
struct Run<'r> {
    checked: &'r Checked<'r>,
    originals: &'r Originals<'r>,
    deciding: Deciding<'r>,
    progress: &'r Progress,
}

/// A file of records that is open.
struct Open<'p> {
    layout: Layout,
    compression: Compression,
    bytes: Box<dyn Read + 'p>,
}

impl<'r> Run<'r> {
    /// Copies all files into one. `path` is where it goes; `None` for standard output.
    fn single(&mut self, path: Option<&Path>, out: &mut dyn Write) -> Result<(), HandoverError> {
        let given = self.checked.copying.compression;
        let compression = given.unwrap_or_else(|| path.map_or(Compression::None, Compression::of_name));
        let refused = |source| write_error(path, source);
        let mut out = Compressed::new(out, compression).map_err(refused)?;
        let mut before = Before::of(self.originals.entries.len());
        for (entry, file) in self.originals.entries.iter().zip(0..) {
            if let What::Document(_) = entry.what {
                let (_, mut bytes) = self.originals.bytes(entry, self.progress)?;
                let is_kept = self.deciding.keeps(file, 0);
                match pass_all(&mut bytes, is_kept, &mut out, &mut self.deciding.written) {
                    Ok(()) => {}
                    Err(Broken::Write(error)) => return Err(refused(error)),
                    Err(Broken::Read(error)) => self.broken_off(entry, &error)?,
                }
            } else if let Some(open) = self.open(entry)? {
                check_ending(path, &open.layout).map_err(|what| self.unable(entry, &what))?;
                before.check(&open.layout).map_err(|what| self.unable(entry, &what))?;
                self.compressed((entry, file), open, (path, &mut out), &mut before)?;
            }
        }
        out.finish().map_err(refused)?;
        self.finish()
    }

    /// Writes the paths of the kept files.
    fn list(&mut self, path: &Path, out: &mut dyn Write) -> Result<(), HandoverError> {
        let names = Names::of(self.checked.copying.sources);
        let mut file = 0;
        for entry in &self.originals.entries {
            self.check_cancelled()?;
            let What::Document(found) = &entry.what else {
                self.deciding.written.no_files += 1;
                continue;
            };
            self.deciding.written.bytes_read += found.size;
            if self.deciding.keeps(file, 0) {
                let kept = match (&self.checked.copying.sources[entry.source], names.inside(entry)) {
                    (Source::Path(folder), Some(inside)) => folder.join(inside),
                    _ => found.path.clone(),
                };
                let bytes = kept.as_os_str().as_encoded_bytes();
                if bytes.contains(&b'\n') {
                    let what = lang().pick((
                        "its name has a line end, which a list cannot hold; copy to a folder instead",
                        "名称中有换行，列表无法容纳；请改为复制到文件夹",
                    ));
                    return Err(self.unable(entry, what));
                }
                self.deciding.written.bytes_written += found.size;
                let line = [bytes, b"\n"].concat();
                out.write_all(&line).map_err(|source| write_error(Some(path), source))?;
            }
            self.progress.advance(found.size);
            file += 1;
        }
        self.finish()
    }

    /// Fills a new folder and moves it to its place.
    fn folder(&mut self, path: &Path) -> Result<(), HandoverError> {
        let refused = |source| write_error(Some(path), source);
        let (temporary, _lock) = temporary::folder_for(path).map_err(refused)?;
        let names = Names::of(self.checked.copying.sources);
        let mut file = 0;
        for entry in &self.originals.entries {
            self.check_cancelled()?;
            let name = names.of_entry(entry);
            match &entry.what {
                What::Skipped { .. } => {
                    self.deciding.written.no_files += 1;
                    continue;
                }
                What::Document(found) => {
                    self.deciding.written.bytes_read += found.size;
                    if self.deciding.keeps(file, 0) {
                        let to = place_in(temporary.path(), &name).map_err(refused)?;
                        let copied = fs::copy(&found.path, to).map_err(|error| {
                            self.unable_or_dropped(
                                entry,
                                &say!("cannot be copied: {error}", "无法复制：{error}"),
                            )
                        })?;
                        self.deciding.written.bytes_written += copied;
                    }
                    self.progress.advance(found.size);
                }
                What::Records(_) | What::Source => {
                    if let Some(open) = self.open(entry)? {
                        self.records((entry, file), open, (temporary.path(), &name))?;
                    }
                }
            }
            file += 1;
        }
        self.finish()?;
        put_in_place(temporary, path, self.checked.copying.is_forced).map_err(refused)
    }

    /// Copies one file of records into the new folder.
    fn records(
        &mut self,
        (entry, file): (&Entry, u32),
        open: Open<'r>,
        (folder, name): (&Path, &Path),
    ) -> Result<(), HandoverError> {
        if matches!(open.layout, Layout::NotText) && self.deciding.unreadable == Unreadable::Drop {
            self.deciding.unreadable();
            return Ok(());
        }
        let given = self.checked.copying.compression;
        let name = given.map_or_else(|| name.to_owned(), |given| given.renamed(name));
        let compression = given.unwrap_or(open.compression);
        let refused = |source| write_error(Some(&name), source);
        let created = place_in(folder, &name).and_then(File::create_new).map_err(refused)?;
        if let Some(metadata) = self.path_of(entry).and_then(|path| fs::metadata(path).ok()) {
            created.set_permissions(metadata.permissions()).map_err(refused)?;
        }
        let mut out = Compressed::new(BufWriter::new(created), compression).map_err(refused)?;
        self.compressed((entry, file), open, (Some(&name), &mut out), &mut Before::default())?;
        let created =
            out.finish().map_err(refused)?.into_inner().map_err(|error| refused(error.into_error()))?;
        created.sync_all().map_err(refused)
    }

    /// Opens a file of records; `None` if it cannot be, and may be left out.
    fn open(&mut self, entry: &Entry) -> Result<Option<Open<'r>>, HandoverError> {
        let open = || {
            let layout = self.originals.layout(entry)?;
            let (compression, bytes) = self.originals.bytes(entry, self.progress)?;
            Ok::<_, CorpusError>(Open { layout, compression, bytes })
        };
        match open() {
            Ok(open) => Ok(Some(open)),
            Err(_) if self.deciding.unreadable == Unreadable::Drop => {
                self.deciding.unreadable();
                Ok(None)
            }
            Err(CorpusError::Unreadable { reason, .. }) => Err(self.unable_or_dropped(entry, &reason)),
            Err(error) => Err(error.into()),
        }
    }

    /// Copies one file of records to `out`, whose name is only for messages, behind what is there.
    fn compressed(
        &mut self,
        (entry, file): (&Entry, u32),
        open: Open<'r>,
        (path, out): (Option<&Path>, &mut dyn Write),
        before: &mut Before,
    ) -> Result<(), HandoverError> {
        match self.content((entry, file), open, out, before)? {
            Ok(()) => Ok(()),
            Err(Broken::Write(error)) => Err(write_error(path, error)),
            Err(Broken::Read(error)) => self.broken_off(entry, &error),
        }
    }

    fn content(
        &mut self,
        (entry, file): (&Entry, u32),
        Open { layout, mut bytes, .. }: Open<'r>,
        out: &mut dyn Write,
        before: &mut Before,
    ) -> Result<Result<(), Broken>, HandoverError> {
        let (shape, how) = match layout {
            Layout::Text { shape, how } => (shape, how),
            Layout::NotText => {
                return Ok(pass_all(&mut bytes, self.deciding.unreadable(), out, &mut self.deciding.written));
            }
            Layout::Warc => {
                return Err(self.unable(entry, &no_warc()));
            }
            Layout::Parquet(rows) => {
                return Ok(parquet::pass(rows, (file, &mut self.deciding), out, self.progress));
            }
        };
        let window = self.originals.window(entry, bytes, how)?;
        let mut passing = Passing { window, out, file, deciding: &mut self.deciding, before };
        Ok(passing.mark().and_then(|()| match shape {
            Shape::Lines => lines::pass(&mut passing, false),
            Shape::Jsonl => lines::pass(&mut passing, true),
            Shape::Array => array::pass(&mut passing),
            Shape::Delimited(dialect) => delimited::pass(&mut passing, dialect),
        }))
    }

    /// Handles a file that could not be read to its end.
    fn broken_off(&mut self, entry: &Entry, error: &io::Error) -> Result<(), HandoverError> {
        self.check_cancelled()?;
        if error.kind() == io::ErrorKind::Unsupported {
            return Err(self.unable(entry, &error.to_string()));
        }
        if self.deciding.unreadable == Unreadable::Drop {
            self.deciding.unreadable();
            return Ok(());
        }
        match self.originals.unreadable(entry, error) {
            CorpusError::Unreadable { reason, .. } => Err(self.unable_or_dropped(entry, &reason)),
            error => Err(error.into()),
        }
    }

    fn check_cancelled(&self) -> Result<(), HandoverError> {
        if self.progress.is_cancelled() { Err(HandoverError::Cancelled) } else { Ok(()) }
    }

    /// Checks that all documents were met and that nothing changed meanwhile.
    fn finish(&mut self) -> Result<(), HandoverError> {
        self.check_cancelled()?;
        self.checked.check_unchanged(self.originals)?;
        if self.deciding.met == self.deciding.places.len() {
            return Ok(());
        }
        Err(HandoverError::Changed(crate::corpus::name_of(self.checked.copying.sources)))
    }

    /// The error of what cannot be passed on, but may be left out.
    fn unable_or_dropped(&self, entry: &Entry, reason: &dyn std::fmt::Display) -> HandoverError {
        self.unable(
            entry,
            &say!(
                "{reason}; --unreadable drop leaves out what cannot be read",
                "{reason}；--unreadable drop 略去无法读取的内容"
            ),
        )
    }

    fn unable(&self, entry: &Entry, what: &str) -> HandoverError {
        HandoverError::Unable { place: self.originals.name(entry), what: what.to_owned() }
    }

    fn path_of<'e>(&self, entry: &'e Entry) -> Option<&'e Path>
    where
        'r: 'e,
    {
        match (&entry.what, &self.checked.copying.sources[entry.source]) {
            (What::Document(found) | What::Records(found), _) => Some(&found.path),
            (What::Source, Source::Path(path)) => Some(path),
            _ => None,
        }
    }
}

fn write_error(path: Option<&Path>, source: io::Error) -> HandoverError {
    match path {
        Some(path) => WriteError { path: path.to_owned(), source }.into(),
        None => HandoverError::Stdout(source),
    }
}

/// The path of a file in a folder, whose own folder is there afterwards.
fn place_in(folder: &Path, name: &Path) -> io::Result<PathBuf> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(path)
}

/// A place for what is replaced. Nothing clears it away later, because it is not simscope's to lose.
fn folder_aside(parent: &Path) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".simscope-old-").suffix(".tmp");
    temporary::make(|| builder.tempdir_in(parent), tempfile::TempDir::path)
        .map_err(|error| io::Error::from(error.kind()))
}

/// Renames the complete folder to its name. An old one of that name is moved aside first, if it may be replaced, and removed at
/// the end; otherwise the system refuses.
fn put_in_place(complete: tempfile::TempDir, path: &Path, may_replace: bool) -> io::Result<()> {
    let old = match fs::symlink_metadata(path) {
        Ok(_) if may_replace && !is_empty(path) => {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            Some(folder_aside(parent.unwrap_or(Path::new(".")))?)
        }
        _ => None,
    };
    // A signal comes before or after, so that one of the two folders is whole and at its place.
    temporary::undisturbed(|noted| {
        if let Some(aside) = &old {
            fs::rename(path, aside.path())?;
            noted.forget(aside.path());
        }
        let renamed = fs::rename(complete.path(), path);
        match (&renamed, old) {
            (Ok(()), old) => {
                // Its name is gone, so there is nothing to remove.
                let _ = complete.keep();
                old.iter().for_each(|aside| noted.note(aside.path()));
                return Ok(old);
            }
            (Err(_), Some(aside)) => {
                fs::rename(aside.path(), path)?;
                let _ = aside.keep();
            }
            (Err(_), None) => {}
        }
        renamed.map(|()| None)
    })
    .map(drop::<Option<tempfile::TempDir>>)
}
