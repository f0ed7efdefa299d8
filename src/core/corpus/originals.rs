//! The stored bytes of the sources, file by file, in the order in which their documents were read.

use crate::display::say;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::rc::Rc;

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE,
};

use super::compression::{Compression, decompressed};
use super::format::Format;
use super::inputs::{Entry, Inputs, What, list, place_of};
use super::read::{encoding_of, wanted_by, wanted_by_sample};
use super::record::Wanted;
use super::source::{Opened, Reading, Shape, Stored, breaking_off, open, refusal};
use super::text::TextStream;
use super::window::{Exactly, Tee, Window};
use super::{CorpusError, ReadOptions, SkipReason, Source, Stop};
use crate::progress::Progress;

/// What a file holds.
pub(crate) enum Layout {
    /// Rows.
    Parquet(File),
    /// Records of a WARC.
    Warc,
    /// Nothing that could be read as text.
    NotText,
    /// Records of that shape.
    Text { shape: Shape, how: How },
}

/// How records are found among the bytes of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub(crate) encoding: &'static Encoding,
    mark: usize,
    /// The bytes mean something else than as ASCII, so they are decoded.
    is_decoded: bool,
}

/// The files of the sources.
pub(crate) struct Originals<'s> {
    sources: &'s [Source],
    input: super::Input,
    encoding: Option<&'static Encoding>,
    delimiter: Option<u8>,
    wanted: Wanted,
    /// In the order of their numbers, with what is no file between them.
    pub(crate) entries: Vec<Entry>,
}

