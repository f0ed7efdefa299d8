//! Bytes → decoded text and its lines, as they arrive. Holds one chunk and one unfinished line, never a file.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use encoding_rs::{Decoder, Encoding, UTF_8};

use super::encoding::{SAMPLE, detect, guess, guessed, is_plain_ascii};
use super::rows::Arriving;
use super::{MAX_DOCUMENT, SkipReason};

const CHUNK: usize = 128 << 10;

/// Decoded text that arrives in chunks.
pub(super) struct TextStream<'r> {
    bytes: Box<dyn Read + 'r>,
    chunk: Vec<u8>,
    /// `None` while all text is ASCII: detection waits for the first other byte.
    decoder: Option<Decoder>,
    /// Decoded text; consumed up to `start`.
    text: String,
    start: usize,
    is_ended: bool,
    /// Bytes of the byte order mark that was dropped.
    pub(super) mark: usize,
    guessed: Rc<Cell<Option<&'static Encoding>>>,
}

impl<'r> TextStream<'r> {
    /// Reads the start and detects the encoding; the inner error says why this is not text.
    pub(super) fn open(
        bytes: Box<dyn Read + 'r>,
        given: Option<&'static Encoding>,
    ) -> io::Result<Result<Self, SkipReason>> {
        let mut stream = Self {
            bytes,
            chunk: Vec::new(),
            decoder: None,
            text: String::new(),
            start: 0,
            is_ended: false,
            mark: 0,
            guessed: Rc::default(),
        };
        // One line of clean UTF-8 is enough, so that a slow pipe shows its first lines at once.
        loop {
            let before = stream.chunk.len();
            let is_end = read_chunk(&mut stream.bytes, &mut stream.chunk, CHUNK)? == 0;
            let head = &stream.chunk;
            let is_clear = memchr::memchr2(b'\n', b'\r', &head[before..]).is_some()
                && memchr::memchr(0, head).is_none()
                && std::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true);
            if is_end || head.len() >= SAMPLE || is_clear {
                let decided = match given {
                    Some(given) => Ok(Encoding::for_bom(head).unwrap_or((given, 0))),
                    None => detect(head, is_end),
                };
                return Ok(decided.map(|(encoding, mark)| {
                    stream.begin(encoding, mark, given.is_some(), is_end);
                    stream
                }));
            }
        }
    }

    fn begin(&mut self, encoding: &'static Encoding, mark: usize, is_given: bool, is_end: bool) {
        self.chunk.drain(..mark);
        self.mark = mark;
        let may_yet_be_any = !is_given && mark == 0 && is_plain_ascii(&self.chunk);
        self.decoder = (!may_yet_be_any).then(|| encoding.new_decoder_without_bom_handling());
        if !is_given && !may_yet_be_any {
            self.guessed.set(guessed(encoding, mark));
        }
        self.is_ended = is_end;
        self.decode_chunk(is_end);
    }

    /// Decodes `chunk` to the end of `text`.
    fn decode_chunk(&mut self, is_last: bool) {
        if self.decoder.is_none() {
            if is_plain_ascii(&self.chunk) {
                self.text.push_str(std::str::from_utf8(&self.chunk).unwrap_or_default());
                self.chunk.clear();
                return;
            }
            let first = Encoding::ascii_valid_up_to(&self.chunk);
            let encoding = guess(&self.chunk[first..], false).unwrap_or(UTF_8);
            self.guessed.set(guessed(encoding, 0));
            self.decoder = Some(encoding.new_decoder_without_bom_handling());
        }
        if let Some(decoder) = &mut self.decoder {
            let room = decoder.max_utf8_buffer_length(self.chunk.len()).unwrap_or(self.chunk.len() * 3 + 16);
            self.text.reserve(room);
            let (_, _, _) = decoder.decode_to_string(&self.chunk, &mut self.text, is_last);
        }
        self.chunk.clear();
    }

    /// Decodes more text; returns false at the end.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        self.text.drain(..self.start);
        self.start = 0;
        let before = self.text.len();
        while !self.is_ended && self.text.len() == before {
            self.is_ended = read_chunk(&mut self.bytes, &mut self.chunk, CHUNK)? == 0;
            self.decode_chunk(self.is_ended);
        }
        Ok(self.text.len() > before)
    }

    /// Decoded text that is not consumed yet.
    pub(super) fn ready(&self) -> &str {
        &self.text[self.start..]
    }

    /// Whether all text is decoded.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The encoding, as far as it is known: UTF-8 while all text was ASCII.
    pub(super) fn encoding(&self) -> &'static Encoding {
        self.decoder.as_ref().map_or(UTF_8, Decoder::encoding)
    }

    /// The encoding that was guessed; known for sure when all is read.
    pub(super) fn guessed(&self) -> Rc<Cell<Option<&'static Encoding>>> {
        Rc::clone(&self.guessed)
    }

    /// The encoding of the whole text, of which nothing can be read afterwards.
    pub(super) fn settled_encoding(mut self) -> io::Result<&'static Encoding> {
        while self.decoder.is_none() {
            self.discard();
            if !self.fill()? {
                break;
            }
        }
        Ok(self.encoding())
    }

    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    fn discard(&mut self) {
        self.text.clear();
        self.start = 0;
    }

    /// Decodes until the first line that is not blank is complete, or until there is much text.
    pub(super) fn fill_first_line(&mut self) -> io::Result<()> {
        let is_enough = |text: &str| {
            let text = text.trim_start();
            text.len() >= SAMPLE || memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
        };
        while !is_enough(self.ready()) {
            if !self.fill()? {
                break;
            }
        }
        Ok(())
    }
}

