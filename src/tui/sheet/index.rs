//! The sheets of the index screen.

use crate::corpus::Corpus;
use crate::export::{Column, Format, Rows, pair_columns};
use crate::recipe::Recipe;
use std::io::{self, Write};

/// What a strategy did for one document; what is not known is left out.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the fields are the columns, which the screen explains")]
pub struct StrategyRow {
    pub strategy: String,
    pub tables: u64,
    pub probes: Option<u64>,
    pub candidates: Option<u64>,
    pub distances: Option<u64>,
    pub neighbours: Option<u64>,
    pub microseconds: Option<f64>,
    pub bytes: Option<u64>,
    pub mean_candidates: Option<f64>,
}

/// A neighbour, and the first table, from 1, that brings it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the columns, which the screen explains")]
pub struct NeighbourRow {
    pub document: u32,
    pub distance: u8,
    pub table: Option<u64>,
}

/// What a strategy would cost.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the fields are the columns, which the screen explains")]
pub struct PlannedRow {
    pub strategy: String,
    pub tables: Option<u64>,
    pub lead_bits: Option<u8>,
    pub bytes: Option<f64>,
    pub bytes_compressed: Option<f64>,
    pub probes: Option<f64>,
    pub candidates: Option<f64>,
    pub formula: Option<f64>,
    pub measured: Option<f64>,
}

pub(super) fn strategies(
    id: &str,
    k: u8,
    rows: &[StrategyRow],
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = [
        Column::text("id"),
        Column::count("k"),
        Column::text("strategy"),
        Column::whole("tables"),
        Column::whole("probes").optional(),
        Column::whole("candidates").optional(),
        Column::whole("distances").optional(),
        Column::whole("neighbours").optional(),
        Column::number("microseconds").optional(),
        Column::whole("bytes").optional(),
        Column::number("mean_candidates").optional(),
    ];
    let mut out = Rows::new(format, &columns, recipes, out)?;
    for row in rows {
        out.write(&[
            id.into(),
            k.into(),
            row.strategy.as_str().into(),
            row.tables.into(),
            row.probes.into(),
            row.candidates.into(),
            row.distances.into(),
            row.neighbours.into(),
            row.microseconds.into(),
            row.bytes.into(),
            row.mean_candidates.into(),
        ])?;
    }
    out.finish()
}

pub(super) fn neighbours(
    corpus: &Corpus,
    document: u32,
    rows: &[NeighbourRow],
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let [id_a, id_b, distance] = pair_columns(["id_a", "id_b"]);
    let columns = [id_a, id_b, distance, Column::whole("table").optional()];
    let mut out = Rows::new(format, &columns, recipes, out)?;
    let id = |document: u32| corpus.get(document as usize).id;
    for row in rows {
        out.write(&[id(document).into(), id(row.document).into(), row.distance.into(), row.table.into()])?;
    }
    out.finish()
}

/// What each strategy would cost for so many signatures, and for those of the corpus, at k.
pub(super) fn plan(
    ([size, own], k): ([f64; 2], u8),
    rows: &[PlannedRow],
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = [
        Column::whole("n"),
        Column::count("k"),
        Column::text("strategy"),
        Column::whole("tables").optional(),
        Column::count("lead_bits").optional(),
        Column::number("bytes").optional(),
        Column::number("bytes_compressed").optional(),
        Column::number("probes").optional(),
        Column::number("candidates").optional(),
        Column::whole("corpus_n"),
        Column::number("corpus_formula").optional(),
        Column::number("corpus_measured").optional(),
    ];
    let mut out = Rows::new(format, &columns, recipes, out)?;
    for row in rows {
        out.write(&[
            (size as u64).into(),
            k.into(),
            row.strategy.as_str().into(),
            row.tables.into(),
            row.lead_bits.into(),
            row.bytes.into(),
            row.bytes_compressed.into(),
            row.probes.into(),
            row.candidates.into(),
            (own as u64).into(),
            row.formula.into(),
            row.measured.into(),
        ])?;
    }
    out.finish()
}
