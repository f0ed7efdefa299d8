//! What can be written behind `simscope neighbours`.

use super::{
    EmptyDocuments, OutputArguments, ReadingArguments, RecipeArguments, Threshold, input::sources_of,
};
use crate::choices::{INPUTS, InputKind, one_of};
use clap::Args;
use simscope_core::corpus::{ReadOptions, Source};
use std::path::{Path, PathBuf};

/// Options of `neighbours`.
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
