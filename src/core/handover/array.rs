//! One JSON array. A dropped element goes with the comma and the space before it.

use super::passing::{Broken, Passing};

/// Passes all elements.
pub(super) fn pass(passing: &mut Passing<'_, '_, '_>) -> Result<(), Broken> {
    let mut held = Vec::new();
    let opens = space(passing, &mut held)?;
    if opens != Some(b'[') {
        return rest(passing, &held);
    }
    passing.hold(1, &mut held)?;
    passing.write(&held)?;
    let mut before = Vec::new();
    let mut next = space(passing, &mut before)?;
    if next == Some(b']') {
        return end(passing, &before);
    }
    // The space before the first element, until one is written.
    let mut first = Some(before.clone());
    let mut record = 0;
    loop {
        let Some(mut element) = next.and_then(Element::begin) else {
            return rest(passing, &before);
        };
        let is_kept = passing.keeps(record);
        record += 1;
        if is_kept {
            let space = first.take();
            passing.write(space.as_ref().unwrap_or(&before))?;
        }
        while passing.has_more()? {
            let length = element.scan(passing.window.ready());
            passing.pass(length, is_kept)?;
            if element.is_ended {
                break;
            }
        }
        before.clear();
        match space(passing, &mut before)? {
            Some(b',') => passing.hold(1, &mut before)?,
            Some(b']') => return end(passing, &before),
            _ => return rest(passing, &before),
        }
        next = space(passing, &mut before)?;
    }
}

/// Holds space; returns the byte that follows it.
fn space(passing: &mut Passing<'_, '_, '_>, held: &mut Vec<u8>) -> Result<Option<u8>, Broken> {
    while passing.has_more()? {
        let ready = passing.window.ready();
        let length = ready.iter().take_while(|&&byte| is_space(byte)).count();
        let next = ready.get(length).copied();
        passing.hold(length, held)?;
        if next.is_some() {
            return Ok(next);
        }
    }
    Ok(None)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Passes the closing bracket, which comes next, with the space around it.
fn end(passing: &mut Passing<'_, '_, '_>, before: &[u8]) -> Result<(), Broken> {
    passing.write(before)?;
    passing.pass(1, true)?;
    let mut after = Vec::new();
    if space(passing, &mut after)?.is_some() {
        return rest(passing, &after);
    }
    passing.write(&after)
}

/// Passes what cannot be told apart, as one unreadable record.
fn rest(passing: &mut Passing<'_, '_, '_>, before: &[u8]) -> Result<(), Broken> {
    let is_kept = passing.deciding.unreadable();
    if is_kept {
        passing.write(before)?;
    }
    passing.rest(is_kept)
}

/// An element that goes by.
struct Element {
    kind: Kind,
    /// Open brackets and braces.
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    is_ended: bool,
}

#[derive(PartialEq, Eq)]
enum Kind {
    /// Ends with the bracket, brace or quote that closes it.
    Closed,
    /// A number, `true`, `false` or `null`: ends before what is no part of it.
    Open,
}

impl Element {
    /// The element that begins with this byte, if one can.
    fn begin(first: u8) -> Option<Self> {
        let kind = match first {
            b'{' | b'[' | b'"' => Kind::Closed,
            b'-' | b'0'..=b'9' | b'a'..=b'z' => Kind::Open,
            _ => return None,
        };
        Some(Self { kind, depth: 0, is_in_string: false, is_escaped: false, is_ended: false })
    }

    /// How many of these bytes belong to it.
    fn scan(&mut self, bytes: &[u8]) -> usize {
        if self.kind == Kind::Open {
            let is_other = |&byte: &u8| is_space(byte) || matches!(byte, b',' | b']' | b'}');
            let end = bytes.iter().position(is_other);
            self.is_ended = end.is_some();
            return end.unwrap_or(bytes.len());
        }
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_in_string => self.is_escaped = true,
                b'"' => self.is_in_string = !self.is_in_string,
                b'{' | b'[' if !self.is_in_string => self.depth += 1,
                b'}' | b']' if !self.is_in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 && !self.is_in_string {
                self.is_ended = true;
                return at + 1;
            }
        }
        bytes.len()
    }
}
