//! One JSON object → a record.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::record::{Record, Slot, Value, Wanted};
use super::seen::Seen;
use super::skip::kind;
use crate::display::{lang, say};

/// The record of a text that is one object.
pub(super) fn record<'t>(text: &'t str, wanted: &Wanted, seen: &mut Seen) -> Result<Record<'t>, Fault> {
    let fault =
        |error: serde_json::Error| Fault { what: what_is_wrong(&error), is_unfinished: error.is_eof() };
    if !text.trim_start().starts_with('{') {
        serde_json::from_str::<IgnoredAny>(text).map_err(fault)?;
        return Err(Fault { what: no_object(text.trim_start()), is_unfinished: false });
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let found = deserializer
        .deserialize_map(Object { wanted, seen: &mut *seen })
        .and_then(|found| deserializer.end().map(|()| found))
        .map_err(fault)?;
    seen.record(found.iter().map(Option::is_some));
    Ok(wanted.record(found))
}

/// Why a text is no record.
pub(super) struct Fault {
    pub(super) what: String,
    /// It ends before the object does.
    pub(super) is_unfinished: bool,
}

/// The text, as Python may write it, with `null` for `NaN`, `Infinity` and `-Infinity` outside of strings; `None` if it has none of them.
pub(super) fn without_nan(text: &str) -> Option<String> {
    if !text.contains("NaN") && !text.contains("Infinity") {
        return None;
    }
    let (mut changed, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['"', 'N', 'I', '-']) {
        let (before, behind) = rest.split_at(at);
        changed.push_str(before);
        let number = ["NaN", "Infinity", "-Infinity"].iter().find(|&&number| behind.starts_with(number));
        let length = match number {
            Some(number) => {
                changed.push_str("null");
                rest = &behind[number.len()..];
                continue;
            }
            None if behind.starts_with('"') => string_length(behind),
            None => 1,
        };
        changed.push_str(&behind[..length]);
        rest = &behind[length..];
    }
    Some(changed + rest)
}

/// The length of the string that begins here, with its quotes.
fn string_length(text: &str) -> usize {
    let mut at = 1;
    while let Some(further) = memchr::memchr2(b'"', b'\\', &text.as_bytes()[at.min(text.len())..]) {
        at += further + 1;
        if text.as_bytes()[at - 1] == b'"' {
            return at;
        }
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    text.len()
}

/// Something else stands where a document should be.
fn no_object(json: &str) -> String {
    let what = kind(match json.as_bytes().first() {
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    });
    say!("{what} where an object should be", "应为对象，而这里是{what}")
}

/// The parser's message with its column; its line is always 1 and is dropped.
fn what_is_wrong(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = match message.split(" at line ").next().unwrap_or(&message) {
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            ("half a surrogate pair in an escape", "转义中只有半个代理对")
        }
        what if error.is_eof() => (what, "内容过早结束"),
        what => (what, "语法有误"),
    };
    say!("not JSON: {}, column {}", "不是 JSON：{}，第 {} 列", lang().pick(what), error.column())
}

/// An object: the values of the targets.
struct Object<'s> {
    wanted: &'s Wanted,
    seen: &'s mut Seen,
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = Vec<Option<Value<'de>>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let targets = &self.wanted.targets;
        let mut found: Vec<Option<Value<'de>>> = Vec::new();
        found.resize_with(targets.len(), || None);
        // Whether a field that is called so as a whole was found: what lies in another does not replace it. Empty as long as
        // no name leads into a field.
        let mut are_whole = Vec::new();
        while let Some(Name(name)) = fields.next_key()? {
            let hits =
                || targets.iter().enumerate().filter(|(_, target)| leads_in(&name, &target.path).is_some());
            let mut first = hits();
            match (first.next(), first.next()) {
                (None, _) if self.seen.records == 0 => {
                    self.seen.inside(&name, fields.next_value::<&RawValue>()?)
                }
                (None, _) => {
                    self.seen.name(&name);
                    fields.next_value::<IgnoredAny>()?;
                }
                (Some((at, target)), None) if target.path == *name && !name.contains('.') => {
                    self.seen.name(&name);
                    found[at] = match target.slot {
                        Slot::Id => whole(fields.next_value()?, Slot::Id),
                        _ => Some(fields.next_value_seed(Scalar)?),
                    };
                }
                _ => {
                    let raw: &'de RawValue = fields.next_value()?;
                    self.seen.inside(&name, raw);
                    are_whole.resize(targets.len(), false);
                    for (at, target) in hits() {
                        let rest = leads_in(&name, &target.path).unwrap_or_default();
                        let value = if rest.is_empty() {
                            whole(raw, target.slot)
                        } else {
                            inside(raw, rest, target.slot)
                        };
                        if value.is_some() && (rest.is_empty() || !are_whole[at]) {
                            (found[at], are_whole[at]) = (value, rest.is_empty());
                        }
                    }
                }
            }
        }
        Ok(found)
    }
}

