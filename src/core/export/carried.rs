//! Writes the recipe beside an export, so that its signatures can be reproduced.

use super::guard::is_descriptor;
use super::whole::{Complete, checksum};
use super::{Guarded, WriteError};
use crate::files::{appeared, read_bytes};
use crate::index::tables_sum;
use crate::recipe::{LARGEST_RECIPE, Recipe, TablePaths};
use crate::visible;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The first line of a file that is written beside an export. A file without it was not written by simscope.
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
    // It is asked once: another process may put the file there between two questions.
    let is_file = !is_descriptor(export) && fs::metadata(export).map_or(true, |about| about.is_file());
    let recipes = if is_file { recipes } else { &[] };
    recipes.iter().zip(companions(export).skip(usize::from(!is_alone)))
}

/// Checks that [`write_carrying`] would replace no file but one that it wrote.
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

/// Writes an export as [`write_whole`](super::write_whole) does, and its recipes to files beside it, which `--recipe` reads: the
/// name of the export plus `.recipe.toml`, or `.recipe-a.toml` and `.recipe-b.toml` for two recipes. Writes no recipe if
/// the export is not a regular file (a pipe, `/dev/null`). Each provenance line of `about` becomes a comment.
///
/// Recipes of an earlier export of this name are replaced or deleted; call [`guard_carried`] first. All is complete on disk
/// before anything is renamed, and of several processes one at a time renames.
///
/// # Errors
/// Those of [`write_whole`](super::write_whole).
pub fn write_carrying(
    export: &Path,
    may_replace: bool,
    (recipes, about): (&[Recipe], &[String]),
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let mut content = Some(content);
    let mut fill = |out: &mut dyn Write| content.take().map_or(Ok(()), |content| content(out));
    let Some(complete) = Complete::write(export, may_replace, &mut fill)? else { return Ok(()) };
    let noted = format!("{OF_EXPORT}{:016x}\n", complete.checksum()?);
    let comments: String = about.iter().map(|line| format!("# {}\n", visible::line(line))).collect();
    let paths: Vec<(&Recipe, PathBuf)> = carried(recipes, export).collect();
    let beside = paths.iter().map(|(recipe, path)| {
        let tables = tables_sum(&recipe.tables.names().into());
        let tables = tables.map_or_else(|_| String::new(), |sum| format!("{OF_TABLES}{sum:016x}\n"));
        let text = format!("{HEAD}{noted}{tables}{comments}{}", recipe.to_toml());
        Complete::write(path, true, &mut |out| out.write_all(text.as_bytes()))
    });
    let beside = beside.collect::<Result<Vec<_>, _>>()?;
    let _alone = alone_in(complete.folder());
    if let Some((_, foreign)) = paths.iter().find(|(_, path)| path.exists() && !is_ours(path)) {
        return Err(WriteError { path: foreign.clone(), source: appeared() });
    }
    complete.put()?;
    beside.into_iter().flatten().try_for_each(Complete::put)?;
    let is_carried = |path: &PathBuf| paths.iter().any(|(_, carried)| carried == path);
    for stale in companions(export).filter(|path| !is_carried(path) && is_ours(path)) {
        fs::remove_file(&stale).map_err(|source| WriteError { path: stale.clone(), source })?;
    }
    Ok(())
}

/// Lets no other simscope rename in a folder meanwhile, where folders can be locked. It is not waited for long, since a user may
/// hold the lock for a whole script; [`Noted`] tells what does not belong together in any case.
fn alone_in(folder: &Path) -> Option<File> {
    const TRIES: usize = 500;
    let folder = File::open(folder).ok()?;
    let is_locked = (0..TRIES).any(|_| {
        let is_locked = !matches!(folder.try_lock(), Err(TryLockError::WouldBlock));
        if !is_locked {
            thread::sleep(Duration::from_millis(10));
        }
        is_locked
    });
    is_locked.then_some(folder)
}

const OF_EXPORT: &str = "# checksum of the export: ";
const OF_TABLES: &str = "# checksum of the table files: ";

/// What a recipe beside an export says of what it was written with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Noted {
    export: Option<u64>,
    /// The checksum of the table files; see [`tables_sum`]. `None` if nothing is said.
    pub tables: Option<u64>,
}

impl Noted {
    /// Reads it; a file that simscope did not write says nothing.
    pub fn read(recipe: &Path) -> Self {
        let bytes = if is_ours(recipe) { read_bytes(recipe, LARGEST_RECIPE) } else { Ok(Vec::new()) };
        let text = bytes.map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned());
        let noted = |what| {
            let line = text.lines().find_map(|line| line.strip_prefix(what))?;
            u64::from_str_radix(line, 16).ok()
        };
        Self { export: noted(OF_EXPORT), tables: noted(OF_TABLES) }
    }

    /// Whether it goes with this export, as far as it says.
    pub fn is_of(&self, export: &Path) -> bool {
        let is = |noted| File::open(export).and_then(|file| checksum(&file)).is_ok_and(|sum| sum == noted);
        self.export.is_none_or(is)
    }

    /// Whether the table files are what they were, as far as it says.
    pub fn has_tables(&self, tables: &TablePaths) -> bool {
        self.tables.is_none_or(|noted| tables_sum(tables).is_ok_and(|sum| sum == noted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn an_export_that_appears_meanwhile_has_its_recipe_too() {
        let folder = tempfile::tempdir().unwrap();
        let export = folder.path().join("o.tsv");
        let (recipe, is_over) = (Recipe::default(), AtomicBool::new(false));
        let recipes = std::slice::from_ref(&recipe);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    fs::write(&export, "").unwrap();
                    fs::remove_file(&export).unwrap();
                }
            });
            let without = (0..100_000).filter(|_| carried(recipes, &export).count() != 1).count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(without, 0);
        });
    }
}
