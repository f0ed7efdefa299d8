//! Pairs to be judged as a table for a spreadsheet.

use crate::arguments::OutputArguments;
use crate::failure::Failure;
use simscope_core::alignment::Kind;
use simscope_core::corpus::{Document, text_hash};
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
/// Columns of a shown text.
const SHOWN: usize = 1000;

/// Writes the pairs. Ids are escaped as in the file of judgements; texts are cut.
pub(super) fn write_sheet(
    pairs: &[SheetPair<'_>],
    under: &str,
    output: &OutputArguments,
) -> Result<(), Failure> {
    if output.format() == Format::Parquet {
        return Err(Failure::Usage(say!(
            "judge --draw: Parquet is for no spreadsheet; use --format tsv or csv",
            "judge --draw：Parquet 不能用于电子表格；请用 --format tsv 或 csv"
        )));
    }
    output.rows(&COLUMNS, &[], |rows| {
        for SheetPair { kind, similarity, distance, documents } in pairs {
            let ids = documents.map(|document| guarded(&escaped(document.id)));
            let texts = documents.map(|document| guarded(&visible::fit(document.text, SHOWN)));
            let [a, b] = documents.map(|document| text_hash(document.text));
            let hashes = format!("{a:016x}-{b:016x}");
            let [text, note] = [Cell::Text(""); 2];
            let [id_a, id_b] = ids.each_ref().map(|id| Cell::Text(id));
            let [text_a, text_b] = texts.each_ref().map(|text| Cell::Text(text));
            let distance = Cell::from(*distance);
            let kind = kind.name().into();
            let similarity = Cell::Number((similarity * 1e4).round() / 1e4);
            let hashes = hashes.as_str().into();
            rows.write(&[
                text,
                note,
                kind,
                similarity,
                distance,
                id_a,
                id_b,
                text_a,
                text_b,
                hashes,
                under.into(),
            ])?;
        }
        Ok(())
    })
}