/// What is left of a path inside a field of this name; nothing if the field is all of it.
fn leads_in<'p>(name: &str, path: &'p str) -> Option<&'p str> {
    // Most names differ in their first letter.
    if path.as_bytes().first() != name.as_bytes().first() {
        return None;
    }
    let rest = path.strip_prefix(name)?;
    let is_led = rest.is_empty() || rest.starts_with('[');
    if is_led { Some(rest) } else { rest.strip_prefix('.').filter(|rest| !rest.is_empty()) }
}

/// The value that a path leads to; a name with points in it goes before one that leads further. In a list `0.content` leads
/// into an element, `content` into all of them, and `[role=user].content` into those that have that value there: what is
/// found is joined by line breaks.
fn inside<'t>(raw: &'t RawValue, path: &str, slot: Slot) -> Option<Value<'t>> {
    let text = raw.get();
    if text.starts_with('{') {
        let fields: HashMap<Cow<'_, str>, &'t RawValue> = serde_json::from_str(text).ok()?;
        let points = path.rmatch_indices('.').map(|(at, _)| at);
        return std::iter::once(path.len()).chain(points).find_map(|end| {
            let raw = fields.get(&path[..end])?;
            if end == path.len() { whole(raw, slot) } else { inside(raw, &path[end + 1..], slot) }
        });
    }
    let elements: Vec<&'t RawValue> = serde_json::from_str(text).ok()?;
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let at = |raw, path: &str| if path.is_empty() { whole(raw, slot) } else { inside(raw, path, slot) };
    if let Ok(index) = first.parse::<usize>() {
        return at(elements.get(index)?, rest);
    }
    let (only, path) = match path.strip_prefix('[') {
        Some(condition) => {
            let (condition, rest) = condition.split_once(']')?;
            (Some(condition.split_once('=')?), rest.strip_prefix('.').unwrap_or(rest))
        }
        None => (None, path),
    };
    let is_meant = |raw: &&&'t RawValue| {
        only.is_none_or(|(field, value)| inside(raw, field, Slot::Extra) == Some(Value::Text(value.into())))
    };
    Wanted::joined(elements.iter().filter(is_meant).map(|raw| at(raw, path)))
}

/// A whole value. Of an id that is no integer of 64 bits, the digits beyond those of a floating-point number tell documents
/// apart, so it stays as it was written.
fn whole<'t>(raw: &'t RawValue, slot: Slot) -> Option<Value<'t>> {
    let quoted = raw.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    if let Some(text) = quoted.filter(|text| !text.contains('\\')) {
        return Some(Value::Text(text.into()));
    }
    let value = Scalar.deserialize(&mut serde_json::Deserializer::from_str(raw.get())).ok()?;
    match value {
        Value::Number(_) if slot == Slot::Id => Some(Value::Number(raw.get().to_owned())),
        value => Some(value),
    }
}

/// A key, borrowed from the line if it has no escapes.
#[derive(Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

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
    fn visit_bool<E>(self, is_true: bool) -> Result<Self::Value, E> {
        Ok(Value::Truth(is_true))
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Other("null"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut texts = Some(Vec::new());
        while let Some(element) = elements.next_element_seed(Scalar)? {
            match element {
                Value::Text(text) => {
                    if let Some(texts) = &mut texts {
                        texts.push(text);
                    }
                }
                Value::Other("null") => {}
                _ => texts = None,
            }
        }
        Ok(texts.map_or(Value::Other("a list"), |texts| Value::Texts(texts.join("\n"))))
    }
    /// `{"$oid": "…"}`, as MongoDB writes what JSON has no type for, is its text.
    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let Some(Name(name)) = fields.next_key()? else { return Ok(Value::Other("an object")) };
        let value = fields.next_value_seed(Scalar)?;
        let is_alone = fields.next_key::<Name<'_>>()?.is_none();
        if is_alone && name.starts_with('$') && matches!(value, Value::Text(_) | Value::Integer(_)) {
            return Ok(value);
        }
        if !is_alone {
            fields.next_value::<IgnoredAny>()?;
            while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        }
        Ok(Value::Other("an object"))
    }
}
