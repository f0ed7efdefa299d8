//! Rows of named columns, in any format.

use super::cell::Cell;
use super::column::Column;
use super::escaped::{escape, in_csv};
use super::fitting::fitting;
use super::notation::{InJson, written};
use super::parquet::File;
use super::selection::Selection;
use super::{Format, heads, json};
use crate::display::{grouped_digits, say};
use crate::recipe::Recipe;
use crate::visible;
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes rows as they come; a table in blocks, because its widths follow from its cells.
///
/// Control characters, escape sequences, bidirectional overrides and zero-width characters are never written
/// raw. JSON escapes them, so that nothing is lost; the other text formats replace them by the symbols of
/// [`visible::line`](crate::visible::line), so that a tab or a line end never breaks a row; only CSV keeps those two, in
/// quotes. Use JSONL, [`Format::Escaped`] or Parquet (which stores text unchanged) for text that must be read back exactly.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::export::{Cell, Column, Format, Rows};
/// let mut out = Vec::new();
/// let columns = [Column::text("id"), Column::count("size")];
/// let mut rows = Rows::new(Format::Tsv, &columns, &[], &mut out)?;
/// rows.write(&[Cell::Text("a\tb"), Cell::Count(2)])?;
/// rows.finish()?;
/// assert_eq!(out, "id\tsize\na␉b\t2\n".as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Rows<'w> {
    format: Format,
    columns: Vec<&'static str>,
    out: &'w mut dyn Write,
    /// Row groups, for Parquet.
    file: Option<File>,
    /// Rows of the table block that is being collected.
    block: Vec<Vec<String>>,
    /// Whether a column of that block holds numbers only.
    is_number: Vec<bool>,
    blocks: usize,
    selection: Selection,
    /// The cells that are written, by their places; `None` for all.
    places: Option<Vec<usize>>,
    /// Rows that came.
    count: u64,
}

/// Rows of one table block. A longer table is written as several blocks, each with its header, so that output
/// starts at once and memory stays small.
const BLOCK: usize = 1000;

/// A single line below the header.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

impl<'w> Rows<'w> {
    /// Writes the header, where the format has one. Parquet stores the recipes as key-value metadata. Of rows and columns
    /// those are written that the [`Selection`] in force has.
    ///
    /// # Errors
    /// Those of `out`; a [`ColumnError`](super::ColumnError) if a column was chosen that is not there.
    pub fn new(
        format: Format,
        columns: &[Column],
        recipes: &[Recipe],
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let selection = Selection::in_force();
        let places = selection.places(columns)?;
        let columns: Vec<Column> = match &places {
            Some(places) => places.iter().map(|&at| columns[at]).collect(),
            None => columns.to_vec(),
        };
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let header = || names.iter().map(|&name| Cow::Borrowed(name));
        let mut file = None;
        match format {
            Format::Table(_) | Format::Jsonl => {}
            Format::Tsv | Format::Escaped => line(out, "\t", header())?,
            Format::Csv | Format::Spreadsheet => line(out, ",", header())?,
            Format::Parquet => file = Some(File::new(&columns, recipes)?),
        }
        let is_number = vec![true; names.len()];
        let (block, blocks, count) = (Vec::new(), 0, 0);
        Ok(Self { format, columns: names, out, file, block, is_number, blocks, selection, places, count })
    }

