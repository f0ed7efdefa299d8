//! What of the index screen leaves the explorer: copies and files.

use super::keys::Pane;
use super::sheets::{NeighbourRow, Neighbours, Plan, PlannedRow, Strategies, StrategyRow};
use super::state::State;
use super::view::{PlanRow, plan_rows};
use crate::hamming;
use crate::tui::shared::{Scene, Shared};
use crate::tui::sheet::Sheet;
use crate::tui::surface::lang::Said;

impl State {
    /// What the index screen shows, as a file.
    pub(super) fn sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Said> {
        const AWAITED: Said = ("the document is still being looked up", "文档仍在查找中");
        let answer = self.answer().filter(|_| self.answer_is_current(shared));
        Ok(match self.focus {
            Pane::Found => {
                let answer = answer.ok_or(AWAITED)?;
                Box::new(Neighbours {
                    corpus: shared.model.corpus.clone(),
                    document: answer.document,
                    rows: self.neighbour_rows(shared),
                })
            }
            Pane::Planner if self.lines.is_empty() => return Err(AWAITED),
            Pane::Planner => Box::new(Plan {
                size: self.size,
                own: self.own_size(shared),
                k: shared.k,
                rows: self.planned_rows(shared),
            }),
            _ => Box::new(Strategies {
                id: shared.model.corpus.get(answer.ok_or(AWAITED)?.document as usize).id.to_owned(),
                k: shared.k,
                rows: self.strategy_rows(shared),
            }),
        })
    }

    /// The selected row of a pane, with its name for the status line.
    pub(super) fn row(&self, shared: &Shared) -> Result<(String, Said), Said> {
        const NOTHING: Said = ("nothing is selected: nothing to copy", "未选择任何行：没有可复制的内容");
        let line = self.strategies.selected;
        let text = |text: Option<String>| text.ok_or(NOTHING);
        Ok(match self.focus {
            Pane::Found => {
                let row = self.neighbour_rows(shared).get(self.found.selected).copied();
                let id = |document: u32| shared.model.corpus.get(document as usize).id;
                let row =
                    row.map(|row| format!("{}\t{}\t{}", id(shared.selected), id(row.document), row.distance));
                (text(row)?, ("the pair and its distance", "文档对与距离"))
            }
            Pane::Planner => {
                let row = self.planned_rows(shared).into_iter().nth(line).map(|row| {
                    let cells = [row.bytes, row.bytes_compressed, row.probes, row.candidates];
                    let cells = cells.map(|cell| cell.map_or(String::new(), |cell| cell.to_string()));
                    format!("{}\t{}\t{}", self.size, row.strategy, cells.join("\t"))
                });
                (text(row)?, ("strategy, bytes, probes and candidates", "策略、字节、查找与候选"))
            }
            Pane::Blocks => {
                let table = self.tables.selected;
                let layout = self.design().and_then(|design| design.layouts().get(table));
                let row = layout.map(|layout| {
                    let ranges =
                        layout.pieces().iter().map(|range| format!("{}-{}", range.end - 1, range.start));
                    let ranges: Vec<String> = ranges.collect();
                    let leading = layout.leading().len();
                    format!("{}\t{}", ranges[..leading].join(","), ranges[leading..].join(","))
                });
                (text(row)?, ("the bits of the table, leading and following", "该表的前导位与其余位"))
            }
            _ => {
                let row = self.strategy_rows(shared).into_iter().nth(line).map(|row| {
                    let cells = [row.probes, row.candidates, row.distances, row.neighbours, row.bytes];
                    let cells = cells.map(|cell| cell.map_or(String::new(), |cell| cell.to_string()));
                    format!("{}\t{}\t{}", row.strategy, row.tables, cells.join("\t"))
                });
                (
                    text(row)?,
                    (
                        "strategy, tables, probes, candidates, distances, neighbours, bytes",
                        "策略及其各项数值",
                    ),
                )
            }
        })
    }

    fn neighbour_rows(&self, shared: &Shared) -> Vec<NeighbourRow> {
        let Some(answer) = self.answer().filter(|_| self.answer_is_current(shared)) else {
            return Vec::new();
        };
        let design = self.design();
        let table = |difference: u128| {
            let layouts = design?.layouts();
            layouts.iter().position(|layout| layout.agrees(difference)).map(|table| table as u64 + 1)
        };
        let rows = answer.hits.iter().filter_map(|hit| {
            let other = shared.model.signatures.try_get(hit.index as usize)?;
            let difference = other ^ answer.signature;
            debug_assert_eq!(hamming::distance(other, answer.signature), hit.distance);
            Some(NeighbourRow { document: hit.index, distance: hit.distance, table: table(difference) })
        });
        rows.collect()
    }

    fn strategy_rows(&self, shared: &Shared) -> Vec<StrategyRow> {
        let answer = self.answer().filter(|_| self.answer_is_current(shared));
        let lines = self.lines.iter().zip(&self.built).enumerate();
        lines
            .map(|(at, (line, built))| {
                let measured = answer.and_then(|answer| answer.measured[at]);
                StrategyRow {
                    strategy: line.strategy.to_string(),
                    tables: line.strategy.tables(shared.k),
                    probes: measured.map(|measured| measured.counters.probes),
                    candidates: measured.map(|measured| measured.counters.candidates),
                    distances: measured.map(|measured| measured.counters.distances),
                    neighbours: measured.map(|measured| measured.found),
                    microseconds: measured.map(|measured| measured.elapsed.as_secs_f64() * 1e6),
                    bytes: built.as_ref().map(|built| built.neighbours.bytes()),
                    mean_candidates: built.as_ref().and_then(|built| built.mean_candidates()),
                }
            })
            .collect()
    }

    fn planned_rows(&self, shared: &Shared) -> Vec<PlannedRow> {
        let row = |row: PlanRow| {
            let outlook = row.outlook.ok();
            PlannedRow {
                strategy: row.strategy.to_string(),
                tables: outlook.map(|outlook| outlook.tables),
                lead_bits: outlook.map(|outlook| outlook.lead_bits),
                bytes: outlook.map(|outlook| outlook.bytes),
                bytes_compressed: outlook.and_then(|outlook| outlook.compressed_bytes),
                probes: outlook.map(|outlook| outlook.probes),
                candidates: outlook.map(|outlook| outlook.candidates),
                formula: row.formula,
                measured: row.measured,
            }
        };
        plan_rows(Scene { own: self, shared }).into_iter().map(row).collect()
    }
}
