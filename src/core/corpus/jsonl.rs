//! JSON Lines → records; a single JSON array of objects is read the same way.

use crate::display::{lang, say};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::record::{At, Receiver, Record, Seen, Value, Wanted};
use super::skip::kind;
use super::text::{Line, Lines, TextBytes, TextStream};
use super::{MAX_DOCUMENT, SkipReason, Spot, Stop};

/// Reads all records; blank lines are ignored.
pub(super) fn read_lines(stream: TextStream<'_>, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let wanted = receiver.wanted().clone();
    let mut seen = Seen::default();
    let mut lines = Lines::new(stream);
    let mut number = 0;
    while let Some(line) = lines.next(|| receiver.before_wait())? {
        number += 1;
        match line {
            Line::TooLarge(size) => receiver.broken(Some(Spot::Line(number)), SkipReason::TooLarge(size))?,
            Line::Text(line) => {
                let line = without_mark(line);
                if !line.starts_with('{') && is_blank(line) {
                    continue;
                }
                match parse(line, &wanted, &mut seen) {
                    Ok(record) => receiver.record(At::line(number), record)?,
                    Err(what) => receiver.broken(Some(Spot::Line(number)), SkipReason::Malformed(what))?,
                }
            }
        }
    }
    seen.check(receiver)
}

/// Something else stands where a document should be.
fn no_object(what: &'static str) -> String {
    let what = kind(what);
    say!("{what} where an object should be", "应为对象，而这里是{what}")
}

/// Concatenated files have a byte order mark in front of a later line.
fn without_mark(line: &str) -> &str {
    line.trim_start_matches('\u{FEFF}')
}

/// Whether a line is passed over.
pub(super) fn is_blank(line: &str) -> bool {
    without_mark(line).trim().is_empty()
}

fn parse<'l>(line: &'l str, wanted: &Wanted, seen: &mut Seen) -> Result<Record<'l>, String> {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let parsed = Element { wanted, seen: &mut *seen }
        .deserialize(&mut deserializer)
        .and_then(|parsed| deserializer.end().map(|()| parsed))
        .map_err(|error| what_is_wrong(&error))?;
    let mut record = parsed.map_err(no_object)?;
    if let Some(Value::Number(_)) = &record.id {
        record.id = number_as_written(line, wanted).map(Value::Number).or(record.id);
    }
    seen.record(&record);
    Ok(record)
}

/// The id of a record whose id is no integer of 64 bits: digits beyond those of a floating-point number tell documents apart.
fn number_as_written(line: &str, wanted: &Wanted) -> Option<String> {
    let fields: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_str(line).ok()?;
    let id = wanted.id.iter().find_map(|name| fields.get(name.as_str()))?;
    Some(id.get().to_owned())
}

/// The parser's message with its column; its line is always 1 and is dropped.
fn what_is_wrong(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = match message.split(" at line ").next().unwrap_or(&message) {
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            lang().pick(("half a surrogate pair in an escape", "转义中只有半个代理对"))
        }
        what => what,
    };
    say!("not JSON: {what}, column {}", "不是 JSON：{what}，第 {} 列", error.column())
}

/// A `[` closed on its own line, with more lines after it, is a record (of the wrong type), not the start of an
/// array of records.
pub(super) fn is_array(start: &str) -> bool {
    let start = start.trim_start();
    let (line, rest) = start.split_once(['\n', '\r']).unwrap_or((start, ""));
    let is_closed = || serde_json::from_str::<IgnoredAny>(line).is_ok();
    start.starts_with('[') && (rest.trim().is_empty() || !is_closed())
}

/// Reads the elements of an array.
pub(super) fn read_array(stream: TextStream<'_>, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let wanted = receiver.wanted().clone();
    let mut seen = Seen::default();
    let mut stopped = None;
    let bytes = TextBytes::new(stream);
    let since_record = bytes.since_record();
    let on_record = |number: u64, parsed: Result<Record<'_>, &'static str>| {
        since_record.set(0);
        receiver.turn()?;
        match parsed {
            Ok(record) => receiver.record(At::line(number), record),
            Err(what) => {
                let reason = SkipReason::Malformed(no_object(what));
                receiver.broken(Some(Spot::Line(number)), reason)
            }
        }
    };
    let array = Array { wanted: &wanted, seen: &mut seen, stopped: &mut stopped, on_record };
    let mut deserializer = serde_json::Deserializer::from_reader(std::io::BufReader::new(bytes));
    let result = deserializer.deserialize_seq(array).and_then(|()| deserializer.end());
    if let Some(stop) = stopped {
        return Err(stop);
    }
    if let Err(error) = result {
        if since_record.get() > MAX_DOCUMENT as u64 {
            receiver.broken(None, SkipReason::TooLarge(since_record.get()))?;
        } else if error.is_io() {
            return Err(Stop::Io(error.into()));
        } else {
            receiver.broken(
                Some(Spot::Line(error.line() as u64)),
                SkipReason::Malformed(what_is_wrong(&error)),
            )?;
        }
    }
    seen.check(receiver)
}

/// The elements of an array; each is passed to `on_record` with its number, from 1.
struct Array<'s, F> {
    wanted: &'s Wanted,
    seen: &'s mut Seen,
    stopped: &'s mut Option<Stop>,
    on_record: F,
}

impl<'de, F> Visitor<'de> for Array<'_, F>
where
    F: FnMut(u64, Result<Record<'de>, &'static str>) -> Result<(), Stop>,
{
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(parsed) =
            elements.next_element_seed(Element { wanted: self.wanted, seen: self.seen })?
        {
            number += 1;
            if let Ok(record) = &parsed {
                self.seen.record(record);
            }
            if let Err(stop) = (self.on_record)(number, parsed) {
                *self.stopped = Some(stop);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

/// One element that should be an object; otherwise the name of its type.
struct Element<'s> {
    wanted: &'s Wanted,
    seen: &'s mut Seen,
}

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = Result<Record<'de>, &'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = Result<Record<'de>, &'static str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut record = Record::default();
        // Rank of the name that filled each slot: a name of lower rank does not replace one of higher rank.
        let mut ranks = [usize::MAX; 3];
        while let Some(Name(name)) = fields.next_key_seed(NameSeed)? {
            match self.wanted.slot(&name) {
                Some((slot, rank)) if rank <= ranks[slot as usize] => {
                    ranks[slot as usize] = rank;
                    record.set(slot, fields.next_value_seed(Scalar)?);
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
            self.seen.name(&name);
        }
        Ok(Ok(record))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Self::Value, A::Error> {
        IgnoredAny.visit_seq(elements).map(|_| Err("a list"))
    }
    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Err("a text"))
    }
    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Err("true or false"))
    }
    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Err("a number"))
    }
    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Err("a number"))
    }
    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Err("a number"))
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Err("null"))
    }
}

/// A key, borrowed from the line if it has no escapes.
struct Name<'de>(Cow<'de, str>);
struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Name<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for NameSeed {
    type Value = Name<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }
    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Borrowed(name)))
    }
    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name.to_owned())))
    }
}

/// Any value, kept only as far as it is needed.
struct Scalar;

impl<'de> DeserializeSeed<'de> for Scalar {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Scalar {
    type Value = Value<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }
    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Value::Integer(number.into()))
    }
    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Value::Integer(number.into()))
    }
    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Value::Number(number.to_string()))
    }
    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Value::Other("true or false"))
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Other("null"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Self::Value, A::Error> {
        IgnoredAny.visit_seq(elements).map(|_| Value::Other("a list"))
    }
    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        IgnoredAny.visit_map(fields).map(|_| Value::Other("an object"))
    }
}
