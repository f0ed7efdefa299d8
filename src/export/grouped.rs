//! The documents in groups, in any format.

use super::{Cell, Column, Format, Rows};
use crate::groups::Groups;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The groups at k, as `groups` and the explorer write them.
pub struct Grouped<'a> {
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// The partition.
    pub groups: &'a Groups,
    /// Documents below this index that are in no group follow the groups, each without a number.
    pub singles_below: u32,
}

const COLUMNS: [Column; 4] = [
    Column::text("id"),
    Column::count("group").optional(),
    Column::count("size"),
    Column::text("representative"),
];

impl Grouped<'_> {
    /// Writes a row for each document, group by group.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { id, groups, singles_below } = self;
        let mut rows = Rows::new(format, &COLUMNS, recipes, out)?;
        for number in 1..=groups.count() {
            let members = groups.members(number);
            let representative = id(members[0]);
            for &member in members {
                rows.write(&[id(member).into(), number.into(), members.len().into(), representative.into()])?;
            }
        }
        for document in (0..*singles_below).filter(|&document| groups.number_of(document).is_none()) {
            let id = id(document);
            rows.write(&[id.into(), Cell::Nothing, 1_usize.into(), id.into()])?;
        }
        rows.finish()
    }
}
