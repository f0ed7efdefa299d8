//! A text as bytes in which its structure can be seen, and the stored bytes of any piece of it.

use crate::display::say;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

use encoding_rs::Encoding;

use super::jsonl;
use super::rows::Arriving;
use super::text::{TextStream, read_chunk};

const CHUNK: usize = 256 << 10;

/// A text that passes by. What is [`ready`](Self::ready) is ASCII where it has structure; what was
/// [`take`](Self::take)n of it comes back as it was stored.
pub(crate) enum Window<'r> {
    /// The stored bytes show their structure.
    Plain(Plain<'r>),
    /// The structure shows only in the decoded text.
    Decoded(Decoded<'r>),
}

pub(crate) struct Plain<'r> {
    bytes: Box<dyn Read + 'r>,
    encoding: &'static Encoding,
    mark: Vec<u8>,
    buffer: Vec<u8>,
    start: usize,
}

pub(crate) struct Decoded<'r> {
    text: TextStream<'r>,
    /// The stored bytes; taken up to `start`.
    raw: Rc<RefCell<Vec<u8>>>,
    start: usize,
    exactly: Exactly,
    taken: Vec<u8>,
}

/// How the stored bytes of a decoded text are counted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Exactly {
    /// Two bytes for each unit of UTF-16. A damaged unit counts like the character that replaces it.
    Units,
    /// As many as it takes to encode the text again, which must give the same bytes.
    Encoded(&'static Encoding),
}

/// Keeps a copy of what is read.
pub(super) struct Tee<'r> {
    pub(super) bytes: Box<dyn Read + 'r>,
    pub(super) raw: Rc<RefCell<Vec<u8>>>,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.raw.borrow_mut().extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

impl<'r> Window<'r> {
    pub(super) fn plain(
        mut bytes: Box<dyn Read + 'r>,
        encoding: &'static Encoding,
        mark: usize,
    ) -> io::Result<Self> {
        let mut start = vec![0; mark];
        bytes.read_exact(&mut start)?;
        Ok(Self::Plain(Plain { bytes, encoding, mark: start, buffer: Vec::new(), start: 0 }))
    }

    pub(super) fn decoded(text: TextStream<'r>, raw: Rc<RefCell<Vec<u8>>>, exactly: Exactly) -> Self {
        Self::Decoded(Decoded { text, raw, start: 0, exactly, taken: Vec::new() })
    }

    /// The byte order mark, which stands before everything else; taken once.
    pub(crate) fn mark(&mut self) -> Vec<u8> {
        match self {
            Self::Plain(plain) => std::mem::take(&mut plain.mark),
            Self::Decoded(decoded) => {
                decoded.start = decoded.text.mark;
                decoded.raw.borrow()[..decoded.start].to_vec()
            }
        }
    }

    /// What follows, as far as it was read.
    pub(crate) fn ready(&self) -> &[u8] {
        match self {
            Self::Plain(plain) => &plain.buffer[plain.start..],
            Self::Decoded(decoded) => decoded.text.ready().as_bytes(),
        }
    }

    /// Reads more; returns false at the end.
    ///
    /// # Errors
    /// Those of the file system and of damaged compressed data.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        match self {
            Self::Plain(plain) => plain.fill(),
            Self::Decoded(decoded) => {
                decoded.raw.borrow_mut().drain(..decoded.start);
                decoded.start = 0;
                decoded.text.fill()
            }
        }
    }

    /// The stored bytes of the first `length` that are ready, which are then gone.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`] if the text does not tell its stored bytes.
    pub(crate) fn take(&mut self, length: usize) -> io::Result<&[u8]> {
        match self {
            Self::Plain(plain) => {
                let start = plain.start;
                plain.start += length;
                Ok(&plain.buffer[start..start + length])
            }
            Self::Decoded(decoded) => decoded.take(length),
        }
    }

    /// Whether a line is one that JSONL passes over; the first `length` that are ready.
    pub(crate) fn is_blank(&self, length: usize) -> bool {
        let line = &self.ready()[..length];
        let text = match self {
            Self::Plain(plain) => plain.encoding.decode_without_bom_handling(line).0,
            Self::Decoded(_) => String::from_utf8_lossy(line),
        };
        jsonl::is_blank(&text)
    }
}

impl Arriving for Window<'_> {
    type Error = io::Error;

    fn ready(&self) -> &[u8] {
        self.ready()
    }

    fn more(&mut self) -> io::Result<bool> {
        self.fill()
    }

    fn utf8_len(&self, part: Range<usize>) -> usize {
        match self {
            Self::Plain(plain) => plain.encoding.decode_without_bom_handling(&self.ready()[part]).0.len(),
            Self::Decoded(_) => part.len(),
        }
    }
}

impl Plain<'_> {
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.start);
        self.start = 0;
        Ok(read_chunk(&mut self.bytes, &mut self.buffer, CHUNK)? > 0)
    }
}

impl Decoded<'_> {
    fn take(&mut self, length: usize) -> io::Result<&[u8]> {
        let text = str::from_utf8(&self.text.ready().as_bytes()[..length]).map_err(io::Error::other)?;
        let raw = self.raw.borrow();
        let raw = &raw[self.start..];
        // What is left at the very end, half a unit perhaps, belongs to what is before it.
        let is_last = self.text.is_ended() && length == self.text.ready().len();
        let stored = match self.exactly {
            Exactly::Units if is_last => raw.len(),
            Exactly::Units => text.chars().map(|c| 2 * c.len_utf16()).sum::<usize>().min(raw.len()),
            Exactly::Encoded(encoding) => {
                let (again, _, _): (Cow<'_, [u8]>, _, _) = encoding.encode(text);
                if !raw.starts_with(&again) || (is_last && raw.len() != again.len()) {
                    let what = say!(
                        "some of its bytes are no {}, so that its records cannot be told apart byte by byte; \
                         convert it to UTF-8 first",
                        "有些字节不是 {}，因此无法按字节区分记录；请先转换为 UTF-8",
                        encoding.name()
                    );
                    return Err(io::Error::new(io::ErrorKind::Unsupported, what));
                }
                again.len()
            }
        };
        self.taken.clear();
        self.taken.extend_from_slice(&raw[..stored]);
        self.start += stored;
        self.text.consume(length);
        Ok(&self.taken)
    }
}
