//! What was not loaded, described in one line.

use std::fmt;

use super::memory::shown_bytes;
use crate::visible;

/// Something that was not loaded, and why. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The file, as given or relative to its folder (not yet made visible).
    pub place: String,
    /// Its position in the file, if a single record was skipped.
    pub spot: Option<Spot>,
    /// Why.
    pub reason: SkipReason,
}

/// An encoding that no byte order mark and no option told. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guessed {
    /// Its WHATWG name.
    pub encoding: &'static str,
    /// How many files have it.
    pub files: u64,
    /// The first of them, as given or relative to its folder (not yet made visible).
    pub first: String,
}

impl fmt::Display for Guessed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible::line(&self.first))?;
        if self.files > 1 {
            write!(f, " and {} more", self.files - 1)?;
        }
        write!(f, ": read as {}, guessed from the bytes; --encoding names another", self.encoding)
    }
}

/// Where a record stands in its file. `Display` is `line 3` or `row 3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A line, from 1; the element in a JSON array.
    Line(u64),
    /// A row of a Parquet file, from 1.
    Row(u64),
}

impl Spot {
    /// The number of the line or row.
    pub fn number(self) -> u64 {
        match self {
            Self::Line(number) | Self::Row(number) => number,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Row(number) => write!(f, "row {number}"),
        }
    }
}

/// Why something was skipped. `Display` says it in one short English phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipReason {
    /// NUL or mostly control bytes.
    Binary,
    /// The bytes are not text in the named (or any likely) encoding.
    Undecodable,
    /// Not a regular file: a socket, a pipe, a device.
    NotAFile,
    /// A link to a folder above it, or to itself.
    Loop,
    /// A link to a folder, which is not followed.
    LinkToFolder,
    /// The operating system refused.
    Unreadable(String),
    /// A record that cannot be parsed; the text says what is wrong.
    Malformed(String),
    /// The record has no such field.
    NoField(String),
    /// Larger than a document may be; at least this many bytes.
    TooLarge(u64),
    /// Reading stopped here: the documents before it take the memory that may be used, in bytes.
    Memory(u64),
}

impl SkipReason {
    /// Whether nothing after it was read.
    pub fn ends_reading(&self) -> bool {
        matches!(self, Self::Memory(_))
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible::line(&self.place))?;
        if let Some(spot) = self.spot {
            write!(f, ", {spot}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binary => f.write_str("binary, not text"),
            Self::Undecodable => f.write_str("not text in a known encoding"),
            Self::NotAFile => f.write_str("not a regular file"),
            Self::Loop => f.write_str("a link that leads back to itself"),
            Self::LinkToFolder => f.write_str("a link to a folder, not followed"),
            Self::Unreadable(what) | Self::Malformed(what) => write!(f, "{}", visible::line(what)),
            Self::NoField(field) => write!(f, "no field `{}`", visible::line(field)),
            Self::TooLarge(size) => {
                let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
                write!(f, "{} MiB, more than {}", mebibytes(*size), mebibytes(super::MAX_DOCUMENT as u64))
            }
            Self::Memory(bytes) => {
                let bytes = shown_bytes(*bytes);
                write!(
                    f,
                    "reading stopped here, at the limit of {bytes} of memory; --memory SIZE allows more"
                )
            }
        }
    }
}
