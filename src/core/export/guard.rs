//! Whether a file may be written at a path: what exists stays, and what was read is never written over.

use crate::display::say;
use crate::visible;
use std::fs;
use std::path::{Path, PathBuf};

/// Why nothing is written at a path. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Guarded {
    /// There is a file, and it may not be replaced.
    #[error("{}", say!("{}: exists; --force replaces it, or choose another name", "{}：已存在；用 --force 覆盖，或另取名称", visible::path(.0)))]
    Exists(PathBuf),
    /// The path leads to something that was read: the file itself, under whatever name, or a file in a folder.
    #[error("{}", say!("{}: is read as input ({}), and is never written over; choose another name", "{}：是输入文件（{}），不会被覆盖；请另取名称", visible::path(.path), visible::path(.input)))]
    IsInput {
        /// The path that was to be written.
        path: PathBuf,
        /// The input that it is, or is in.
        input: PathBuf,
    },
    /// A file that belongs to an output would replace a file that simscope did not write.
    #[error("{}", say!("{}: exists, and simscope did not write it; what goes with the output needs this name: choose another for the output", "{}：已存在，且不是 simscope 写的；输出的附属文件要用这个名称，请为输出另取名称", visible::path(.0)))]
    Foreign(PathBuf),
}

/// Checks that a file may be written at `path`: it does not exist, or `may_replace` is set and it is none of `inputs`
/// (files, or folders that were read with all in them). Links are followed, and two names of one file are one file.
/// What is no regular file (a pipe, `/dev/null`) may be written.
///
/// # Errors
/// See [`Guarded`].
pub fn guard<P: AsRef<Path>>(
    path: &Path,
    inputs: impl IntoIterator<Item = P>,
    may_replace: bool,
) -> Result<(), Guarded> {
    // A path that does not exist is no input. A path that cannot be inspected fails when it is written.
    let (Ok(own), Ok(place)) = (fs::metadata(path), fs::canonicalize(path)) else { return Ok(()) };
    if !own.is_file() || is_descriptor(path) {
        return Ok(());
    }
    for input in inputs {
        let input = input.as_ref();
        let is_below = fs::canonicalize(input).is_ok_and(|input| place.starts_with(input));
        if is_below || fs::metadata(input).is_ok_and(|other| is_same(&own, &other)) {
            return Err(Guarded::IsInput { path: path.to_owned(), input: input.to_owned() });
        }
    }
    if may_replace { Ok(()) } else { Err(Guarded::Exists(path.to_owned())) }
}

/// Whether a path names what this process has open already, such as `/dev/stdout`: it is appended to, and nothing is
/// replaced, even if it leads to a regular file.
pub(super) fn is_descriptor(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|open| path.starts_with(open))
}

/// Whether both are one file: a hard link has another name, and no other place.
#[cfg(unix)]
fn is_same(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exists_is_replaced_only_if_asked_and_an_input_never() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (input, old) = (at("in.jsonl"), at("old.html"));
        fs::write(&input, "x").unwrap();
        fs::write(&old, "x").unwrap();
        for (path, may_replace, is_allowed) in [
            (at("new.html"), false, true),
            (at("new.html"), true, true),
            (old.clone(), false, false),
            (old.clone(), true, true),
            (input.clone(), true, false),
            (folder.path().join("./in.jsonl"), true, false),
        ] {
            let found = guard(&path, [&input], may_replace);
            assert_eq!(found.is_ok(), is_allowed, "{path:?} {may_replace}");
        }
        let exists = guard(&old, [&input], false).unwrap_err().to_string();
        assert!(
            exists.ends_with("old.html: exists; --force replaces it, or choose another name"),
            "{exists}"
        );
        let is_input = guard(&input, [&input], false).unwrap_err().to_string();
        assert!(
            is_input.contains("is read as input"),
            "an input is said to be one, not to exist: {is_input}"
        );
    }

    #[test]
    fn a_file_in_a_folder_that_was_read_is_an_input() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a.txt");
        assert_eq!(guard(&inside, [folder.path()], true), Ok(()), "a new one is not");
        fs::write(&inside, "x").unwrap();
        assert!(matches!(guard(&inside, [folder.path()], true), Err(Guarded::IsInput { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn another_name_of_an_input_is_the_input() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("in"), "x").unwrap();
        std::os::unix::fs::symlink(at("in"), at("soft")).unwrap();
        fs::hard_link(at("in"), at("hard")).unwrap();
        for name in ["soft", "hard"] {
            assert!(matches!(guard(&at(name), [at("in")], true), Err(Guarded::IsInput { .. })), "{name}");
        }
        assert_eq!(guard(Path::new("/dev/null"), [at("in")], false), Ok(()));
    }
}
