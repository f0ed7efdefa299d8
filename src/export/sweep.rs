//! What every k would do, in any format.

use super::{Column, Format, Rows};
use crate::evidence::LabelledPairs;
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

const COLUMNS: [Column; 9] = [
    Column::count("k"),
    Column::whole("pairs").optional(),
    Column::count("groups"),
    Column::count("grouped"),
    Column::count("largest"),
    Column::count("chains").optional(),
    Column::number("precision").optional(),
    Column::number("recall").optional(),
    Column::number("f1").optional(),
];
/// Columns of a corpus without labels.
const UNLABELLED: usize = 6;

impl Sweep<'_> {
    /// Writes a row for each k.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let columns = if self.labelled.is_some() { &COLUMNS[..] } else { &COLUMNS[..UNLABELLED] };
        let mut rows = Rows::new(format, columns, recipes, out)?;
        for row in self.rows {
            let agreement = self.labelled.map(|labelled| labelled.at(row.k));
            let cells = [
                row.k.into(),
                row.pairs.into(),
                row.groups.into(),
                row.grouped.into(),
                row.largest.into(),
                row.chains.into(),
                agreement.and_then(|agreement| agreement.precision).into(),
                agreement.and_then(|agreement| agreement.recall).into(),
                agreement.and_then(|agreement| agreement.f1).into(),
            ];
            rows.write(&cells[..columns.len()])?;
        }
        rows.finish()
    }
}
