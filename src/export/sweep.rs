//! What every k would do, in any format.

use super::{Cell, Column, Described, Format, write_table};
use crate::evidence::{Agreement, LabelledPairs};
use crate::groups::SweepRow;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The sweep, as `sweep` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct Sweep<'a> {
    /// A row for each k.
    pub rows: &'a [SweepRow],
    /// Labelled pairs, for the last three columns; `None` for a corpus without labels.
    pub labelled: Option<&'a LabelledPairs>,
}

/// Columns of a corpus without labels.
const UNLABELLED: usize = 6;

impl Sweep<'_> {
    /// Writes a row for each k.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let share = |row: &SweepRow, of: fn(Agreement) -> Option<f64>| {
            Cell::from(self.labelled.and_then(|labelled| of(labelled.at(row.k))))
        };
        let columns: [Described<'_, '_, SweepRow>; 9] = [
            (Column::count("k"), &|row| row.k.into()),
            (Column::whole("pairs").optional(), &|row| row.pairs.into()),
            (Column::count("groups"), &|row| row.groups.into()),
            (Column::count("grouped"), &|row| row.grouped.into()),
            (Column::count("largest"), &|row| row.largest.into()),
            (Column::count("chains").optional(), &|row| row.chains.into()),
            (Column::number("precision").optional(), &|row| share(row, |agreement| agreement.precision)),
            (Column::number("recall").optional(), &|row| share(row, |agreement| agreement.recall)),
            (Column::number("f1").optional(), &|row| share(row, |agreement| agreement.f1)),
        ];
        let columns = if self.labelled.is_some() { &columns[..] } else { &columns[..UNLABELLED] };
        write_table(columns, self.rows, format, recipes, out)
    }
}
