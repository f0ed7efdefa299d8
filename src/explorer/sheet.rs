//! What a screen shows, as a file: the same names of columns and the same numbers as the commands.

mod still;
mod unwritten;

use crate::surface::Phrase;
use simscope_core::export::{Format, Guarded, companions, guard, guard_carried, write_carrying};
use simscope_core::recipe::Recipe;
use simscope_core::visible;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
pub use still::Still;
pub use unwritten::Unwritten;

/// The content of a file, to be written by a job.
pub trait Sheet: Send {
    /// Writes the rows; a format that carries its recipes gets them.
    ///
    /// # Errors
    /// Those of `out`.
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()>;

    /// The picture that a file of this ending holds instead of rows. `None` if there is none of that ending; the error is
    /// `NotFound` where what it shows is not known yet.
    fn picture(&self, _ending: &str) -> Option<io::Result<Vec<u8>>> {
        None
    }

    /// Provenance lines that neither the recipe nor the rows carry.
    fn about(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the file lacks, if anything.
    fn lacks(&self) -> Option<Phrase> {
        None
    }

    /// Why the file at this path is not written: its ending names no format of this sheet.
    fn no_format(&self, path: String) -> Unwritten {
        Unwritten::Ending(path)
    }
}

/// Rows alone.
impl<F: Fn(Format, &[Recipe], &mut dyn Write) -> io::Result<()> + Send> Sheet for F {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        self(format, recipes, out)
    }
}

/// A sheet of rows alone, which `write` writes.
pub fn of_rows(
    write: impl Fn(Format, &[Recipe], &mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Box<dyn Sheet> {
    Box::new(write)
}

/// Writes the sheet, whole or not at all, and beside it the recipes that it was made with. Returns its size in bytes. A
/// name that ends in `!` replaces a file; otherwise a file that exists is left as it is. None of `inputs` is replaced.
///
/// # Errors
/// See [`Unwritten`].
pub fn write(
    sheet: &dyn Sheet,
    recipes: &[Recipe],
    path: &Path,
    inputs: &[PathBuf],
) -> Result<u64, Unwritten> {
    let (path, may_replace) = named(path);
    let path = at_home(path);
    let shown = visible::line(&path.to_string_lossy()).into_owned();
    guard(&path, inputs, may_replace).map_err(|guarded| match guarded {
        Guarded::Exists(_) => Unwritten::Exists(shown.clone()),
        Guarded::IsInput { .. } => Unwritten::IsInput(shown.clone()),
        Guarded::Foreign(_) => Unwritten::Foreign(shown.clone()),
    })?;
    if companions(&path).any(|path| guard(&path, inputs, true).is_err()) {
        return Err(Unwritten::Foreign(shown));
    }
    let ending = ending(&path);
    if let Some(picture) = sheet.picture(&ending) {
        let picture = picture.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Unwritten::NoCurve(shown),
            _ => Unwritten::Failed(error.to_string()),
        })?;
        return save(sheet, (&path, may_replace), recipes, |out| out.write_all(&picture));
    }
    match Format::of_file(&path) {
        Some(format) => save(sheet, (&path, may_replace), recipes, |out| sheet.rows(format, recipes, out)),
        None => Err(sheet.no_format(shown)),
    }
}

/// The path that a line names, and whether a file there may be replaced: the line ends in `!`.
fn named(line: &Path) -> (PathBuf, bool) {
    let name = line.to_string_lossy();
    match name.strip_suffix('!') {
        Some(name) => (PathBuf::from(name), true),
        None => (line.to_path_buf(), false),
    }
}

/// The ending of the file that a line names, in small letters; empty if it has none.
pub fn ending(line: &Path) -> String {
    let path = named(line).0;
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// A leading `~/` is the home folder, as in a shell.
fn at_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path,
    }
}

fn save(
    sheet: &dyn Sheet,
    (path, may_replace): (&Path, bool),
    recipes: &[Recipe],
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<u64, Unwritten> {
    let foreign = |_| Unwritten::Foreign(visible::line(&path.to_string_lossy()).into_owned());
    guard_carried(recipes, path).map_err(foreign)?;
    write_carrying(path, may_replace, (recipes, &sheet.about()), |out| content(out))
        .map_err(|error| Unwritten::Failed(error.to_string()))?;
    Ok(std::fs::metadata(path).map_or(0, |data| data.len()))
}
