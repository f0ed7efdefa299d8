//! Moving about the index screen: its lists, what Enter opens, and the sizes of the planner.

use super::App;
use crate::tui::action::{Pane, Screen, Towards};
use crate::tui::lang::grouped_digits;
use crate::tui::list::List;

/// The sizes that the planner steps through: 8 billion pages are those of Manku, Jain, Das Sarma (WWW 2007, §3).
pub const SIZES: [f64; 8] = [1e5, 1e6, 1e7, 1e8, 1e9, 8e9, 17_179_869_184.0, 1e11];

impl App {
    /// Moves in a list of the index screen.
    pub(in crate::tui::app) fn move_in_index(&mut self, pane: Pane, towards: Towards) {
        let height = self.lines_of(pane);
        let rows = self.index_rows(pane);
        let Some(list) = self.index_list(pane) else { return };
        if !list.go(towards, height, rows) {
            self.edge(rows);
        }
        self.follow_index(pane);
    }

    /// Selects a row of a list of the index screen.
    pub(in crate::tui::app) fn select_in_index(&mut self, pane: Pane, row: usize) {
        if let Some(list) = self.index_list(pane) {
            list.select(row);
            self.follow_index(pane);
        }
    }

    pub(in crate::tui::app) fn scroll_index(&mut self, pane: Pane, by: isize) {
        let (height, rows) = (self.lines_of(pane), self.index_rows(pane));
        if let Some(list) = self.index_list(pane) {
            list.scroll(by, height, rows);
            self.follow_index(pane);
        }
    }

    /// Rows of a list of the index screen.
    pub fn index_rows(&self, pane: Pane) -> usize {
        match pane {
            Pane::Strategies | Pane::Planner => self.index.lines.len(),
            Pane::Blocks => self.index.design().map_or(0, |design| design.layouts().len()),
            Pane::Found => self.index.answer.as_ref().map_or(0, |answer| answer.hits.len()),
            _ => 0,
        }
    }

    fn index_list(&mut self, pane: Pane) -> Option<&mut List> {
        match pane {
            Pane::Strategies | Pane::Planner => Some(&mut self.index.strategies),
            Pane::Blocks => Some(&mut self.index.tables),
            Pane::Found => Some(&mut self.index.found),
            _ => None,
        }
    }

    fn follow_index(&mut self, pane: Pane) {
        match pane {
            Pane::Strategies | Pane::Planner => self.show_table_of_neighbour(),
            Pane::Found => {
                self.show_table_of_neighbour();
                // The pair of the other screens is that of the document and this neighbour.
                let hit = self.index.answer.as_ref().and_then(|a| a.hits.get(self.index.found.selected));
                self.other = hit.map(|hit| hit.index).or(self.other);
            }
            _ => {}
        }
    }

    /// The table that finds the selected neighbour first becomes the selected one.
    pub(in crate::tui::app) fn show_table_of_neighbour(&mut self) {
        let index = &self.index;
        let hit = index.answer.as_ref().and_then(|answer| answer.hits.get(index.found.selected));
        let other = hit.and_then(|hit| self.model.signatures.try_get(hit.index as usize));
        let table =
            index.answer.as_ref().zip(other).zip(index.design()).and_then(|((answer, other), design)| {
                let difference = answer.signature ^ other;
                design.layouts().iter().position(|layout| layout.agrees(difference))
            });
        self.index.tables = List { selected: table.unwrap_or(0), offset: 0 };
    }

    /// Opens what is selected on the index screen.
    pub(in crate::tui::app) fn open_in_index(&mut self, pane: Pane) {
        match pane {
            Pane::Found => self.open_neighbour(),
            Pane::Strategies | Pane::Planner => self.set_pane(Pane::Blocks),
            _ => self.open_first_of_table(),
        }
    }

    /// The neighbour becomes the document that is looked up.
    fn open_neighbour(&mut self) {
        let answer = self.index.answer.as_ref().filter(|_| self.answer_is_current());
        let hit = answer.and_then(|answer| answer.hits.get(self.index.found.selected).copied());
        let Some(hit) = hit else {
            self.warn(("no neighbour within k: N goes to the nearest", "k 内没有近邻：按 N 到最近邻"));
            return;
        };
        let from = self.selected;
        self.note_place();
        self.point_to(hit.index, Some(from));
        self.select_document(hit.index);
        let id = self.model.corpus.get(hit.index as usize).id.to_owned();
        self.say(self.lang.pick((
            format!("now looking up {id}, at distance {}; Ctrl-O goes back, 2 to its anatomy", hit.distance),
            format!("现在查找 {id}，距离 {}；Ctrl-O 返回，2 到解剖屏", hit.distance),
        )));
    }

    /// To the first neighbour that the selected table finds before all others.
    fn open_first_of_table(&mut self) {
        let table = self.index.tables.selected;
        let place = match (self.index.design(), &self.index.answer) {
            (Some(design), Some(answer)) if table < design.layouts().len() => {
                answer.hits.iter().position(|hit| {
                    let other = self.model.signatures.try_get(hit.index as usize);
                    other.is_some_and(|other| design.is_first(table, other ^ answer.signature))
                })
            }
            _ => None,
        };
        match place {
            Some(place) => {
                self.select_in_index(Pane::Found, place);
                self.set_pane(Pane::Found);
            }
            None if self.index_rows(Pane::Blocks) == 0 => {
                self.warn(("this strategy has no tables", "此策略没有表"));
            }
            None => self.warn(("this table finds no neighbour before the others", "此表没有最先找到的近邻")),
        }
    }

    /// The planner's sizes from here: those listed, and the corpus's own.
    pub(in crate::tui::app) fn step_size(&mut self, by: i8) {
        let own = self.own_size();
        let now = self.index.size;
        let sizes = SIZES.into_iter().chain([own]);
        let next = match by {
            1.. => sizes.filter(|&size| size > now).fold(f64::INFINITY, f64::min),
            _ => sizes.filter(|&size| size < now).fold(0.0, f64::max),
        };
        if next.is_infinite() || next == 0.0 {
            self.warn(("# takes any other N", "按 # 可输入其他 N"));
            return;
        }
        self.set_size(next);
    }

    /// Plans for so many signatures.
    pub(in crate::tui) fn set_size(&mut self, size: f64) {
        self.index.size = size;
        let n = grouped_digits(size as u64);
        let is_own = size == self.own_size();
        self.say(match is_own {
            true => self.lang.pick((format!("N = {n}: this corpus"), format!("N = {n}：本语料"))),
            false => format!("N = {n}"),
        });
        if self.screen == Screen::Index {
            self.set_pane(Pane::Planner);
        }
    }

    /// Signatures that are searched here.
    pub fn own_size(&self) -> f64 {
        self.model.documents.len() as f64
    }

    /// The keys go to the planner, or back to where they were.
    pub(in crate::tui::app) fn toggle_planner(&mut self) {
        match self.pane() {
            Pane::Planner => self.set_pane(self.index.before_planner.unwrap_or(Pane::Strategies)),
            pane => {
                self.index.before_planner = Some(pane);
                self.set_pane(Pane::Planner);
                self.say(self.lang.pick((
                    "ratio: candidates beside true neighbours, against random bits; P goes back",
                    "比值：除真近邻外的候选，与随机位之比；P 返回",
                )));
            }
        }
    }
}
