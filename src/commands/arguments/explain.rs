//! What can be written behind `simscope explain`.

use super::{InputArguments, MadeArguments, OutputArguments, TableArguments};
use clap::Args;
use simscope_core::export::Format;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: ExplainOutput,
    /// The document with this id
    #[arg(long, value_name = "ID", conflicts_with = "text")]
    pub(crate) id: Option<String>,
    /// This text, which need not be in the corpus
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) made: MadeArguments,
}

/// As [`OutputArguments`], with one format more.
#[derive(Debug, Args)]
pub(crate) struct ExplainOutput {
    /// table, tsv, csv, spreadsheet (csv in which no text can be a formula), jsonl, parquet, or html: a page to play with
    /// [default: by the ending of FILE; table on a terminal, tsv elsewhere]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    format: Option<ExplainFormat>,
    /// The same as --format jsonl
    #[arg(long = "json", conflicts_with = "format", help_heading = "Output")]
    is_json: bool,
    /// Write to FILE, whole or not at all
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    is_forced: bool,
    #[command(flatten)]
    table: TableArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExplainFormat {
    Rows(Format),
    Page,
}

/// The name of the format that only `explain` has.
pub(crate) const PAGE: &str = "html";

impl FromStr for ExplainFormat {
    type Err = String;

    fn from_str(value: &str) -> Result<Self, String> {
        match value {
            PAGE => Ok(Self::Page),
            _ => value.parse().map(Self::Rows).map_err(|error: simscope_core::export::UnknownFormat| {
                error.to_string().replace(" or parquet", ", parquet or html")
            }),
        }
    }
}

impl ExplainOutput {
    /// Whether a page is asked for, by the format or else by the name of the file.
    pub(crate) fn is_page(&self) -> bool {
        match self.format {
            Some(format) => format == ExplainFormat::Page,
            None => self.output.as_deref().is_some_and(is_page),
        }
    }

    /// The same without the page.
    pub(crate) fn rows(&self) -> OutputArguments {
        let format = match self.format {
            Some(ExplainFormat::Rows(format)) => Some(format),
            Some(ExplainFormat::Page) | None => None,
        };
        OutputArguments {
            format,
            is_json: self.is_json,
            table: self.table.clone(),
            output: self.output.clone(),
            is_forced: self.is_forced,
            ..OutputArguments::default()
        }
    }
}

/// Whether a file is a page by its name.
pub(crate) fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    matches!(ending.as_deref(), Some("html" | "htm"))
}