impl Arriving for TextStream<'_> {
    type Error = io::Error;

    fn ready(&self) -> &[u8] {
        self.ready().as_bytes()
    }

    fn more(&mut self) -> io::Result<bool> {
        self.fill()
    }
}

/// Appends at most `chunk` bytes; returns 0 at the end.
pub(super) fn read_chunk(bytes: &mut dyn Read, to: &mut Vec<u8>, chunk: usize) -> io::Result<usize> {
    let before = to.len();
    to.resize(before + chunk, 0);
    let read = loop {
        match bytes.read(&mut to[before..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => break other,
        }
    };
    to.truncate(before + read.as_ref().map_or(0, |&read| read));
    read
}

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    Text(&'t str),
    /// A line of this many bytes, more than a document may have, was skipped.
    TooLarge(u64),
}

/// The lines of a [`TextStream`]; LF, CRLF and CR end one, and the end of the text ends the last.
pub(super) struct Lines<'r> {
    stream: TextStream<'r>,
    /// Bytes of the ready text that are known to hold no line end.
    scanned: usize,
    follows_cr: bool,
}

impl<'r> Lines<'r> {
    pub(super) fn new(stream: TextStream<'r>) -> Self {
        Self { stream, scanned: 0, follows_cr: false }
    }

    /// The next line, or `None` after the last. `before_fill` runs before each read.
    pub(super) fn next<E: From<io::Error>>(
        &mut self,
        mut before_fill: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Line<'_>>, E> {
        let mut passed_over = 0;
        loop {
            if self.follows_cr && !self.stream.ready().is_empty() {
                self.follows_cr = false;
                if self.stream.ready().starts_with('\n') {
                    self.stream.consume(1);
                }
            }
            let ready = self.stream.ready().as_bytes();
            if let Some(further) = memchr::memchr2(b'\n', b'\r', &ready[self.scanned..]) {
                let length = self.scanned + further;
                self.follows_cr = ready[length] == b'\r';
                return Ok(Some(self.take(length, length + 1, passed_over)));
            }
            self.scanned = ready.len();
            if self.scanned > MAX_DOCUMENT {
                passed_over += self.scanned as u64;
                self.scanned = 0;
                self.stream.discard();
            }
            before_fill()?;
            if !self.stream.fill()? {
                let length = self.stream.ready().len();
                let is_line = length > 0 || passed_over > 0;
                return Ok(is_line.then(|| self.take(length, length, passed_over)));
            }
        }
    }

    fn take(&mut self, length: usize, consumed: usize, passed_over: u64) -> Line<'_> {
        let start = self.stream.start;
        self.stream.consume(consumed);
        self.scanned = 0;
        let size = passed_over + length as u64;
        if size > MAX_DOCUMENT as u64 {
            Line::TooLarge(size)
        } else {
            Line::Text(&self.stream.text[start..start + length])
        }
    }
}
