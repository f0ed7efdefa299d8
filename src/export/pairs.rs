//! Pairs of documents as they are found, in any format.

use super::rows::text;
use super::{Column, Format, Rows};
use crate::contrast::SeenPair;
use crate::hamming::Pair;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The columns of a table of pairs: two ids with these names, and the distance.
pub const fn pair_columns(names: [&'static str; 2]) -> [Column; 3] {
    [Column::text(names[0]), Column::text(names[1]), Column::count("distance")]
}

/// Pairs as the lines of TSV or CSV, which any thread can make.
pub struct PairLines<'a> {
    format: Format,
    id: &'a (dyn Fn(u32) -> &'a str + Sync),
    are_plain: bool,
}

impl<'a> PairLines<'a> {
    /// `id` gives the id of a document. `are_plain`: every id is printable ASCII, so that none needs to be looked at again.
    /// `None` for the other formats.
    pub fn new(format: Format, id: &'a (dyn Fn(u32) -> &'a str + Sync), are_plain: bool) -> Option<Self> {
        matches!(format, Format::Tsv | Format::Csv).then_some(Self { format, id, are_plain })
    }

    /// The lines of these pairs, as [`Rows::write`] writes them.
    pub fn of(&self, pairs: &[Pair]) -> Vec<u8> {
        /// Ids that are fetched before the first is copied, so that the processor waits for several at a time.
        const AHEAD: usize = 64;
        let mut lines = Vec::with_capacity(32 * pairs.len());
        let separator = if self.format == Format::Csv { b',' } else { b'\t' };
        let mut ids = Vec::with_capacity(2 * AHEAD);
        for some in pairs.chunks(AHEAD) {
            ids.clear();
            ids.extend(some.iter().flat_map(|&(a, b, _)| [(self.id)(a), (self.id)(b)]));
            for (two, &(_, _, distance)) in ids.chunks_exact(2).zip(some) {
                for id in two {
                    match self.format {
                        Format::Tsv if self.are_plain => lines.extend_from_slice(id.as_bytes()),
                        _ => lines.extend_from_slice(text(self.format, id).as_bytes()),
                    }
                    lines.push(separator);
                }
                if distance >= 100 {
                    lines.push(b'1');
                }
                if distance >= 10 {
                    lines.push(b'0' + distance / 10 % 10);
                }
                lines.extend_from_slice(&[b'0' + distance % 10, b'\n']);
            }
        }
        lines
    }
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