    /// A word that a row has in its first column: in a table for reading in the language of messages, else as it is.
    pub fn word<'n>(&self, word: &'n str) -> &'n str {
        if self.format.is_table() { heads::shown(word) } else { word }
    }

    /// Writes one row, a cell for each column.
    ///
    /// # Errors
    /// Those of `out`; in Parquet also a cell of another type than its column.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        self.count += 1;
        if self.selection.rows.is_some_and(|most| self.count > most) {
            return Ok(());
        }
        let chosen: Vec<Cell<'_>>;
        let cells = match &self.places {
            Some(places) => {
                chosen = places.iter().map(|&at| cells[at]).collect();
                &chosen
            }
            None => cells,
        };
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        match self.format {
            Format::Tsv => line(self.out, "\t", cells.iter().map(|cell| shown(cell, visible::line))),
            Format::Escaped => line(self.out, "\t", cells.iter().map(|cell| shown(cell, escape))),
            Format::Csv => line(self.out, ",", cells.iter().map(|cell| shown(cell, in_csv))),
            Format::Spreadsheet => line(self.out, ",", cells.iter().map(|cell| shown(cell, harmless))),
            Format::Jsonl => json::json_line(&Object { columns: &self.columns, cells }, self.out),
            Format::Parquet => self.file.as_mut().map_or(Ok(()), |file| file.write(cells, self.out)),
            Format::Table(_) => {
                for (is_number, cell) in self.is_number.iter_mut().zip(cells) {
                    *is_number &=
                        matches!(cell, Cell::Count(_) | Cell::Integer(_) | Cell::Number(_) | Cell::Nothing);
                }
                self.block.push(cells.iter().map(in_table).collect());
                if self.block.len() == BLOCK { self.write_block() } else { Ok(()) }
            }
        }
    }

    /// Writes rows that are lines of the format already.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_lines(&mut self, lines: &[u8]) -> io::Result<()> {
        self.out.write_all(lines)
    }

    /// Sends what was written; rows of a table block or a Parquet row group wait until it is full.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the rows and flushes.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(mut self) -> io::Result<()> {
        if self.format.is_table() && (self.blocks == 0 || !self.block.is_empty()) {
            self.write_block()?;
        }
        let more = self.count.saturating_sub(self.selection.rows.unwrap_or(u64::MAX));
        if matches!(self.format, Format::Table(Some(_))) && more > 0 {
            let more = grouped_digits(more);
            writeln!(self.out, "{}", say!("Not shown: {more} more rows.", "未显示：其余 {more} 行。"))?;
        }
        if let Some(file) = self.file {
            file.finish(self.out)?;
        }
        self.out.flush()
    }

    fn write_block(&mut self) -> io::Result<()> {
        let mut table = Table::new();
        table.load_style(STYLE);
        let heads: Vec<&str> = self.columns.iter().map(|name| heads::shown(name)).collect();
        let widths = match self.format {
            Format::Table(Some(width)) => fitting(&heads, &self.block, &self.is_number, width.into()),
            _ => vec![usize::MAX; heads.len()],
        };
        let shown = |at: &usize| widths[*at] > 0;
        let all = 0..heads.len();
        table.set_header(all.clone().filter(shown).map(|at| visible::cut(heads[at], widths[at])));
        for row in self.block.drain(..) {
            table.add_row(all.clone().filter(shown).map(|at| visible::cut(&row[at], widths[at])));
        }
        for (column, at) in table.column_iter_mut().zip(all.clone().filter(shown)) {
            if self.is_number[at] {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        self.is_number.fill(true);
        self.blocks += 1;
        let table = table.trim_fmt();
        match table.split_once('\n').filter(|_| self.selection.has_bold_heads) {
            Some((head, rows)) => writeln!(self.out, "\u{1b}[1m{head}\u{1b}[0m\n{rows}")?,
            None => writeln!(self.out, "{table}")?,
        }
        let left_out: Vec<&str> = all.filter(|at| !shown(at)).map(|at| heads[at]).collect();
        match left_out.join(", ") {
            names if names.is_empty() => Ok(()),
            names => writeln!(
                self.out,
                "{}",
                say!(
                    "Not shown: {names}. --columns chooses, --format tsv has all.",
                    "未显示：{names}。--columns 可选列，--format tsv 显示全部。"
                )
            ),
        }
    }
}

/// A column, and the cell that a row has in it.
pub type Described<'c, 'r, R> = (Column, &'c dyn Fn(&'r R) -> Cell<'r>);

/// Writes a table whole.
///
/// # Errors
/// Those of `out`.
pub fn write_table<'r, R>(
    columns: &[Described<'_, 'r, R>],
    all: &'r [R],
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let heads: Vec<Column> = columns.iter().map(|(column, _)| *column).collect();
    let mut rows = Rows::new(format, &heads, recipes, out)?;
    for row in all {
        let cells: Vec<Cell<'_>> = columns.iter().map(|(_, cell)| cell(row)).collect();
        rows.write(&cells)?;
    }
    rows.finish()
}

fn line<'a>(
    out: &mut dyn Write,
    separator: &str,
    cells: impl Iterator<Item = Cow<'a, str>>,
) -> io::Result<()> {
    for (i, cell) in cells.enumerate() {
        if i > 0 {
            out.write_all(separator.as_bytes())?;
        }
        out.write_all(cell.as_bytes())?;
    }
    out.write_all(b"\n")
}

/// A cell whose text is written in this way.
fn shown<'a>(cell: &Cell<'a>, text_as: fn(&'a str) -> Cow<'a, str>) -> Cow<'a, str> {
    match *cell {
        Cell::Text(text) | Cell::Recipe(text, _) | Cell::List(text, _) => text_as(text),
        Cell::Count(count) => count.to_string().into(),
        Cell::Integer(integer) => integer.to_string().into(),
        Cell::Truth(is_true) => u8::from(is_true).to_string().into(),
        Cell::Number(number) => number.to_string().into(),
        Cell::Signature(signature, bits, format) => written(signature, bits, format).into(),
        Cell::Nothing => "".into(),
    }
}

fn in_table(cell: &Cell<'_>) -> String {
    match *cell {
        Cell::Number(number) => format!("{number:.4}"),
        Cell::Nothing => "–".to_owned(),
        Cell::Count(count) => grouped_digits(count),
        _ => shown(cell, visible::line).into_owned(),
    }
}

/// What a spreadsheet takes for text, whatever text it is. Tabs and line ends were replaced before.
fn harmless(text: &str) -> Cow<'_, str> {
    let text = visible::line(text).replace('"', "\"\"");
    format!("\"{}{text}\"", if visible::is_formula(&text) { "'" } else { "" }).into()
}

/// A row as a JSON object with keys in the order of the columns.
pub(super) struct Object<'r> {
    pub(super) columns: &'r [&'r str],
    pub(super) cells: &'r [Cell<'r>],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for (name, cell) in self.columns.iter().zip(self.cells) {
            match cell {
                Cell::Text(text) => map.serialize_entry(name, text)?,
                Cell::Count(count) => map.serialize_entry(name, count)?,
                Cell::Integer(integer) => map.serialize_entry(name, integer)?,
                Cell::Truth(is_true) => map.serialize_entry(name, is_true)?,
                Cell::Number(number) => map.serialize_entry(name, number)?,
                &Cell::Signature(one, bits, format) => {
                    map.serialize_entry(name, &InJson(one, bits, format))?
                }
                Cell::Recipe(_, recipe) => map.serialize_entry(name, recipe)?,
                Cell::List(_, texts) => map.serialize_entry(name, texts)?,
                Cell::Nothing => map.serialize_entry(name, &())?,
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests;
