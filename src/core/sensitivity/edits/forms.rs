//! Other forms of the same characters.

use super::{Edited, Moot};

/// Distance from an ASCII character to its full-width form (Unicode block “Halfwidth and Fullwidth Forms”).
const DISTANCE: u32 = 0xff01 - 0x21;
const IDEOGRAPHIC_SPACE: char = '\u{3000}';

pub(super) fn full(text: &str) -> Result<Edited, Moot> {
    edited(text, |c| match c {
        ' ' => IDEOGRAPHIC_SPACE,
        '!'..='~' => char::from_u32(u32::from(c) + DISTANCE).unwrap_or(c),
        _ => c,
    })
}

pub(super) fn half(text: &str) -> Result<Edited, Moot> {
    edited(text, |c| match c {
        IDEOGRAPHIC_SPACE => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - DISTANCE).unwrap_or(c),
        _ => c,
    })
}

/// The caller checks whether the text changed.
fn edited(text: &str, form: impl Fn(char) -> char) -> Result<Edited, Moot> {
    Ok(Edited { text: text.chars().map(form).collect(), detail: String::new() })
}

/// Upper or lower case.
pub(super) fn cased(before: &str, text: String) -> Result<Edited, Moot> {
    match text != before || before.contains(|c: char| c.is_uppercase() || c.is_lowercase()) {
        true => Ok(Edited { text, detail: String::new() }),
        false => Err(Moot::NoLetter),
    }
}

/// One of Unicode's normal forms (UAX #15).
pub(super) fn normal(text: &str, form: impl Fn() -> String) -> Result<Edited, Moot> {
    // ASCII is unchanged in all forms.
    if text.is_ascii() { Err(Moot::AlreadySo) } else { Ok(Edited { text: form(), detail: String::new() }) }
}
