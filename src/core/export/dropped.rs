//! The documents that were dropped, each with the kept one that covers it.

use super::{Cell, Column, Format, RecipeObject, Rows};
use crate::decide::{Fate, Outcome};
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The rows that commands and explorer write beside the kept records.
pub struct Dropped<'a> {
    /// What became of each document.
    pub outcome: &'a Outcome,
    /// The threshold.
    pub k: u8,
    /// The recipe of the signatures.
    pub recipe: &'a Recipe,
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// The number of its group.
    pub group: &'a dyn Fn(u32) -> Option<usize>,
    /// Why a kept document is kept: the rule, or `by hand`.
    pub rule: &'a dyn Fn(u32) -> String,
    /// The value of a pair under the measure that verified it; `None` if pairs were not verified.
    pub value: Option<&'a dyn Fn(u32, u32) -> f64>,
}

const COLUMNS: [Column; 8] = [
    Column::text("id"),
    Column::text("kept"),
    Column::count("distance"),
    Column::number("value").optional(),
    Column::count("k"),
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
        for (document, fate) in (0_u32..).zip(&self.outcome.fates) {
            let &Fate::Dropped { kept, distance } = fate else { continue };
            let value = self.value.map_or(Cell::Nothing, |value| value(kept, document).into());
            let group = (self.group)(document).map_or(Cell::Nothing, Cell::from);
            let rule = (self.rule)(kept);
            rows.write(&[
                (self.id)(document).into(),
                (self.id)(kept).into(),
                distance.into(),
                value,
                self.k.into(),
                Cell::Recipe(&recipe, &object),
                group,
                rule.as_str().into(),
            ])?;
        }
        rows.finish()
    }
}
