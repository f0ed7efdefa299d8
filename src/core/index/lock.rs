//! One writer at a time: building and adding hold the lock file beside the index.

use super::IndexError;
use crate::display::{Phrase, lang};
use crate::temporary;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// An advisory lock on `.NAME.lock`. It ends with the process in any case. The file is removed on release if it holds
/// [`CONTENT`]: any other belongs to the user. One that is left behind does no harm.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
    is_ours: bool,
}

const CONTENT: &[u8] = b"simscope locks an index with this file\n";

impl Lock {
    /// Takes the lock; fails if another process holds it.
    pub(super) fn take(folder: &Path, name: &str, index: &Path) -> Result<Self, IndexError> {
        Self::take_if(is_same, folder, name, index)
    }

    fn take_if(
        is_same: impl Fn(&File, &Path) -> bool,
        folder: &Path,
        name: &str,
        index: &Path,
    ) -> Result<Self, IndexError> {
        let io = IndexError::io(index, ("cannot be locked", "无法加锁"));
        let path = folder.join(format!(".{name}.lock"));
        for _ in 0..TRIES {
            let before = fs::symlink_metadata(&path);
            // Opening a pipe would wait for its other end.
            if before.as_ref().is_ok_and(|before| !before.is_file()) {
                return Err(IndexError::io(&path, NO_LOCK)(io::ErrorKind::AlreadyExists.into()));
            }
            let mut options = File::options();
            let file = options.create(true).read(true).write(true).truncate(false).open(&path).map_err(io)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(IndexError::Locked { path: index.to_owned(), lock: path });
                }
                Err(TryLockError::Error(error)) => return Err(io(error)),
            }
            // Between opening and locking, the last holder may have removed the file; then other processes
            // would lock a new one.
            if is_same(&file, &path) {
                let mut content = Vec::new();
                (&file).take(CONTENT.len() as u64 + 1).read_to_end(&mut content).map_err(io)?;
                let is_new = before.is_err() && content.is_empty();
                let is_ours = is_new || content == CONTENT;
                if is_ours {
                    temporary::undisturbed(|noted| noted.note(&path));
                }
                if is_new {
                    // The next write reports a full disk.
                    let _ = (&file).write_all(CONTENT);
                }
                return Ok(Self { path, file, is_ours });
            }
        }
        Err(io(io::Error::other(lang().pick((
            "the lock file is another one whenever it is looked at again",
            "每次查看，锁文件都已不同",
        )))))
    }
}

const NO_LOCK: Phrase = (
    "it is no lock file, and the index needs one of this name; choose another name for the index",
    "不是锁文件，而索引需要这个名称的锁文件；请为索引另取名称",
);

/// More than a few holders cannot intervene; but on some file systems an open file and its name have different
/// inode numbers.
const TRIES: usize = 100;

impl Drop for Lock {
    fn drop(&mut self) {
        // What is removed here may next be the lock of another process.
        temporary::undisturbed(|noted| noted.forget(&self.path));
        // Removed while still held, see `take`. If this fails the file stays, and can be locked again.
        if cfg!(unix) && self.is_ours {
            let _ = fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(named)) => place(file) == place(named),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    // On this system the file is never removed.
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time_and_no_file_left() {
        let folder = tempfile::tempdir().unwrap();
        let take = || Lock::take(folder.path(), "x.simx", Path::new("x.simx"));
        let lock = take().unwrap();
        let error = take().unwrap_err().to_string();
        assert!(error.starts_with("x.simx: another process is building or adding"), "{error}");
        drop(lock);
        if cfg!(unix) {
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
        take().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_the_user_with_the_name_of_the_lock_stays_and_a_left_lock_goes() {
        let folder = tempfile::tempdir().unwrap();
        let take = || Lock::take(folder.path(), "x.simx", Path::new("x.simx"));
        let path = folder.path().join(".x.simx.lock");
        for (content, stays) in [(&b""[..], true), (b"my notes", true), (CONTENT, false)] {
            fs::write(&path, content).unwrap();
            drop(take().unwrap());
            assert_eq!(fs::read(&path).ok(), stays.then(|| content.to_vec()));
        }
        fs::create_dir(&path).unwrap();
        let folder_error = take().unwrap_err().to_string();
        fs::remove_dir(&path).unwrap();
        std::os::unix::fs::symlink("nowhere", &path).unwrap();
        for error in [folder_error, take().unwrap_err().to_string()] {
            assert!(error.contains(".x.simx.lock: it is no lock file"), "{error}");
        }
        assert!(path.is_symlink());
    }

    #[test]
    fn a_lock_file_that_never_stays_the_same_is_an_error_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let taken = Lock::take_if(|_, _| false, folder.path(), "x.simx", Path::new("x.simx"));
        let error = taken.unwrap_err().to_string();
        assert!(error.starts_with("x.simx: cannot be locked: the lock file is another one"), "{error}");
    }
}
