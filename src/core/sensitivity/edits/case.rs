//! Upper and lower case.

use super::{Edited, Moot};

pub(super) fn upper(text: &str) -> Result<Edited, Moot> {
    cased(text, text.to_uppercase())
}

pub(super) fn lower(text: &str) -> Result<Edited, Moot> {
    cased(text, text.to_lowercase())
}

fn cased(before: &str, text: String) -> Result<Edited, Moot> {
    match text != before || before.contains(|c: char| c.is_uppercase() || c.is_lowercase()) {
        true => Ok(Edited { text, detail: String::new() }),
        false => Err(Moot::NoLetter),
    }
}
