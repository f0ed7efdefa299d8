//! Folders as engines write them: Spark, Hive, Hadoop, DuckDB.

use super::inputs::place_of;
use super::walk::{Step, unreadable, walk};
use super::{CorpusError, Source, Stop};
use std::fs;
use std::path::Path;

/// Whether an engine wrote this folder: it has a mark of success, or parts with a number, or nothing but folders like
/// `key=value`.
pub(super) fn is_of_engine(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    let (mut keys, mut others) = (0, 0);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.path().is_dir();
        if name == "_SUCCESS" || !is_folder && is_part(&name) {
            return true;
        }
        if !is_hidden(&name) {
            let is_key = is_folder && name.split_once('=').is_some_and(|(key, _)| !key.is_empty());
            *(if is_key { &mut keys } else { &mut others }) += 1;
        }
    }
    keys > 0 && others == 0
}

/// `part-00000` and what may follow, also with the `r` or `m` of Hadoop.
pub(super) fn is_part(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("part-") else { return false };
    let rest = rest.strip_prefix("r-").or_else(|| rest.strip_prefix("m-")).unwrap_or(rest);
    rest.bytes().take_while(u8::is_ascii_digit).count() >= 5
}

/// Whether engines take no notice of this path in a folder: `_SUCCESS`, `.part-00000.crc`, `_temporary/0/part-00000`.
pub(super) fn is_hidden(path: &str) -> bool {
    path.split('/').any(|name| name.starts_with('.') || name.starts_with('_') && !name.contains('='))
}

/// The files of a source that holds signatures: those of a folder in the order of their names, without the ones of which
/// engines take no notice; any other source is itself.
///
/// # Errors
/// A folder that cannot be listed, or something in it that is not a file.
pub fn signature_files(source: &Source) -> Result<Vec<Source>, CorpusError> {
    let Source::Path(folder) = source else { return Ok(vec![source.clone()]) };
    if !folder.is_dir() {
        return Ok(vec![source.clone()]);
    }
    let mut files = Vec::new();
    let listed = walk(folder, false, |step| {
        match step {
            Step::File(found) if !is_hidden(&found.name) => files.push(Source::Path(found.path)),
            Step::Skip { name, reason } if !is_hidden(&name) => {
                let place = format!("{}/{name}", place_of(source));
                return Err(Stop::Failed(CorpusError::Unreadable { place, reason }));
            }
            _ => {}
        }
        Ok(())
    });
    match listed {
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Io(error)) => {
            Err(CorpusError::Unreadable { place: place_of(source), reason: unreadable(&error) })
        }
        _ => Ok(files),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_engines_are_told_by_their_names() {
        for (names, is_expected) in [
            (&["_SUCCESS", "anything"][..], true),
            (&["part-00000-1b2c.snappy.parquet"], true),
            (&["part-r-00000"], true),
            (&["part-1.txt", "part-2.txt"], false),
            (&["day=1/a", "day=2/b", "_log/x"], true),
            (&["day=1/a", "notes.txt"], false),
            (&["a.txt"], false),
            (&[], false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            for name in names {
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "").unwrap();
            }
            assert_eq!(is_of_engine(folder.path()), is_expected, "{names:?}");
        }
        for (path, is_expected) in [
            ("_SUCCESS", true),
            (".part-00000.crc", true),
            ("_temporary/0/part-00000", true),
            ("_day=1/part-00000", false),
            ("part-00000", false),
        ] {
            assert_eq!(is_hidden(path), is_expected, "{path}");
        }
    }
}
