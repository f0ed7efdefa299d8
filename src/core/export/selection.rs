//! Which rows and columns of the tables that are being written their reader has asked for.

use super::{Column, heads};
use crate::display::say;
use std::cell::RefCell;
use std::io;

/// A choice of rows and columns, and whether heads stand out. The default is all, plain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Names of columns, in the order wanted; none for all.
    pub columns: Vec<String>,
    /// The most rows.
    pub rows: Option<u64>,
    /// Whether the heads of a table are bold.
    pub has_bold_heads: bool,
}

thread_local! {
    // Tables are written behind a dozen writers that only hand the rows on; files beside them are written outside of it.
    static IN_FORCE: RefCell<Selection> = RefCell::default();
}

impl Selection {
    /// Writes tables with this choice in force, on this thread.
    pub fn during<T>(&self, write: impl FnOnce() -> T) -> T {
        let before = IN_FORCE.replace(self.clone());
        let written = write();
        IN_FORCE.set(before);
        written
    }

    /// The one in force.
    pub(super) fn in_force() -> Self {
        IN_FORCE.with_borrow(Self::clone)
    }

    /// The places of the columns among these; `None` for all of them.
    pub(super) fn places(&self, columns: &[Column]) -> io::Result<Option<Vec<usize>>> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let place = |name: &String| {
            let name = name.trim();
            let found = columns.iter().position(|one| one.name == name || heads::shown(one.name) == name);
            found.ok_or_else(|| {
                let known: Vec<&str> = columns.iter().map(|column| column.name).collect();
                ColumnError(say!(
                    "--columns: there is no column {name:?}; there are {}",
                    "--columns：没有列 {name:?}；有 {}",
                    known.join(",")
                ))
            })
        };
        Ok(Some(self.columns.iter().map(place).collect::<Result<_, _>>()?))
    }

    /// Fails if columns were chosen: what is written is no single table.
    pub(super) fn refuse_columns() -> io::Result<()> {
        match Self::in_force().columns.is_empty() {
            true => Ok(()),
            false => Err(ColumnError(say!(
                "--columns: this has no columns, or several tables; --format tsv has one table",
                "--columns：此处没有列，或有多个表；--format tsv 为单个表"
            ))
            .into()),
        }
    }
}

/// Columns were asked for that are not there.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ColumnError(String);

impl From<ColumnError> for io::Error {
    fn from(error: ColumnError) -> Self {
        io::Error::new(io::ErrorKind::InvalidInput, error)
    }
}
