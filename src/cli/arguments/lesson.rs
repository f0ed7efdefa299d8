//! The arguments of `lesson` and `lessons`.

use super::open::LookArguments;
use super::{Language, OutputArguments};
use crate::cli::choices::{LANGUAGES, one_of};
use crate::display::Lang;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct LessonArguments {
    /// A lesson by its id or number (see `simscope lessons`), or a FILE.toml
    #[arg(value_name = "NAME|FILE")]
    pub(in crate::cli) lesson: String,
    /// Check a lesson: compute every number and every answer, and print nothing else
    #[arg(long = "check", conflicts_with_all = ["is_printed", "has_answers"])]
    pub(in crate::cli) is_check: bool,
    /// Print the pages instead of opening the explorer
    #[arg(long = "print")]
    pub(in crate::cli) is_printed: bool,
    /// Print the pages with the answers of their questions
    #[arg(long = "answers")]
    pub(in crate::cli) has_answers: bool,
    #[command(flatten)]
    pub(in crate::cli) look: LookArguments,
    /// Language of the pages
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    pub(in crate::cli) lang: Option<Lang>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct LessonsArguments {
    #[command(flatten)]
    pub(in crate::cli) output: OutputArguments,
    #[command(flatten)]
    pub(in crate::cli) language: Language,
}
