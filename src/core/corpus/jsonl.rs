//! JSON Lines → records; a single JSON array of objects is read the same way.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::elements::{Elements, Kind, Scan};
use super::json::{Fault, record, without_nan};
use super::record::{At, Receiver, Record, Value, Wanted};
use super::seen::Seen;
use super::text::{Line, Lines, TextStream};
use super::{CorpusError, MAX_DOCUMENT, SkipReason, Spot, Stop};
use crate::display::{lang, say};

/// Reads all records; blank lines are ignored.
pub(super) fn read_lines(
    stream: TextStream<'_>,
    place: &str,
    receiver: &mut dyn Receiver,
) -> Result<(), Stop> {
    let wanted = receiver.wanted().clone();
    let mut seen = Seen::default();
    let mut lines = Lines::new(stream);
    let (mut number, mut has_texts) = (0, false);
    let (mut open, mut first): (_, Option<(String, String)>) = (Open::default(), None);
    while let Some(line) = lines.next(|| receiver.before_wait())? {
        number += 1;
        let line = match line {
            Line::TooLarge(size) => {
                receiver.broken(Some(Spot::Line(number)), SkipReason::TooLarge(size))?;
                continue;
            }
            Line::Text(line) => without_mark(line),
        };
        if !line.starts_with('{') && is_blank(line) {
            continue;
        }
        if let Some((line, _)) = first.take() {
            // It was parsed before.
            let _ = hand_over(1, &line, (&wanted, &mut Seen::default()), receiver)?;
        }
        if open.goes_on_with(line) {
            return spread(place, &open, has_texts, receiver);
        }
        open.tell_closed(receiver)?;
        if number == 1
            && let Some(what) = whole_corpus(line, &wanted)
        {
            // Only if nothing follows.
            record(line, &wanted, &mut seen).ok();
            first = Some((line.to_owned(), what));
            continue;
        }
        match hand_over(number, line, (&wanted, &mut seen), receiver)? {
            Ok(has_text) => has_texts |= has_text,
            Err(Fault { what, is_unfinished: true }) => {
                open = Open { text: line.to_owned(), line: number, what }
            }
            Err(Fault { what, .. }) => {
                receiver.broken(Some(Spot::Line(number)), SkipReason::Malformed(what))?;
            }
        }
    }
    open.text.clear();
    open.tell_closed(receiver)?;
    match first {
        Some((_, what)) => receiver.broken(None, SkipReason::Malformed(what)),
        None => seen.check(receiver),
    }
}

/// Hands over the record of a text, if it is one. Returns whether it has a text.
fn hand_over(
    number: u64,
    text: &str,
    (wanted, seen): (&Wanted, &mut Seen),
    receiver: &mut dyn Receiver,
) -> Result<Result<bool, Fault>, Stop> {
    let mut pass = |record: Record<'_>| {
        let has_text = matches!(record.main, Some(Value::Text(_) | Value::Texts(_)));
        receiver.record(At::line(number), record).map(|()| Ok(has_text))
    };
    let fault = match record(text, wanted, seen) {
        Ok(record) => return pass(record),
        Err(fault) => fault,
    };
    let without_nan = without_nan(text);
    match without_nan.as_deref().map(|text| record(text, wanted, seen)) {
        Some(Ok(record)) => pass(record),
        Some(Err(fault)) => Ok(Err(fault)),
        None => Ok(Err(fault)),
    }
}

/// Concatenated files have a byte order mark in front of a later line.
fn without_mark(line: &str) -> &str {
    line.trim_start_matches('\u{FEFF}')
}

/// Whether a line is passed over.
pub(super) fn is_blank(line: &str) -> bool {
    without_mark(line).trim().is_empty()
}

/// Lines that may be one record: of a file that was written for people, in which no line is a record, even if it looks so.
#[derive(Default)]
struct Open {
    text: String,
    /// The first of them, and what is wrong with it by itself; nothing once that was said.
    line: u64,
    what: String,
}

impl Open {
    /// Says what is wrong with the first line if nothing else belongs to it.
    fn tell_closed(&mut self, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        if !self.text.is_empty() || self.what.is_empty() {
            return Ok(());
        }
        let what = std::mem::take(&mut self.what);
        receiver.broken(Some(Spot::Line(self.line)), SkipReason::Malformed(what))
    }

    /// Whether this line is more of the same record for sure.
    fn goes_on_with(&mut self, line: &str) -> bool {
        if self.text.is_empty() {
            return false;
        }
        self.text.push('\n');
        self.text.push_str(line);
        let parse = |text: &str| {
            let text = without_nan(text).map_or(Cow::Borrowed(text), Cow::Owned);
            serde_json::from_str::<IgnoredAny>(&text)
        };
        match parse(&self.text) {
            Ok(_) => true,
            // A record may be cut off where any value could follow; then the next line is a whole one.
            Err(error) if error.is_eof() && self.text.len() <= MAX_DOCUMENT => parse(line).is_err(),
            Err(_) => {
                self.text.clear();
                false
            }
        }
    }
}

