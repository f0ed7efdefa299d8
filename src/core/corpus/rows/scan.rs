//! The bytes of one row: where it ends, and where its fields are.

use std::ops::Range;

/// How fields are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) delimiter: u8,
    /// Without, a quote is a character like any other.
    pub(crate) has_quotes: bool,
    /// Whether a backslash takes its meaning from a quote in quotes, and from another backslash: so Spark and MySQL write.
    pub(crate) has_escapes: bool,
    /// Whether the first line names the delimiter for Excel: `sep=;`. It is no row.
    pub(crate) has_hint: bool,
}

impl Dialect {
    /// TSV.
    pub(crate) const TABS: Self = Self { has_quotes: false, ..Self::csv(b'\t') };

    /// CSV with this delimiter.
    pub(crate) const fn csv(delimiter: u8) -> Self {
        Self { delimiter, has_quotes: true, has_escapes: false, has_hint: false }
    }
}

pub(super) fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Length of the first line with its end, of which an LF after a CR is no part.
pub(super) fn line_length(text: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', text).map_or(text.len(), |end| end + 1)
}

/// How many lines end here; a CR at the very end is one, whatever follows.
pub(super) fn line_ends(text: &[u8]) -> u64 {
    let ends = memchr::memchr2_iter(b'\n', b'\r', text);
    ends.filter(|&at| text[at] == b'\r' || at == 0 || text[at - 1] != b'\r').count() as u64
}

/// Where the quote is that closes a field whose opening quote stands before this text.
pub(in crate::corpus) fn closing_quote(text: &[u8], dialect: Dialect) -> Option<usize> {
    let mut at = 0;
    loop {
        at += next_quote(text.get(at..)?, dialect)?;
        let is_escape = text[at] == b'\\';
        if !is_escape && text.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// Where the next quote in quotes is, or a backslash that means something.
fn next_quote(text: &[u8], dialect: Dialect) -> Option<usize> {
    if dialect.has_escapes { memchr::memchr2(b'"', b'\\', text) } else { memchr::memchr(b'"', text) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum State {
    #[default]
    FieldStart,
    Unquoted,
    Quoted,
    /// After a backslash in quotes.
    Escaped,
    AfterQuote,
}

/// Looks for the end of one row.
#[derive(Debug, Clone, Default)]
pub(super) struct Scan {
    pub(super) state: State,
    /// Bytes looked at.
    at: usize,
    /// Whether the quoted field has a line end.
    has_line_end: bool,
    /// Whether a quoted field of several lines was closed with text behind the quote.
    pub(super) has_stray_quote: bool,
}

impl Scan {
    /// The length of the row with its end, if that is among these bytes. They begin as those of the call before.
    pub(super) fn end_in(&mut self, bytes: &[u8], dialect: Dialect) -> Option<usize> {
        while self.at < bytes.len() {
            let (byte, rest) = (bytes[self.at], &bytes[self.at..]);
            match self.state {
                State::FieldStart if dialect.has_quotes && byte == b'"' => {
                    (self.state, self.has_line_end) = (State::Quoted, false);
                    self.at += 1;
                }
                State::FieldStart | State::Unquoted => {
                    self.state = State::Unquoted;
                    let Some(end) = memchr::memchr3(dialect.delimiter, b'\n', b'\r', rest) else {
                        self.at = bytes.len();
                        return None;
                    };
                    self.at += end + 1;
                    if is_end(rest[end]) {
                        return Some(self.at);
                    }
                    self.state = State::FieldStart;
                }
                State::Quoted => {
                    let length = next_quote(rest, dialect);
                    let inside = &rest[..length.unwrap_or(rest.len())];
                    self.has_line_end |= memchr::memchr2(b'\n', b'\r', inside).is_some();
                    self.at += inside.len();
                    if let Some(length) = length {
                        self.state = if rest[length] == b'"' { State::AfterQuote } else { State::Escaped };
                        self.at += 1;
                    }
                }
                State::Escaped => {
                    self.has_line_end |= is_end(byte);
                    self.state = State::Quoted;
                    self.at += 1;
                }
                State::AfterQuote => {
                    self.at += 1;
                    match byte {
                        b'"' => self.state = State::Quoted,
                        b'\n' | b'\r' => return Some(self.at),
                        _ if byte == dialect.delimiter => self.state = State::FieldStart,
                        _ => {
                            self.has_stray_quote |= self.has_line_end;
                            self.state = State::Unquoted;
                        }
                    }
                }
            }
        }
        None
    }

    /// The same scan after these bytes are gone.
    pub(super) fn after(mut self, length: usize) -> Self {
        self.at -= length;
        self
    }
}

/// The fields of one row, each as its place among the bytes, with its quotes.
pub(crate) struct Fields<'r> {
    row: &'r [u8],
    /// Where the next field begins; `None` after the last.
    next: Option<usize>,
    dialect: Dialect,
}

impl<'r> Fields<'r> {
    /// Those of a row, with or without its end.
    pub(crate) fn new(row: &'r [u8], dialect: Dialect) -> Self {
        let length = row.len() - usize::from(row.last().is_some_and(|&last| is_end(last)));
        Self { row: &row[..length], next: Some(0), dialect }
    }
}

impl Iterator for Fields<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.next?;
        let field = &self.row[start..];
        let quoted = field.strip_prefix(b"\"").filter(|_| self.dialect.has_quotes);
        // The delimiter is looked for behind the closing quote.
        let behind =
            quoted.map_or(0, |quoted| closing_quote(quoted, self.dialect).map_or(field.len(), |at| at + 2));
        let length = memchr::memchr(self.dialect.delimiter, &field[behind..]).map(|at| behind + at);
        self.next = length.map(|length| start + length + 1);
        Some(start..start + length.unwrap_or(field.len()))
    }
}
