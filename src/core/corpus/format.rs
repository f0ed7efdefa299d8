//! Formats of streams, and what of them follows from options, names and beginnings.

use super::Input;
use super::dialect::is_header;
use super::foreign::ending;
use super::record::Wanted;

/// Format of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Lines,
    Jsonl,
    /// The delimiter is detected from the header.
    Csv,
    Tsv,
    Parquet,
    Warc,
}

impl Format {
    /// The format of the option; `None` for automatic detection.
    pub(super) fn of_input(input: Input) -> Option<Self> {
        match input {
            Input::Auto | Input::Records | Input::Dir => None,
            Input::Lines => Some(Self::Lines),
            Input::Jsonl => Some(Self::Jsonl),
            Input::Csv => Some(Self::Csv),
            Input::Tsv => Some(Self::Tsv),
            Input::Parquet => Some(Self::Parquet),
        }
    }

    /// The format of a file name's ending, before `.gz` and the like.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        match &*ending(name)? {
            "jsonl" | "ndjson" | "json" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            "tsv" | "tab" => Some(Self::Tsv),
            "parquet" => Some(Self::Parquet),
            "warc" | "wet" | "wat" => Some(Self::Warc),
            "txt" | "text" | "md" => Some(Self::Lines),
            _ => None,
        }
    }

    /// Whether a file of this name has a document on each line, if it is text.
    pub(super) fn has_lines(name: &str) -> bool {
        ending(name).is_some_and(|ending| ["txt", "text", "log", "lst"].contains(&&*ending))
    }

    /// The format detected from the start of the text.
    pub(super) fn of_content(start: &str, wanted: &Wanted) -> Self {
        let text = start.trim_start();
        let inside = text.strip_prefix('[').unwrap_or(text).trim_start();
        let after_brace = inside.strip_prefix('{').map(str::trim_start);
        if after_brace.is_some_and(|inside| inside.starts_with(['"', '}'])) {
            Self::Jsonl
        } else if is_header(text, b'\t', wanted) {
            Self::Tsv
        } else if b",;|".iter().any(|&delimiter| is_header(text, delimiter, wanted)) {
            Self::Csv
        } else {
            Self::Lines
        }
    }
}
