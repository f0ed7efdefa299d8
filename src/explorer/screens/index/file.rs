//! What of the index screen leaves the explorer: copies and files.

use super::keys::Pane;
use super::state::State;
use super::view::{Did, strategies_sheet};
use crate::shared::Shared;
use crate::sheet::Sheet;
use crate::surface::Phrase;

impl State {
    /// What the index screen shows, as a file.
    pub(super) fn sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        const AWAITED: Phrase = ("the document is still being looked up", "文档仍在查找中");
        let answer = self.answer().filter(|_| self.answer_is_current(shared));
        Ok(match self.focus {
            Pane::Found => self.found_sheet(shared, answer.ok_or(AWAITED)?),
            _ => {
                let id = shared.model.corpus.get(answer.ok_or(AWAITED)?.document as usize).id.to_owned();
                strategies_sheet(id, shared.k, Did::all(self, shared.k, answer))
            }
        })
    }

    /// The selected row of a pane, with its name for the status line.
    pub(super) fn row(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        const NOTHING: Phrase = ("nothing is selected: nothing to copy", "未选择任何行：没有可复制的内容");
        let line = self.strategies.selected;
        let text = |text: Option<String>| text.ok_or(NOTHING);
        Ok(match self.focus {
            Pane::Found => {
                let id = |document: u32| shared.document(document).id;
                let hit = self.hit().filter(|_| self.answer_is_current(shared));
                let row =
                    hit.map(|hit| format!("{}\t{}\t{}", id(shared.selected), id(hit.index), hit.distance));
                (text(row)?, ("the pair and its distance", "文档对与距离"))
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
                let answer = self.answer().filter(|_| self.answer_is_current(shared));
                let row = Did::all(self, shared.k, answer).into_iter().nth(line).map(|row| {
                    let cells = row.counts().map(|cell| cell.map_or(String::new(), |cell| cell.to_string()));
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
}
