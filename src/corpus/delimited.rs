//! CSV and TSV with a header → records.

use std::borrow::Cow;

use csv::{ErrorKind, ReaderBuilder, StringRecord};

use super::record::{At, Chosen, Receiver, Record, Slot, Value, Wanted};
use super::text::{TextBytes, TextStream};
use super::{MAX_DOCUMENT, SkipReason, Spot, Stop};

/// Reads all records. With quotes (CSV) a field may hold delimiters and line ends; without (TSV) a `"` is a
/// character like any other. Blank lines are passed over.
pub(super) fn read(
    stream: TextStream<'_>,
    delimiter: u8,
    has_quotes: bool,
    receiver: &mut dyn Receiver,
) -> Result<(), Stop> {
    let bytes = TextBytes::new(stream);
    let since_record = bytes.since_record();
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(has_quotes)
        .flexible(true)
        .has_headers(false)
        .from_reader(bytes);
    let mut columns = None;
    let mut ordinal = 0;
    let mut fields = StringRecord::new();
    loop {
        receiver.turn()?;
        since_record.set(0);
        match reader.read_record(&mut fields) {
            Ok(false) => return Ok(()),
            Ok(true) => {}
            Err(error) => return cannot_go_on(error, since_record.get(), receiver),
        }
        let line = fields.position().map_or(0, csv::Position::line);
        let Some(columns) = &columns else {
            let names: Vec<&str> = fields.iter().map(str::trim).collect();
            let header = Chosen::of(&names, receiver.wanted());
            if header.main.is_none() {
                let names = names.iter().map(|name| name.chars().take(40).collect());
                return Err(receiver.no_main(names.take(12).collect()));
            }
            columns = Some(header);
            continue;
        };
        let cell = |column: Option<usize>| Some(Value::Text(Cow::Borrowed(fields.get(column?)?)));
        let record = Record { main: cell(columns.main), id: cell(columns.id), extra: cell(columns.extra) };
        receiver.record(At { spot: Spot::Line(line), ordinal }, record)?;
        ordinal += 1;
    }
}

fn cannot_go_on(error: csv::Error, since_record: u64, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let line = error.position().map(|position| Spot::Line(position.line()));
    if since_record > MAX_DOCUMENT as u64 {
        // Most likely an unclosed quote; where the next record starts is unknown.
        return receiver.broken(line, SkipReason::TooLarge(since_record));
    }
    match error.into_kind() {
        ErrorKind::Io(error) => Err(Stop::Io(error)),
        other => receiver.broken(line, SkipReason::Malformed(format!("{other:?}"))),
    }
}

/// The delimiter that a header uses most outside quotes: comma, semicolon (as spreadsheets write in many
/// countries) or tab; comma when it has none.
pub(super) fn delimiter_of(start: &str) -> u8 {
    let header = start.trim_start().split(['\n', '\r']).next().unwrap_or_default();
    let mut counts = [(0, b','), (0, b';'), (0, b'\t')];
    let mut is_quoted = false;
    for byte in header.bytes() {
        is_quoted ^= byte == b'"';
        for (count, delimiter) in &mut counts {
            *count += usize::from(byte == *delimiter && !is_quoted);
        }
    }
    // On a tie the first: comma before semicolon before tab.
    counts.into_iter().rev().max_by_key(|&(count, _)| count).map_or(b',', |(_, delimiter)| delimiter)
}

/// Whether the first line is a header with several columns, one of them the text column.
pub(super) fn is_header(start: &str, delimiter: u8, wanted: &Wanted) -> bool {
    let header = start.split(['\n', '\r']).next().unwrap_or_default();
    let mut names = header.split(char::from(delimiter)).map(|name| name.trim().trim_matches('"'));
    header.as_bytes().contains(&delimiter)
        && names.any(|name| matches!(wanted.slot(name), Some((Slot::Main, _))))
}
