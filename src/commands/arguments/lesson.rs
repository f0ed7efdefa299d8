//! The arguments of `lesson`.

use super::OutputArguments;
use super::open::LookArguments;
use crate::choices::{LANGUAGES, one_of};
use clap::Args;
use simscope_core::display::Lang;

#[derive(Debug, Args)]
pub(crate) struct LessonArguments {
    /// A lesson by its id or number, or a FILE.toml; without one the lessons are listed
    #[arg(value_name = "NAME|FILE", conflicts_with = "OutputArguments")]
    pub(crate) lesson: Option<String>,
    /// Check a lesson: compute every number and every answer, and print nothing else
    #[arg(long = "check", requires = "lesson", conflicts_with_all = ["is_printed", "has_answers"])]
    pub(crate) is_check: bool,
    /// Print the pages instead of opening the explorer
    #[arg(long = "print", requires = "lesson")]
    pub(crate) is_printed: bool,
    /// Print the pages with the answers of their questions
    #[arg(long = "answers", requires = "lesson")]
    pub(crate) has_answers: bool,
    #[command(flatten)]
    pub(crate) look: LookArguments,
    /// Language of the pages
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    pub(crate) lang: Option<Lang>,
    /// Of the list.
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
