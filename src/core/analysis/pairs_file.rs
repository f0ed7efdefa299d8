//! Files of labelled pairs.

use super::{Arrival, read};
use crate::corpus::{Corpus, CorpusError, Memory, ReadOptions, Source};
use crate::display::say;
use crate::progress::Progress;
use crate::visible;
use std::ops::ControlFlow;
use std::path::Path;

/// Why a file of pairs was not read: one line for a person, safe to be shown.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PairsFileError(String);

/// A pair of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRow<'f> {
    /// The columns `id_a` and `id_b`.
    pub ids: (&'f str, &'f str),
    /// The column asked for; empty if the row has none.
    pub value: &'f str,
    /// Which pair of which file this is, to be shown.
    pub place: String,
}

/// Rows of a file of pairs, each with its value in one column.
#[derive(Debug)]
pub struct PairsFile {
    rows: Corpus,
    shown: String,
}

impl PairsFile {
    /// Reads the columns `id_a`, `id_b` and `column`. Pairs are read like documents, in any format, encoding and
    /// compression, as far as `memory` goes. Advances by bytes; a cancel leaves the rest out.
    ///
    /// # Errors
    /// A folder, a file without these columns or without rows, or a row that cannot be read.
    pub fn read(
        path: &Path,
        column: &str,
        memory: Memory,
        progress: &Progress,
    ) -> Result<Self, PairsFileError> {
        let name = |name: &str| Some(name.to_owned());
        let options = ReadOptions {
            id_field: name("id_a"),
            text_field: name("id_b"),
            label_field: name(column),
            takes_numbers: true,
            strict: true,
            memory: Some(memory),
            ..ReadOptions::default()
        };
        let shown = visible::line(&path.to_string_lossy()).into_owned();
        let needed = say!(
            "a file of pairs has columns id_a, id_b and {column}",
            "文档对文件有 id_a、id_b 和 {column} 列"
        );
        let failed = |what: String| Err(PairsFileError(what));
        if path.is_dir() {
            return failed(say!("{shown}: a folder; {needed}", "{shown}：是文件夹；{needed}"));
        }
        let mut rows = Corpus::default();
        let source = [Source::Path(path.to_path_buf())];
        let is_read = read(&source, &options, progress, &mut |arrival| {
            if let Arrival::Batch(batch) = arrival {
                rows.push(batch);
            }
            ControlFlow::Continue(())
        });
        match is_read {
            Ok(_) if rows.is_empty() => {
                failed(say!("{shown}: no pairs; {needed}", "{shown}：没有文档对；{needed}"))
            }
            Ok(_) => Ok(Self { rows, shown }),
            Err(CorpusError::NoField { field, found, .. }) => failed(say!(
                "{shown}: no column {field} among {}; {needed}",
                "{shown}：{} 中没有 {field} 列；{needed}",
                visible::line(&found.join(", "))
            )),
            Err(CorpusError::Strict(skipped)) => failed(say!("{skipped}; {needed}", "{skipped}；{needed}")),
            Err(error) => failed(error.to_string()),
        }
    }

    /// Its name, to be shown.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The rows in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = PairRow<'_>> {
        self.rows.iter().zip(1_usize..).map(|(row, number)| PairRow {
            ids: (row.id, row.text),
            value: row.label.unwrap_or(""),
            place: say!(
                "{}, pair {number} ({}, {})",
                "{}，第 {number} 对（{}，{}）",
                self.shown,
                visible::line(row.id),
                visible::line(row.text)
            ),
        })
    }
}
