//! The tables that the screen Index exports.

use crate::corpus::Corpus;
use crate::export::{Column, Format, Rows, pair_columns};
use crate::recipe::Recipe;
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

/// What each strategy did for one document.
#[derive(Debug)]
pub struct Strategies {
    pub id: String,
    pub k: u8,
    pub rows: Vec<StrategyRow>,
}

impl Sheet for Strategies {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { id, k, rows } = self;
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
                id.as_str().into(),
                (*k).into(),
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
}

/// The neighbours of one document, the nearest first.
#[derive(Debug)]
pub struct Neighbours {
    pub corpus: Corpus,
    pub document: u32,
    pub rows: Vec<NeighbourRow>,
}

impl Sheet for Neighbours {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, document, rows } = self;
        let [id_a, id_b, distance] = pair_columns(["id_a", "id_b"]);
        let columns = [id_a, id_b, distance, Column::whole("table").optional()];
        let mut out = Rows::new(format, &columns, recipes, out)?;
        let id = |document: u32| corpus.get(document as usize).id;
        for row in rows {
            out.write(&[
                id(*document).into(),
                id(row.document).into(),
                row.distance.into(),
                row.table.into(),
            ])?;
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
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { size, own, k, rows } = self;
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
                (*size as u64).into(),
                (*k).into(),
                row.strategy.as_str().into(),
                row.tables.into(),
                row.lead_bits.into(),
                row.bytes.into(),
                row.bytes_compressed.into(),
                row.probes.into(),
                row.candidates.into(),
                (*own as u64).into(),
                row.formula.into(),
                row.measured.into(),
            ])?;
        }
        out.finish()
    }
}
