//! What can be written behind `simscope worksheet`.

use super::RecipeArguments;
use crate::choices::{LANGUAGES, one_of};
use clap::Args;
use simscope_core::display::Lang;
use std::path::{Path, PathBuf};

pub(super) const WORKSHEET_HELP: &str = "FILE has features made by hand, see docs/TEACH.md. A sheet has empty cells for what \
     each feature adds, for the sums and for the bits, and the rule in one sentence; several documents have a sheet each, and one \
     for their distances. The solutions follow on pages of their own. It prints on A4 and Letter. A sheet has room for 12 \
     features and 16 bits, a file for 4 documents.\n\n\
     Examples:\n  simscope worksheet samples/lessons/three-words.toml -o sheet.html\n  \
     simscope worksheet --text 'to be or not to be' --bits 8 --weighting tf -o sheet.html\n  \
     simscope worksheet --text 'the red cat' --text 'the red car' --bits 8 -o sheet.html";

/// The options that the file takes the place of.
const INSTEAD: [&str; 11] = [
    "texts",
    "recipe",
    "tokenizer",
    "weighting",
    "hash",
    "bits",
    "tie",
    "normalize",
    "ignore",
    "window",
    "top",
];

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
