//! Where results go: standard output or a file, in which format.

use super::arguments::OutputArguments;
use super::closed::check_stdout;
use super::failure::Failure;
use crate::export::{Column, Format, Rows, carry_recipes, write_whole};
use crate::recipe::Recipe;
use std::io::{self, BufWriter, IsTerminal, Write};

impl OutputArguments {
    /// The format asked for, or the one that fits where the rows go.
    pub(super) fn format(&self) -> Format {
        self.format.unwrap_or_else(|| match &self.output {
            Some(path) => Format::of_file(path).unwrap_or(Format::Tsv),
            None if io::stdout().is_terminal() => Format::Table,
            None => Format::Tsv,
        })
    }

    /// Whether the rows appear on a terminal.
    pub(super) fn is_on_terminal(&self) -> bool {
        self.output.is_none() && io::stdout().is_terminal()
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
        match &self.output {
            Some(path) => {
                write_whole(path, |out| content(format, out))?;
                Ok(carry_recipes(recipes, about, path)?)
            }
            None if format == Format::Parquet => {
                let what =
                    "--format parquet: Parquet is not written to standard output; name a file with -o FILE";
                Err(Failure::Usage(what.to_owned()))
            }
            None => print(|out| content(format, out)),
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

/// Writes to standard output.
pub(super) fn print(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    check_stdout()?;
    let mut out = BufWriter::new(io::stdout().lock());
    content(&mut out)?;
    Ok(out.flush()?)
}
