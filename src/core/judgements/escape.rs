//! Text in a cell: one line, nothing hidden, and read back unchanged.

use crate::visible;
use std::borrow::Cow;
use std::fmt::Write;

/// Writes a backslash as `\\`, tab and line ends as `\t`, `\n`, `\r`, and every other character that is not shown as it is
/// (control, bidirectional, zero width) as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_by(text, |c, escaped| {
        // Writing to a String never fails.
        let _ = write!(escaped, "\\u{{{:x}}}", u32::from(c));
    })
}

/// The same, but the other characters that are not shown as they are are written so.
pub(crate) fn escaped_by(text: &str, code: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.chars().any(|c| c == '\\' || visible::stand_in(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ if visible::stand_in(c).is_some() => code(c, &mut escaped),
            _ => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// Reads what [`escaped`] has written; `None` if a backslash begins nothing that it writes.
pub(crate) fn unescaped(cell: &str) -> Option<String> {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let mut chars = after.chars();
        text.push(match chars.next()? {
            '\\' => '\\',
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'u' => {
                let (code, end) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                chars = end.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            _ => return None,
        });
        rest = chars.as_str();
    }
    text.push_str(rest);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cells_are_readable() {
        assert_eq!(escaped("plain 中文"), "plain 中文");
        assert_eq!(escaped("a\tb\\n\r\n\u{1b}[2J\u{202e}"), "a\\tb\\\\n\\r\\n\\u{1b}[2J\\u{202e}");
        assert_eq!(unescaped("a\\x"), None);
        assert_eq!((unescaped("\\"), unescaped("\\u{d800}"), unescaped("\\u{1")), (None, None, None));
    }

    proptest! {
        #[test]
        fn text_reads_back_and_shows_nothing_hidden(
            text in "([\u{0}-\u{20}\u{7f}-\u{a0}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{feff}\\\\tnru{}a中]|\\PC){0,20}",
        ) {
            let cell = escaped(&text);
            prop_assert_eq!(visible::line(&cell), &*cell);
            prop_assert_eq!(unescaped(&cell), Some(text));
        }
    }
}
