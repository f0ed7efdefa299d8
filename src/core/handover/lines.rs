//! Lines, and JSON Lines: LF, CRLF and CR end one, and the end of the text ends the last.

use super::passing::{Broken, Passing};
use crate::corpus::MAX_DOCUMENT;

/// Passes all lines. `may_be_blank`: a blank line is no record, and is kept.
pub(super) fn pass(passing: &mut Passing<'_, '_, '_>, may_be_blank: bool) -> Result<(), Broken> {
    let mut record = 0;
    while passing.has_more()? {
        let is_kept = match passing.deciding.fate_of(passing.file, record) {
            Some(is_kept) => is_kept,
            None => (may_be_blank && is_blank(passing)?) || passing.deciding.unreadable(),
        };
        line(passing, is_kept)?;
        record += 1;
    }
    Ok(())
}

/// Whether the line that begins here is blank. Reads it to its end, unless it is longer than a document may be.
fn is_blank(passing: &mut Passing<'_, '_, '_>) -> Result<bool, Broken> {
    let mut scanned = 0;
    loop {
        let ready = passing.window.ready();
        if let Some(further) = memchr::memchr2(b'\n', b'\r', &ready[scanned..]) {
            return Ok(passing.window.is_blank(scanned + further));
        }
        scanned = ready.len();
        if scanned > MAX_DOCUMENT {
            return Ok(false);
        }
        if !passing.fill()? {
            return Ok(passing.window.is_blank(scanned));
        }
    }
}

/// Passes one line with its end.
fn line(passing: &mut Passing<'_, '_, '_>, is_kept: bool) -> Result<(), Broken> {
    while passing.has_more()? {
        let ready = passing.window.ready();
        let Some(end) = memchr::memchr2(b'\n', b'\r', ready) else {
            passing.pass(ready.len(), is_kept)?;
            continue;
        };
        let is_cr = ready[end] == b'\r';
        if is_cr && end + 1 == ready.len() {
            // Whether an LF belongs to it, only more bytes tell. They move what is ready, but not this line.
            passing.fill()?;
        }
        let is_crlf = is_cr && passing.window.ready().get(end + 1) == Some(&b'\n');
        return passing.pass(end + 1 + usize::from(is_crlf), is_kept);
    }
    Ok(())
}
