//! Kept records, and beside them what was dropped.

use super::{Checked, Fate, HandoverError, Target, Written};
use crate::corpus::{Corpus, Source};
use crate::export::{Dropped, Format, Guarded, clear_leftovers, write_whole};
use crate::files::is_regular;
use crate::progress::Progress;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is written: records that stay, and a table of those that go.
pub struct Handing<'a> {
    /// Where the records go.
    pub checked: Checked<'a>,
    /// The documents; of them only ids and places are looked at.
    pub corpus: &'a Corpus,
    /// What goes, and against what.
    pub dropped: Dropped<'a>,
    /// Where that is written; its format follows from its ending.
    pub dropped_to: Option<&'a Path>,
}

impl Handing<'_> {
    /// Writes both, each whole or not at all. The table comes first: where there are kept records, it is there, too.
    ///
    /// # Errors
    /// See [`HandoverError`]; neither is there then, unless it was there before.
    pub fn write(&self, progress: &Progress) -> Result<Written, HandoverError> {
        let targets = [self.dropped_to, self.checked.copying.target.path()];
        targets.into_iter().flatten().for_each(clear_leftovers);
        let was_there = self.dropped_to.is_some_and(Path::exists);
        if let Some(path) = self.dropped_to {
            let format = Format::of_file(path).unwrap_or(Format::Tsv);
            write_whole(path, |out| self.dropped.write(format, out))?;
        }
        let outcome = self.dropped.outcome;
        let mut fate = |document: usize| if outcome.is_kept(document) { Fate::Keep } else { Fate::Drop };
        let written = self.checked.copy(&self.corpus.places(), &mut fate, progress);
        if let (Err(_), Some(path), false) = (&written, self.dropped_to, was_there) {
            // A table of what was dropped from records that are not there would mislead.
            let _ = std::fs::remove_file(path);
        }
        written
    }
}

impl Target {
    /// A folder for folders and for several sources, else a file.
    pub fn fitting(sources: &[Source], path: &Path) -> Self {
        match sources {
            [Source::Path(source)] if source.is_dir() => Self::Folder(path.to_owned()),
            [_] => Self::File(path.to_owned()),
            _ => Self::Folder(path.to_owned()),
        }
    }
}

/// Checks that the table of what was dropped would replace no file but such a table, where nobody named it.
///
/// # Errors
/// [`Guarded::Foreign`].
pub fn guard_dropped(beside: &Path) -> Result<(), Guarded> {
    let mut start = [0; HEAD.len()];
    let mut is_ours = || File::open(beside)?.read_exact(&mut start).map(|()| start == HEAD);
    let exists = is_regular(beside).unwrap_or(false);
    if exists && !is_ours().unwrap_or(false) { Err(Guarded::Foreign(beside.to_owned())) } else { Ok(()) }
}

/// How such a table begins.
const HEAD: [u8; 8] = *b"id\tkept\t";

/// Endings of files of records, which the name of the table has not.
const ENDINGS: [&str; 12] =
    ["gz", "zst", "jsonl", "ndjson", "json", "csv", "tsv", "tab", "txt", "parquet", "lines", "pq"];

/// Where what was dropped goes: `out.dropped.tsv` beside `out.jsonl.gz` or the folder `out`.
pub fn dropped_beside(path: &Path) -> PathBuf {
    let mut stem = path.to_owned();
    while let Some(ending) = stem.extension().and_then(|ending| ending.to_str()) {
        if !ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
            break;
        }
        stem.set_extension("");
    }
    let mut name = stem.file_name().unwrap_or_default().to_owned();
    name.push(".dropped.tsv");
    stem.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_beside_the_records_under_their_name() {
        let check =
            |path: &str, expected: &str| assert_eq!(dropped_beside(Path::new(path)), Path::new(expected));
        check("out.jsonl", "out.dropped.tsv");
        check("a/b.v2.csv.gz", "a/b.v2.dropped.tsv");
        check("unique", "unique.dropped.tsv");
        check("a/unique/", "a/unique.dropped.tsv");
        check(".jsonl", ".jsonl.dropped.tsv");
    }
}
