//! Temporary files and folders beside what they become: named after it, and locked while they are written, so that the next
//! run can tell what a killed one left behind.

use super::make;
use crate::display::lang;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use tempfile::{NamedTempFile, TempDir};
use xxhash_rust::xxh3::xxh3_64;

const SUFFIX: &str = ".tmp";
const RANDOM: usize = 6;
/// What the owner may do in any case.
#[cfg(unix)]
const OWN: u32 = 0o700;
/// More than a few times no other process can clear away a file between its creation and its lock.
const TRIES: usize = 8;

/// `.simscope-`, the XXH3-64 of the name of the target in 16 hex digits, and a hyphen; as long for every name.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    format!(".simscope-{:016x}-", xxh3_64(name.as_encoded_bytes()))
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a temporary file or folder, after clearing away those that killed processes left. It has no more permissions than the
/// target that it replaces, or than the umask gives to anything new. Only the kind of an error is kept: its text names what is temporary, which means nothing to the user.
fn create<T>(
    target: &Path,
    mode: u32,
    in_folder: impl Fn(&tempfile::Builder<'_, '_>, &Path) -> io::Result<T>,
    path_of: impl Fn(&T) -> &Path,
    lock: impl Fn(&T) -> bool,
) -> io::Result<T> {
    clear(target);
    let prefix = prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let existing = fs::metadata(target).map_or(mode, |target| target.permissions().mode() | OWN);
        builder.permissions(PermissionsExt::from_mode(mode & existing));
    }
    #[cfg(not(unix))]
    let _ = mode;
    for _ in 0..TRIES {
        let made = make(|| in_folder(&builder, folder_of(target)), &path_of)
            .map_err(|error| io::Error::from(error.kind()))?;
        if lock(&made) {
            return Ok(made);
        }
    }
    Err(io::Error::other(
        lang().pick(("another process clears away what is written", "另一进程在清除写出的文件")),
    ))
}

/// A temporary file beside `target`, locked until it is closed. Where files cannot be locked, none is cleared away either.
pub(crate) fn file_for(target: &Path) -> io::Result<NamedTempFile> {
    let in_folder = |builder: &tempfile::Builder<'_, '_>, folder: &Path| builder.tempfile_in(folder);
    create(target, 0o666, in_folder, NamedTempFile::path, |file| {
        let _ = file.as_file().lock();
        file.path().exists()
    })
}

/// A temporary folder beside `target`, with what locks it, where folders can be locked. It is removed with all in it unless
/// it is kept.
///
/// # Errors
/// Those of the file system.
pub(crate) fn folder_for(target: &Path) -> io::Result<(TempDir, Option<File>)> {
    let in_folder = |builder: &tempfile::Builder<'_, '_>, folder: &Path| {
        let made = builder.tempdir_in(folder)?;
        let lock = File::open(made.path()).ok();
        Ok((made, lock))
    };
    create(
        target,
        0o777,
        in_folder,
        |(folder, _)| folder.path(),
        |(folder, lock)| {
            let _ = lock.as_ref().map(File::lock);
            folder.path().exists()
        },
    )
}

/// Removes what killed processes left of writing `target`: what has the name of its temporary files and is locked by none.
fn clear(target: &Path) {
    let prefix = prefix(target);
    let is_ours = |name: &str| {
        let random = name.strip_prefix(&prefix).and_then(|name| name.strip_suffix(SUFFIX));
        random.is_some_and(|r| r.len() == RANDOM && r.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    for entry in fs::read_dir(folder_of(target)).into_iter().flatten().flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        if !entry.file_name().to_str().is_some_and(is_ours) || !(kind.is_file() || kind.is_dir()) {
            continue;
        }
        let Ok(lock) = File::open(entry.path()) else { continue };
        if lock.try_lock().is_ok() {
            // What cannot be removed does no harm.
            let _ =
                if kind.is_dir() { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_any_more_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.jsonl");
        let dead = file_for(&target).unwrap().into_temp_path().keep().unwrap();
        let (dead_folder, lock) = folder_for(&target).unwrap();
        drop(lock);
        let dead_folder = dead_folder.keep();
        fs::write(dead_folder.join("copied"), "x").unwrap();
        let (written, filled) = (file_for(&target).unwrap(), folder_for(&target).unwrap());
        let other = file_for(&folder.path().join("other.jsonl")).unwrap().into_temp_path().keep().unwrap();
        let of_users = [".simscope-notes.tmp", &format!("{}a1.tmp", prefix(&target)), "out.jsonl"];
        of_users.iter().for_each(|name| fs::write(folder.path().join(name), "").unwrap());
        clear(&target);
        assert!(!dead.exists() && (!cfg!(unix) || !dead_folder.exists()));
        assert!(written.path().exists() && filled.0.path().exists() && other.exists());
        assert!(of_users.iter().all(|name| folder.path().join(name).exists()));
    }

    #[cfg(unix)]
    #[test]
    fn what_replaces_something_private_is_private_from_the_beginning() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let folder = tempfile::tempdir().unwrap();
        let others = |path: &Path| fs::metadata(path).unwrap().mode() & 0o077;
        let [file, inside] = ["out.jsonl", "out"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        fs::create_dir(&inside).unwrap();
        for (path, mode) in [(&file, 0o600), (&inside, 0o700)] {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        assert_eq!(others(file_for(&file).unwrap().path()), 0);
        assert_eq!(others(folder_for(&inside).unwrap().0.path()), 0);
        assert_ne!(others(file_for(&folder.path().join("new")).unwrap().path()), 0);
    }

    #[test]
    fn a_long_name_has_room_for_its_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        file_for(&folder.path().join("n".repeat(255))).unwrap();
    }
}
