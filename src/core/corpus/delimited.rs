//! CSV and TSV with a header → records. Where rows end, and what is lost of damaged ones, is in [`rows`](super::rows).

use crate::display::say;
use std::borrow::Cow;

use super::record::{At, Chosen, Receiver, Record, Slot, Value, Wanted};
use super::rows::{Dialect, Fields, Kind, Loss, Rows};
use super::text::TextStream;
use super::{MAX_DOCUMENT, SkipReason, Spot, Stop};

/// Characters of a column's name in a message, and names.
const NAME: usize = 40;
const NAMES: usize = 12;

/// Reads all records. With quotes (CSV) a field may hold delimiters and line ends; without (TSV) a `"` is a
/// character like any other. Blank lines are passed over.
pub(super) fn read(
    mut stream: TextStream<'_>,
    dialect: Dialect,
    receiver: &mut dyn Receiver,
) -> Result<(), Stop> {
    let mut rows = Rows::new(dialect);
    let mut columns = None;
    let mut ordinal = 0;
    loop {
        receiver.turn()?;
        let had_header = rows.has_header();
        let Some(piece) = rows.next(&mut stream)? else { return Ok(()) };
        match piece.kind {
            Kind::Blank | Kind::Tail | Kind::Part => {}
            Kind::Row => {
                let row = &stream.ready()[..piece.length];
                let is_header = columns.is_none() && columns_of_first(row, dialect, receiver, &mut columns)?;
                if let Some(columns) = columns.as_ref().filter(|_| !is_header) {
                    let spot = Spot::Line(piece.line);
                    match record(row, dialect, columns) {
                        Ok(record) => receiver.record(At { spot, ordinal }, record)?,
                        Err(cells) => receiver.broken(Some(spot), wider(cells, columns.1, dialect))?,
                    }
                    ordinal += 1;
                }
            }
            Kind::Lost(loss) => {
                receiver.broken(Some(Spot::Line(piece.line)), reason(loss))?;
                if !had_header {
                    return Ok(()); // Without its header nothing of the rest has a name.
                }
                ordinal += 1;
            }
        }
        stream.consume(piece.length);
    }
}

/// Finds which columns hold what, and how many there are, by the first row; `false` if it is no header but a record.
fn columns_of_first(
    row: &str,
    dialect: Dialect,
    receiver: &mut dyn Receiver,
    columns: &mut Option<(Chosen, usize)>,
) -> Result<bool, Stop> {
    let names: Vec<Cow<'_, str>> =
        Fields::new(row.as_bytes(), dialect).map(|field| value(&row[field], dialect)).collect();
    let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    let header = Chosen::of(&names, receiver.wanted());
    let missing = receiver.wanted().missing(header.main.is_some(), header.id.is_some()).map(str::to_owned);
    let Some(missing) = missing else {
        *columns = Some((header, names.len()));
        return Ok(true);
    };
    if let Some(chosen) = receiver.without_header(&names) {
        *columns = Some((chosen, names.len()));
        return Ok(false);
    }
    let names = names.iter().map(|name| name.chars().take(NAME).collect());
    Err(receiver.no_field(&missing, names.take(NAMES).collect()))
}

/// What the columns hold, or the number of cells where there is something in one beyond the header: a delimiter in a text
/// without quotes cuts it, and two texts that begin alike would become one.
fn record<'r>(
    row: &'r str,
    dialect: Dialect,
    (columns, width): &(Chosen, usize),
) -> Result<Record<'r>, usize> {
    let (mut record, mut cells) = (Record::default(), 0);
    for (column, field) in Fields::new(row.as_bytes(), dialect).enumerate() {
        if column >= *width && !row[field.clone()].trim().is_empty() {
            cells = column + 1;
        }
        let cell = || Some(Value::Text(value(&row[field.clone()], dialect)));
        if columns.main == Some(column) {
            record.main = cell();
        } else if columns.id == Some(column) {
            record.id = cell();
        } else if columns.extra == Some(column) {
            record.extra = cell();
        }
    }
    if cells == 0 { Ok(record) } else { Err(cells) }
}

fn wider(cells: usize, width: usize, dialect: Dialect) -> SkipReason {
    let (en, zh) = match dialect.has_quotes {
        true => ("a text with the delimiter in it must stand in quotes", "含分隔符的文本须加引号"),
        false => ("a tab in a text parts it", "文本中的制表符会将其分开"),
    };
    SkipReason::Malformed(say!(
        "{cells} cells, and the header has {width}; {en}",
        "有 {cells} 个单元格，而表头只有 {width} 个；{zh}"
    ))
}

/// The value of a field; a character behind its closing quote belongs to it.
pub(super) fn value(field: &str, dialect: Dialect) -> Cow<'_, str> {
    let Some(mut rest) = field.strip_prefix('"').filter(|_| dialect.has_quotes) else { return field.into() };
    let mut value = String::new();
    while let Some((inside, behind)) = rest.split_once('"') {
        if behind.is_empty() && value.is_empty() {
            return inside.into();
        }
        value.push_str(inside);
        match behind.strip_prefix('"') {
            Some(behind) => {
                value.push('"');
                rest = behind;
            }
            None => {
                value.push_str(behind);
                return value.into();
            }
        }
    }
    value.push_str(rest);
    value.into()
}

fn reason(loss: Loss) -> SkipReason {
    SkipReason::Malformed(match loss {
        Loss::TooLarge(size) => return SkipReason::TooLarge(size.max(MAX_DOCUMENT as u64 + 1)),
        Loss::Unclosed => say!(
            "a quote is not closed; the rows after it are read line by line",
            "引号未闭合；其后各行逐行读取"
        ),
        Loss::Unfit { quote } => {
            say!(
                "no row, as its fields do not fit the header; follows the unclosed quote of line {quote}",
                "不是一行数据，字段与表头不符；接在第 {quote} 行未闭合的引号之后"
            )
        }
        Loss::ToTheEnd { lines: 1 } => say!("a quote is not closed", "引号未闭合"),
        Loss::ToTheEnd { lines } => {
            say!(
                "a quote is not closed, so this line and all up to the end are lost, {lines} lines",
                "引号未闭合，因此从此行到末尾的 {lines} 行都未读取"
            )
        }
    })
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
