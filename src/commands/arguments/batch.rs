//! What can be written behind `simscope batch`.

use super::{
    EmptyDocuments, OutputArguments, ReadingArguments, RecipeArguments, Threshold, input::sources_of,
};
use crate::choices::{INPUTS, InputKind, one_of};
use clap::Args;
use simscope_core::corpus::{ReadOptions, Source};
use std::path::{Path, PathBuf};

pub(crate) const AFTER_HELP: &str = "Columns: id_new id_against distance; in the order of AGAINST, then of NEW. NEW is held in memory as signatures; \
     AGAINST is streamed and may be of any size. It may also be split over several calls, at the same time and on other \
     machines: their outputs, one after the other, are the output of the whole if ids are fields, not line \
     numbers. A document that is in both is found at distance 0.\n\n\
     Examples:\n  simscope batch --new today.jsonl --against archive.jsonl.zst -k 3\n  simscope batch --new today.jsonl --against archive.simx\n  \
     simscope batch --new today.jsonl --against archive.parquet --against-input signatures\n  \
     simscope batch --new a.jsonl b.jsonl --against 2024/ 2025/ -o found.parquet";

/// Options of `batch`.
#[derive(Debug, Args)]
pub(crate) struct BatchArguments {
    /// The new documents, which must fit into memory as signatures: files and folders; `-` is standard input
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    pub(crate) new: Vec<PathBuf>,
    /// What they are compared with: files and folders of texts, signature files, or indexes
    /// (FILE.simx); `-` is standard input
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    pub(crate) against: Vec<PathBuf>,
    /// What the PATHs of --against hold, if it differs from --input
    #[arg(long, value_parser = one_of(INPUTS), value_name = "KIND", help_heading = "Input")]
    against_input: Option<InputKind>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) recipe: RecipeArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}

/// One of the two sides: where it is, and how it is read.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) sources: Vec<Source>,
    pub(crate) options: ReadOptions,
    pub(crate) is_signatures: bool,
}

impl BatchArguments {
    /// The new documents.
    pub(crate) fn new_side(&self) -> Side {
        self.side(&self.new, self.reading.input)
    }

    /// What they are compared with.
    pub(crate) fn against_side(&self) -> Side {
        self.side(&self.against, self.against_input.unwrap_or(self.reading.input))
    }

    fn side(&self, paths: &[PathBuf], input: InputKind) -> Side {
        let options = ReadOptions { input: input.input(), ..self.reading.streaming_options() };
        Side { sources: sources_of(paths), options, is_signatures: input == InputKind::Signatures }
    }

    /// Whether both sides want standard input.
    pub(crate) fn reads_stdin_twice(&self) -> bool {
        let is_stdin = |path: &&PathBuf| path.as_path() == Path::new("-");
        self.new.iter().chain(&self.against).filter(is_stdin).count() > 1
    }
}
