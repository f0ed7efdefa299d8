//! A sheet: judgements as a spreadsheet saves them.

use super::escape::unescaped;
use super::line::parse_hash;
use super::{Judgement, Named, Verdict, now};
use crate::display::{lang, say};
use crate::evidence::Selection;
use crate::files::{ReadError, read_bytes};
use crate::visible;
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Largest sheet that is read, in bytes.
const LARGEST: u64 = 256 << 20;
/// Most bad cells that are named.
const NAMED: usize = 5;

/// Whether a spreadsheet takes a cell for a formula, or for quoted.
fn is_special(cell: &str) -> bool {
    visible::is_formula(cell) || cell.starts_with(['"', '\''])
}

/// An apostrophe before what a spreadsheet would take for something else.
pub fn guarded(cell: &str) -> String {
    let mark = if is_special(cell) { "'" } else { "" };
    format!("{mark}{cell}")
}

/// What [`guarded`] was given. Some programs take the apostrophe away themselves.
fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_special(rest)).unwrap_or(cell)
}

/// Why a sheet was not taken in.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is no such table.
    #[error("{}", say!("{}: {what}", "{}：{what}", visible::path(path)))]
    Unfit {
        /// The file.
        path: PathBuf,
        /// Why.
        what: String,
    },
}

/// Reads the judged pairs of a sheet; rows without a judgement are left out. TSV or CSV, with commas or semicolons, in UTF-8
/// or UTF-16, as spreadsheets save it; columns in any order.
///
/// # Errors
/// A file that cannot be read, has other columns, or has a row that is no judgement: then no row is returned.
pub fn read_sheet(path: &Path) -> Result<Vec<Judgement>, SheetError> {
    let unfit = |what: String| SheetError::Unfit { path: path.to_owned(), what };
    // The reader would count the lines of a file from Windows wrongly.
    let text = read_text(path)?.replace("\r\n", "\n");
    let header = text.lines().next().unwrap_or_default();
    let count = |delimiter: char| header.matches(delimiter).count();
    let delimiter = ['\t', ';', ','].into_iter().max_by_key(|&delimiter| count(delimiter)).unwrap_or('\t');
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter as u8).flexible(true).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| unfit(error.to_string()))?.clone();
    let place = |name: &str| headers.iter().position(|head| head.trim().eq_ignore_ascii_case(name));
    // The texts are there to be read only.
    let needed = ["judgement", "note", "distance", "id_a", "id_b", "texts", "recipe"];
    let mut places: Vec<Option<usize>> = needed.iter().map(|name| place(name)).collect();
    // Of a draw there are an answer, ids and texts alone.
    let is_draw = place("answer").is_some() && places[0].is_none();
    places[0] = places[0].or(place("answer"));
    let is_missing =
        |(at, place): (usize, &Option<usize>)| place.is_none() && !(is_draw && [1, 2, 6].contains(&at));
    if let Some(at) = places.iter().enumerate().position(is_missing) {
        let what = say!(
            "no column {}; give a sheet that `simscope judge --draw N -o FILE` has written",
            "没有列 {}；请给出由 `simscope judge --draw N -o FILE` 写出的表",
            needed[at]
        );
        return Err(unfit(what));
    }
    let (mut judgements, mut bad) = (Vec::new(), Vec::new());
    let time = now();
    for record in reader.records() {
        let record = record.map_err(|error| unfit(error.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |at: usize| places[at].and_then(|place| record.get(place)).unwrap_or_default();
        let cells: [&str; 7] = std::array::from_fn(cell);
        match judgement(cells, &time) {
            Ok(Some(judgement)) => judgements.push(judgement),
            Ok(None) => {}
            Err(at) => {
                bad.push(say!(
                    "line {line}: column {} has {:?}",
                    "第 {line} 行：列 {} 的值为 {:?}",
                    needed[at],
                    visible::fit(cells[at], 40)
                ));
            }
        }
    }
    if bad.is_empty() {
        return Ok(judgements);
    }
    let named = bad.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    let more = match bad.len() {
        n if n > NAMED => say!("; and {} more", "；另有 {} 处", n - NAMED),
        _ => String::new(),
    };
    Err(unfit(say!(
        "{named}{more}; nothing was taken in (a judgement is y, n, ? or nothing)",
        "{named}{more}；未读入任何判定（判定为 y、n、? 或留空）"
    )))
}

/// A row; `None` without a judgement. The error is which of the cells is bad.
fn judgement(cells: [&str; 7], time: &str) -> Result<Option<Judgement>, usize> {
    let [verdict, note, distance, id_a, id_b, texts, recipe] = cells;
    if verdict.trim().is_empty() {
        return Ok(None);
    }
    let verdict = Verdict::parse(verdict).ok_or(0_usize)?;
    let (hash_a, hash_b) = texts.trim().split_once('-').ok_or(5_usize)?;
    let named = |id: &str, at: usize, hash: &str| -> Result<Named, usize> {
        Ok(Named { id: unescaped(unguarded(id)).ok_or(at)?, hash: parse_hash(hash).ok_or(5_usize)? })
    };
    Ok(Some(Judgement {
        pair: [named(id_a, 3, hash_a)?, named(id_b, 4, hash_b)?],
        distance: if distance.is_empty() { 0 } else { distance.trim().parse().map_err(|_| 2_usize)? },
        verdict: Some(verdict),
        note: note.trim().to_owned(),
        time: time.to_owned(),
        recipe: recipe.to_owned(),
        who: String::new(),
        selection: Selection::Drawn,
    }))
}

/// The text of a file in UTF-8, or in what its byte order mark says.
fn read_text(path: &Path) -> Result<String, SheetError> {
    let unfit = |what: &str| SheetError::Unfit { path: path.to_owned(), what: what.to_owned() };
    let bytes = read_bytes(path, LARGEST)?;
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(unfit(lang().pick((
            "this is a workbook; save the sheet as CSV (UTF-8) or as text with tabs",
            "这是工作簿；请将表另存为 CSV（UTF-8）或制表符分隔的文本",
        ))));
    }
    let (encoding, mark) = Encoding::for_bom(&bytes).unwrap_or((UTF_8, 0));
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..]);
    text.map(Cow::into_owned).ok_or_else(|| {
        unfit(
            lang()
                .pick(("not UTF-8; save the sheet as CSV in UTF-8", "不是 UTF-8；请将表另存为 UTF-8 的 CSV")),
        )
    })
}
