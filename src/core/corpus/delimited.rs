//! CSV and TSV with a header → records. Where rows end, and what is lost of damaged ones, is in [`rows`](super::rows).

use crate::display::say;
use std::borrow::Cow;

use super::dialect::{delimiter_of, is_escaped};
use super::record::{At, Chosen, Receiver, Record, Target, Value, Wanted, check};
use super::rows::{Dialect, Fields, Kind, Loss, Rows, closing_quote};
use super::seen::{shared_name, shown_names};
use super::text::TextStream;
use super::{CorpusError, MAX_DOCUMENT, SkipReason, Spot, Stop};

/// Reads all records. With quotes (CSV) a field may hold delimiters and line ends; without (TSV) a `"` is a
/// character like any other. Blank lines are passed over.
pub(super) fn read(
    mut stream: TextStream<'_>,
    place: &str,
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
                let (row, below) = stream.ready().split_at(piece.length);
                let refused = |what| {
                    let (place, spot) = (place.to_owned(), Some(Spot::Line(piece.line)));
                    Stop::Failed(CorpusError::Refused { place, spot, what })
                };
                let is_header = columns.is_none()
                    && columns_of_first((row, below), &refused, dialect, receiver, &mut columns)?;
                if let Some(columns) = columns.as_ref().filter(|_| !is_header) {
                    let spot = Spot::Line(piece.line);
                    match columns.record(row, dialect) {
                        Ok(record) => receiver.record(At { spot, ordinal }, record)?,
                        Err(reason) => receiver.broken(Some(spot), reason)?,
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

/// Which columns hold what, and how many there are.
struct Columns {
    chosen: Chosen<usize>,
    width: usize,
}

/// Finds the columns by the first row; `false` if it is no header but a record.
fn columns_of_first(
    (row, below): (&str, &str),
    refused: &dyn Fn(String) -> Stop,
    dialect: Dialect,
    receiver: &mut dyn Receiver,
    columns: &mut Option<Columns>,
) -> Result<bool, Stop> {
    let names: Vec<Cow<'_, str>> =
        Fields::new(row.as_bytes(), dialect).map(|field| value(&row[field], dialect)).collect();
    let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    let column = |name: &str| names.iter().position(|known| *known == name);
    let is_there = |target: &Target| column(&target.path).is_some();
    let missing = receiver.wanted().missing(&is_there);
    let without = missing.and_then(|_| receiver.without_header(&names));
    let is_header = without.is_none();
    if let Some(what) = missing.filter(|_| is_header).and_then(|field| no_header(&names, below, field)) {
        return Err(refused(what));
    }
    let chosen = match without {
        Some(chosen) => chosen,
        None => {
            check(receiver, &is_there, &|| shown_names(names.iter().copied()))?;
            Chosen::of(receiver.wanted(), &column)
        }
    };
    let is_shared = |column: &&usize| names.iter().filter(|name| **name == names[**column]).count() > 1;
    if let Some(&shared) = chosen.main.iter().chain(&chosen.id).find(is_shared).filter(|_| is_header) {
        return Err(refused(shared_name(names[shared])));
    }
    if chosen.id.is_some() {
        receiver.expect_ids();
    }
    *columns = Some(Columns { chosen, width: names.len() });
    Ok(is_header)
}

/// Why the first row does not look like a header, where it lacks a field and there are these lines below it.
fn no_header(names: &[&str], below: &str, field: &str) -> Option<String> {
    let lines: Vec<&str> = below.split_inclusive('\n').take(20).collect();
    let cells =
        |line: &str, delimiter| Fields::new(line.trim_end().as_bytes(), Dialect::csv(delimiter)).count();
    let header = lines.iter().position(|line| cells(line, delimiter_of(line)) > names.len());
    if let Some(header) = header
        && let width = cells(lines[header], delimiter_of(lines[header]))
        && lines.get(header + 1).is_some_and(|next| cells(next, delimiter_of(lines[header])) == width)
    {
        let (has, line) = (names.len(), header + 2);
        return Some(say!(
            "no header: it has {has} of the {width} cells of the next lines; leave out what is above the header: tail -n +{line} FILE",
            "不是表头：{has} 个单元格，而其下各行有 {width} 个；请去掉表头以上的各行：tail -n +{line} FILE"
        ));
    }
    let is_text = |name: &&&str| name.split_whitespace().count() > 3;
    let text = shown_names(names.iter().find(is_text).into_iter().copied()).pop()?;
    Some(say!(
        "the first row was taken for the header, but looks like a text: `{text}`; put a header with `{field}` above it, or \
         name a column as the first row does, with --text-field",
        "首行被当作表头，但看起来是文本：`{text}`；请在其上加一行含 `{field}` 的表头，或用 --text-field 按首行的写法指定列"
    ))
}

impl Columns {
    /// The record of a row. Not of one with something in a cell beyond the header: a delimiter in a text without quotes cuts
    /// it, and two texts that begin alike would become one.
    fn record<'r>(&self, row: &'r str, dialect: Dialect) -> Result<Record<'r>, SkipReason> {
        let Chosen { main, id, extra } = &self.chosen;
        let columns: Vec<usize> = main.iter().chain(id).chain(extra).copied().collect();
        let (mut found, mut cells, mut has_escapes) = (vec![None; columns.len()], 0, false);
        for (column, field) in Fields::new(row.as_bytes(), dialect).enumerate() {
            let field = &row[field];
            has_escapes |= is_escaped(field, dialect);
            if column >= self.width && !field.trim().is_empty() {
                cells = column + 1;
            }
            for (found, _) in found.iter_mut().zip(&columns).filter(|(_, wanted)| **wanted == column) {
                *found = Some(Value::Text(value(field, dialect)));
            }
        }
        if has_escapes {
            return Err(escaped());
        }
        if cells > 0 {
            return Err(wider(cells, self.width, dialect));
        }
        let mut found = found.into_iter();
        let main = Wanted::joined(found.by_ref().take(main.len()));
        let id = id.and_then(|_| found.next().flatten());
        Ok(Record { main, id, extra: extra.and_then(|_| found.next().flatten()) })
    }
}

fn escaped() -> SkipReason {
    SkipReason::Malformed(say!(
        "a backslash before a quote, as Spark and MySQL write, and the rows before have none; write quotes as \"\"",
        "引号前有反斜杠，如 Spark 和 MySQL 写出，而前面各行没有；请将引号写成 \"\""
    ))
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
    if dialect.has_escapes {
        let end = closing_quote(rest.as_bytes(), dialect).unwrap_or(rest.len());
        return unescaped(&rest[..end], rest.get(end + 1..).unwrap_or_default());
    }
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

/// Unescapes a quoted field in which a backslash escapes a quote, and appends what is behind the quotes.
fn unescaped<'f>(mut quoted: &'f str, behind: &str) -> Cow<'f, str> {
    if behind.is_empty() && !quoted.contains(['\\', '"']) {
        return quoted.into();
    }
    let mut value = String::with_capacity(quoted.len() + behind.len());
    while let Some(at) = quoted.find(['\\', '"']) {
        let (before, rest) = quoted.split_at(at);
        value.push_str(before);
        // `\"`, `\\`, a line end after a backslash, and `""` as well; `\n` stays as it is.
        let is_escape = rest[1..].starts_with(['"', '\\', '\n', '\r']);
        let from = usize::from(is_escape);
        let length = from + rest[from..].chars().next().map_or(0, char::len_utf8);
        value.push_str(&rest[from..length]);
        quoted = &rest[length..];
    }
    value.push_str(quoted);
    value.push_str(behind);
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
