//! Writes the documents that were dropped or held, each with the kept one that covers it.

use super::{Cell, Column, Format, RecipeObject, Rows};
use crate::decide::clean::Cover;
use crate::recipe::Recipe;
use rayon::prelude::*;
use std::io::{self, Write};

/// A document that goes, with its cover.
#[derive(Debug, Clone, Copy)]
pub struct Gone {
    /// The document.
    pub document: u32,
    /// The one that stays, and how the two differ.
    pub cover: Cover,
    /// Their distance, if the distance found them.
    pub distance: Option<u8>,
}

/// The table that commands and explorer write beside the kept records.
pub struct Dropped<'a> {
    /// The documents that go, in the order of the corpus.
    pub gone: &'a [Gone],
    /// The threshold, if it found the documents.
    pub k: Option<u8>,
    /// The recipe of the signatures.
    pub recipe: &'a Recipe,
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// The number of its group.
    pub group: &'a dyn Fn(u32) -> Option<usize>,
    /// Why a kept document is kept: the rule, or `by hand`.
    pub rule: &'a dyn Fn(u32) -> String,
    /// Describes the differences of a document that goes and the one that stays.
    pub differences: &'a (dyn Fn(u32, u32) -> String + Sync),
}

const COLUMNS: [Column; 11] = [
    Column::text("id"),
    Column::text("kept"),
    Column::text("kind"),
    Column::number("similarity").optional(),
    Column::number("lost").optional(),
    Column::count("distance").optional(),
    Column::text("differences"),
    Column::count("k").optional(),
    Column::text("recipe"),
    Column::count("group").optional(),
    Column::text("rule"),
];

/// The number of columns that describe the cover of a document.
const OF_COVER: usize = 7;
/// The number of rows whose differences are described at once.
const BLOCK: usize = 4096;

impl Dropped<'_> {
    /// Writes a row for each dropped document, in corpus order.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = Rows::new(format, &COLUMNS, std::slice::from_ref(self.recipe), out)?;
        let (recipe, object) = (self.recipe.to_string(), RecipeObject::from(self.recipe));
        for block in self.gone.chunks(BLOCK) {
            let pairs = block.iter().map(|gone| (gone.document, gone.cover)).collect::<Vec<_>>();
            for (gone, text) in block.iter().zip(&described(&pairs, self.differences)) {
                let rule = (self.rule)(gone.cover.by);
                let [id, kept, kind, similarity, lost, _, differences] =
                    cells((gone.document, &gone.cover), self.id, text);
                rows.write(&[
                    id,
                    kept,
                    kind,
                    similarity,
                    lost,
                    gone.distance.map_or(Cell::Nothing, Cell::from),
                    differences,
                    self.k.map_or(Cell::Nothing, Cell::from),
                    Cell::Recipe(&recipe, &object),
                    (self.group)(gone.document).map_or(Cell::Nothing, Cell::from),
                    rule.as_str().into(),
                ])?;
            }
        }
        rows.finish()
    }
}

/// The cells that describe the cover of a document.
fn cells<'c, 'i: 'c>(
    (document, cover): (u32, &Cover),
    id: &dyn Fn(u32) -> &'i str,
    differences: &'c str,
) -> [Cell<'c>; OF_COVER] {
    [
        id(document).into(),
        id(cover.by).into(),
        cover.kind.name().into(),
        number(cover.similarity),
        number(cover.lost),
        Cell::Nothing,
        differences.into(),
    ]
}

/// Describes the differences of these pairs.
fn described(pairs: &[(u32, Cover)], differences: &(dyn Fn(u32, u32) -> String + Sync)) -> Vec<String> {
    pairs.par_iter().with_max_len(16).map(|(document, cover)| differences(*document, cover.by)).collect()
}

/// Rounds to four digits behind the point, which is enough for a reader.
fn number<'a>(value: f64) -> Cell<'a> {
    if value.is_nan() { Cell::Nothing } else { Cell::Number((value * 1e4).round() / 1e4) }
}

/// Writes the held documents, each with the text that would cover it if the difference did not matter.
///
/// # Errors
/// Those of `out`.
pub fn write_held<'a>(
    held: &mut dyn Iterator<Item = (u32, &'a Cover)>,
    id: &'a dyn Fn(u32) -> &'a str,
    differences: &'a (dyn Fn(u32, u32) -> String + Sync),
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = Rows::new(format, &COLUMNS[..OF_COVER], &[], out)?;
    let held: Vec<(u32, Cover)> = held.map(|(document, cover)| (document, *cover)).collect();
    for block in held.chunks(BLOCK) {
        for ((document, cover), text) in block.iter().zip(&described(block, differences)) {
            rows.write(&cells((*document, cover), id, text))?;
        }
    }
    rows.finish()
}
