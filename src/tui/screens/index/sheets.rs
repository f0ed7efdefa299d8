//! The tables that the screen Index exports.

use crate::corpus::Corpus;
use crate::export::{Cell, Format, Rows};
use crate::tui::sheet::Sheet;
use std::io::{self, Write};

/// What a strategy did for one document; what is not known is left out.
#[derive(Debug, Clone, PartialEq)]
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
pub struct NeighbourRow {
    pub document: u32,
    pub distance: u8,
    pub table: Option<u64>,
}

/// What a strategy would cost.
#[derive(Debug, Clone, PartialEq)]
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

/// What each strategy did for one document.
#[derive(Debug)]
pub struct Strategies {
    pub id: String,
    pub k: u8,
    pub rows: Vec<StrategyRow>,
}

impl Sheet for Strategies {
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { id, k, rows } = self;
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
                (*k).into(),
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
}

/// The neighbours of one document, the nearest first.
#[derive(Debug)]
pub struct Neighbours {
    pub corpus: Corpus,
    pub document: u32,
    pub rows: Vec<NeighbourRow>,
}

impl Sheet for Neighbours {
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, document, rows } = self;
        let mut out = Rows::new(format, &["id_a", "id_b", "distance", "table"], out)?;
        let id = |document: u32| Cell::Text(corpus.get(document as usize).id);
        for row in rows {
            out.write(&[id(*document), id(row.document), row.distance.into(), count(row.table)])?;
        }
        out.finish()
    }
}

/// What each strategy would cost for `size` signatures; the formulas were checked on the `own` ones of the corpus.
#[derive(Debug)]
pub struct Plan {
    pub size: f64,
    pub own: f64,
    pub k: u8,
    pub rows: Vec<PlannedRow>,
}

impl Sheet for Plan {
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { size, own, k, rows } = self;
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
                Cell::Count(*size as u64),
                (*k).into(),
                Cell::Text(&row.strategy),
                count(row.tables),
                row.lead_bits.map_or(Cell::Nothing, Cell::from),
                row.bytes.into(),
                row.bytes_compressed.into(),
                row.probes.into(),
                row.candidates.into(),
                Cell::Count(*own as u64),
                row.formula.into(),
                row.measured.into(),
            ])?;
        }
        out.finish()
    }
}