impl<'s> Originals<'s> {
    /// Lists the files.
    ///
    /// # Errors
    /// A source that is not there; an unknown encoding.
    pub(crate) fn list(sources: &'s [Source], options: &ReadOptions) -> Result<Self, CorpusError> {
        let options = &options.fitting(sources);
        let (encoding, wanted) = (encoding_of(options)?, wanted_by(options));
        let (input, delimiter) = (options.input, options.delimiter);
        let reading = Reading { input, encoding, delimiter, wanted: &wanted };
        let Inputs { entries, .. } = match list(sources, (&reading, options.follows_links), &mut || Ok(())) {
            Ok(inputs) => inputs,
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Asked | Stop::Full(_) | Stop::Io(_)) => {
                unreachable!("listing ends with other errors only if it is asked to")
            }
        };
        Ok(Self { sources, input, encoding, delimiter, wanted, entries })
    }

    /// The name of a file in messages.
    pub(crate) fn name(&self, entry: &Entry) -> String {
        match &entry.what {
            What::Source => place_of(&self.sources[entry.source]),
            What::Document(found) | What::Records(found) => found.name.clone(),
            What::Skipped { name, .. } => name.clone(),
        }
    }

    /// Whether it is a WARC by its name, read as such.
    pub(crate) fn is_named_warc(&self, entry: &Entry) -> bool {
        let is_read = matches!(entry.what, What::Source | What::Records(_));
        let is_any = Format::of_input(self.input).is_none();
        is_read && is_any && Format::of_name(&self.name(entry)) == Some(Format::Warc)
    }

    fn stored(&self, entry: &Entry) -> Result<Stored, CorpusError> {
        match &entry.what {
            What::Source => open(&self.sources[entry.source]),
            What::Document(found) | What::Records(found) => {
                Ok(File::open(&found.path).map_err(|error| refusal(&found.path, &error))?.into())
            }
            What::Skipped { name, reason } => {
                Err(CorpusError::Unreadable { place: name.clone(), reason: reason.clone() })
            }
        }
    }

    /// What a file holds, as [`super::read`] takes it.
    ///
    /// # Errors
    /// A file that cannot be read or decompressed.
    pub(crate) fn layout(&self, entry: &Entry) -> Result<Layout, CorpusError> {
        let source = &self.sources[entry.source];
        let of_sample = wanted_by_sample();
        let wanted = if source.is_own() { &of_sample } else { &self.wanted };
        let reading =
            Reading { input: self.input, encoding: self.encoding, delimiter: self.delimiter, wanted };
        let reading = reading.of(source, wanted);
        let name = self.name(entry);
        let opened = reading.open(self.stored(entry)?, &name, Rc::default());
        let layout = opened.and_then(|opened| match opened {
            Opened::Parquet { file, .. } => Ok(Layout::Parquet(file)),
            Opened::Warc(_) => Ok(Layout::Warc),
            Opened::NotText(_) => Ok(Layout::NotText),
            Opened::Text(stream, shape) => {
                let mark = stream.mark;
                let encoding = if shows_more(shape) { stream.settled_encoding()? } else { stream.encoding() };
                let is_decoded = is_decoded(encoding, shape);
                Ok(Layout::Text { shape, how: How { encoding, mark, is_decoded } })
            }
        });
        layout.map_err(|error| self.unreadable(entry, &error))
    }

    /// The bytes of a file, decompressed, and how they were compressed. Advances by bytes on disk.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(crate) fn bytes<'p>(
        &self,
        entry: &Entry,
        progress: &'p Progress,
    ) -> Result<(Compression, Box<dyn Read + 'p>), CorpusError> {
        let stored = Advancing { stored: self.stored(entry)?, progress };
        decompressed(stored).map_err(|error| self.unreadable(entry, &error))
    }

    /// The bytes of a text, in which its records are looked for.
    ///
    /// # Errors
    /// A file that cannot be read; an encoding in which records cannot be told apart exactly.
    pub(crate) fn window<'p>(
        &self,
        entry: &Entry,
        bytes: Box<dyn Read + 'p>,
        how: How,
    ) -> Result<Window<'p>, CorpusError> {
        if !how.is_decoded {
            return Window::plain(bytes, how.encoding, how.mark)
                .map_err(|error| self.unreadable(entry, &error));
        }
        let Some(exactly) = exactly(how.encoding) else {
            let what = say!(
                "records in {} cannot be told apart byte by byte; convert it to UTF-8 first",
                "{} 编码无法按字节分辨记录；请先转换为 UTF-8",
                how.encoding.name()
            );
            return Err(CorpusError::Unreadable {
                place: self.name(entry),
                reason: SkipReason::Unreadable(what),
            });
        };
        let raw = Rc::new(RefCell::new(Vec::new()));
        let tee = Tee { bytes, raw: Rc::clone(&raw) };
        match TextStream::open(Box::new(tee), self.encoding) {
            Ok(Ok(stream)) => Ok(Window::decoded(stream, raw, exactly)),
            Ok(Err(reason)) => Err(CorpusError::Unreadable { place: self.name(entry), reason }),
            Err(error) => Err(self.unreadable(entry, &error)),
        }
    }

    /// The error of a file that broke off.
    pub(crate) fn unreadable(&self, entry: &Entry, error: &io::Error) -> CorpusError {
        CorpusError::Unreadable { place: self.name(entry), reason: breaking_off(error) }
    }
}

/// Whether structural bytes may be a part of other characters, so that the text must be decoded. In all encodings but
/// these, line ends, quotes and the usual delimiters are bytes that stand for nothing else; in some, the braces of JSON, bars
/// and backslashes are not.
fn is_decoded(encoding: &'static Encoding, shape: Shape) -> bool {
    let units = [UTF_16LE, UTF_16BE, ISO_2022_JP, REPLACEMENT];
    let trails = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_KR];
    units.contains(&encoding) || (shows_more(shape) && trails.contains(&encoding))
}

/// Whether the structure is shown by more than line ends, quotes and the usual delimiters.
fn shows_more(shape: Shape) -> bool {
    match shape {
        Shape::Array => true,
        Shape::Delimited(dialect) => dialect.has_escapes || dialect.delimiter >= b'0',
        Shape::Lines | Shape::Jsonl => false,
    }
}

/// How to find the bytes of decoded text again, where that can be done.
fn exactly(encoding: &'static Encoding) -> Option<Exactly> {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        Some(Exactly::Units)
    } else if encoding == ISO_2022_JP || encoding == REPLACEMENT {
        None
    } else {
        Some(Exactly::Encoded(encoding))
    }
}

/// Bytes on disk, which advance the progress; a cancel is an error.
struct Advancing<'p> {
    stored: Stored,
    progress: &'p Progress,
}

impl Read for Advancing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        let read = self.stored.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}
