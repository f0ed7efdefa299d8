//! What takes the place of texts and recipe: features made by hand, or a lesson.

use crate::failure::Failure;
use clap::Args;
use simscope_core::lessons::HandMade;
use std::path::PathBuf;

/// The options that the file takes the place of: texts, how they are read, and the recipe.
const INSTEAD: [&str; 11] = [
    "paths",
    "text",
    "input",
    "text_field",
    "id_field",
    "label_field",
    "delimiter",
    "ids",
    "follow",
    "encoding",
    "RecipeArguments",
];

/// Features made by hand.
#[derive(Debug, Args)]
pub(crate) struct MadeArguments {
    /// Features made by hand, with weights and hashes; see docs/TEACH.md
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Classroom",
        conflicts_with_all = INSTEAD
    )]
    features: Option<PathBuf>,
}

/// Features made by hand, or a lesson.
#[derive(Debug, Args)]
pub(crate) struct ClassroomArguments {
    #[command(flatten)]
    pub(crate) made: MadeArguments,
    /// Begin with this lesson: its id or number (see `simscope lesson`), or a FILE.toml
    #[arg(
        long,
        value_name = "NAME|FILE",
        help_heading = "Classroom",
        conflicts_with_all = INSTEAD.into_iter().chain(["features", "k"])
    )]
    pub(crate) lesson: Option<String>,
}

impl MadeArguments {
    /// What the file has, and its name; `None` if there is no such option.
    pub(crate) fn read(&self) -> Result<Option<(HandMade, String)>, Failure> {
        let Some(path) = &self.features else { return Ok(None) };
        let made = HandMade::read(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Some((made, name)))
    }
}
