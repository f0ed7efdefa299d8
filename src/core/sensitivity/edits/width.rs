//! Full-width and half-width forms of ASCII (Unicode block “Halfwidth and Fullwidth Forms”).

use super::{Edited, Moot};

/// Distance from an ASCII character to its full-width form.
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
