//! The documents that were dropped or held, each with the kept one that covers it.

use super::{Cell, Column, Format, RecipeObject, Rows};
use crate::alignment::Kind;
use crate::decide::clean::Cover;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// A document that goes, and what is known of it and the one that covers it.
#[derive(Debug, Clone, Copy)]
pub struct Gone {
    /// The document.
    pub document: u32,
    /// The one that stays.
    pub kept: u32,
    /// How the two differ.
    pub kind: Kind,
    /// The value by the measure that confirms pairs.
    pub similarity: Option<f64>,
    /// The share of its weight that the one that stays has, too.
    pub equal: Option<f64>,
    /// The share of its weight that is in no text that stays.
    pub not_in_kept: Option<f64>,
    /// Their distance, where they were found by it.
    pub distance: Option<u8>,
}

/// The rows that commands and explorer write beside the kept records.
pub struct Dropped<'a> {
    /// What goes, in the order of the corpus.
    pub gone: &'a [Gone],
    /// The threshold, where documents were found by it.
    pub k: Option<u8>,
    /// The recipe of the signatures.
    pub recipe: &'a Recipe,
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// The number of its group.
    pub group: &'a dyn Fn(u32) -> Option<usize>,
    /// Why a kept document is kept: the rule, or `by hand`.
    pub rule: &'a dyn Fn(u32) -> String,
}

const COLUMNS: [Column; 11] = [
    Column::text("id"),
    Column::text("kept"),
    Column::text("kind"),
    Column::number("similarity").optional(),
    Column::number("equal").optional(),
    Column::number("not_in_kept").optional(),
    Column::count("distance").optional(),
    Column::count("k").optional(),
    Column::text("recipe"),
    Column::count("group").optional(),
    Column::text("rule"),
];

impl Dropped<'_> {
    /// Writes a row for each dropped document, in corpus order.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = Rows::new(format, &COLUMNS, std::slice::from_ref(self.recipe), out)?;
        let (recipe, object) = (self.recipe.to_string(), RecipeObject::from(self.recipe));
        for gone in self.gone {
            let rule = (self.rule)(gone.kept);
            rows.write(&[
                (self.id)(gone.document).into(),
                (self.id)(gone.kept).into(),
                gone.kind.name().into(),
                number(gone.similarity),
                number(gone.equal),
                number(gone.not_in_kept),
                gone.distance.map_or(Cell::Nothing, Cell::from),
                self.k.map_or(Cell::Nothing, Cell::from),
                Cell::Recipe(&recipe, &object),
                (self.group)(gone.document).map_or(Cell::Nothing, Cell::from),
                rule.as_str().into(),
            ])?;
        }
        rows.finish()
    }
}

/// Four digits behind the point; more would say what no reader needs.
fn number<'a>(value: Option<f64>) -> Cell<'a> {
    value.map_or(Cell::Nothing, |value| Cell::Number((value * 1e4).round() / 1e4))
}

/// Writes the documents that a text that stays would cover, if their difference were one that may go.
///
/// # Errors
/// Those of `out`.
pub fn write_held<'a>(
    held: &mut dyn Iterator<Item = (u32, &'a Cover)>,
    id: &'a dyn Fn(u32) -> &'a str,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = Rows::new(format, &COLUMNS[..5], &[], out)?;
    for (document, cover) in held {
        rows.write(&[
            id(document).into(),
            id(cover.by).into(),
            cover.kind.name().into(),
            number(Some(cover.similarity)),
            number(Some(cover.equal)),
        ])?;
    }
    rows.finish()
}
