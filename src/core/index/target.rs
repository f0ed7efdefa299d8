//! Writes a new index file, which replaces the old one when it is complete.

use super::IndexError;
use super::format::{ALIGNMENT, Header, Kind, PAGE, Section};
use super::lock::Lock;
use super::pages::Pages;
use super::sort::Stop;
use super::spool::Spool;
use crate::display::lang;
use crate::files::put;
use crate::temporary;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

/// The place of an index, locked for writing.
#[derive(Debug)]
pub(super) struct Target {
    /// The file itself; links are resolved.
    path: PathBuf,
    folder: PathBuf,
    existing: Option<fs::Permissions>,
    pub(super) may_replace: bool,
    _lock: Lock,
}

impl Target {
    /// Locks the place.
    pub(super) fn claim(path: &Path) -> Result<Self, IndexError> {
        let io = IndexError::io(path, ("cannot be written", "无法写入"));
        let (real, existing) = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                (fs::canonicalize(path).map_err(io)?, Some(metadata.permissions()))
            }
            Ok(_) => return Err(io(io::Error::other(lang().pick(("it is not a file", "不是文件"))))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_owned(), None),
            Err(error) => return Err(io(error)),
        };
        let folder = real.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        let name = real.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.ok_or_else(|| io(io::ErrorKind::InvalidFilename.into()))?;
        fs::metadata(&folder).map_err(io)?;
        let lock = Lock::take(&folder, &name, path)?;
        Ok(Self { path: real, folder, existing, may_replace: true, _lock: lock })
    }

    /// The folder of the file.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates the file, with space for a header of `sections` sections. Up to `memory` bytes are buffered.
    pub(super) fn create(&self, sections: usize, memory: usize) -> io::Result<Output> {
        let mut file = temporary::file_for(&self.path)?;
        let start = Header::size(sections);
        file.as_file_mut().seek(SeekFrom::Start(start))?;
        let pages = Pages::start(file, Spool::new(&self.folder, 1 << 20), memory)?;
        Ok(Output { pages, start, at: start, sections: Vec::new() })
    }

    /// Renames the synced file to its name. After [`Stop::Io`] the old file is unchanged; after
    /// [`Stop::Unsynced`] it is replaced.
    pub(super) fn replace(&self, file: NamedTempFile) -> Result<(), Stop> {
        // Steps that can fail come before the renaming.
        let folder = if cfg!(unix) { Some(File::open(&self.folder)?) } else { None };
        if let Some(permissions) = &self.existing {
            file.as_file().set_permissions(permissions.clone())?;
        }
        file.as_file().sync_all()?;
        put(file, &self.path, self.may_replace)?;
        folder.map_or(Ok(()), |folder| folder.sync_all()).map_err(Stop::Unsynced)
    }
}

/// Writes sections one after the other, and collects the checksums of their pages.
#[derive(Debug)]
pub(super) struct Output {
    pages: Pages,
    start: u64,
    at: u64,
    sections: Vec<Section>,
}

impl Output {
    /// Writes a section.
    pub(super) fn section<T, E: From<io::Error>>(
        &mut self,
        kind: Kind,
        table: usize,
        content: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let start = self.at;
        let value = content(self)?;
        self.sections.push(Section { kind, table: table as u32, range: start..self.at });
        let padding = self.at.next_multiple_of(ALIGNMENT) - self.at;
        self.write(&[0; ALIGNMENT as usize][..padding as usize])?;
        Ok(value)
    }

    /// Appends to the current section.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.pages.write(bytes)
    }

    /// Appends the checksums and writes the header, in which only the offsets were missing.
    pub(super) fn finish(self, mut header: Header) -> io::Result<(NamedTempFile, Header)> {
        header.sections = self.sections;
        debug_assert_eq!(Header::size(header.sections.len()), self.start, "as many sections as announced");
        let (mut out, mut sums) = self.pages.finish()?;
        header.sums = self.at..self.at + sums.len() * 8;
        let (mut roots, mut page) = (Vec::new(), Vec::new());
        sums.each(|sums| {
            let bytes: &[u8] = bytemuck::cast_slice(sums);
            for run in bytes.chunks(PAGE as usize) {
                page.extend_from_slice(run);
                while page.len() >= PAGE as usize {
                    let rest = page.split_off(PAGE as usize);
                    roots.push(xxh3_64(&page));
                    page = rest;
                }
            }
            out.as_file_mut().write_all(bytes)
        })?;
        if !page.is_empty() {
            roots.push(xxh3_64(&page));
        }
        let roots: &[u8] = bytemuck::cast_slice(&roots);
        out.as_file_mut().write_all(roots)?;
        header.roots = header.sums.end..header.sums.end + roots.len() as u64;
        header.roots_sum = xxh3_64(roots);
        out.as_file_mut().seek(SeekFrom::Start(0))?;
        out.as_file_mut().write_all(&header.encode())?;
        Ok((out, header))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_build_left_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.simx");
        let left = temporary::file_for(&path).unwrap().into_temp_path().keep().unwrap();
        drop(Target::claim(&path).unwrap().create(1, 1 << 20).unwrap());
        assert!(!left.exists());
    }

    #[cfg(unix)]
    #[test]
    fn where_the_folder_cannot_be_opened_the_old_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.simx");
        fs::write(&path, "old").unwrap();
        let mut target = Target::claim(&path).unwrap();
        let file = NamedTempFile::new_in(folder.path()).unwrap();
        target.folder = folder.path().join("gone");
        assert!(matches!(target.replace(file), Err(Stop::Io(_))));
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
