//! Hostile text made safe to show. Stored text stays as it is, so that signatures are those of the
//! document; everything that reaches a terminal or a table passes through here first.

use std::borrow::Cow;

/// One line of safe text: every control character, escape, bidirectional override and zero-width
/// character is replaced by a visible symbol, line ends and tabs included (`␊`, `␉`…).
/// Borrowed when nothing had to change.
pub fn line(text: &str) -> Cow<'_, str> {
    let _ = text;
    todo!()
}

/// The visible stand-in of one character, or `None` when the character may be shown as it is.
pub fn stand_in(c: char) -> Option<char> {
    let _ = c;
    todo!()
}

/// The columns that `text` takes on a terminal (after [`line`]).
pub fn width(text: &str) -> usize {
    let _ = text;
    todo!()
}

/// The longest prefix of `text` that fits in `columns`, with `…` when something was cut; never cuts a
/// wide character in half and never exceeds `columns`.
pub fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    let _ = (text, columns);
    todo!()
}