/// Ends the reading of a file of which a record goes over several lines.
fn spread(place: &str, open: &Open, has_texts: bool, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let (spot, what) = (Some(Spot::Line(open.line)), advice(&open.text));
    if !has_texts {
        return receiver.broken(spot, SkipReason::Damaged(what));
    }
    Err(Stop::Failed(CorpusError::Refused { place: place.to_owned(), spot, what }))
}

/// What to do with a line that is the only one if it is an object that holds all records: in a list, or as pandas writes
/// columns.
fn whole_corpus(line: &str, wanted: &Wanted) -> Option<String> {
    let record = record(line, wanted, &mut Seen::default()).ok()?;
    if !matches!(record.main, None | Some(Value::Other("an object"))) {
        return None;
    }
    let fields: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(line).ok()?;
    let is_of_objects = |raw: &RawValue| raw.get().trim_start_matches('[').trim_start().starts_with('{');
    let list = fields.iter().find(|(_, raw)| raw.get().starts_with('[') && is_of_objects(raw));
    if let Some((name, _)) = list {
        let option = say!("or name the field of the text by --text-field", "或用 --text-field 指定文本字段");
        return Some(format!("{}{}{option}", of_list(name), lang().pick(("; ", "；"))));
    }
    fields.values().all(|raw| raw.get().starts_with(['[', '{'])).then(of_pandas)
}

/// What an object over several lines is, and how to write its records.
fn advice(text: &str) -> String {
    match first_inside(text) {
        Some((name, b'[')) => of_list(name),
        Some(_) => of_pandas(),
        None => say!(
            "a record goes over several lines; write each on one line: jq -c . FILE > records.jsonl",
            "一条记录占了多行；请每行写一条：jq -c . 文件 > records.jsonl"
        ),
    }
}

fn of_list(name: &str) -> String {
    say!(
        "one JSON object with its records in `{name}`; write each on a line: jq -c '.{name}[]' FILE > records.jsonl",
        "是单个 JSON 对象，记录在 `{name}` 中；请每行写一条：jq -c '.{name}[]' 文件 > records.jsonl"
    )
}

fn of_pandas() -> String {
    say!(
        "one JSON object of objects, as pandas writes columns; write each record on a line: to_json(orient=\"records\", \
         lines=True), or jq -c . FILE > records.jsonl if it is one record",
        "是由对象组成的单个 JSON 对象，如 pandas 按列写出；请每行写一条记录：to_json(orient=\"records\", lines=True)；\
         若它只是一条记录，则用 jq -c . 文件 > records.jsonl"
    )
}

/// The first field of an object that is a list or an object, and its bracket or brace; the text may break off.
fn first_inside(text: &str) -> Option<(&str, u8)> {
    let mut rest = text.trim_start().strip_prefix('{')?;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let name = rest.get(..Scan::begin(b'"').end_in(rest.as_bytes(), None)?)?;
        rest = rest[name.len()..].trim_start().strip_prefix(':')?.trim_start();
        let first = *rest.as_bytes().first()?;
        if first == b'[' || first == b'{' {
            let name = name.trim_matches('"');
            return Some((name, first));
        }
        rest = rest.get(Scan::begin(first).end_in(rest.as_bytes(), None)?..)?;
    }
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
pub(super) fn read_array(mut stream: TextStream<'_>, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let wanted = receiver.wanted().clone();
    let mut seen = Seen::default();
    let mut elements = Elements::default();
    let mut number = 0;
    loop {
        receiver.turn()?;
        let Some(piece) = elements.next(&mut stream)? else { break };
        match piece.kind {
            Kind::Open | Kind::Gap | Kind::Part | Kind::Close => {}
            Kind::Element if piece.length > MAX_DOCUMENT => {
                number += 1;
                receiver.broken(Some(Spot::Line(number)), SkipReason::TooLarge(piece.length as u64))?;
            }
            Kind::Element => {
                number += 1;
                let element = &stream.ready()[..piece.length];
                if let Err(Fault { what, .. }) = hand_over(number, element, (&wanted, &mut seen), receiver)? {
                    receiver.broken(Some(Spot::Line(number)), SkipReason::Malformed(what))?;
                }
            }
            Kind::TooLarge(bytes) => {
                number += 1;
                receiver.broken(Some(Spot::Line(number)), SkipReason::TooLarge(bytes))?;
            }
            Kind::Rest => {
                let what = say!("something follows the end of the array", "数组结束后还有内容");
                return receiver.broken(None, SkipReason::Damaged(what)).and_then(|()| seen.check(receiver));
            }
        }
        stream.consume(piece.length);
    }
    if !elements.is_closed {
        let what = say!("the array is not closed, so that its end is missing", "数组没有结束，末尾缺失");
        receiver.broken(None, SkipReason::Malformed(what))?;
    }
    seen.check(receiver)
}
