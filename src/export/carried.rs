//! The recipe beside an export, so that nobody has to guess how its signatures were made.

use super::{WriteError, write_whole};
use crate::recipe::Recipe;
use std::path::{Path, PathBuf};

/// Writes the recipe of an export to a file beside it, the name of the export and `.recipe.toml`, which
/// `--recipe` reads; answers that name. `None` where the export is no regular file (a pipe, `/dev/null`).
///
/// # Errors
/// Those of [`write_whole`].
pub fn carry_recipe(recipe: &Recipe, export: &Path) -> Result<Option<PathBuf>, WriteError> {
    if !export.is_file() {
        return Ok(None);
    }
    let mut name = export.as_os_str().to_owned();
    name.push(".recipe.toml");
    let beside = PathBuf::from(name);
    write_whole(&beside, |out| out.write_all(recipe.to_toml().as_bytes()))?;
    Ok(Some(beside))
}
