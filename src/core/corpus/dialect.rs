//! The delimiter, quotes and escapes of a table, from its start.

use super::record::Wanted;
use super::rows::{Dialect, Fields, Kind, Rows, closing_quote};

/// That of CSV: the delimiter is the one given, or that of a first line `sep=;`, or the one of the header.
pub(super) fn csv(start: &str, given: Option<u8>) -> Dialect {
    let hint = hint(start);
    let below = hint.map_or(start, |_| start.split_once(['\n', '\r']).map_or("", |(_, below)| below));
    let delimiter = given.or(hint).unwrap_or_else(|| delimiter_of(below));
    let plain = Dialect::csv(delimiter);
    let escaped = Dialect { has_escapes: true, ..plain };
    let has_escapes = has_escaped_quotes(below, plain) && misfits(below, escaped) <= misfits(below, plain);
    Dialect { has_escapes, has_hint: hint.is_some(), ..plain }
}

/// The delimiter of a first line `sep=;`, which Excel takes its own from.
fn hint(start: &str) -> Option<u8> {
    let line = start.split(['\n', '\r']).next()?;
    let (sep, delimiter) = line.split_at_checked(4)?;
    let is_one = delimiter.len() == 1 && sep.eq_ignore_ascii_case("sep=");
    is_one.then(|| delimiter.as_bytes()[0])
}

/// The delimiter that a header uses most outside quotes: comma, semicolon (as spreadsheets write in many
/// countries) or tab; without any of them a bar, and else the comma.
pub(super) fn delimiter_of(start: &str) -> u8 {
    let header = start.trim_start().split(['\n', '\r']).next().unwrap_or_default();
    let mut counts = [(0, b','), (0, b';'), (0, b'\t'), (0, b'|')];
    let mut is_quoted = false;
    for byte in header.bytes() {
        is_quoted ^= byte == b'"';
        for (count, delimiter) in &mut counts {
            *count += usize::from(byte == *delimiter && !is_quoted);
        }
    }
    let [usual @ .., bar] = counts;
    // On a tie the first: comma before semicolon before tab.
    match usual.into_iter().rev().max_by_key(|&(count, _)| count) {
        Some((1.., delimiter)) => delimiter,
        _ if bar.0 > 0 => bar.1,
        _ => b',',
    }
}

/// Whether the first line is a header with several columns, one of them the text column.
pub(super) fn is_header(start: &str, delimiter: u8, wanted: &Wanted) -> bool {
    let header = start.split(['\n', '\r']).next().unwrap_or_default();
    let mut names = header.split(char::from(delimiter)).map(|name| name.trim().trim_matches('"'));
    header.as_bytes().contains(&delimiter) && names.any(|name| wanted.is_main(name))
}

/// Whether the first two lines have as many cells between tabs, so that they are rows of a table.
pub(super) fn is_table(start: &str) -> bool {
    let mut rows = start.lines().map(|line| Fields::new(line.as_bytes(), Dialect::csv(b'\t')).count());
    let cells = rows.next().unwrap_or(0);
    cells > 1 && !start.starts_with('\t') && rows.next() == Some(cells)
}

/// Whether a quote is escaped by a backslash within quotes: read otherwise, it would be closed with text behind it.
fn has_escaped_quotes(start: &str, dialect: Dialect) -> bool {
    rows(start, dialect)
        .any(|row| Fields::new(row.as_bytes(), dialect).any(|field| is_escaped(&row[field], dialect)))
}

/// Whether the quote that closes a field has a backslash before it and text behind it.
pub(super) fn is_escaped(field: &str, dialect: Dialect) -> bool {
    let Some(quoted) = field.strip_prefix('"').filter(|_| dialect.has_quotes && !dialect.has_escapes) else {
        return false;
    };
    let closing = closing_quote(quoted.as_bytes(), dialect);
    closing.is_some_and(|at| at + 1 < quoted.len() && quoted[..at].ends_with('\\'))
}

/// How many rows have another number of cells than the header.
fn misfits(start: &str, dialect: Dialect) -> usize {
    let mut cells = rows(start, dialect).map(|row| Fields::new(row.as_bytes(), dialect).count());
    let Some(columns) = cells.next() else { return 0 };
    cells.filter(|&cells| cells != columns).count()
}

/// The rows of a text, and what cannot be read as one.
fn rows(mut text: &str, dialect: Dialect) -> impl Iterator<Item = &str> {
    let mut rows = Rows::new(dialect);
    std::iter::from_fn(move || {
        loop {
            let mut bytes = text.as_bytes();
            let Ok(piece) = rows.next(&mut bytes);
            let piece = piece?;
            let row;
            (row, text) = text.split_at(piece.length);
            match piece.kind {
                Kind::Row | Kind::Lost(_) => return Some(row),
                Kind::Blank | Kind::Tail | Kind::Part => {}
            }
        }
    })
}
