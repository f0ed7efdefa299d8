//! CSV and TSV: the header and blank lines are kept.

use super::passing::{Broken, Passing};
use crate::corpus::{Dialect, Kind, Rows};

/// Passes all records, as the reader finds them; one that it cannot read, too.
pub(super) fn pass(passing: &mut Passing<'_, '_, '_>, dialect: Dialect) -> Result<(), Broken> {
    let mut rows = Rows::new(dialect);
    // Index of the next record.
    let mut record = 0;
    // Whether the record is kept that has begun, or that ended last.
    let (mut is_kept, mut is_begun) = (true, false);
    loop {
        let had_header = rows.has_header();
        let Some(piece) = rows.next(&mut passing.window).map_err(Broken::Read)? else { return Ok(()) };
        match piece.kind {
            // Above the header may stand `sep=;`.
            Kind::Blank => is_kept = had_header || passing.before.header.is_none(),
            Kind::Row if !had_header => {}
            Kind::Tail => {}
            Kind::Row | Kind::Part | Kind::Lost(_) if !is_begun => {
                is_kept = passing.keeps(record);
                record += 1;
            }
            Kind::Row | Kind::Part | Kind::Lost(_) => {}
        }
        is_begun = piece.kind == Kind::Part;
        match piece.kind {
            Kind::Row if !had_header => is_kept = passing.header(piece.length)?,
            _ => passing.pass(piece.length, is_kept)?,
        }
        if !had_header && matches!(piece.kind, Kind::Lost(_)) {
            return passing.rest(is_kept);
        }
    }
}
