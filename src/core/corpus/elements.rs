//! Where the elements of a JSON array begin and end, in text or in stored bytes as they arrive.
//!
//! Only brackets, braces and strings are looked at, so that an element that is no JSON costs no other. A line end within a
//! string is no JSON either: most likely a quote too many stands before it. If the next line then begins as elements do,
//! the element ends there. Reading and copying both take the elements from here, so they agree about which bytes are
//! which record.

use super::MAX_DOCUMENT;
use super::rows::Arriving;

/// The next bytes, which the caller consumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) length: usize,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The bracket that opens the array.
    Open,
    /// Space and commas between elements; space before and behind the array.
    Gap,
    /// An element, well-formed or not.
    Element,
    /// A part of an element that is too large; more of it follows.
    Part,
    /// The last part of such an element, with the bytes of the whole element.
    TooLarge(u64),
    /// The bracket that closes the array.
    Close,
    /// Something behind the array, to the end.
    Rest,
}

/// Finds the elements, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    is_open: bool,
    pub(super) is_closed: bool,
    /// How far elements that begin a line are indented.
    indent: Option<usize>,
    /// The space since the last line end, if nothing else is there.
    space: Option<usize>,
    /// An element that is too large, and its bytes so far.
    over: Option<(Scan, u64)>,
}

impl Elements {
    /// The next piece; what it covers must be consumed before the next call. `None` at the end.
    pub(crate) fn next<A: Arriving>(&mut self, text: &mut A) -> Result<Option<Piece>, A::Error> {
        if text.ready().is_empty() && !text.more()? {
            let over = self.over.take();
            return Ok(over.map(|(_, bytes)| Piece { length: 0, kind: Kind::TooLarge(bytes) }));
        }
        if let Some((scan, bytes)) = self.over.take() {
            return self.element(scan, bytes, text).map(Some);
        }
        let ready = text.ready();
        let is_gap = |&&byte: &&u8| is_space(byte) || byte == b',' && self.is_open && !self.is_closed;
        let gap = ready.iter().take_while(is_gap).count();
        if gap > 0 {
            let line_end = ready[..gap].iter().rposition(|&byte| byte == b'\n' || byte == b'\r');
            let behind = &ready[line_end.map_or(0, |at| at + 1)..gap];
            let before = if line_end.is_some() { Some(0) } else { self.space };
            self.space = before.filter(|_| !behind.contains(&b',')).map(|before| before + behind.len());
            return Ok(Some(Piece { length: gap, kind: Kind::Gap }));
        }
        let (length, kind) = match ready.first() {
            _ if self.is_closed => (ready.len(), Kind::Rest),
            Some(b'[') if !self.is_open => {
                self.is_open = true;
                (1, Kind::Open)
            }
            Some(b']') => {
                self.is_closed = true;
                (1, Kind::Close)
            }
            Some(&first) => {
                self.indent = if first == b'{' { self.indent.or(self.space) } else { self.indent };
                return self.element(Scan::begin(first), 0, text).map(Some);
            }
            None => (0, Kind::Rest),
        };
        self.space = None;
        Ok(Some(Piece { length, kind }))
    }

    /// The element that begins here, or the next part of one of which `before` bytes are gone.
    fn element<A: Arriving>(&mut self, mut scan: Scan, before: u64, text: &mut A) -> Result<Piece, A::Error> {
        self.space = None;
        let (length, is_whole) = loop {
            if let Some(length) = scan.end_in(text.ready(), self.indent) {
                break (length, true);
            }
            // What is twice as long in any encoding is too large in UTF-8.
            if text.ready().len() > MAX_DOCUMENT * 2 {
                break (scan.at, false);
            }
            if !text.more()? {
                break (text.ready().len(), true);
            }
        };
        let bytes = before + length as u64;
        let kind = match (is_whole, before) {
            (true, 0) => Kind::Element,
            (true, _) => Kind::TooLarge(bytes),
            (false, _) => {
                scan.at -= length;
                self.over = Some((scan, bytes));
                Kind::Part
            }
        };
        Ok(Piece { length, kind })
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// An element that goes by.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Ends before what is no part of it: a number, `true`, `false`, `null`, or what is no JSON. Else with the bracket,
    /// brace or quote that closes it.
    is_bare: bool,
    /// Bytes looked at.
    at: usize,
    /// Open brackets and braces.
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Scan {
    pub(super) fn begin(first: u8) -> Self {
        Self { is_bare: !matches!(first, b'{' | b'[' | b'"'), ..Self::default() }
    }

    /// The length of the element, if its end is among these bytes. They begin as those of the call before. `indent`: of the
    /// lines with which elements begin.
    pub(super) fn end_in(&mut self, bytes: &[u8], indent: Option<usize>) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            if self.is_bare {
                if self.at > 0 && (is_space(byte) || matches!(byte, b',' | b']' | b'}')) {
                    return Some(self.at);
                }
                self.at += 1;
                continue;
            }
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_in_string => self.is_escaped = true,
                b'"' => self.is_in_string = !self.is_in_string,
                b'\n' | b'\r' if self.is_in_string => {
                    let rest = &bytes[self.at + 1..];
                    let space = rest.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
                    let is_next = indent.map_or(space <= 1, |indent| indent == space);
                    match rest.get(space) {
                        None => return None,
                        Some(b'{') if is_next => return Some(without_comma(&bytes[..self.at])),
                        Some(_) => {}
                    }
                }
                b'{' | b'[' if !self.is_in_string => self.depth += 1,
                b'}' | b']' if !self.is_in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if self.depth == 0 && !self.is_in_string {
                return Some(self.at);
            }
        }
        None
    }
}

/// The length without the comma at the end and the space around it, which stand between elements.
fn without_comma(bytes: &[u8]) -> usize {
    let bytes = bytes.trim_ascii_end();
    bytes.strip_suffix(b",").unwrap_or(bytes).trim_ascii_end().len().max(1)
}
