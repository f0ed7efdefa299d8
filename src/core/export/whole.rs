//! Files that are written whole or not at all.

use super::guard::is_descriptor;
use super::leftover;
use crate::display::say;
use crate::visible;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why a file was not written. An existing file is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("{}", say!("{}: cannot be written: {source}; choose another file or folder", "{}：无法写入：{source}；请另选文件或文件夹", visible::line(&path.to_string_lossy())))]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Writes a file through a temporary one in the same folder, which is renamed only when it is complete and on
/// disk. For a link, the file that it leads to is replaced. Something that is not a regular file (a pipe,
/// `/dev/null`) is written to directly.
///
/// # Errors
/// Errors of `content` and of the file system; the old file is then unchanged.
pub fn write_whole<T>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, WriteError> {
    let (mut content, mut value) = (Some(content), None);
    let mut fill = |out: &mut dyn Write| {
        let content = content.take().expect("it is asked for once");
        content(out).map(|made| value = Some(made))
    };
    write(path, &mut fill).map_err(|source| WriteError { path: path.to_owned(), source })?;
    Ok(value.expect("it was asked for"))
}

fn write(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
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
        return out.flush();
    }
    let target = if existing.is_some() { fs::canonicalize(path)? } else { end_of_links(path)? };
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::metadata(folder)?;
    let mut out = BufWriter::new(leftover::file_for(&target)?);
    fill(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(metadata) = existing {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// Where links lead that end at nothing yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&end) {
            Ok(next) => end = end.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(end),
        }
    }
    Err(io::Error::other("too many links"))
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
        write_whole(&path, |out| out.write_all(b"old")).unwrap();
        let error = write_whole(&path, |out| {
            out.write_all(&[b'x'; 1 << 20])?;
            Err::<(), _>(io::Error::other("the disk\nis full"))
        })
        .unwrap_err();
        assert!(error.to_string().contains("out.tsv: cannot be written: the disk"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["out.tsv"]);
        write_whole(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_folder_or_a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(folder.path(), |_| Ok(())).is_err());
        assert!(write_whole(&folder.path().join("no/out"), |_| Ok(())).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write_whole(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        // A link to what is not there yet stays a link, too.
        let (new, early) = (folder.path().join("later"), folder.path().join("early"));
        std::os::unix::fs::symlink("later", &early).unwrap();
        write_whole(&early, |out| out.write_all(b"first")).unwrap();
        assert!(fs::symlink_metadata(&early).unwrap().is_symlink());
        assert_eq!(fs::read(&new).unwrap(), b"first");
        write_whole(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
