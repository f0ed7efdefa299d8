//! One source → its streams, each read in its format.

use crate::display::{Lang, lang, say};
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::compression::{Begun, Counted, Damage, decompressed};
use super::dialect::{csv, is_header, is_table};
use super::foreign::{self, foreign};
use super::format::Format;
use super::inputs::place_of;
use super::parts::is_part;
use super::record::{Named, Receiver, Wanted};
use super::rows::Dialect;
use super::text::{Line, Lines, TextStream};
use super::walk::{readable, unreadable};
use super::{CorpusError, Input, SkipReason, Source, Spot, Stop, delimited, jsonl, parquet, sample, warc};
use crate::files::is_regular;

/// A stored byte stream.
pub(super) enum Stored {
    /// A regular file, which can be read in any order.
    File(File),
    Stream(Box<dyn Read>),
}

impl From<File> for Stored {
    fn from(file: File) -> Self {
        match file.metadata() {
            Ok(metadata) if metadata.is_file() => Self::File(file),
            _ => Self::Stream(Box::new(file)),
        }
    }
}

impl Read for Stored {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Stream(stream) => stream.read(buffer),
        }
    }
}

/// Opens a source that is not a folder.
pub(super) fn open(source: &Source) -> Result<Stored, CorpusError> {
    match source {
        Source::Stdin => Ok(Stored::Stream(Box::new(io::stdin()))),
        Source::Spooled(spooled) => spooled
            .open()
            .map_err(|error| CorpusError::Unreadable { place: place_of(source), reason: unreadable(&error) }),
        Source::Builtin => match sample::sample() {
            Some(text) => Ok(Stored::Stream(Box::new(Cursor::new(text.as_bytes())))),
            None => Err(CorpusError::Unreadable {
                place: place_of(source),
                reason: SkipReason::Unreadable(say!(
                    "none was provided: call simscope::provide_sample first",
                    "未提供：请先调用 simscope::provide_sample"
                )),
            }),
        },
        Source::Held(held) => Ok(Stored::Stream(Box::new(Cursor::new(held.bytes())))),
        Source::SparkOutput(output) => match output.text_path() {
            Some(path) => open(&Source::Path(path.to_owned())),
            None => Err(CorpusError::BadOutput { place: place_of(source), what: output.instead_of_text().0 }),
        },
        Source::Path(path) => {
            let refused = |error: io::Error| refusal(path, &error);
            // Opening a pipe without a writer would block; a pipe opened by the shell has one.
            if !is_open_descriptor(path) && !is_regular(path).map_err(refused)? {
                return Err(CorpusError::Unreadable { place: readable(path), reason: SkipReason::NotAFile });
            }
            Ok(File::open(path).map_err(refused)?.into())
        }
    }
}

impl Source {
    /// Looks whether a path is there, without opening it.
    ///
    /// # Errors
    /// [`CorpusError::NotFound`], or why it cannot be looked at.
    pub fn look(&self) -> Result<(), CorpusError> {
        let Self::Path(path) = self else { return Ok(()) };
        fs::metadata(path).map(drop).map_err(|error| refusal(path, &error))
    }
}

/// `/dev/stdin`, or `/dev/fd/63` as the shell writes for `<(command)`.
pub(super) fn is_open_descriptor(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

/// The error for a path given by the user.
pub(super) fn refusal(path: &Path, error: &io::Error) -> CorpusError {
    match error.kind() {
        io::ErrorKind::NotFound => CorpusError::NotFound { place: readable(path) },
        _ => CorpusError::Unreadable { place: readable(path), reason: unreadable(error) },
    }
}

/// Settings shared by all streams of one read.
pub(super) struct Reading<'o> {
    pub(super) input: Input,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) delimiter: Option<u8>,
    pub(super) wanted: &'o Wanted,
}

