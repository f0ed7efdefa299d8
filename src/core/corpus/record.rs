//! Records with named fields, of which three are used: shared by JSONL, CSV, TSV and Parquet.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use encoding_rs::Encoding;

use super::{SkipReason, Spot, Stop};

/// The fields in use. A name may lead into objects and lists: `data.text`, `messages.0.content`; a field that is called so
/// as a whole goes first. A text may be joined of several: `title,body`.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// All names that are looked for.
    pub(super) targets: Vec<Target>,
    /// Which of the three the user named, so that a source without them is an error.
    pub(super) named: Named,
    /// Whether the main field may be a number.
    pub(super) takes_numbers: bool,
    /// Whether what has no fields is an error.
    pub(super) needs_field: bool,
    /// What the path of the file says of each slot, where its records do not.
    pub(super) of_path: [Option<String>; 3],
}

/// Which fields the user named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) main: bool,
    pub(super) id: bool,
    pub(super) extra: bool,
}

/// Which of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// The text, or the signature; a record without it is skipped.
    Main,
    Id,
    /// The label, or the number of bits.
    Extra,
}

/// A name that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) slot: Slot,
    /// The lowest rank that a record has fills the slot; several of one rank are joined.
    rank: usize,
    pub(super) path: String,
}

impl Wanted {
    /// The first of the names that a record has is used.
    pub(super) fn new(main: &[&str], id: &[&str], extra: &[&str]) -> Self {
        let mut targets = Vec::new();
        for (slot, names) in [(Slot::Main, main), (Slot::Id, id), (Slot::Extra, extra)] {
            for (&name, rank) in names.iter().zip((0..).step_by(2)) {
                targets.push(Target { slot, rank, path: name.to_owned() });
                let parts = name.split(',').map(str::trim).filter(|part| !part.is_empty());
                if slot == Slot::Main && name.contains(',') {
                    targets.extend(parts.map(|part| Target { slot, rank: rank + 1, path: part.to_owned() }));
                }
            }
        }
        let of_path = [const { None }; 3];
        Self { targets, named: Named::default(), takes_numbers: false, needs_field: false, of_path }
    }

    /// The field of a slot, as the user would call it.
    pub(super) fn field(&self, slot: Slot) -> &str {
        self.of(slot).next().map_or("", |target| &target.path)
    }

    /// Whether the main field goes by this name, or is joined with it.
    pub(super) fn is_main(&self, name: &str) -> bool {
        self.of(Slot::Main).any(|target| target.path == name)
    }

    fn of(&self, slot: Slot) -> impl Iterator<Item = &Target> {
        self.targets.iter().filter(move |target| target.slot == slot)
    }

    /// The slots that a field of this name fills alone, and the rank of the name in each.
    pub(super) fn slots(&self, name: &str) -> impl Iterator<Item = (Slot, usize)> {
        let is_whole = move |target: &&Target| target.rank.is_multiple_of(2) && target.path == name;
        self.targets.iter().filter(is_whole).map(|target| (target.slot, target.rank))
    }

    /// The text or id that no record has, as far as it is needed.
    pub(super) fn missing(&self, is_there: &dyn Fn(&Target) -> bool) -> Option<&str> {
        if let Some(missing) = self.missing_of(Slot::Main, is_there) {
            return Some(missing);
        }
        self.missing_of(Slot::Id, is_there).filter(|_| self.named.id)
    }

    /// The label that the user named, if no record has it.
    pub(super) fn missing_label(&self, is_there: &dyn Fn(&Target) -> bool) -> Option<&str> {
        self.missing_of(Slot::Extra, is_there).filter(|_| self.named.extra)
    }

    fn missing_of(&self, slot: Slot, is_there: &dyn Fn(&Target) -> bool) -> Option<&str> {
        let has_all = |rank| self.of(slot).filter(|target| target.rank == rank).all(is_there);
        if self.of_path(slot).is_some() || self.of(slot).any(|target| has_all(target.rank)) {
            return None;
        }
        // Of several that are joined, the one that is not there.
        let is_any_there = self.of(slot).any(is_there);
        let absent = |target: &&Target| target.rank % 2 == 1 && !is_there(target);
        let absent = is_any_there.then(|| self.of(slot).find(absent)).flatten();
        Some(absent.map_or_else(|| self.field(slot), |target| &target.path))
    }

    /// The record of the values that were found, in the order of the targets: the lowest ranks first.
    pub(super) fn record<'r>(&self, found: Vec<Option<Value<'r>>>) -> Record<'r> {
        let mut record = Record::default();
        let mut ranks = [usize::MAX; 3];
        for (target, value) in self.targets.iter().zip(found) {
            let Some(value) = value else { continue };
            let rank = &mut ranks[target.slot as usize];
            let taken = match target.slot {
                Slot::Main => &mut record.main,
                Slot::Id => &mut record.id,
                Slot::Extra => &mut record.extra,
            };
            match taken.take() {
                None => (*rank, *taken) = (target.rank, Some(value)),
                Some(first) if *rank == target.rank => *taken = Some(joined(first, value)),
                first => *taken = first,
            }
        }
        record
    }

    /// The values of several fields as one text, line by line; the value of a single one.
    pub(super) fn joined<'r>(values: impl Iterator<Item = Option<Value<'r>>>) -> Option<Value<'r>> {
        values.flatten().reduce(joined)
    }
}

