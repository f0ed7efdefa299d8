//! Texts as cells of TSV and CSV.

use super::Format;
use crate::judgements::escaped_by;
use crate::visible;
use std::borrow::Cow;

/// A text whose backslashes, and what [`visible::line`] would replace, are escaped as in a JSON string.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    escaped_by(text, |c, line| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            line.push_str(&format!("\\u{unit:04x}"));
        }
    })
}

/// A text as a cell of TSV or CSV.
pub(super) fn text(format: Format, text: &str) -> Cow<'_, str> {
    if format == Format::Csv { in_csv(text) } else { visible::line(text) }
}

/// A text as a cell of CSV, by RFC 4180: in quotes where it has to be. Tabs and line ends stay in them; what else
/// [`visible::line`] would replace is replaced.
pub(super) fn in_csv(text: &str) -> Cow<'_, str> {
    const KEPT: [char; 3] = ['\t', '\n', '\r'];
    if !text.contains(KEPT) && !text.contains([',', '"']) {
        return visible::line(text);
    }
    let mut cell = String::with_capacity(text.len() + 8);
    cell.push('"');
    for part in text.split_inclusive(KEPT) {
        let line = part.trim_end_matches(KEPT);
        cell.push_str(&visible::line(line).replace('"', "\"\""));
        cell.push_str(&part[line.len()..]);
    }
    cell.push('"');
    cell.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_csv_keeps_tabs_and_line_ends_in_quotes() {
        for (text, cell) in [
            ("plain", "plain"),
            ("\"id", "\"\"\"id\""),
            ("a\tb\r\nc", "\"a\tb\r\nc\""),
            ("a,\u{1b}[2J\n", "\"a,␛[2J\n\""),
            ("\u{202e}x", "⇠x"),
        ] {
            assert_eq!(in_csv(text), cell);
        }
    }

    #[test]
    fn a_text_comes_back_as_a_json_string() {
        for text in ["plain", "a\tb\nc\r", "back\\slash", "\u{1b}[31m\u{202e}x", "文\u{e0001}"] {
            let escaped = escape(text);
            assert!(matches!(visible::line(&escaped), Cow::Borrowed(_)), "{escaped}");
            assert_eq!(serde_json::from_str::<String>(&format!("\"{escaped}\"")).unwrap(), text);
        }
    }
}
