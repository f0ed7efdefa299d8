//! Where results go: standard output or a file, in which format.

use super::arguments::OutputArguments;
use super::failure::Failure;
use crate::export::{Format, Rows, carry_recipes, write_whole};
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

    /// Writes to the file, whole or not at all, or to standard output.
    pub(super) fn write(
        &self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match &self.output {
            Some(path) => Ok(write_whole(path, content)?),
            None => print(content),
        }
    }

    /// Writes the recipes beside the file, if there is one.
    pub(super) fn carry(&self, recipes: &[Recipe]) -> Result<(), Failure> {
        match &self.output {
            Some(path) => Ok(carry_recipes(recipes, path)?),
            None => Ok(()),
        }
    }

    /// Writes rows of these columns.
    pub(super) fn rows(
        &self,
        columns: &[&str],
        content: impl FnOnce(&mut Rows<'_>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.write(|out| {
            let mut rows = Rows::new(self.format(), columns, out)?;
            content(&mut rows)?;
            rows.finish()
        })
    }
}

/// Writes to standard output.
pub(super) fn print(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    content(&mut out)?;
    Ok(out.flush()?)
}
