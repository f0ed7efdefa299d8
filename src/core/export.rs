//! Output: tables, pictures and whole files.
//!
//! Rows of every format go through [`Rows`], which escapes control characters of documents. Files go through
//! [`write_whole`], so that no reader sees an incomplete file.

mod advised;
mod border;
mod carried;
mod cell;
mod column;
mod compared;
mod documents;
mod dropped;
mod escaped;
mod explained;
mod fitting;
mod grouped;
mod guard;
mod heads;
pub mod heatmap;
mod json;
mod notation;
mod pairs;
mod parquet;
mod recipe_object;
mod risk;
mod rows;
mod selection;
mod sensitivity;
mod sweep;
mod whole;

pub use advised::{Advised, write_curves};
pub use border::{BorderPair, marked, write_border};
pub use carried::{Noted, companions, guard_carried, write_carrying};
pub use cell::Cell;
pub use column::Column;
pub use compared::Compared;
pub use documents::{Documents, Surroundings};
pub use dropped::{Dropped, Gone, write_held};
pub use explained::Explained;
pub use grouped::Grouped;
pub use guard::{Guarded, guard};
pub use json::{in_array, json_line};
pub use pairs::{PairLines, SeenPairs, pair_columns};
pub use parquet::RECIPE_KEY;
pub use recipe_object::RecipeObject;
pub use risk::{Risk, Short};
pub use rows::Rows;
#[doc(hidden)]
pub use rows::{Described, write_table};
pub use selection::{ColumnError, Selection};
pub use sensitivity::Sensitivity;
pub use sweep::Sweep;
pub use whole::{WriteError, place_of, write_whole};

use crate::display::say;
use std::fmt;
use std::str::FromStr;

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Aligned columns for reading, and the columns of the terminal if they go to one: texts are cut there, and columns that do not fit left out.
    Table(Option<u16>),
    /// Tab-separated with a header row. A quote is a character like any other.
    Tsv,
    /// As TSV, but nothing of a text is lost: a backslash, a tab and the characters that TSV replaces are escaped as in a
    /// JSON string (`\\`, `\t`, `\n`, `\u202e`).
    Escaped,
    /// Comma-separated with a header row, quoted as in RFC 4180, lines ended by LF.
    Csv,
    /// As CSV, but no text can become a formula in a spreadsheet: all texts are quoted, and one that begins with `=`, `+`,
    /// `-`, `@`, or with their full-width forms, has a `'` before it (OWASP, CSV Injection).
    Spreadsheet,
    /// One JSON object a line.
    Jsonl,
    /// Parquet with typed columns, for other engines.
    Parquet,
}

impl Format {
    /// All of them, in the order in which they are named to users.
    pub const ALL: [Format; 7] = [
        Format::Table(None),
        Format::Tsv,
        Format::Escaped,
        Format::Csv,
        Format::Spreadsheet,
        Format::Jsonl,
        Format::Parquet,
    ];

    /// Whether it is for reading.
    pub fn is_table(self) -> bool {
        matches!(self, Format::Table(_))
    }

    /// As written in options.
    pub fn name(self) -> &'static str {
        match self {
            Format::Table(_) => "table",
            Format::Tsv => "tsv",
            Format::Escaped => "tsv-escaped",
            Format::Csv => "csv",
            Format::Spreadsheet => "spreadsheet",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
        }
    }

    /// The format that the ending of a file name implies; the lines of one in `.json` become an array by [`in_array`].
    pub fn of_file(path: &std::path::Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "tsv" => Some(Format::Tsv),
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" | "json" => Some(Format::Jsonl),
            "txt" => Some(Format::Table(None)),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }
}

/// Whether a file of this name holds one JSON array.
pub fn is_array(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown format name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} is not a format: use table, tsv, tsv-escaped, csv, spreadsheet, jsonl or parquet", "{:?} 不是格式：请用 table、tsv、tsv-escaped、csv、spreadsheet、jsonl 或 parquet", .0))]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(value: &str) -> Result<Self, UnknownFormat> {
        let found = Format::ALL.into_iter().find(|format| format.name() == value);
        found.ok_or_else(|| UnknownFormat(value.to_owned()))
    }
}
