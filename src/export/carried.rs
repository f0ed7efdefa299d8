//! Writes the recipe beside an export, so that its signatures can be reproduced.

use super::{WriteError, write_whole};
use crate::recipe::Recipe;
use crate::visible;
use std::path::{Path, PathBuf};

/// Writes the recipes of an export to files beside it, which `--recipe` reads: the name of the export plus
/// `.recipe.toml`, or `.recipe-a.toml` and `.recipe-b.toml` for two recipes. Writes nothing if the export is
/// not a regular file (a pipe, `/dev/null`). Each provenance line of `about` becomes a comment.
///
/// # Errors
/// Those of [`write_whole`].
pub fn carry_recipes(recipes: &[Recipe], about: &[String], export: &Path) -> Result<(), WriteError> {
    if !export.is_file() {
        return Ok(());
    }
    let endings =
        if recipes.len() == 1 { &[".recipe.toml"][..] } else { &[".recipe-a.toml", ".recipe-b.toml"] };
    let comments: String = about.iter().map(|line| format!("# {}\n", visible::line(line))).collect();
    for (recipe, ending) in recipes.iter().zip(endings) {
        let mut name = export.as_os_str().to_owned();
        name.push(ending);
        write_whole(&PathBuf::from(name), |out| {
            out.write_all(format!("{comments}{}", recipe.to_toml()).as_bytes())
        })?;
    }
    Ok(())
}
