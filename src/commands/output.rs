//! Where results go: standard output or a file, in which format.

use super::arguments::OutputArguments;
use super::closed::check_stdout;
use super::colours;
use super::failure::Failure;
use simscope_core::display::say;
use simscope_core::export::{Column, Format, Rows, guard, guard_carried, in_array, is_array, write_carrying};
use simscope_core::prose::wrapped;
use simscope_core::recipe::Recipe;
use simscope_core::visible;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use terminal_size::terminal_size_of;

impl OutputArguments {
    /// The format asked for, or the one that fits where the rows go.
    pub(super) fn format(&self) -> Format {
        let asked = self.format.or(self.is_json.then_some(Format::Jsonl));
        match self.file() {
            Some(path) => asked.or_else(|| Format::of_file(path)).unwrap_or(Format::Tsv),
            None => on_stdout(asked),
        }
    }

    /// Whether the rows appear on a terminal.
    pub(super) fn is_on_terminal(&self) -> bool {
        self.file().is_none() && io::stdout().is_terminal()
    }

    /// The file, if it is not standard output.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Fails if the file is one of these, which are read although the command line does not name them.
    pub(super) fn spare<P: AsRef<Path>>(&self, read: impl IntoIterator<Item = P>) -> Result<(), Failure> {
        Ok(self.file().map_or(Ok(()), |path| guard(path, read, true))?)
    }

    /// Writes rows in the format asked for, to the file, whole or not at all, with the recipes beside it, or to standard
    /// output.
    pub(super) fn write(
        &self,
        recipes: &[Recipe],
        content: impl FnOnce(Format, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.write_about(recipes, &[], content)
    }

    /// The same, with provenance lines that go into the file.
    pub(super) fn write_about(
        &self,
        recipes: &[Recipe],
        about: &[String],
        content: impl FnOnce(Format, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let format = self.format();
        let has_header = matches!(format, Format::Tsv | Format::Escaped | Format::Csv | Format::Spreadsheet);
        let is_headless = self.has_no_header && has_header;
        let content = |out: &mut dyn Write| match is_headless {
            true => content(format, &mut Headless { out, is_past: false }),
            false => content(format, out),
        };
        let selection = self.table.selection(self.file().is_none() && colours::are_on());
        let content = |out: &mut dyn Write| selection.during(|| content(out));
        let is_array = self.format.is_none() && !self.is_json && self.file().is_some_and(is_array);
        let content = |out: &mut dyn Write| if is_array { in_array(out, content) } else { content(out) };
        match self.file() {
            Some(path) => save(path, recipes, about, self.is_forced, content),
            None if format == Format::Parquet && self.is_on_terminal() => Err(Failure::Usage(say!(
                "--format parquet: Parquet is not written to a terminal; name a file with -o FILE",
                "--format parquet：Parquet 不写到终端；请用 -o FILE 指定文件"
            ))),
            None => print_as(format, content),
        }
    }

    /// Writes a page, which carries its recipe itself.
    pub(super) fn page(&self, html: &str) -> Result<(), Failure> {
        match self.file() {
            Some(path) => save(path, &[], &[], self.is_forced, |out| out.write_all(html.as_bytes())),
            None => print(|out| out.write_all(html.as_bytes())),
        }
    }

    /// Writes rows of these columns.
    pub(super) fn rows(
        &self,
        columns: &[Column],
        recipes: &[Recipe],
        content: impl FnOnce(&mut Rows<'_>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.write(recipes, |format, out| {
            let mut rows = Rows::new(format, columns, recipes, out)?;
            content(&mut rows)?;
            rows.finish()
        })
    }
}

/// Why the writing of rows stopped early.
pub(super) enum Stopped {
    Failed(Failure),
    /// The rows could not be written.
    Output(io::Error),
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Failed(failure) => failure,
            Stopped::Output(error) => error.into(),
        }
    }
}

/// Runs what writes rows and turns what stops it into an error of writing, so that an incomplete file is not kept. A failure
/// of what is written about is returned as it is.
pub(super) fn stoppable(
    write: impl FnOnce(&mut dyn FnMut(Stopped) -> io::Error) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut failure = None;
    let written = write(&mut |stopped| match stopped {
        Stopped::Output(error) => error,
        Stopped::Failed(why) => {
            failure = Some(why);
            io::Error::other("stopped")
        }
    });
    failure.map_or(written, Err)
}

