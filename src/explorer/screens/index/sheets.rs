//! The tables that the screen Index exports.

use super::news::{Measured, Outlook};
use super::view::PlanRow;
use crate::sheet::{Sheet, of_rows};
use simscope_core::export::{Cell, Column, Described, write_table};
use simscope_core::search::Counters;

/// What a strategy did for one document; what is not known is left out.
#[derive(Debug, Clone, PartialEq)]
pub struct StrategyRow {
    pub strategy: String,
    pub tables: u64,
    pub measured: Option<Measured>,
    pub bytes: Option<u64>,
    pub mean_candidates: Option<f64>,
}

impl StrategyRow {
    /// A count of what was measured.
    pub fn counted(&self, of: fn(Counters) -> u64) -> Option<u64> {
        self.measured.map(|measured| of(measured.counters))
    }

    pub fn neighbours(&self) -> Option<u64> {
        self.measured.map(|measured| measured.found)
    }
}

impl PlanRow {
    /// A cell of what it would cost, where it can work.
    fn cost(&self, of: fn(Outlook) -> Cell<'static>) -> Cell<'static> {
        self.outlook.ok().map(of).into()
    }
}

/// What each strategy did for one document.
pub fn strategies(id: String, k: u8, rows: Vec<StrategyRow>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let columns: [Described<'_, '_, StrategyRow>; 11] = [
            (Column::text("id"), &|_| id.as_str().into()),
            (Column::count("k"), &|_| k.into()),
            (Column::text("strategy"), &|row| row.strategy.as_str().into()),
            (Column::whole("tables"), &|row| row.tables.into()),
            (Column::whole("probes").optional(), &|row| row.counted(|count| count.probes).into()),
            (Column::whole("candidates").optional(), &|row| row.counted(|count| count.candidates).into()),
            (Column::whole("distances").optional(), &|row| row.counted(|count| count.distances).into()),
            (Column::whole("neighbours").optional(), &|row| row.neighbours().into()),
            (Column::number("microseconds").optional(), &|row| {
                row.measured.map(|measured| measured.elapsed.as_secs_f64() * 1e6).into()
            }),
            (Column::whole("bytes").optional(), &|row| row.bytes.into()),
            (Column::number("mean_candidates").optional(), &|row| row.mean_candidates.into()),
        ];
        write_table(&columns, &rows, format, recipes, out)
    })
}

/// What each strategy would cost for `size` signatures; the formulas were checked on the `own` ones of the corpus.
pub fn plan(size: f64, own: f64, k: u8, rows: Vec<(String, PlanRow)>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let columns: [Described<'_, '_, (String, PlanRow)>; 12] = [
            (Column::whole("n"), &|_| (size as u64).into()),
            (Column::count("k"), &|_| k.into()),
            (Column::text("strategy"), &|(strategy, _)| strategy.as_str().into()),
            (Column::whole("tables").optional(), &|(_, row)| row.cost(|outlook| outlook.tables.into())),
            (Column::count("lead_bits").optional(), &|(_, row)| row.cost(|outlook| outlook.lead_bits.into())),
            (Column::number("bytes").optional(), &|(_, row)| row.cost(|outlook| outlook.bytes.into())),
            (Column::number("bytes_compressed").optional(), &|(_, row)| {
                row.cost(|outlook| outlook.compressed_bytes.into())
            }),
            (Column::number("probes").optional(), &|(_, row)| row.cost(|outlook| outlook.probes.into())),
            (Column::number("candidates").optional(), &|(_, row)| {
                row.cost(|outlook| outlook.candidates.into())
            }),
            (Column::whole("corpus_n"), &|_| (own as u64).into()),
            (Column::number("corpus_formula").optional(), &|(_, row)| row.formula.into()),
            (Column::number("corpus_measured").optional(), &|(_, row)| row.measured.into()),
        ];
        write_table(&columns, &rows, format, recipes, out)
    })
}
