//! Small files besides documents, read whole: decisions, tables, settings. How a new file comes to its place.

use crate::display::{lang, refused, say};
use crate::visible;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use tempfile::NamedTempFile;

/// Why a file was not read. `Display` is one line, safe to show; it quotes nothing of what is in the file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system refused.
    #[error("{}{}", visible::path(.path), say!(": cannot be read: {}; check the path", "：无法读取：{}；请检查路径", refused(.reason)))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A folder, a pipe, a device: reading might never end.
    #[error("{}{}", visible::path(.0), lang().pick((": not a regular file; give a file", "：不是普通文件；请给出文件")))]
    NotAFile(PathBuf),
    /// More than such a file has.
    #[error("{}{}", visible::path(.path), say!(": larger than {} MiB, which no such file is; check the path", "：大于 {} MiB，此类文件不会这么大；请检查路径", .limit >> 20))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most, in bytes.
        limit: u64,
    },
    /// Not UTF-8.
    #[error("{}{}", visible::path(.0), lang().pick((": not UTF-8 text; check the path", "：不是 UTF-8 文本；请检查路径")))]
    NotText(PathBuf),
}

/// The text of a regular file of at most `limit` bytes. What is not there is no file: `Ok(None)`.
///
/// # Errors
/// See [`ReadError`].
pub fn read_if_there(path: &Path, limit: u64) -> Result<Option<String>, ReadError> {
    match read_small(path, limit) {
        Err(ReadError::Unreadable { reason, .. }) if reason.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// The text of a regular file of at most `limit` bytes.
///
/// # Errors
/// See [`ReadError`].
pub fn read_small(path: &Path, limit: u64) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|_| ReadError::NotText(path.to_owned()))
}

/// The bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// See [`ReadError`].
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let unreadable = |reason| ReadError::Unreadable { path: path.to_owned(), reason };
    // Looked at before it is opened, as opening a pipe may wait for ever.
    if !is_regular(path).map_err(unreadable)? {
        return Err(ReadError::NotAFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    // Files under /proc have no size, so what is read is counted.
    File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Whether a path leads to a regular file, of which reading comes to an end. Nothing is opened.
///
/// # Errors
/// Those of the file system: nothing is there, or may be looked at.
pub fn is_regular(path: &Path) -> io::Result<bool> {
    let is_file = fs::metadata(path)?.is_file();
    Ok(is_file && !path.canonicalize().is_ok_and(|real| is_of_kernel(&real)))
}

/// Whether a path without links lies where the kernel shows itself as files: they claim to be regular, and reading some
/// of them (`/proc/kmsg`) waits for ever.
pub fn is_of_kernel(real: &Path) -> bool {
    cfg!(target_os = "linux") && ["/proc", "/sys"].iter().any(|kernel| real.starts_with(kernel))
}

/// Renames a file to its place. Without `may_replace` nothing is replaced, also what came to be a moment ago.
pub(crate) fn put(file: NamedTempFile, place: &Path, may_replace: bool) -> io::Result<()> {
    let file = match may_replace {
        true => file,
        false => match file.persist_noclobber(place) {
            Ok(_) => return Ok(()),
            Err(_) if fs::symlink_metadata(place).is_ok() => return Err(appeared()),
            // Not every file system can refuse to replace.
            Err(refused) => refused.file,
        },
    };
    Ok(file.persist(place).map(drop)?)
}

/// What is wrong with a TOML file, in one line; in Chinese the kind of mistake and the names in it.
pub(crate) fn toml_fault(error: &toml::de::Error) -> String {
    let english = error.message().lines().collect::<Vec<_>>().join(", ");
    let names: Vec<&str> = english.split('`').skip(1).step_by(2).collect();
    let chinese = match english.split(' ').next().unwrap_or_default() {
        "missing" => "缺少",
        "unknown" => "没有这个名称",
        "duplicate" => "重复",
        "invalid" if !names.is_empty() => "值的类型不对",
        _ => return lang().pick((english.as_str(), "TOML 语法有误")).to_owned(),
    };
    lang().pick((english.clone(), format!("{chinese}：{}", names.join("、"))))
}

/// The error of a file that was not there when the command began.
pub(crate) fn appeared() -> io::Error {
    let what = lang().pick((
        "a file of this name has appeared meanwhile, and --force was not given",
        "期间出现了同名文件，而未给 --force",
    ));
    io::Error::new(io::ErrorKind::AlreadyExists, what)
}

/// What tells one content of files from another without reading them.
#[derive(Debug, Default)]
pub struct Footprint {
    files: u64,
    bytes: u64,
    /// When the newest was changed, in nanoseconds.
    newest: u128,
}

impl Footprint {
    /// Adds a file, or all files of a folder; links are not followed.
    pub fn add(&mut self, path: &Path) {
        let Ok(about) = fs::metadata(path) else { return };
        if about.is_dir() {
            let is_folder_or_file =
                |entry: &fs::DirEntry| !entry.file_type().is_ok_and(|kind| kind.is_symlink());
            let entries = fs::read_dir(path).into_iter().flatten().flatten().filter(is_folder_or_file);
            return entries.for_each(|entry| self.add(&entry.path()));
        }
        let since = about.modified().ok().and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
        self.files += 1;
        self.bytes += about.len();
        self.newest = self.newest.max(since.map_or(0, |since| since.as_nanos()));
    }
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.files, self.bytes, self.newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_regular_text_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a\u{1b}.toml");
        assert!(read_if_there(&path, 9).unwrap().is_none());
        let told = |path: &Path, limit| read_small(path, limit).unwrap_err().to_string();
        assert!(told(&path, 9).contains("a␛.toml: cannot be read"));
        fs::write(&path, "123456789").unwrap();
        assert_eq!(read_small(&path, 9).unwrap(), "123456789");
        assert!(told(&path, 8).contains("larger than"));
        fs::write(&path, b"\xff\xfe").unwrap();
        assert!(told(&path, 9).contains("not UTF-8"));
        assert!(told(folder.path(), 9).contains("not a regular file"));
        #[cfg(target_os = "linux")]
        for kernels in ["/dev/zero", "/proc/kmsg", "/proc/self/mem", "/sys/kernel/mm"] {
            let told = told(Path::new(kernels), 9);
            assert!(told.contains("not a regular file") || told.contains("No such file"), "{told}");
        }
    }
}