/// Leaves out the first line.
struct Headless<'w> {
    out: &'w mut dyn Write,
    is_past: bool,
}

impl Write for Headless<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_past {
            return self.out.write(bytes);
        }
        let end = memchr::memchr(b'\n', bytes);
        self.is_past = end.is_some();
        Ok(end.map_or(bytes.len(), |end| end + 1))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Keeps the beginning of what is written until there is more, or it is released: what fails early has written nothing.
pub(super) struct Held<'w> {
    out: &'w mut dyn Write,
    /// `None` once it is released.
    held: Option<Vec<u8>>,
}

impl<'w> Held<'w> {
    pub(super) fn new(out: &'w mut dyn Write, is_held: bool) -> Self {
        Self { out, held: is_held.then(Vec::new) }
    }

    pub(super) fn release(&mut self) -> io::Result<()> {
        self.held.take().map_or(Ok(()), |held| self.out.write_all(&held))
    }
}

impl Write for Held<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const MOST: usize = 16 << 20;
        match &mut self.held {
            Some(held) if held.len() < MOST => {
                held.extend_from_slice(bytes);
                Ok(bytes.len())
            }
            _ => {
                self.release()?;
                self.out.write(bytes)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.held.is_some() { Ok(()) } else { self.out.flush() }
    }
}

/// Writes a file, whole or not at all, with the recipes beside it.
pub(super) fn save(
    path: &Path,
    recipes: &[Recipe],
    about: &[String],
    is_forced: bool,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    guard_carried(recipes, path)?;
    guard(path, tables_of(recipes), is_forced)?;
    Ok(write_carrying(path, is_forced, (recipes, about), content)?)
}

/// The table files that recipes were read with.
pub(super) fn tables_of(recipes: &[Recipe]) -> impl Iterator<Item = &'static str> {
    recipes.iter().flat_map(|recipe| recipe.tables.names().named()).map(|(_, name)| name)
}

/// The format of what goes to standard output; a table on a terminal is as wide as that.
pub(super) fn on_stdout(asked: Option<Format>) -> Format {
    if !io::stdout().is_terminal() {
        return asked.unwrap_or(Format::Tsv);
    }
    match asked.unwrap_or(Format::Table(None)) {
        Format::Table(_) => Format::Table(terminal_size_of(io::stdout()).map(|(width, _)| width.0)),
        format => format,
    }
}

/// Writes to standard output. Lines of a table that are wider than the terminal go on below, indented as they are.
pub(super) fn print_as(
    format: Format,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let Format::Table(Some(width)) = format else { return print(content) };
    print(|out| {
        let mut lines = Lines { out, width: width.into(), begun: Vec::new() };
        content(&mut lines)?;
        lines.flush()
    })
}

/// Breaks lines at the width of a terminal.
struct Lines<'w> {
    out: &'w mut dyn Write,
    width: usize,
    begun: Vec<u8>,
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let end = memchr::memrchr(b'\n', &self.begun).map_or(0, |end| end + 1);
        let whole: Vec<u8> = self.begun.drain(..end).collect();
        for line in String::from_utf8_lossy(&whole).lines() {
            // A head that stands out was fitted before.
            if line.starts_with('\u{1b}') || visible::width(line) <= self.width {
                writeln!(self.out, "{line}")?;
                continue;
            }
            let text = line.trim_start();
            let indent = line.len() - text.len();
            let hanging = if text.starts_with('·') { indent + 2 } else { indent };
            let blanks = |n: usize| " ".repeat(n.min(self.width / 2));
            for (at, part) in wrapped(text, self.width - hanging.min(self.width / 2)).enumerate() {
                writeln!(self.out, "{}{part}", blanks(if at == 0 { indent } else { hanging }))?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&std::mem::take(&mut self.begun))?;
        self.out.flush()
    }
}

/// Writes to standard output.
pub(super) fn print(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    check_stdout()?;
    let mut out = BufWriter::new(io::stdout().lock());
    content(&mut out)?;
    Ok(out.flush()?)
}
