//! The sheets of the index screen.

use crate::corpus::Corpus;
use crate::export::{Cell, Format, Rows};
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

fn count(count: Option<u64>) -> Cell<'static> {
    count.map_or(Cell::Nothing, Cell::Count)
}

pub(super) fn strategies(
    id: &str,
    k: u8,
    rows: &[StrategyRow],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = [
        "id",
        "k",
        "strategy",
        "tables",
        "probes",
        "candidates",
        "distances",
        "neighbours",
        "microseconds",
        "bytes",
        "mean_candidates",
    ];
    let mut out = Rows::new(format, &columns, out)?;
    for row in rows {
        out.write(&[
            Cell::Text(id),
            k.into(),
            Cell::Text(&row.strategy),
            Cell::Count(row.tables),
            count(row.probes),
            count(row.candidates),
            count(row.distances),
            count(row.neighbours),
            row.microseconds.into(),
            count(row.bytes),
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
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out = Rows::new(format, &["id_a", "id_b", "distance", "table"], out)?;
    let id = |document: u32| Cell::Text(corpus.get(document as usize).id);
    for row in rows {
        out.write(&[id(document), id(row.document), row.distance.into(), count(row.table)])?;
    }
    out.finish()
}

pub(super) fn plan(
    size: f64,
    own: f64,
    k: u8,
    rows: &[PlannedRow],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = [
        "n",
        "k",
        "strategy",
        "tables",
        "lead_bits",
        "bytes",
        "bytes_compressed",
        "probes",
        "candidates",
        "corpus_n",
        "corpus_formula",
        "corpus_measured",
    ];
    let mut out = Rows::new(format, &columns, out)?;
    for row in rows {
        out.write(&[
            Cell::Count(size as u64),
            k.into(),
            Cell::Text(&row.strategy),
            count(row.tables),
            row.lead_bits.map_or(Cell::Nothing, Cell::from),
            row.bytes.into(),
            row.bytes_compressed.into(),
            row.probes.into(),
            row.candidates.into(),
            Cell::Count(own as u64),
            row.formula.into(),
            row.measured.into(),
        ])?;
    }
    out.finish()
}
