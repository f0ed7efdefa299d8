//! What can be written behind `simscope passages`, and of passages behind `simscope check`.

use super::{OutputArguments, TextArguments};
use clap::Args;
use simscope_core::passages::Definition;
use std::path::PathBuf;

/// What a passage is.
#[derive(Debug, Args)]
pub(crate) struct DefinitionArguments {
    /// The fewest words that both texts must have in an equal stretch
    #[arg(long, value_name = "N", default_value_t = Definition::DEFAULT.run, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Passage")]
    run: u32,
    /// The most words between two such stretches that are still one passage
    #[arg(long, value_name = "N", default_value_t = Definition::DEFAULT.gap, value_parser = clap::value_parser!(u32).range(..=10_000), help_heading = "Passage")]
    gap: u32,
    /// The most texts that may have a stretch before it is taken for a frame, which begins no passage [default: as dedup: a tenth of
    /// the texts, at least 20, at most 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Passage")]
    most_texts: Option<u32>,
}

impl DefinitionArguments {
    /// Of at least so many words.
    pub(crate) fn definition(&self, words: u32) -> Definition {
        Definition { words, run: self.run, gap: self.gap, most: self.most_texts }
    }
}

/// Options of `passages`.
#[derive(Debug, Args)]
pub(crate) struct PassagesArguments {
    #[command(flatten)]
    pub(crate) input: TextArguments,
    /// Files and folders of the texts in which passages are looked for [default: the PATHs, each text in each other one]
    #[arg(long, value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,
    /// The fewest words that both texts must have in a passage
    #[arg(long, value_name = "N", default_value_t = Definition::DEFAULT.words, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Passage")]
    pub(crate) min_words: u32,
    #[command(flatten)]
    pub(crate) definition: DefinitionArguments,
    /// Files and folders of what was given to all, as an assignment, a template or a licence: what stands in them weighs nothing
    /// where texts are compared; signatures stay as they are
    #[arg(long, value_name = "PATH", help_heading = "Given")]
    pub(crate) given: Vec<PathBuf>,
    /// Also say where passages begin and end in bytes and in characters
    #[arg(long = "offsets", conflicts_with = "is_by_document")]
    pub(crate) has_offsets: bool,
    /// A row for each text: how much of it is in others, in which, and how much is only its own
    #[arg(long = "by-document")]
    pub(crate) is_by_document: bool,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