/// Two texts with a line break between them; `null` adds nothing, and what is no text remains.
fn joined<'r>(mut a: Value<'r>, b: Value<'r>) -> Value<'r> {
    // What many are joined to is not copied for each.
    if let (Value::Text(text), Some(next)) = (&mut a, b.text()) {
        text.to_mut().extend(["\n", next]);
        return a;
    }
    match (a.text(), b.text()) {
        (Some(a), Some(b)) => Value::Text(format!("{a}\n{b}").into()),
        (None, Some(_)) if a == Value::Other("null") => b,
        (Some(_), None) if b == Value::Other("null") => a,
        (None, _) => a,
        (_, None) => b,
    }
}

/// Where a table holds the three; `C` says which column.
#[derive(Debug)]
pub(super) struct Chosen<C> {
    /// One, or those that are joined.
    pub(super) main: Vec<C>,
    pub(super) id: Option<C>,
    pub(super) extra: Option<C>,
}

impl<C> Chosen<C> {
    /// The columns of the best rank that are all there.
    pub(super) fn of<'w>(wanted: &'w Wanted, column: &dyn Fn(&'w str) -> Option<C>) -> Self {
        let find = |slot: Slot| {
            let ranks = wanted.of(slot).map(|target| target.rank);
            let of_rank = |rank| {
                let targets = wanted.of(slot).filter(|target| target.rank == rank);
                targets.map(|target| column(&target.path)).collect::<Option<Vec<C>>>()
            };
            ranks.filter_map(of_rank).next().unwrap_or_default()
        };
        let one = |slot| find(slot).into_iter().next();
        Self { main: find(Slot::Main), id: one(Slot::Id), extra: one(Slot::Extra) }
    }
}

/// A value, kept only as far as it is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "three of them come from Parquet alone"))]
pub(super) enum Value<'r> {
    Text(Cow<'r, str>),
    /// A list of texts, joined by line breaks.
    Texts(String),
    Number(String),
    Integer(i128),
    Truth(bool),
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
    /// An integer of Parquet of `bits` bits: the bits of a signature, or the number.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet has such columns"))]
    pub(super) fn of_integer(value: i64, word: u64, bits: u8, (is_word, is_signed): (bool, bool)) -> Self {
        match (is_word, is_signed) {
            (true, _) => Self::Word(word, bits),
            (false, true) => Self::Integer(value.into()),
            (false, false) => Self::Integer(word.into()),
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Texts(text) => Some(text),
            Self::Blob(bytes) => str::from_utf8(bytes).ok(),
            _ => None,
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

/// A label: a text, a number or a truth value as text; `None` for anything else.
pub(super) fn scalar(value: Option<Value<'_>>) -> Option<Cow<'_, str>> {
    match value? {
        Value::Truth(is_true) => Some(if is_true { "true" } else { "false" }.into()),
        value => id_text(value).ok().flatten(),
    }
}

/// An id as text; `None` where there is none, and the kind of a value that is none.
pub(super) fn id_text(value: Value<'_>) -> Result<Option<Cow<'_, str>>, &'static str> {
    match value {
        Value::Text(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(Cow::Owned(number))),
        Value::Integer(number) => Ok(Some(Cow::Owned(number.to_string()))),
        Value::Other("null" | "missing") => Ok(None),
        Value::Blob(bytes) => {
            str::from_utf8(bytes).map(|text| Some(text.into())).map_err(|_| "bytes that are no UTF-8")
        }
        Value::Texts(_) => Err("a list"),
        Value::Truth(_) => Err("true or false"),
        Value::Word(..) => Err("a number"),
        Value::Bytes(_) => Err("bytes of one length"),
        Value::Other(what) => Err(what),
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
    fn without_header(&self, _: &[&str]) -> Option<Chosen<usize>> {
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
    /// The file has a column of ids.
    fn expect_ids(&mut self) {}
    /// Whether the file has the label that the user named; `found` are the fields it has.
    fn has_label(&mut self, _: bool, _: &dyn Fn() -> Vec<String>) -> Result<(), Stop> {
        Ok(())
    }
}

/// An error if a file lacks a field that it needs; otherwise says whether it has the label.
pub(super) fn check(
    receiver: &mut dyn Receiver,
    is_there: &dyn Fn(&Target) -> bool,
    found: &dyn Fn() -> Vec<String>,
) -> Result<(), Stop> {
    let wanted = receiver.wanted();
    if let Some(missing) = wanted.missing(is_there).map(str::to_owned) {
        return Err(receiver.no_field(&missing, found()));
    }
    let has_label = wanted.missing_label(is_there).is_none();
    receiver.has_label(has_label, found)
}
