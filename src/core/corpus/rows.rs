//! Where the rows of CSV and TSV begin and end, in text or in stored bytes as they arrive.
//!
//! LF, CRLF and CR end a row, but not within quotes. A quote opens a quoted field only as its first character; `""` in
//! one is a quote. The first row is the header. Reading and copying both take the rows from here, so they agree about
//! which bytes are which record.
//!
//! # After an unclosed quote
//!
//! A quote that is never closed makes one field of all that follows. It is noticed when the text ends within the
//! quotes, when the row becomes larger than a document may be, or when a quoted field of several lines is closed by a
//! quote with text behind it (`1,"a⏎2,"b"`). Then the lines after the first are read afresh, each by itself. One that has as many
//! fields as the header, and no quote out of place at the end of a field, looks like a row. If at least half of
//! them do (blank ones aside), the quote was unclosed: the first line is lost, and so is each of the others that does
//! not look like a row; those that do are rows. Otherwise the lines belong together: what is closed is a row, what is
//! too large is lost up to its closing quote, and what is never closed is lost up to the end.
//!
//! Not knowable: an unclosed quote that the quotes of a later row close properly. Those lines are one row.

mod scan;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::ops::Range;

use super::MAX_DOCUMENT;
pub(super) use scan::closing_quote;
pub(crate) use scan::{Dialect, Fields};
use scan::{Scan, State, is_end, line_ends, line_length};

/// Text, or stored bytes in an encoding that shows delimiters, quotes and line ends as ASCII.
pub(crate) trait Arriving {
    /// Why nothing more arrives.
    type Error;
    /// What has arrived and was not consumed.
    fn ready(&self) -> &[u8];
    /// Waits for more, which is appended; returns false at the end.
    fn more(&mut self) -> Result<bool, Self::Error>;
    /// Length of a part of what is ready, whole lines, as UTF-8.
    fn utf8_len(&self, part: Range<usize>) -> usize {
        part.len()
    }
}

impl Arriving for &[u8] {
    type Error = Infallible;
    fn ready(&self) -> &[u8] {
        self
    }
    fn more(&mut self) -> Result<bool, Infallible> {
        Ok(false)
    }
}

/// The next bytes, which the caller consumes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) length: usize,
    /// Number of the line that begins here, from 1.
    pub(crate) line: u64,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Line ends between rows.
    Blank,
    /// An LF that belongs to the piece before it, which ended with CR.
    Tail,
    /// A row, with its end.
    Row,
    /// A part of a row that is too large; more of it follows.
    Part,
    /// A row that cannot be read, or the last part of one.
    Lost(Loss),
}

/// Why a row cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loss {
    /// The row has this many bytes, more than a document may have.
    TooLarge(u64),
    /// A quote is not closed; reading goes on with the next line.
    Unclosed,
    /// A line after an unclosed quote that does not look like a row; where the quote is.
    Unfit { quote: u64 },
    /// A quote is not closed, and this many lines up to the end are lost with it.
    ToTheEnd { lines: u64 },
}

/// Finds the rows, one after the other.
#[derive(Debug)]
pub(crate) struct Rows {
    dialect: Dialect,
    /// The largest row, in bytes of UTF-8.
    most: usize,
    /// Number of fields of the header; `None` before it.
    columns: Option<usize>,
    line: u64,
    follows_cr: bool,
    going: Going,
}

#[derive(Debug)]
enum Going {
    Plainly,
    /// After an unclosed quote in that line: this many bytes are read line by line.
    Afresh {
        left: usize,
        quote: u64,
    },
    /// In a row that is too large.
    Over(Over),
}

#[derive(Debug, Clone)]
struct Over {
    scan: Scan,
    /// Where it began.
    line: u64,
    /// Bytes of it so far.
    passed: u64,
    /// The last of them.
    last: u8,
}

impl Rows {
    pub(crate) fn new(dialect: Dialect) -> Self {
        let going = Going::Plainly;
        Self { dialect, most: MAX_DOCUMENT, columns: None, line: 1, follows_cr: false, going }
    }

    /// Whether the header was found.
    pub(crate) fn has_header(&self) -> bool {
        self.columns.is_some()
    }

    /// The next piece; what it covers must be consumed before the next call. `None` at the end.
    pub(crate) fn next<A: Arriving>(&mut self, text: &mut A) -> Result<Option<Piece>, A::Error> {
        if text.ready().is_empty() && !text.more()? {
            let Going::Over(over) = std::mem::replace(&mut self.going, Going::Plainly) else {
                return Ok(None);
            };
            let loss = if matches!(over.scan.state, State::Quoted | State::Escaped) {
                Loss::ToTheEnd { lines: self.line - over.line + u64::from(!is_end(over.last)) }
            } else {
                Loss::TooLarge(over.passed)
            };
            return Ok(Some(Piece { length: 0, line: over.line, kind: Kind::Lost(loss) }));
        }
        let line = self.line;
        if std::mem::take(&mut self.follows_cr) && text.ready()[0] == b'\n' {
            self.leave(1);
            return Ok(Some(Piece { length: 1, line, kind: Kind::Tail }));
        }
        if let Going::Over(over) = &self.going {
            let over = over.clone();
            return Ok(Some(self.over(text.ready(), over)));
        }
        if std::mem::take(&mut self.dialect.has_hint) {
            // It was there when the dialect was found, but its end perhaps not.
            while memchr::memchr2(b'\n', b'\r', text.ready()).is_none() && text.more()? {}
            let length = line_length(text.ready());
            self.line += 1;
            self.follows_cr = text.ready()[length - 1] == b'\r';
            return Ok(Some(Piece { length, line, kind: Kind::Blank }));
        }
        let blank = text.ready().iter().take_while(|&&byte| is_end(byte)).count();
        let (length, kind) = match self.going {
            _ if blank > 0 => (self.within(blank), Kind::Blank),
            Going::Afresh { quote, .. } => self.afresh(text.ready(), quote),
            _ => self.row(text)?,
        };
        let bytes = &text.ready()[..length];
        self.line += line_ends(bytes);
        self.follows_cr = kind != Kind::Part && bytes.last() == Some(&b'\r');
        self.leave(length);
        if kind == Kind::Row && self.columns.is_none() {
            self.columns = Some(Fields::new(bytes, self.dialect).count());
        }
        Ok(Some(Piece { length, line, kind }))
    }

