//! Temporary files and folders, none of which stays behind when a signal ends the process.
//!
//! Each removes itself when it is dropped, but a signal drops nothing. So they are noted here as they are made, and code that
//! ends the process calls [`remove_all`].

mod leftover;

pub(crate) use leftover::{file_for, folder_for};

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

static MADE: Mutex<Made> = Mutex::new(Made { paths: Vec::new() });

/// What was made and may still be there.
#[derive(Debug)]
pub(crate) struct Made {
    paths: Vec<PathBuf>,
}

impl Made {
    /// Notes a file or folder.
    pub(crate) fn note(&mut self, path: &Path) {
        // What was removed or renamed is of no concern any more.
        self.paths.retain(|path| fs::symlink_metadata(path).is_ok());
        self.paths.push(path.to_owned());
    }

    /// Forgets what now belongs to others.
    pub(crate) fn forget(&mut self, path: &Path) {
        self.paths.retain(|noted| noted != path);
    }
}

fn made() -> MutexGuard<'static, Made> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file or folder, whose place is `path_of` it.
#[doc(hidden)]
pub fn make<T>(make: impl FnOnce() -> io::Result<T>, path_of: impl FnOnce(&T) -> &Path) -> io::Result<T> {
    undisturbed(|noted| make().inspect(|made| noted.note(path_of(made))))
}

/// Does what must not be cut in the middle: the process is not ended by [`remove_all`] meanwhile.
pub(crate) fn undisturbed<T>(work: impl FnOnce(&mut Made) -> T) -> T {
    work(&mut made())
}

/// Removes all of them. The process must end next: who wants to make another waits for ever.
pub fn remove_all() {
    let made = made();
    for path in &made.paths {
        remove(path);
    }
    std::mem::forget(made);
}

fn remove(path: &Path) {
    /// Another thread may still fill a folder.
    const TRIES: usize = 20;
    for _ in 0..TRIES {
        let removed = match fs::symlink_metadata(path) {
            Ok(kind) if kind.is_dir() => fs::remove_dir_all(path),
            Ok(_) => fs::remove_file(path),
            Err(_) => return,
        };
        if removed.is_ok() {
            return;
        }
    }
}
