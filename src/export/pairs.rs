//! Pairs of documents as they are found, in any format.

use super::{Column, Format, Rows};
use crate::contrast::SeenPair;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The columns of a table of pairs: two ids with these names, and the distance.
pub const fn pair_columns(names: [&'static str; 2]) -> [Column; 3] {
    [Column::text(names[0]), Column::text(names[1]), Column::count("distance")]
}

/// The pairs that only one of two recipes sees, as `diff-recipes` and the explorer write them.
pub struct SeenPairs<'a, 'w> {
    rows: Rows<'w>,
    id: &'a dyn Fn(u32) -> &'a str,
}

impl<'a, 'w> SeenPairs<'a, 'w> {
    /// Begins the table; `id` gives the id of a document.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(
        id: &'a dyn Fn(u32) -> &'a str,
        format: Format,
        recipes: &[Recipe],
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let columns = [
            Column::text("id_a"),
            Column::text("id_b"),
            Column::count("distance_a").optional(),
            Column::count("distance_b").optional(),
            Column::text("seen_by"),
        ];
        Ok(Self { rows: Rows::new(format, &columns, recipes, out)?, id })
    }

    /// Writes a pair that one recipe sees.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&mut self, pair: &SeenPair) -> io::Result<()> {
        self.rows.write(&[
            (self.id)(pair.documents.0).into(),
            (self.id)(pair.documents.1).into(),
            pair.distance_a.into(),
            pair.distance_b.into(),
            if pair.is_seen.0 { "a" } else { "b" }.into(),
        ])
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(self) -> io::Result<()> {
        self.rows.finish()
    }
}
