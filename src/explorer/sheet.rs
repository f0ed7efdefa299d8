//! What a screen shows, as a file: the same names of columns and the same numbers as the commands.

use crate::surface::pixels::Pixels;
use crate::surface::{Lang, Phrase, picture};
use ratatui::buffer::Buffer;
use simscope_core::export::{
    Format, Guarded, companions, guard, guard_carried, in_array, is_array, write_carrying,
};
use simscope_core::recipe::Recipe;
use simscope_core::visible;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    if let Some(picture) = sheet.picture(&ending(&path)) {
        let picture = picture.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Unwritten::NoCurve(shown),
            _ => Unwritten::Failed(error.to_string()),
        })?;
        return save(sheet, (&path, may_replace), recipes, |out| out.write_all(&picture));
    }
    match Format::of_file(&path) {
        Some(format) => save(sheet, (&path, may_replace), recipes, |out| match is_array(&path) {
            true => in_array(out, |out| sheet.rows(format, recipes, out)),
            false => sheet.rows(format, recipes, out),
        }),
        None => Err(sheet.no_format(shown)),
    }
}

/// The path that a line names, and whether a file there may be replaced: the line ends in `!`.
fn named(line: &Path) -> (PathBuf, bool) {
    let name = line.to_string_lossy();
    name.strip_suffix('!').map_or_else(|| (line.to_path_buf(), false), |name| (PathBuf::from(name), true))
}

/// The ending of the file that a line names, in small letters; empty if it has none.
pub fn ending(line: &Path) -> String {
    named(line).0.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
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

/// Why a file was not written, and what to do. Paths are made visible already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritten {
    /// There is a file of that name.
    Exists(String),
    /// It was read: it is part of the corpus, or a table, decisions, judgements.
    IsInput(String),
    /// The recipe beside it would replace something that simscope did not write, or that is read.
    Foreign(String),
    /// The name ends in none of the formats.
    Ending(String),
    /// The same of a file about edits, which has others.
    EditsEnding(String),
    /// The curve is asked for, and not measured yet.
    NoCurve(String),
    /// The disk, or a stream, did not take it; as the system says it.
    Failed(String),
}

impl Unwritten {
    /// The sentence for the status line. What can be done comes first where the line may be cut.
    pub fn message(&self, lang: Lang) -> String {
        lang.pick(match self {
            Unwritten::Exists(path) => {
                both!("{path} exists; end the name with ! to replace it", "{path} 已存在；名后加 ! 可覆盖")
            }
            Unwritten::IsInput(path) => both!(
                "{path} is read here and is never replaced; choose another name",
                "{path} 是读入的文件，不会覆盖；请另取文件名"
            ),
            Unwritten::Foreign(path) => both!(
                "a file is in the place of the recipe of {path}; choose another name",
                "{path} 的配方所在位置已有其他文件；请另取文件名"
            ),
            Unwritten::Ending(path) => both!(
                "{path}: end the name in .tsv .csv .jsonl .parquet .txt .svg .html or .text",
                "{path}：扩展名请用 .tsv .csv .jsonl .parquet .txt .svg .html 或 .text"
            ),
            Unwritten::EditsEnding(path) => both!(
                "{path}: use .tsv .csv .jsonl .parquet .txt, or .svg for the length curve",
                "{path}：请用 .tsv .csv .jsonl .parquet .txt，长度曲线用 .svg"
            ),
            Unwritten::NoCurve(path) => {
                both!("{path}: the length curve is not measured yet", "{path}：长度曲线尚未测完")
            }
            Unwritten::Failed(why) => return why.clone(),
        })
    }
}

/// A frame, to be written as SVG, as a page or as plain text.
#[derive(Debug)]
pub struct Still {
    /// The frame, in colours of 24 bits or without any.
    pub buffer: Buffer,
    /// A picture in it.
    pub pixels: Option<Pixels>,
    pub is_dark: bool,
    /// What the page is called.
    pub title: String,
    pub lang: Lang,
}

impl Sheet for Still {
    /// It is taken for the report where it is a page.
    fn lacks(&self) -> Option<Phrase> {
        Some((
            "the screen as it looks; the palette has the report of the corpus",
            "屏幕原样；语料的报告在命令面板中",
        ))
    }

    /// A picture has no rows.
    fn rows(&self, _: Format, _: &[Recipe], _: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn picture(&self, ending: &str) -> Option<io::Result<Vec<u8>>> {
        let Self { buffer, pixels, is_dark, title, lang } = self;
        let mut text = match ending {
            "svg" => picture::svg(buffer, *is_dark),
            "text" => picture::text(buffer),
            "html" | "htm" => picture::page(buffer, *is_dark, title, *lang),
            _ => return None,
        };
        // Behind the ground, and so before all signs.
        if let (Some(pixels), Some(ground)) = (pixels, text.find("\" rx=\"6\"")) {
            let end = text[ground..].find('\n').map_or(text.len(), |end| ground + end + 1);
            text.insert_str(end, &picture::image(pixels.area, &pixels.base64()));
        }
        Some(Ok(text.into_bytes()))
    }
}