    /// As much of `length` as is read in the same way.
    fn within(&self, length: usize) -> usize {
        match self.going {
            Going::Afresh { left, .. } => length.min(left),
            _ => length,
        }
    }

    fn leave(&mut self, length: usize) {
        if let Going::Afresh { left, .. } = &mut self.going {
            *left -= length;
            if *left == 0 {
                self.going = Going::Plainly;
            }
        }
    }

    /// A line of those after an unclosed quote.
    fn afresh(&self, ready: &[u8], quote: u64) -> (usize, Kind) {
        let length = self.within(line_length(ready));
        let is_row = self.is_like_a_row(&ready[..length]);
        (length, if is_row { Kind::Row } else { Kind::Lost(Loss::Unfit { quote }) })
    }

    /// The row that begins here.
    fn row<A: Arriving>(&mut self, text: &mut A) -> Result<(usize, Kind), A::Error> {
        let mut scan = Scan::default();
        // What is twice as long in any encoding is too large in UTF-8.
        let (length, is_whole) = loop {
            if let Some(end) = scan.end_in(text.ready(), self.dialect) {
                break (end, true);
            }
            if text.ready().len() > self.most * 2 {
                break (text.ready().len(), false);
            }
            if !text.more()? {
                break (text.ready().len(), true);
            }
        };
        let (head, is_too_large) = self.head(text, length, is_whole);
        let is_open = matches!(scan.state, State::Quoted | State::Escaped);
        let first = line_length(text.ready());
        if (is_open || scan.has_stray_quote || is_too_large)
            && head > first
            && self.mostly_rows(&text.ready()[first..head])
        {
            self.going = Going::Afresh { left: head, quote: self.line };
            return Ok((first, Kind::Lost(Loss::Unclosed)));
        }
        let bytes = &text.ready()[..length];
        let last = bytes.last().copied().unwrap_or_default();
        let loss = match (is_whole, is_too_large) {
            (false, _) => {
                let (scan, passed) = (scan.after(length), length as u64);
                self.going = Going::Over(Over { scan, line: self.line, passed, last });
                return Ok((length, Kind::Part));
            }
            (true, _) if is_open => Loss::ToTheEnd { lines: line_ends(bytes) + u64::from(!is_end(last)) },
            (true, true) => Loss::TooLarge(text.utf8_len(0..length) as u64),
            (true, false) => return Ok((length, Kind::Row)),
        };
        Ok((length, Kind::Lost(loss)))
    }

    /// Where the last whole line ends that, with those before it, is not too large; and whether all is too large.
    fn head<A: Arriving>(&self, text: &A, length: usize, is_whole: bool) -> (usize, bool) {
        // A character of UTF-8 has at most three bytes for each in another encoding.
        if length * 3 <= self.most {
            return (length, false);
        }
        let ready = &text.ready()[..length];
        let (mut at, mut size) = (0, 0);
        while at < length {
            let end = at + line_length(&ready[at..]);
            size += text.utf8_len(at..end);
            if size > self.most || (!is_whole && !is_end(ready[end - 1])) {
                return (at, true);
            }
            at = end;
        }
        (at, false)
    }

    /// A further part of a row that is too large.
    fn over(&mut self, ready: &[u8], mut over: Over) -> Piece {
        let end = over.scan.end_in(ready, self.dialect);
        let length = end.unwrap_or(ready.len());
        let (line, last) = (over.line, ready[length - 1]);
        // An LF after a CR ends no other line.
        let is_half = over.last == b'\r' && ready[0] == b'\n';
        over.passed += length as u64;
        self.line += line_ends(&ready[..length]) - u64::from(is_half);
        self.follows_cr = end.is_some() && last == b'\r';
        let (going, kind) = match end {
            Some(_) => (Going::Plainly, Kind::Lost(Loss::TooLarge(over.passed))),
            None => {
                (over.scan, over.last) = (over.scan.after(length), last);
                (Going::Over(over), Kind::Part)
            }
        };
        self.going = going;
        Piece { length, line, kind }
    }

    /// Whether at least half of the lines that are not blank look like rows.
    fn mostly_rows(&self, mut lines: &[u8]) -> bool {
        let (mut rows, mut all) = (0, 0);
        while !lines.is_empty() {
            let (line, rest) = lines.split_at(line_length(lines));
            if !is_end(line[0]) {
                all += 1;
                rows += usize::from(self.is_like_a_row(line));
            }
            lines = rest;
        }
        rows > 0 && rows * 2 >= all
    }

    fn is_like_a_row(&self, line: &[u8]) -> bool {
        let Some(columns) = self.columns else { return false };
        let is_in_order = |field: Range<usize>| {
            let field = &line[field];
            match field.strip_prefix(b"\"") {
                Some(quoted) => closing_quote(quoted, self.dialect).is_some_and(|at| at + 1 == quoted.len()),
                None => !field.ends_with(b"\""),
            }
        };
        // Not one field more is looked at than it takes to know.
        let fields =
            Fields::new(line, self.dialect).take(columns + 1).filter(|field| is_in_order(field.clone()));
        Fields::new(line, self.dialect).take(columns + 1).count() == columns && fields.count() == columns
    }
}
