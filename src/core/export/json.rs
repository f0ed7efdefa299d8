//! JSON that is safe to show on a terminal.

use crate::visible;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};
use std::io::{self, Write};

/// Writes one JSON value on one line.
///
/// JSON itself escapes only U+0000 to U+001F. This also escapes every character for which [`visible`] has a
/// stand-in (DEL, C1 controls, bidirectional overrides, zero-width characters), so that the line is safe on a
/// terminal and reads back unchanged.
///
/// # Errors
/// Those of `out`.
pub fn json_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Escaping))?;
    out.write_all(b"\n")
}

/// Writes what writes values on a line each as one array.
///
/// # Errors
/// Those of `out` and of `lines`.
pub fn in_array(out: &mut dyn Write, lines: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut array = Array { out, before: b"[\n", is_within: false };
    lines(&mut array)?;
    let end: &[u8] = if array.before == b"[\n" { b"[]\n" } else { b"\n]\n" };
    array.out.write_all(end)
}

/// An array of lines.
struct Array<'w> {
    out: &'w mut dyn Write,
    /// What stands before the next line.
    before: &'static [u8],
    is_within: bool,
}

impl Write for Array<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !self.is_within {
                self.out.write_all(self.before)?;
                self.before = b",\n";
            }
            let line = piece.strip_suffix(b"\n");
            self.is_within = line.is_none();
            self.out.write_all(line.unwrap_or(piece))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut plain = 0;
        for (at, c) in fragment.char_indices() {
            if !c.is_ascii_graphic() && visible::stand_in(c).is_some() {
                CompactFormatter.write_string_fragment(writer, &fragment[plain..at])?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                plain = at + c.len_utf8();
            }
        }
        CompactFormatter.write_string_fragment(writer, &fragment[plain..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_safe_and_reads_back(
            text in "([\u{0}-\u{20}\u{7f}-\u{a0}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{feff}\u{e0001}\u{e0020}\"\\\\a中]|\\PC){0,20}",
        ) {
            let mut out = Vec::new();
            json_line(&text, &mut out).unwrap();
            let line = String::from_utf8(out).unwrap();
            let line = line.strip_suffix('\n').unwrap();
            prop_assert_eq!(visible::line(line), line);
            prop_assert_eq!(serde_json::from_str::<String>(line).unwrap(), text);
        }
    }
}