impl Reading<'_> {
    /// Whether a source is a file with a name, and text that holds no records as far as anybody says. A file whose name says
    /// that it does, as that of a part which an engine wrote, is not opened.
    pub(super) fn is_text_file(&self, source: &Source) -> bool {
        let Source::Path(path) = source else { return false };
        let name = place_of(source);
        let is_named = Format::of_name(&name).is_some_and(|format| format != Format::Lines)
            || path.file_name().is_some_and(|name| is_part(&name.to_string_lossy()));
        if self.input != Input::Auto || is_named || is_open_descriptor(path) {
            return false;
        }
        let Ok(stored @ Stored::File(_)) = open(source) else { return false };
        matches!(self.open(stored, &name, Rc::default()), Ok(Opened::Text(_, Shape::Lines)))
    }

    /// Reads the records of one stream into `receiver`. The format may follow from the ending of `name`.
    pub(super) fn records(
        &self,
        stored: impl Into<Stored>,
        name: &str,
        receiver: &mut dyn Receiver,
    ) -> Result<(), Stop> {
        let stored = stored.into();
        match self.try_records(stored, name, receiver) {
            // Records read so far are kept; the rest is lost.
            Err(Stop::Io(error)) => receiver.broken(None, breaking_off(&error)),
            other => other,
        }
    }

    fn try_records(&self, stored: Stored, name: &str, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        match self.open(stored, name, receiver.counter())? {
            Opened::Parquet { file, is_stored } => parquet::read(file, None, is_stored, receiver),
            Opened::Warc(bytes) => warc::read(bytes, receiver),
            Opened::NotText(reason) => receiver.broken(None, reason),
            Opened::Text(stream, shape) => {
                let guessed = stream.guessed();
                let result = match shape {
                    Shape::Lines => lines(stream, receiver),
                    Shape::Jsonl => jsonl::read_lines(stream, name, receiver),
                    Shape::Array => jsonl::read_array(stream, receiver),
                    Shape::Delimited(dialect) => delimited::read(stream, name, dialect, receiver),
                };
                if let Some(encoding) = guessed.get() {
                    receiver.guessed(encoding);
                }
                result
            }
        }
    }

    /// Opens a stream as far as it takes to know what it holds. `counter` counts the bytes read.
    pub(super) fn open(
        &self,
        stored: Stored,
        name: &str,
        counter: Rc<Cell<u64>>,
    ) -> io::Result<Opened<'static>> {
        let given = Format::of_input(self.input);
        let may_be_parquet = given.is_none_or(|given| given == Format::Parquet);
        let stored = match stored {
            Stored::File(mut file) if may_be_parquet => {
                let is_parquet = first_bytes(&mut file)?.starts_with(parquet::MAGIC);
                file.rewind()?;
                if is_parquet {
                    return Ok(Opened::Parquet { file, is_stored: true });
                }
                Stored::File(file)
            }
            stored => stored,
        };
        let (_, mut bytes) = decompressed(Counted::new(stored, counter))?;
        let first = first_bytes(&mut bytes)?;
        bytes = Box::new(Begun::new(first.clone(), bytes));
        if let Some(reason) = foreign(name, &first) {
            return Ok(Opened::NotText(reason));
        }
        if may_be_parquet && first.starts_with(parquet::MAGIC) {
            // Parquet is read from the end of the file, so a stream is copied to a temporary file first.
            let mut file = tempfile::tempfile()?;
            io::copy(&mut bytes, &mut file)?;
            return Ok(Opened::Parquet { file, is_stored: false });
        }
        if given.is_none() && first.starts_with(warc::MAGIC) {
            return Ok(Opened::Warc(bytes));
        }
        let named = given.or_else(|| Format::of_name(name));
        match named {
            Some(Format::Parquet) => return Ok(Opened::NotText(not_parquet())),
            Some(Format::Warc) if !first.is_empty() => return Ok(Opened::NotText(not_warc())),
            _ => {}
        }
        let mut stream = match TextStream::open(bytes, self.encoding)? {
            Ok(stream) => stream,
            Err(reason) => return Ok(Opened::NotText(reason)),
        };
        stream.fill_first_line()?;
        let start = stream.ready();
        Ok(match self.shape((name, start), given, named, stream.encoding()) {
            Ok(shape) => Opened::Text(stream, shape),
            Err(reason) => Opened::NotText(reason),
        })
    }

    /// How the records of a text that begins so stand in it. Its format is `given` by an option, or `named` by its name.
    fn shape(
        &self,
        (name, start): (&str, &str),
        given: Option<Format>,
        named: Option<Format>,
        encoding: &'static Encoding,
    ) -> Result<Shape, SkipReason> {
        let is_text_file = given.is_none() && named == Some(Format::Lines);
        let has_named = self.wanted.named != Named::default();
        // Excel's "Unicode text" is a table, although it is called .txt, and so is what has the fields that were named.
        let is_unicode = is_text_file
            && [UTF_16LE, UTF_16BE].contains(&encoding)
            && (is_header(start, b'\t', self.wanted) || is_table(start));
        let of_content = || Format::of_content(start, self.wanted);
        let format = match named {
            Some(Format::Tsv) if self.delimiter.is_some() => Format::Csv,
            Some(Format::Lines) if is_text_file && self.delimiter.is_some() => Format::Csv,
            Some(Format::Lines) if is_text_file && (has_named || is_unicode) => of_content(),
            Some(named) => named,
            None if self.delimiter.is_some() => Format::Csv,
            None => of_content(),
        };
        match format {
            Format::Lines if is_unicode => Err(SkipReason::Malformed(say!(
                "a table with tabs, as Excel writes \"Unicode text\"; name the column of the text by --text-field, or read \
                 it as lines by --input lines",
                "带制表符的表格，如 Excel 另存的“Unicode 文本”；请用 --text-field 指定文本列，或用 --input lines 按行读取"
            ))),
            Format::Lines
                if given.is_none()
                    && let Some(reason) = foreign::container(name) =>
            {
                Err(reason)
            }
            Format::Lines if self.input == Input::Records => Err(foreign::no_records()),
            Format::Lines | Format::Warc => Ok(Shape::Lines),
            Format::Jsonl if jsonl::is_array(start) => Ok(Shape::Array),
            Format::Jsonl => Ok(Shape::Jsonl),
            // In what Excel calls text, cells with tabs or quotes stand in quotes.
            Format::Tsv if is_text_file => Ok(Shape::Delimited(csv(start, Some(b'\t')))),
            Format::Tsv => Ok(Shape::Delimited(Dialect::TABS)),
            Format::Csv => Ok(Shape::Delimited(csv(start, self.delimiter))),
            Format::Parquet => Err(not_parquet()),
        }
    }

    /// The settings for one of the sources: the options do not apply to the built-in sample.
    pub(super) fn of<'w>(&self, source: &Source, wanted: &'w Wanted) -> Reading<'w> {
        match source.is_own() {
            true => Reading { input: Input::Jsonl, encoding: None, delimiter: None, wanted },
            false => Reading { wanted, ..*self },
        }
    }
}

