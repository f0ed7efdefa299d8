//! One JSON array. A dropped element goes with the comma and the space before it.

use super::passing::{Broken, Passing};
use crate::corpus::{ElementKind as Kind, Elements};

/// Passes all elements, as the reader finds them.
pub(super) fn pass(passing: &mut Passing<'_, '_, '_>) -> Result<(), Broken> {
    let mut elements = Elements::default();
    // The space and comma before the next element; before the first, until one is written.
    let (mut before, mut first) = (Vec::new(), None);
    let (mut record, mut is_begun, mut is_kept) = (0, false, true);
    while let Some(piece) = elements.next(&mut passing.window).map_err(Broken::Read)? {
        match piece.kind {
            Kind::Gap => passing.hold(piece.length, &mut before)?,
            Kind::Element | Kind::Part | Kind::TooLarge(_) => {
                if !is_begun {
                    is_kept = passing.keeps(record);
                    record += 1;
                    first.get_or_insert_with(|| Some(before.clone()));
                    if is_kept {
                        let space = first.as_mut().and_then(Option::take);
                        passing.write(space.as_ref().unwrap_or(&before))?;
                    }
                    before.clear();
                }
                is_begun = piece.kind == Kind::Part;
                passing.pass(piece.length, is_kept)?;
            }
            Kind::Open | Kind::Close => {
                passing.write(&before)?;
                before.clear();
                passing.pass(piece.length, true)?;
            }
            // What cannot be cut into elements is one unreadable record.
            Kind::Rest => {
                let is_kept = passing.deciding.unreadable();
                if is_kept {
                    passing.write(&before)?;
                }
                return passing.rest(is_kept);
            }
        }
    }
    passing.write(&before)
}
