//! Writes the recipe beside an export, so that its signatures can be reproduced.

use super::guard::is_descriptor;
use super::{Guarded, WriteError, write_whole};
use crate::files::read_bytes;
use crate::recipe::{LARGEST_RECIPE, Recipe};
use crate::visible;
use std::fs;
use std::path::{Path, PathBuf};

/// The first line of what is written beside an export; a file without it is somebody else's.
const HEAD: &str = "# simscope wrote this recipe beside an export, and replaces it with the export\n";

const ENDINGS: [&str; 3] = [".recipe.toml", ".recipe-a.toml", ".recipe-b.toml"];

/// The files that recipes are written to beside an export: for one recipe the first, for two the others.
pub fn companions(export: &Path) -> impl Iterator<Item = PathBuf> {
    ENDINGS.into_iter().map(|ending| {
        let mut name = export.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Each recipe with its file. Nothing if the export is not a regular file (a pipe, `/dev/null`).
fn carried<'r>(recipes: &'r [Recipe], export: &Path) -> impl Iterator<Item = (&'r Recipe, PathBuf)> {
    let is_alone = recipes.len() == 1;
    let is_file = !is_descriptor(export) && (export.is_file() || !export.exists());
    let recipes = if is_file { recipes } else { &[] };
    recipes.iter().zip(companions(export).skip(usize::from(!is_alone)))
}

/// Checks that [`carry_recipes`] would replace no file but one that it wrote.
///
/// # Errors
/// [`Guarded::Foreign`].
pub fn guard_carried(recipes: &[Recipe], export: &Path) -> Result<(), Guarded> {
    let foreign = carried(recipes, export).map(|(_, path)| path).find(|path| path.exists() && !is_ours(path));
    foreign.map_or(Ok(()), |path| Err(Guarded::Foreign(path)))
}

fn is_ours(path: &Path) -> bool {
    read_bytes(path, LARGEST_RECIPE).is_ok_and(|bytes| bytes.starts_with(HEAD.as_bytes()))
}

/// Writes the recipes of an export to files beside it, which `--recipe` reads: the name of the export plus
/// `.recipe.toml`, or `.recipe-a.toml` and `.recipe-b.toml` for two recipes. Writes nothing if the export is
/// not a regular file (a pipe, `/dev/null`). Each provenance line of `about` becomes a comment.
///
/// Files of these names are replaced, and those of an earlier export of this name deleted; call [`guard_carried`] before the export is written.
///
/// # Errors
/// Those of [`write_whole`].
pub fn carry_recipes(recipes: &[Recipe], about: &[String], export: &Path) -> Result<(), WriteError> {
    let comments: String = about.iter().map(|line| format!("# {}\n", visible::line(line))).collect();
    for (recipe, path) in carried(recipes, export) {
        write_whole(&path, |out| out.write_all(format!("{HEAD}{comments}{}", recipe.to_toml()).as_bytes()))?;
    }
    let is_carried = |path: &PathBuf| carried(recipes, export).any(|(_, carried)| carried == *path);
    let stale = companions(export).filter(|path| export.is_file() && !is_carried(path) && is_ours(path));
    for path in stale {
        fs::remove_file(&path).map_err(|source| WriteError { path: path.clone(), source })?;
    }
    Ok(())
}