/// How the records of a text stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Each line is one.
    Lines,
    /// Each line that is not blank is one.
    Jsonl,
    /// Each element of a JSON array is one.
    Array,
    /// Each row after the header is one.
    Delimited(Dialect),
}

/// A stream whose content is known.
pub(super) enum Opened<'r> {
    /// `is_stored`: the bytes are those on disk and have not been counted.
    Parquet {
        file: File,
        is_stored: bool,
    },
    Text(TextStream<'r>, Shape),
    Warc(Box<dyn Read + 'r>),
    NotText(SkipReason),
}

fn not_parquet() -> SkipReason {
    SkipReason::Malformed(say!(
        "not a Parquet file: it does not begin with PAR1",
        "不是 Parquet 文件：开头不是 PAR1"
    ))
}

fn not_warc() -> SkipReason {
    SkipReason::Malformed(say!("not a WARC: it does not begin with WARC/", "不是 WARC 文件：开头不是 WARC/"))
}

/// The first four bytes, or fewer if the stream is shorter; more only where they are needed to tell what follows, since a
/// slow pipe may have no more yet.
fn first_bytes(bytes: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut first = Vec::with_capacity(foreign::ENOUGH);
    bytes.take(4).read_to_end(&mut first)?;
    if foreign::needs_more(&first) {
        bytes.take((foreign::ENOUGH - 4) as u64).read_to_end(&mut first)?;
    }
    Ok(first)
}

fn lines(stream: TextStream<'_>, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let mut lines = Lines::new(stream);
    let mut number = 0;
    while let Some(line) = lines.next(|| receiver.before_wait())? {
        number += 1;
        match line {
            Line::TooLarge(size) => receiver.broken(Some(Spot::Line(number)), SkipReason::TooLarge(size))?,
            Line::Text(text) if memchr::memchr(0, text.as_bytes()).is_some() => {
                receiver.broken(Some(Spot::Line(number)), SkipReason::Binary)?;
            }
            Line::Text(text) => receiver.line(number, text)?,
        }
    }
    Ok(())
}

/// Why a stream broke off.
pub(super) fn breaking_off(error: &io::Error) -> SkipReason {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Damage>()) {
        Some(_) if error.kind() == io::ErrorKind::UnexpectedEof => {
            SkipReason::Damaged(say!("the compressed data ends too early", "压缩数据过早结束"))
        }
        // What a decoder says is English.
        Some(damage) => SkipReason::Damaged(match lang() {
            Lang::En => format!("the compressed data is damaged: {damage}"),
            Lang::Zh => "压缩数据已损坏".to_owned(),
        }),
        None => unreadable(error),
    }
}
