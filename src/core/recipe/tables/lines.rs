//! Splits the bytes of a table file into lines, and validates them.

use super::{TableError, TableFile};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// The lines of a UTF-8 file with their numbers, from 1. A byte order mark and carriage returns before line
/// feeds are removed; the last line need not end with a line feed.
pub(super) fn lines<'a>(file: &TableFile<'a>) -> Result<impl Iterator<Item = (usize, &'a str)>, TableError> {
    let text = std::str::from_utf8(file.bytes).map_err(|error| TableError::NotUtf8 {
        name: file.name.to_owned(),
        line: file.bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1,
        guess: other_encoding(file.bytes),
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok(text.lines().enumerate().map(|(at, line)| (at + 1, line)))
}

/// As [`lines`]; an empty file is an error.
pub(super) fn entries<'a>(
    file: &TableFile<'a>,
) -> Result<impl Iterator<Item = (usize, &'a str)>, TableError> {
    let mut lines = lines(file)?.peekable();
    match lines.peek() {
        Some(_) => Ok(lines.map(|(number, line)| (number, line.trim_matches(is_trimmed)))),
        None => Err(TableError::Empty { name: file.name.to_owned() }),
    }
}

/// Characters that Python's `bytes.strip` removes (including a `\r` that stands alone).
fn is_trimmed(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ')
}

pub(super) fn malformed(file: &TableFile<'_>, line: usize, expected: &'static str) -> TableError {
    TableError::Malformed { name: file.name.to_owned(), line, expected }
}

/// The name of the detected encoding, if it is one that word tables are likely to use.
fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some("UTF-16");
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(256 << 10)], true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let is_east_asian = [encoding_rs::GBK, encoding_rs::GB18030, encoding_rs::BIG5].contains(&guess);
    is_east_asian.then(|| guess.name())
}
