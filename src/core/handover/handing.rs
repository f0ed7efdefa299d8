//! Kept records, and tables beside them.

use super::{Checked, Fate, HandoverError, Target, Written};
use crate::corpus::{Corpus, Entry, Layout, Originals, ReadOptions, Source, What};
use crate::display::say;
use crate::export::{Format, Guarded, in_array, is_array, write_whole};
use crate::files::is_regular;
use crate::progress::Progress;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What is written: records that stay, and tables of those that go.
pub struct Handing<'a> {
    /// Where the records go.
    pub checked: Checked<'a>,
    /// The documents; of them only ids and places are looked at.
    pub corpus: &'a Corpus,
    /// Whether a document stays.
    pub is_kept: &'a dyn Fn(usize) -> bool,
    /// What is written beside the records.
    pub tables: &'a [Table<'a>],
}

/// A table in a file; its format follows from the ending of its name.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    /// Where it goes.
    pub path: &'a Path,
    /// Writes it.
    pub write: &'a dyn Fn(Format, &mut dyn Write) -> io::Result<()>,
}

impl Handing<'_> {
    /// Writes all, each whole or not at all. The tables come first: where there are kept records, they are there, too.
    ///
    /// # Errors
    /// See [`HandoverError`]; nothing is there then, unless it was there before.
    pub fn write(&self, progress: &Progress) -> Result<Written, HandoverError> {
        let mut new = Vec::new();
        let written = self.write_all(&mut new, progress);
        if written.is_err() {
            // A table of what was dropped from records that are not there would mislead.
            for path in new {
                let _ = std::fs::remove_file(path);
            }
        }
        written
    }

    fn write_all<'t>(
        &'t self,
        new: &mut Vec<&'t Path>,
        progress: &Progress,
    ) -> Result<Written, HandoverError> {
        for Table { path, write } in self.tables {
            let was_there = path.exists();
            let format = Format::of_file(path).unwrap_or(Format::Tsv);
            write_whole(path, self.checked.copying.is_forced, |out| {
                if is_array(path) { in_array(out, |out| write(format, out)) } else { write(format, out) }
            })?;
            if !was_there {
                new.push(path);
            }
        }
        let mut fate = |document: usize| if (self.is_kept)(document) { Fate::Keep } else { Fate::Drop };
        self.checked.copy(&self.corpus.places(), &mut fate, progress)
    }
}

impl Target {
    /// A file for one source of records, and for several that are joined; a folder where files are one document each or in
    /// folders, where there is a folder of this name, or the name ends as that of one.
    pub fn fitting(sources: &[Source], options: &ReadOptions, path: &Path) -> Self {
        let is_folder =
            path.as_os_str().as_encoded_bytes().ends_with(b"/") || sources.len() > 1 && path.is_dir();
        let holds_records = |entry: &Entry| matches!(entry.what, What::Source);
        let is_file = match sources {
            [source] => !matches!(source, Source::Path(source) if source.is_dir()),
            _ => Originals::list(sources, options).is_ok_and(|found| found.entries.iter().all(holds_records)),
        };
        if is_file && !is_folder { Self::File(path.to_owned()) } else { Self::Folder(path.to_owned()) }
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

/// Fails if the name of the output says Parquet and the records are not, or the other way round: they go out as they are.
pub(super) fn check_ending(output: Option<&Path>, layout: &Layout) -> Result<(), String> {
    let ending = output.and_then(|path| path.extension()?.to_str()).unwrap_or_default().to_ascii_lowercase();
    let is_parquet = matches!(layout, Layout::Parquet(_));
    let says_parquet = match ending.as_str() {
        "parquet" | "pq" => true,
        "gz" | "zst" => is_parquet,
        known if ENDINGS.contains(&known) => false,
        _ => is_parquet,
    };
    match (is_parquet, says_parquet) {
        (true, false) => Err(say!(
            "Parquet, whose records are written as they are; name the output .parquet, not .{ending}",
            "是 Parquet，其记录按原样写出；请把输出命名为 .parquet，而不是 .{ending}"
        )),
        (false, true) => Err(say!(
            "not Parquet, and records are written as they are; give the output the ending of the input",
            "不是 Parquet，其记录按原样写出；输出请用与输入相同的扩展名"
        )),
        _ => Ok(()),
    }
}

/// Where what was dropped goes: `out.dropped.tsv` beside `out.jsonl.gz` or the folder `out`.
pub fn dropped_beside(path: &Path) -> PathBuf {
    table_beside(path, "dropped")
}

/// Where a table of that name goes: `out.NAME.tsv` beside `out.jsonl.gz` or the folder `out`.
pub fn table_beside(path: &Path, table: &str) -> PathBuf {
    let mut stem = path.to_owned();
    while let Some(ending) = stem.extension().and_then(|ending| ending.to_str()) {
        if !ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
            break;
        }
        stem.set_extension("");
    }
    let mut name = stem.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{table}.tsv"));
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
