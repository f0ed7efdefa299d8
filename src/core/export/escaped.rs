//! Texts of which nothing is lost in a row of TSV.

use super::Format;
use crate::visible;
use std::borrow::Cow;

/// A text whose backslashes, and what [`visible::line`] would replace, are escaped as in a JSON string.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let is_plain = |text: &str| matches!(visible::line(text), Cow::Borrowed(_));
    if !text.contains('\\') && is_plain(text) {
        return text.into();
    }
    let mut line = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\\' => line.push_str(r"\\"),
            '\t' => line.push_str(r"\t"),
            '\n' => line.push_str(r"\n"),
            '\r' => line.push_str(r"\r"),
            _ if is_plain(character.encode_utf8(&mut [0; 4])) => line.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    line.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    line.into()
}

/// A text as a cell of TSV or CSV.
pub(super) fn text(format: Format, text: &str) -> Cow<'_, str> {
    let text = visible::line(text);
    if format == Format::Csv { quoted(text) } else { text }
}

/// RFC 4180: quoted if it contains a comma or a quote; line ends were replaced before.
pub(super) fn quoted(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")).into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_as_a_json_string() {
        for text in ["plain", "a\tb\nc\r", "back\\slash", "\u{1b}[31m\u{202e}x", "文\u{e0001}"] {
            let escaped = escape(text);
            assert!(matches!(visible::line(&escaped), Cow::Borrowed(_)), "{escaped}");
            assert_eq!(serde_json::from_str::<String>(&format!("\"{escaped}\"")).unwrap(), text);
        }
    }
}
