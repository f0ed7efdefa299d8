//! Files that are written whole or not at all.

use super::guard::is_descriptor;
use crate::display::{lang, refused, say};
use crate::files::{appeared, put};
use crate::{temporary, visible};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

/// Why a file was not written. An existing file is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("{}", say!("{}: cannot be written: {}; choose another file or folder", "{}：无法写入：{}；请另选文件或文件夹", visible::line(&path.to_string_lossy()), refused(source)))]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Writes a file through a temporary one in the same folder, which is renamed only when it is complete and on
/// disk. For a link, the file that it leads to is replaced, if `may_replace`; otherwise no file is, not even one that
/// appears meanwhile. Something that is not a regular file (a pipe, `/dev/null`) is written to directly.
///
/// # Errors
/// Errors of `content` and of the file system; the old file is then unchanged.
pub fn write_whole<T>(
    path: &Path,
    may_replace: bool,
    content: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, WriteError> {
    let (mut content, mut value) = (Some(content), None);
    let mut fill = |out: &mut dyn Write| {
        let content = content.take().expect("it is asked for once");
        content(out).map(|made| value = Some(made))
    };
    if let Some(complete) = Complete::write(path, may_replace, &mut fill)? {
        complete.put()?;
    }
    Ok(value.expect("it was asked for"))
}

/// A file that is complete and on disk, and not yet at its place.
pub(super) struct Complete<'p> {
    file: NamedTempFile,
    /// As named, for errors.
    path: &'p Path,
    place: PathBuf,
    may_replace: bool,
}

impl<'p> Complete<'p> {
    /// Writes a file beside its place; `None` if it is not a regular one, and was written to directly.
    pub(super) fn write(
        path: &'p Path,
        may_replace: bool,
        fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Option<Self>, WriteError> {
        let made = |file: Option<(NamedTempFile, PathBuf)>| {
            file.map(|(file, place)| Self { file, path, place, may_replace })
        };
        write(path, may_replace, fill)
            .map(made)
            .map_err(|source| WriteError { path: path.to_owned(), source })
    }

    /// The folder of its place.
    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.place)
    }

    /// What tells the content from others; see [`checksum`].
    pub(super) fn checksum(&self) -> Result<u64, WriteError> {
        checksum(self.file.as_file()).map_err(|source| WriteError { path: self.path.to_owned(), source })
    }

    /// Renames it to its place.
    pub(super) fn put(self) -> Result<(), WriteError> {
        let Self { file, path, place, may_replace } = self;
        put(file, &place, may_replace).map_err(|source| WriteError { path: path.to_owned(), source })
    }
}

fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write(
    path: &Path,
    may_replace: bool,
    fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Option<(NamedTempFile, PathBuf)>> {
    let existing = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) || is_descriptor(path) {
        let mut out = BufWriter::new(fs::OpenOptions::new().append(true).open(path)?);
        fill(&mut out)?;
        return out.flush().map(|()| None);
    }
    if existing.is_some() && !may_replace {
        return Err(appeared());
    }
    let place = place_of(path)?;
    fs::metadata(folder_of(&place))?;
    let file = temporary::file_for(&place)?;
    // The file itself, since errors of the temporary one name it, which means nothing to the user.
    let mut out = BufWriter::new(file.as_file());
    fill(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(metadata) = existing {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(Some((file, place)))
}

/// Where a file is, or will be: the end of links, also of those that lead to nothing yet.
///
/// # Errors
/// A link that cannot be read, or more of them than a system follows.
pub fn place_of(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    if let Ok(place) = fs::canonicalize(path) {
        return Ok(place);
    }
    let mut end = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&end) {
            Ok(next) => end = end.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(end),
        }
    }
    Err(io::Error::other(lang().pick(("too many links", "链接层数过多"))))
}

/// What tells a file from others that were written whole: XXH3-64 of its length, its beginning and its end, which costs the same
/// for every file.
pub(super) fn checksum(mut file: &File) -> io::Result<u64> {
    const PART: u64 = 1 << 16;
    let length = file.metadata()?.len();
    let mut bytes = length.to_le_bytes().to_vec();
    for start in [0, length.saturating_sub(PART)] {
        file.seek(SeekFrom::Start(start))?;
        file.take(PART).read_to_end(&mut bytes)?;
    }
    Ok(xxh3_64(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.tsv");
        write_whole(&path, true, |out| out.write_all(b"old")).unwrap();
        let error = write_whole(&path, true, |out| {
            out.write_all(&[b'x'; 1 << 20])?;
            Err::<(), _>(io::Error::other("the disk\nis full"))
        })
        .unwrap_err();
        assert!(error.to_string().contains("out.tsv: cannot be written: the disk"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["out.tsv"]);
        write_whole(&path, true, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_folder_or_a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(folder.path(), true, |_| Ok(())).is_err());
        assert!(write_whole(&folder.path().join("no/out"), true, |_| Ok(())).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write_whole(&link, true, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        // A link to what is not there yet stays a link, too.
        let (new, early) = (folder.path().join("later"), folder.path().join("early"));
        std::os::unix::fs::symlink("later", &early).unwrap();
        write_whole(&early, true, |out| out.write_all(b"first")).unwrap();
        assert!(fs::symlink_metadata(&early).unwrap().is_symlink());
        assert_eq!(fs::read(&new).unwrap(), b"first");
        write_whole(Path::new("/dev/null"), true, |out| out.write_all(b"gone")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn what_appears_meanwhile_stays_unless_it_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.tsv");
        for may_replace in [false, true] {
            let written = write_whole(&path, may_replace, |out| {
                fs::write(&path, "of another")?;
                out.write_all(b"mine")
            });
            let expected: &[u8] = if may_replace { b"mine" } else { b"of another" };
            assert_eq!(fs::read(&path).unwrap(), expected);
            assert_eq!(written.is_ok(), may_replace);
            if let Err(error) = written {
                assert!(
                    error
                        .to_string()
                        .contains("out.tsv: cannot be written: a file of this name has appeared"),
                    "{error}"
                );
            }
            assert_eq!(names(folder.path()), ["out.tsv"]);
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn what_a_killed_run_left_is_removed_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.tsv");
        let left = temporary::file_for(&path).unwrap().into_temp_path().keep().unwrap();
        assert!(left.exists());
        write_whole(&path, false, |out| out.write_all(b"new")).unwrap();
        assert_eq!(names(folder.path()), ["out.tsv"]);
    }

    #[test]
    fn files_that_differ_have_other_checksums() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let of = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            checksum(&File::open(&path).unwrap()).unwrap()
        };
        let long = vec![b'x'; 300_000];
        let (mut other_start, mut other_end) = (long.clone(), long.clone());
        (other_start[0], other_end[299_999]) = (b'y', b'y');
        let sums =
            [of(b""), of(b"a"), of(b"aa"), of(&long), of(&long[1..]), of(&other_start), of(&other_end)];
        assert_eq!(sums.iter().collect::<std::collections::HashSet<_>>().len(), sums.len());
        assert_eq!(of(&long), sums[3]);
    }
}
