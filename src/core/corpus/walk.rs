//! Lists the files of a folder. Never opens a file that could block, and follows links only as far as asked.

use crate::display::{refused, say};
use std::io;
use std::path::{Component, Path, PathBuf};

use ignore::WalkBuilder;

use super::{SkipReason, Stop};
use crate::files::is_of_kernel;

/// One file of a folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FolderFile {
    pub(crate) path: PathBuf,
    /// Relative to the folder, with `/`.
    pub(crate) name: String,
    /// Bytes on the disk.
    pub(crate) size: u64,
}

/// An entry that [`walk`] reports.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    File(FolderFile),
    Skip { name: String, reason: SkipReason },
}

/// All files below `folder` in the order of their path components, hidden and ignored ones included.
///
/// A link to a file in the folder counts as that file. Other links are not followed: a folder inside is listed anyway, what is
/// outside could be anything, and a few links to folders can make endless paths. With `follows`, they are, but for those that
/// lead back to a folder above.
pub(super) fn walk(
    folder: &Path,
    follows: bool,
    mut on: impl FnMut(Step) -> Result<(), Stop>,
) -> Result<(), Stop> {
    // `ignore` would not follow a root that is a link.
    let root = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let entries = WalkBuilder::new(&root)
        .standard_filters(false)
        .follow_links(follows)
        .sort_by_file_name(|a, b| a.cmp(b))
        .build();
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let name = path_of(&error).map_or_else(|| ".".to_owned(), |path| relative(path, &root));
                let reason = match is_loop(&error) {
                    true => SkipReason::Loop,
                    false => error.into_io_error().map_or_else(
                        || SkipReason::Unreadable(say!("the folder cannot be listed", "无法列出文件夹")),
                        |error| unreadable(&error),
                    ),
                };
                on(Step::Skip { name, reason })?;
                continue;
            }
        };
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if is_folder || entry.depth() == 0 {
            continue;
        }
        let name = relative(entry.path(), &root);
        let outside = (!follows).then_some(root.as_path());
        on(match regular_size(entry.path(), follows || entry.path_is_symlink(), outside) {
            Ok(size) => Step::File(FolderFile { path: entry.into_path(), name, size }),
            Err(reason) => Step::Skip { name, reason },
        })?;
    }
    Ok(())
}

/// The size of a regular file or of a link to one, without opening it. With `root`, a link leads to nothing outside of it.
fn regular_size(path: &Path, is_link: bool, root: Option<&Path>) -> Result<u64, SkipReason> {
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(&error))?;
    if is_link {
        let target = path.canonicalize().map_err(|error| unreadable(&error))?;
        if metadata.is_dir() {
            return Err(if path.starts_with(&target) { SkipReason::Loop } else { SkipReason::LinkToFolder });
        }
        if is_of_kernel(&target) {
            return Err(SkipReason::NotAFile);
        }
        if root.is_some_and(|root| !target.starts_with(root)) {
            return Err(SkipReason::LinkOutside);
        }
    }
    // The folder has no links in its path, and so its files that are none have neither.
    if metadata.is_file() && !is_of_kernel(path) { Ok(metadata.len()) } else { Err(SkipReason::NotAFile) }
}

/// The operating system's reason, in a few words.
pub(super) fn unreadable(error: &io::Error) -> SkipReason {
    match error.kind() {
        io::ErrorKind::NotFound => SkipReason::Unreadable(say!(
            "it does not exist, or is a link to nowhere",
            "不存在，或是失效的链接"
        )),
        io::ErrorKind::PermissionDenied => SkipReason::Unreadable(say!("permission denied", "没有权限")),
        _ if is_link_loop(error) => SkipReason::Loop,
        _ => SkipReason::Unreadable(refused(error).into_owned()),
    }
}

/// `ErrorKind::FilesystemLoop` is not stable, but its name is.
fn is_link_loop(error: &io::Error) -> bool {
    format!("{:?}", error.kind()) == "FilesystemLoop"
}

fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. }
        | ignore::Error::WithDepth { err, .. }
        | ignore::Error::WithLineNumber { err, .. } => is_loop(err),
        _ => false,
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } | ignore::Error::Loop { child: path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

fn relative(path: &Path, root: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let names = inside.components().filter_map(|component| match component {
        Component::Normal(name) => Some(readable(Path::new(name))),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

/// A file name as text: bytes that are not UTF-8 become `\xFF`, so that two such names stay different.
pub(super) fn readable(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    text
}
