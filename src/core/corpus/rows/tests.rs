use super::*;
use proptest::prelude::*;

const CSV: Dialect = Dialect::csv(b',');

/// Text of which `step` bytes arrive at a time.
struct Slowly<'t> {
    text: &'t [u8],
    start: usize,
    arrived: usize,
    step: usize,
}

impl Arriving for Slowly<'_> {
    type Error = Infallible;
    fn ready(&self) -> &[u8] {
        &self.text[self.start..self.arrived]
    }
    fn more(&mut self) -> Result<bool, Infallible> {
        let before = self.arrived;
        self.arrived = self.text.len().min(before + self.step);
        Ok(self.arrived > before)
    }
    fn utf8_len(&self, part: Range<usize>) -> usize {
        part.len()
    }
}

/// The result of scanning a text: rows unchanged, losses with their line, blank lines as `""`.
fn pieces(text: &str, most: usize, step: usize) -> Vec<(u64, String, Option<Loss>)> {
    let mut rows = Rows { most, ..Rows::new(CSV) };
    let mut text = Slowly { text: text.as_bytes(), start: 0, arrived: 0, step };
    let (mut found, mut part): (Vec<(u64, String, Option<Loss>)>, _) = (Vec::new(), String::new());
    while let Some(piece) = rows.next(&mut text).unwrap() {
        let bytes = String::from_utf8_lossy(&text.ready()[..piece.length]).into_owned();
        text.start += piece.length;
        match piece.kind {
            Kind::Blank if matches!(found.last(), Some((_, before, _)) if before.trim().is_empty()) => {
                found.last_mut().unwrap().1 += &bytes;
            }
            Kind::Blank => found.push((piece.line, bytes, None)),
            Kind::Tail => found.last_mut().unwrap().1 += &bytes,
            Kind::Part => part += &bytes,
            Kind::Row => found.push((piece.line, bytes, None)),
            Kind::Lost(loss) => found.push((piece.line, std::mem::take(&mut part) + &bytes, Some(loss))),
        }
    }
    found
}

/// The lines at which rows begin, and what is lost.
fn check(text: &str, most: usize, rows: &[u64], lost: &[(u64, Loss)]) {
    let found = pieces(text, most, usize::MAX / 2);
    let is_row = |(_, bytes, loss): &&(u64, String, Option<Loss>)| loss.is_none() && !bytes.trim().is_empty();
    let lines: Vec<u64> = found.iter().filter(is_row).map(|(line, ..)| *line).collect();
    assert_eq!(lines, rows, "{text:?}: {found:?}");
    let losses: Vec<_> = found.iter().filter_map(|(line, _, loss)| Some((*line, (*loss)?))).collect();
    assert_eq!(losses, lost, "{text:?}");
}

#[test]
fn after_an_unclosed_quote_the_lines_that_fit_the_header_are_rows() {
    use Loss::{ToTheEnd, Unclosed, Unfit};
    let unfit = Unfit { quote: 2 };
    check("id,text\n1,\"a\n2,b\n3,c\n", 999, &[1, 3, 4], &[(2, Unclosed)]);
    check("id,text\r\n1,\"a\r\n\r\n2,b\r\nc\r\n3,d", 999, &[1, 4, 6], &[(2, Unclosed), (5, unfit)]);
    // A later quote closes it, but not as quotes are closed.
    check("id,text\n1,\"a\n2,\"b\"\n3,c\n", 999, &[1, 3, 4], &[(2, Unclosed)]);
    check("id,text\n1,\"a\n2,5\" wide\n3,c\n", 999, &[1, 3, 4], &[(2, Unclosed)]);
    // What follows looks like text, not like rows.
    check("id,text\n1,a\n2,\"b\nc\nd\n", 999, &[1, 2], &[(3, ToTheEnd { lines: 3 })]);
    check("id,text\n1,a\n2,\"b", 999, &[1, 2], &[(3, ToTheEnd { lines: 1 })]);
    check("id,text\n1,\"a\nhe said \"b\", twice\"\n3,c\n", 999, &[1, 2, 4], &[]);
    check("id,\"text\n1,a\n2,b\n", 999, &[], &[(1, ToTheEnd { lines: 3 })]);
    check("text\n\"a\nb\nc\n", 999, &[1, 3, 4], &[(2, Unclosed)]);
}

#[test]
fn after_a_row_that_is_too_large_reading_goes_on() {
    use Loss::{ToTheEnd, TooLarge, Unclosed};
    let long = "x".repeat(50);
    check(&format!("id,text\n1,{long}\n2,b\n"), 40, &[1, 3], &[(2, TooLarge(53))]);
    check(&format!("id,text\n1,\"{long}\n{long}\"\n2,b\n"), 40, &[1, 4], &[(2, TooLarge(106))]);
    check(&format!("id,text\n1,\"{long}\n{long}\n2,b"), 40, &[1], &[(2, ToTheEnd { lines: 3 })]);
    let rows: String = (0..50).map(|id| format!("{id},x\n")).collect();
    let all: Vec<u64> = std::iter::once(1).chain(3..53).collect();
    check(&format!("id,text\na,\"b\n{rows}"), 40, &all, &[(2, Unclosed)]);
}

#[test]
fn many_unclosed_quotes_take_no_more_time_than_one() {
    let rows = "1,\"\"\"a\n2,b\n3,c\n".repeat(20_000);
    let text = format!("id,text\n{rows}");
    let found = pieces(&text, usize::MAX / 8, 1 << 30);
    assert_eq!(found.iter().filter(|(.., loss)| loss.is_some()).count(), 20_000);
}

proptest! {
    #[test]
    fn every_byte_is_in_one_piece_however_it_arrives(
        text in "([a-c,]|\"|\"\"|\n|\r|\r\n|,\"|\",){0,60}",
        most in 4..80_usize,
        step in 1..9_usize,
    ) {
        let found = pieces(&text, most, usize::MAX / 2);
        let joined: String = found.iter().map(|(_, bytes, _)| bytes.as_str()).collect();
        prop_assert_eq!(&joined, &text);
        let size = |loss: &Option<Loss>| loss.map(|loss| std::mem::discriminant(&loss));
        let bare = |found: &[(u64, String, Option<Loss>)]| -> Vec<_> {
            found.iter().map(|(line, bytes, loss)| (*line, bytes.clone(), size(loss))).collect()
        };
        prop_assert_eq!(bare(&pieces(&text, most, step)), bare(&found));
    }

    #[test]
    fn what_is_not_damaged_is_read_as_the_csv_crate_reads_it(
        rows in prop::collection::vec(prop::collection::vec("[a-c,\"\n\r 人]{0,6}", 1..4), 1..6),
        terminator in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")],
    ) {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(",") + terminator;
        let text: String = rows.iter().map(line).collect();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let expected: Vec<Vec<String>> =
            reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
        prop_assert_eq!(&expected, &rows);
        let mut found = Vec::new();
        for (_, row, loss) in pieces(&text, 999, 7) {
            prop_assert_eq!(loss, None);
            // An LF after a CR stands outside the row.
            let row = row.strip_suffix('\n').filter(|_| terminator == "\r\n").unwrap_or(&row);
            let fields = Fields::new(row.as_bytes(), CSV);
            found.push(fields.map(|field| super::super::delimited::value(&row[field], CSV).into_owned()).collect::<Vec<_>>());
        }
        prop_assert_eq!(found, rows);
    }
}
