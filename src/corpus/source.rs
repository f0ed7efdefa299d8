//! One source → the streams in it, each read as what it is.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use encoding_rs::Encoding;

use super::compression::{Counted, decompressed};
use super::delimited::{delimiter_of, is_header};
use super::record::{Receiver, Wanted};
use super::text::{Line, Lines, TextStream};
use super::walk::{readable, unreadable};
use super::{CorpusError, Input, SkipReason, Source, Stop, delimited, jsonl, sample};

/// The bytes of a source that is no folder, as they are stored.
pub(super) fn open(source: &Source) -> Result<Box<dyn Read>, CorpusError> {
    match source {
        Source::Stdin => Ok(Box::new(io::stdin())),
        Source::Builtin => Ok(Box::new(Cursor::new(sample::BUILTIN.as_bytes()))),
        Source::Path(path) => {
            let refused = |error: io::Error| refusal(path, &error);
            // Opening a pipe that nobody writes to would block; one that the shell opened has a writer.
            let is_file = std::fs::metadata(path).map_err(refused)?.is_file();
            if !is_file && !is_open_descriptor(path) {
                return Err(CorpusError::Unreadable { place: readable(path), reason: SkipReason::NotAFile });
            }
            Ok(Box::new(File::open(path).map_err(refused)?))
        }
    }
}

/// `/dev/stdin`, or `/dev/fd/63` as the shell writes for `<(command)`.
fn is_open_descriptor(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

/// The error for a path given by the user.
pub(super) fn refusal(path: &Path, error: &io::Error) -> CorpusError {
    match error.kind() {
        io::ErrorKind::NotFound => CorpusError::NotFound { place: readable(path) },
        _ => CorpusError::Unreadable { place: readable(path), reason: unreadable(error) },
    }
}

/// How a stream is to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Lines,
    Jsonl,
    /// The delimiter is seen from the header.
    Csv,
    Tsv,
}

impl Format {
    /// From the option; `None` when it leaves the choice open.
    pub(super) fn of_input(input: Input) -> Option<Self> {
        match input {
            Input::Auto | Input::Dir => None,
            Input::Lines => Some(Self::Lines),
            Input::Jsonl => Some(Self::Jsonl),
            Input::Csv => Some(Self::Csv),
            Input::Tsv => Some(Self::Tsv),
        }
    }

    /// From the ending of a name, after `.gz` or `.zst`.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let name = [".gz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
        let (_, ending) = name.rsplit_once('.')?;
        match ending {
            "jsonl" | "ndjson" | "json" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            "tsv" | "tab" => Some(Self::Tsv),
            "txt" | "text" | "md" => Some(Self::Lines),
            _ => None,
        }
    }

    /// From how the text begins.
    pub(super) fn of_content(start: &str, wanted: &Wanted) -> Self {
        let text = start.trim_start();
        let inside = text.strip_prefix('[').unwrap_or(text).trim_start();
        let after_brace = inside.strip_prefix('{').map(str::trim_start);
        if after_brace.is_some_and(|inside| inside.starts_with(['"', '}'])) {
            Self::Jsonl
        } else if is_header(text, b'\t', wanted) {
            Self::Tsv
        } else if is_header(text, b',', wanted) || is_header(text, b';', wanted) {
            Self::Csv
        } else {
            Self::Lines
        }
    }
}

/// What holds for all streams of one read.
pub(super) struct Reading<'o> {
    pub(super) input: Input,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) wanted: &'o Wanted,
}

impl Reading<'_> {
    /// Reads the records of one stream into `receiver`. The ending of `name` may tell the format.
    pub(super) fn records(
        &self,
        stored: impl Read,
        name: &str,
        receiver: &mut dyn Receiver,
    ) -> Result<(), Stop> {
        match self.try_records(stored, name, receiver) {
            // What was read so far stands; the rest cannot be had.
            Err(Stop::Io(error)) => receiver.broken(None, breaking_off(&error)),
            other => other,
        }
    }

    fn try_records(&self, stored: impl Read, name: &str, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        let bytes = decompressed(Counted::new(stored, receiver.counter()))?;
        let mut stream = match TextStream::open(bytes, self.encoding)? {
            Ok(stream) => stream,
            Err(reason) => return receiver.broken(None, reason),
        };
        stream.fill_first_line()?;
        let format = Format::of_input(self.input)
            .or_else(|| Format::of_name(name))
            .unwrap_or_else(|| Format::of_content(stream.ready(), self.wanted));
        match format {
            Format::Lines => lines(stream, receiver),
            Format::Jsonl => jsonl::read(stream, receiver),
            Format::Tsv => delimited::read(stream, b'\t', false, receiver),
            Format::Csv => {
                let delimiter = delimiter_of(stream.ready());
                delimited::read(stream, delimiter, true, receiver)
            }
        }
    }
}

fn lines(stream: TextStream<'_>, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let mut lines = Lines::new(stream);
    let mut number = 0;
    while let Some(line) = lines.next(|| receiver.before_wait())? {
        number += 1;
        match line {
            Line::TooLarge(size) => receiver.broken(Some(number), SkipReason::TooLarge(size))?,
            Line::Text(text) if memchr::memchr(0, text.as_bytes()).is_some() => {
                receiver.broken(Some(number), SkipReason::Binary)?;
            }
            Line::Text(text) => receiver.line(number, text)?,
        }
    }
    Ok(())
}

/// Why a stream that had begun could not be read to its end.
pub(super) fn breaking_off(error: &io::Error) -> SkipReason {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            SkipReason::Malformed("the compressed data ends too early".to_owned())
        }
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
            SkipReason::Malformed(format!("the compressed data is damaged: {error}"))
        }
        _ => unreadable(error),
    }
}
