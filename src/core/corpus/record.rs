//! Records with named fields, of which three are used: shared by JSONL, CSV, TSV and Parquet.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use encoding_rs::Encoding;

use super::{SkipReason, Spot, Stop};

/// Names of the fields in use, by rank: the first one that a record has is used.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// The text, or the signature; a record without it is skipped.
    pub(super) main: Vec<String>,
    pub(super) id: Vec<String>,
    /// The label, or the number of bits.
    pub(super) extra: Vec<String>,
    /// Whether the main field may be a number.
    pub(super) takes_numbers: bool,
    /// Whether what has no fields is an error.
    pub(super) needs_field: bool,
    /// Whether a file without the field of the id is an error: it was asked for by name.
    pub(super) needs_id: bool,
}

/// Which of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Main,
    Id,
    Extra,
}

impl Wanted {
    /// The field that a file has to have and has not.
    pub(super) fn missing(&self, has_main: bool, has_id: bool) -> Option<&str> {
        let names = if !has_main { &self.main } else { &self.id };
        // A field that is both is the main one.
        let is_missing = !has_main || self.needs_id && !has_id && self.id != self.main;
        is_missing.then(|| names.first().map_or("", String::as_str))
    }

    /// The slot that a field of this name fills, and the rank of the name.
    pub(super) fn slot(&self, name: &str) -> Option<(Slot, usize)> {
        [(Slot::Main, &self.main), (Slot::Id, &self.id), (Slot::Extra, &self.extra)]
            .into_iter()
            .find_map(|(slot, names)| Some((slot, names.iter().position(|known| known == name)?)))
    }
}

/// Which columns of a table hold the three.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) main: Option<usize>,
    pub(super) id: Option<usize>,
    pub(super) extra: Option<usize>,
}

impl Chosen {
    /// The columns of the best rank.
    pub(super) fn of(names: &[&str], wanted: &Wanted) -> Self {
        let find = |slot: Slot| {
            let ranked = names.iter().enumerate().filter_map(|(column, name)| {
                let (found, rank) = wanted.slot(name)?;
                (found == slot).then_some((rank, column))
            });
            ranked.min().map(|(_, column)| column)
        };
        Self { main: find(Slot::Main), id: find(Slot::Id), extra: find(Slot::Extra) }
    }
}

/// A value, kept only as far as it is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "three of them come from Parquet alone"))]
pub(super) enum Value<'r> {
    Text(Cow<'r, str>),
    Number(String),
    Integer(i128),
    /// An integer of a Parquet column that holds signatures, and its width.
    Word(u64, u8),
    /// A fixed-length byte array of Parquet.
    Bytes(&'r [u8]),
    /// A Parquet byte array that is not declared as text, but may be.
    Blob(&'r [u8]),
    /// Any other value, by its name in messages: `null`, `a list`…
    Other(&'static str),
}

impl Value<'_> {
    /// An integer of Parquet, of so many bits: the bits of a signature, or the number.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet has such columns"))]
    pub(super) fn of_integer(value: i64, word: u64, bits: u8, (is_word, is_signed): (bool, bool)) -> Self {
        match (is_word, is_signed) {
            (true, _) => Self::Word(word, bits),
            (false, true) => Self::Integer(value.into()),
            (false, false) => Self::Integer(word.into()),
        }
    }
}

/// The three fields of one record.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Record<'r> {
    pub(super) main: Option<Value<'r>>,
    pub(super) id: Option<Value<'r>>,
    pub(super) extra: Option<Value<'r>>,
}

impl<'r> Record<'r> {
    pub(super) fn set(&mut self, slot: Slot, value: Value<'r>) {
        *match slot {
            Slot::Main => &mut self.main,
            Slot::Id => &mut self.id,
            Slot::Extra => &mut self.extra,
        } = Some(value);
    }
}

/// A text or number as text; `None` for anything else.
pub(super) fn scalar(value: Option<Value<'_>>) -> Option<Cow<'_, str>> {
    match value? {
        Value::Text(text) => Some(text),
        Value::Number(number) => Some(Cow::Owned(number)),
        Value::Integer(number) => Some(Cow::Owned(number.to_string())),
        Value::Word(..) | Value::Bytes(_) | Value::Blob(_) | Value::Other(_) => None,
    }
}

/// Where a record stands: for messages, and among the records of its file, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct At {
    pub(super) spot: Spot,
    pub(super) ordinal: u64,
}

impl At {
    /// The line or element of that number, from 1.
    pub(super) fn line(number: u64) -> Self {
        Self { spot: Spot::Line(number), ordinal: number - 1 }
    }

    /// The row of that number, from 1.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet has rows"))]
    pub(super) fn row(number: u64) -> Self {
        Self { spot: Spot::Row(number), ordinal: number - 1 }
    }
}

/// Receives the records.
pub(super) trait Receiver {
    /// The fields that are wanted.
    fn wanted(&self) -> &Wanted;
    /// A whole record, and where it starts.
    fn record(&mut self, at: At, record: Record<'_>) -> Result<(), Stop>;
    /// The columns of a table of which this is the first row and no header, if such a table is read.
    fn without_header(&self, _: &[&str]) -> Option<Chosen> {
        None
    }
    /// A line of a file without fields; numbered from 1.
    fn line(&mut self, number: u64, text: &str) -> Result<(), Stop>;
    /// A record that could not be read; without a spot, the rest of the file.
    fn broken(&mut self, spot: Option<Spot>, reason: SkipReason) -> Result<(), Stop>;
    /// Called regularly, to report progress and to check for cancelling.
    fn turn(&mut self) -> Result<(), Stop>;
    /// Called before a read that may block.
    fn before_wait(&mut self) -> Result<(), Stop>;
    /// The encoding of the file was guessed.
    fn guessed(&mut self, _: &'static Encoding) {}
    /// Counts the bytes read from storage.
    fn counter(&self) -> Rc<Cell<u64>>;
    /// Every record lacks this field; `found` are the fields they have.
    fn no_field(&mut self, field: &str, found: Vec<String>) -> Stop;
}

/// Whether any record had the main field, and any the id; and which fields the first records had.
#[derive(Debug, Default)]
pub(super) struct Seen {
    has_main: bool,
    has_id: bool,
    records: u64,
    names: Vec<String>,
}

impl Seen {
    /// As many names as a one-line message can carry.
    const MOST: usize = 12;

    pub(super) fn record(&mut self, record: &Record<'_>) {
        self.records += 1;
        self.has_main |= record.main.is_some();
        self.has_id |= record.id.is_some();
    }

    pub(super) fn name(&mut self, name: &str) {
        if !self.has_main && self.names.len() < Self::MOST && !self.names.iter().any(|known| known == name) {
            self.names.push(name.chars().take(40).collect());
        }
    }

    pub(super) fn check(self, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        let missing = receiver.wanted().missing(self.has_main, self.has_id).map(str::to_owned);
        match missing {
            Some(field) if self.records > 0 => Err(receiver.no_field(&field, self.names)),
            _ => Ok(()),
        }
    }
}
