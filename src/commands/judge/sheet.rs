//! Pairs to be judged as a table for a spreadsheet.

use crate::arguments::OutputArguments;
use crate::failure::Failure;
use simscope_core::alignment::Kind;
use simscope_core::corpus::{Corpus, Document, text_hash};
use simscope_core::display::say;
use simscope_core::export::{Cell, Column, Format};
use simscope_core::judgements::{escaped, guarded};
use simscope_core::visible;

/// A pair to be judged.
pub(super) struct SheetPair<'a> {
    pub(super) kind: Kind,
    pub(super) similarity: f64,
    pub(super) distance: u8,
    pub(super) documents: [Document<'a>; 2],
}

/// The columns, in their order.
const COLUMNS: [Column; 11] = [
    Column::text("judgement"),
    Column::text("note"),
    Column::text("kind"),
    Column::number("similarity"),
    Column::count("distance"),
    Column::text("id_a"),
    Column::text("id_b"),
    Column::text("text_a"),
    Column::text("text_b"),
    Column::text("texts"),
    Column::text("recipe"),
];
/// Those of a draw: while one answers, nothing says what the program thinks.
const DRAWN: [Column; 7] = [
    Column::text("answer"),
    Column::text("note"),
    Column::text("id_a"),
    Column::text("id_b"),
    Column::text("text_a"),
    Column::text("text_b"),
    Column::text("texts"),
];
/// Columns of a shown text.
const SHOWN: usize = 1000;

/// Writes the pairs. Ids are escaped as in the file of judgements; texts are cut.
pub(super) fn write_sheet(
    pairs: &[SheetPair<'_>],
    under: &str,
    output: &OutputArguments,
) -> Result<(), Failure> {
    check(output)?;
    output.rows(&COLUMNS, &[], |rows| {
        for SheetPair { kind, similarity, distance, documents } in pairs {
            let [id_a, id_b, text_a, text_b, texts] = cells(*documents);
            rows.write(&[
                "".into(),
                "".into(),
                kind.name().into(),
                Cell::Number((similarity * 1e4).round() / 1e4),
                (*distance).into(),
                Cell::Text(&id_a),
                Cell::Text(&id_b),
                Cell::Text(&text_a),
                Cell::Text(&text_b),
                Cell::Text(&texts),
                under.into(),
            ])?;
        }
        Ok(())
    })
}

/// Writes pairs of a text that would go and one that would stay.
pub(crate) fn write_draw(
    pairs: &[[u32; 2]],
    corpus: &Corpus,
    output: &OutputArguments,
) -> Result<(), Failure> {
    check(output)?;
    output.rows(&DRAWN, &[], |rows| {
        for pair in pairs {
            let cells = cells(pair.map(|one| corpus.get(one as usize)));
            let [id_a, id_b, text_a, text_b, texts] = cells.each_ref().map(|cell| Cell::Text(cell));
            rows.write(&["".into(), "".into(), id_a, id_b, text_a, text_b, texts])?;
        }
        Ok(())
    })
}

/// Writes pairs of ids, for labels of 0 or 1.
pub(crate) fn write_labels<'i>(
    pairs: impl Iterator<Item = [&'i str; 2]>,
    output: &OutputArguments,
) -> Result<(), Failure> {
    output.rows(&[Column::text("id_a"), Column::text("id_b"), Column::text("label")], &[], |rows| {
        pairs.into_iter().try_for_each(|[a, b]| rows.write(&[a.into(), b.into(), "".into()]))
    })
}

/// Both ids, both texts, and their hashes.
fn cells(documents: [Document<'_>; 2]) -> [String; 5] {
    let [id_a, id_b] = documents.map(|document| guarded(&escaped(document.id)));
    let [text_a, text_b] = documents.map(|document| guarded(&visible::fit(document.text, SHOWN)));
    let [a, b] = documents.map(|document| text_hash(document.text));
    [id_a, id_b, text_a, text_b, format!("{a:016x}-{b:016x}")]
}

fn check(output: &OutputArguments) -> Result<(), Failure> {
    match output.format() {
        Format::Parquet => Err(Failure::Usage(say!(
            "judge --draw: Parquet is for no spreadsheet; use --format tsv or csv",
            "judge --draw：Parquet 不能用于电子表格；请用 --format tsv 或 csv"
        ))),
        _ => Ok(()),
    }
}
