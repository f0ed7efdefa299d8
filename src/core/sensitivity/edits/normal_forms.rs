//! Unicode's normal forms (UAX #15).

use super::{Edited, Moot};
use unicode_normalization::UnicodeNormalization;

pub(super) fn composed(text: &str) -> Result<Edited, Moot> {
    edited(text, |text| text.nfc().collect())
}

pub(super) fn decomposed(text: &str) -> Result<Edited, Moot> {
    edited(text, |text| text.nfd().collect())
}

fn edited(text: &str, form: impl Fn(&str) -> String) -> Result<Edited, Moot> {
    // ASCII is unchanged in all forms.
    match text.is_ascii() {
        true => Err(Moot::AlreadySo),
        false => Ok(Edited { text: form(text), detail: String::new() }),
    }
}
