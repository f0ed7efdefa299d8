//! One writer at a time: building and adding hold the lock file beside the index.

use super::IndexError;
use crate::display::lang;
use crate::temporary;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// An advisory lock on `.NAME.lock`. It ends with the process in any case. The file is removed on release; one
/// that is left behind does no harm.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

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
            let file = File::options().create(true).write(true).truncate(false).open(&path).map_err(io)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(IndexError::Locked { path: index.to_owned() }),
                Err(TryLockError::Error(error)) => return Err(io(error)),
            }
            // Between opening and locking, the last holder may have removed the file; then other processes
            // would lock a new one.
            if is_same(&file, &path) {
                temporary::undisturbed(|noted| noted.note(&path));
                return Ok(Self { path, file });
            }
        }
        Err(io(io::Error::other(lang().pick((
            "the lock file is another one whenever it is looked at again",
            "每次查看，锁文件都已不同",
        )))))
    }
}

/// More than a few holders cannot intervene; but on some file systems an open file and its name have different
/// inode numbers.
const TRIES: usize = 100;

impl Drop for Lock {
    fn drop(&mut self) {
        // What is removed here may next be the lock of another process.
        temporary::undisturbed(|noted| noted.forget(&self.path));
        // Removed while still held, see `take`. If this fails the file stays, and can be locked again.
        if cfg!(unix) {
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

    #[test]
    fn a_lock_file_that_never_stays_the_same_is_an_error_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let taken = Lock::take_if(|_, _| false, folder.path(), "x.simx", Path::new("x.simx"));
        let error = taken.unwrap_err().to_string();
        assert!(error.starts_with("x.simx: cannot be locked: the lock file is another one"), "{error}");
    }
}
