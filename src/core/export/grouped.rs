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
    /// The groups to write, in this order; all of them if `None`.
    pub numbers: Option<&'a [u32]>,
    /// Documents in no group, which follow the groups, each without a number.
    pub singles: &'a [u32],
}

const COLUMNS: [Column; 4] = [
    Column::text("id"),
    Column::count("group").optional(),
    Column::count("size"),
    Column::text("representative"),
];

impl Grouped<'_> {
    /// Writes a row for each document, group by group; the members of a group in the order of the corpus, but a leader
    /// first.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { id, groups, numbers, singles } = self;
        let mut rows = Rows::new(format, &COLUMNS, recipes, out)?;
        let mut group = |number: usize| -> io::Result<()> {
            let mut members = groups.members(number).to_vec();
            let representative = id(members[0]);
            members[1..].sort_unstable();
            for &member in &members {
                rows.write(&[id(member).into(), number.into(), members.len().into(), representative.into()])?;
            }
            Ok(())
        };
        match numbers {
            Some(numbers) => numbers.iter().try_for_each(|&number| group(number as usize)),
            None => (1..=groups.count()).try_for_each(&mut group),
        }?;
        for &document in *singles {
            let id = id(document);
            rows.write(&[id.into(), Cell::Nothing, 1_usize.into(), id.into()])?;
        }
        rows.finish()
    }
}
