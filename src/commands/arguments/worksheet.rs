//! What can be written behind `simscope worksheet`.

use super::RecipeArguments;
use crate::choices::{LANGUAGES, SOLUTIONS, one_of};
use clap::Args;
use simscope_core::display::Lang;
use simscope_core::handout::Solution;
use std::path::{Path, PathBuf};

/// The options that the file takes the place of.
const INSTEAD: [&str; 2] = ["texts", "RecipeArguments"];

#[derive(Debug, Args)]
pub(crate) struct WorksheetArguments {
    /// Features made by hand, with weights and hashes; see docs/TEACH.md
    #[arg(
        value_name = "FILE",
        required_unless_present_any = ["texts", "named"],
        conflicts_with_all = INSTEAD.into_iter().chain(["named"])
    )]
    features: Option<PathBuf>,
    /// The same FILE, as `explain` names it
    #[arg(long = "features", value_name = "FILE", conflicts_with_all = INSTEAD)]
    named: Option<PathBuf>,
    /// This text instead of a file; may be given several times
    #[arg(long = "text", value_name = "TEXT")]
    pub(crate) texts: Vec<String>,
    /// Where to write the pages: FILE.html
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: PathBuf,
    /// Solutions behind the exercises, none, or the solutions alone
    #[arg(long, value_parser = one_of(SOLUTIONS), value_name = "WHICH", default_value = "behind", help_heading = "Output")]
    pub(crate) solution: Solution,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    pub(crate) is_forced: bool,
    #[command(flatten)]
    pub(crate) recipe: RecipeArguments,
    /// Language of the pages
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    pub(crate) lang: Option<Lang>,
}

impl WorksheetArguments {
    /// The file of features made by hand, if one is given.
    pub(crate) fn features(&self) -> Option<&Path> {
        self.features.as_deref().or(self.named.as_deref())
    }
}
