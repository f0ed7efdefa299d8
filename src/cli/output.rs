//! Where results go: standard output or a file, in which format.

use super::arguments::OutputArguments;
use super::failure::Failure;
use crate::export::{Column, Format, RECIPE_KEY, Rows, carry_recipes, write_whole};
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

    /// Writes text to the file, whole or not at all, or to standard output.
    pub(super) fn write(
        &self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.format() == Format::Parquet {
            let what = "parquet: this command writes tables, tsv, csv and jsonl only; hash, pairs, groups and batch write Parquet";
            return Err(Failure::Usage(what.to_owned()));
        }
        self.write_bytes(content)
    }

    fn write_bytes(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        match &self.output {
            Some(path) => Ok(write_whole(path, content)?),
            None => print(content),
        }
    }

    /// Writes the recipes beside the file, if there is one.
    pub(super) fn carry(&self, recipes: &[Recipe]) -> Result<(), Failure> {
        self.carry_with(recipes, &[])
    }

    /// The same, with lines that say what else the file follows from.
    pub(super) fn carry_with(&self, recipes: &[Recipe], about: &[String]) -> Result<(), Failure> {
        match &self.output {
            Some(path) => Ok(carry_recipes(recipes, about, path)?),
            None => Ok(()),
        }
    }

    /// Writes rows of these typed columns, in Parquet too, where the recipe goes along.
    pub(super) fn typed_rows(
        &self,
        columns: &[Column<'_>],
        recipes: &[Recipe],
        content: impl FnOnce(&mut Rows<'_>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let format = self.format();
        if format == Format::Parquet && self.output.is_none() {
            let what = "--format parquet: Parquet is no text for standard output; name a file with -o FILE";
            return Err(Failure::Usage(what.to_owned()));
        }
        let recipe = recipes.first().map(Recipe::to_toml);
        let metadata: Vec<(&str, &str)> = recipe.iter().map(|toml| (RECIPE_KEY, toml.as_str())).collect();
        self.write_bytes(|out| {
            let mut rows = Rows::typed(format, columns, &metadata, out)?;
            content(&mut rows)?;
            rows.finish()
        })
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
