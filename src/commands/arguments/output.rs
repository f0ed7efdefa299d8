//! Where rows go, in which format, and which of them.

use crate::choices::plain_file;
use clap::Args;
use simscope_core::export::{Format, Selection};
use std::path::PathBuf;

#[derive(Debug, Default, Args)]
pub(crate) struct OutputArguments {
    /// table, tsv, tsv-escaped (texts escaped as in JSON), csv, spreadsheet (csv in which no text can be a formula),
    /// jsonl or parquet [default: by the ending of FILE; table on a terminal, tsv elsewhere]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<Format>,
    /// The same as --format jsonl
    #[arg(long = "json", conflicts_with = "format", help_heading = "Output")]
    pub(crate) is_json: bool,
    /// Write to FILE, whole or not at all
    #[arg(short, long, value_name = "FILE", value_parser = plain_file(), help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Leave out the header row of tsv and csv
    #[arg(long = "no-header", help_heading = "Output")]
    pub(crate) has_no_header: bool,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    pub(crate) is_forced: bool,
    #[command(flatten)]
    pub(crate) table: TableArguments,
}

/// Which rows and columns of a table are printed.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TableArguments {
    /// Only the first N rows
    #[arg(short = 'n', long = "limit", value_name = "N", help_heading = "Output")]
    limit: Option<u64>,
    /// Only these columns, with commas between them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Output")]
    columns: Vec<String>,
}

impl TableArguments {
    /// Whether all rows and columns are asked for.
    pub(crate) fn is_whole(&self) -> bool {
        self.limit.is_none() && self.columns.is_empty()
    }

    /// The rows and columns; whether heads stand out.
    pub(crate) fn selection(&self, has_bold_heads: bool) -> Selection {
        Selection { columns: self.columns.clone(), rows: self.limit, has_bold_heads }
    }
}
