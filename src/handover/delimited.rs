//! CSV and TSV: the header and blank lines are kept.

use super::passing::{Broken, Passing};
use csv_core::{ReadRecordResult, ReaderBuilder};

/// Passes all records; they end where the reader of the `csv` crate ends them, which is built upon the same parser.
pub(super) fn pass(passing: &mut Passing<'_, '_, '_>, delimiter: u8, has_quotes: bool) -> Result<(), Broken> {
    let mut parser = ReaderBuilder::new().delimiter(delimiter).quoting(has_quotes).build();
    // The fields themselves are not looked at.
    let (mut fields, mut ends) = ([0; 16 << 10], [0; 256]);
    // Index of the next record; `None` before the header.
    let mut record = None;
    // Whether a record that was kept, or not, ended with CR, of which an LF may be a part.
    let mut after_cr = None;
    while passing.has_more()? {
        let ready = passing.window.ready();
        if let Some(is_kept) = after_cr.take()
            && ready[0] == b'\n'
        {
            passing.pass(1, is_kept)?;
            continue;
        }
        let blank = ready.iter().take_while(|&&byte| matches!(byte, b'\n' | b'\r')).count();
        if blank > 0 {
            passing.pass(blank, true)?;
            continue;
        }
        let is_kept = record.is_none_or(|record| passing.keeps(record));
        record = Some(record.map_or(0, |record| record + 1));
        let mut length = 0;
        while passing.has_more()? {
            let ready = passing.window.ready();
            let (result, read, _, _) = parser.read_record(&ready[length..], &mut fields, &mut ends);
            length += read;
            match result {
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {}
                ReadRecordResult::InputEmpty => {
                    passing.pass(length, is_kept)?;
                    length = 0;
                }
                ReadRecordResult::Record | ReadRecordResult::End => {
                    after_cr = (length > 0 && ready[length - 1] == b'\r').then_some(is_kept);
                    passing.pass(length, is_kept)?;
                    break;
                }
            }
        }
    }
    Ok(())
}
