//! The arguments of `lesson` and `lessons`.

use super::open::LookArguments;
use super::{Language, OutputArguments};
use crate::choices::{LANGUAGES, one_of};
use clap::Args;
use simscope_core::display::Lang;

#[derive(Debug, Args)]
pub(crate) struct LessonArguments {
    /// A lesson by its id or number (see `simscope lessons`), or a FILE.toml
    #[arg(value_name = "NAME|FILE")]
    pub(crate) lesson: String,
    /// Check a lesson: compute every number and every answer, and print nothing else
    #[arg(long = "check", conflicts_with_all = ["is_printed", "has_answers"])]
    pub(crate) is_check: bool,
    /// Print the pages instead of opening the explorer
    #[arg(long = "print")]
    pub(crate) is_printed: bool,
    /// Print the pages with the answers of their questions
    #[arg(long = "answers")]
    pub(crate) has_answers: bool,
    #[command(flatten)]
    pub(crate) look: LookArguments,
    /// Language of the pages
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    pub(crate) lang: Option<Lang>,
}

#[derive(Debug, Args)]
pub(crate) struct LessonsArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) language: Language,
}
