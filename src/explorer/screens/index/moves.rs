//! Moving about the index screen: its lists, and what Enter opens.

use super::keys::Pane;
use super::state::State;
use crate::action::{Action, Screen};
use crate::room;
use crate::shared::Shared;
use crate::widgets::list::List;

impl State {
    /// Rows of a list of the index screen.
    pub fn rows(&self, pane: Pane) -> usize {
        match pane {
            Pane::Strategies => self.lines.len(),
            Pane::Blocks => self.design().map_or(0, |design| design.layouts().len()),
            Pane::Found => self.found.rows(),
        }
    }

    /// The table that finds the selected neighbour first becomes the selected one.
    pub(super) fn show_table_of_neighbour(&mut self, shared: &Shared) {
        let table = self
            .answer()
            .zip(self.hit())
            .and_then(|(answer, hit)| self.neighbour(&shared.model, answer.signature, hit).table());
        self.tables = List { selected: table.unwrap_or(0), offset: 0 };
    }

    /// Opens what is selected on the index screen.
    pub(super) fn open_in(&mut self, shared: &mut Shared, pane: Pane) {
        match pane {
            Pane::Found => self.open_neighbour(shared),
            Pane::Strategies => self.focus = Pane::Blocks,
            _ => self.open_first_of_table(shared),
        }
    }

    /// The neighbour becomes the document that is looked up.
    fn open_neighbour(&mut self, shared: &mut Shared) {
        let Some(hit) = self.hit().filter(|_| self.answer_is_current(shared)) else {
            return shared.warn((
                "no neighbour within k: ‹go-nearest› goes to the nearest",
                "k 内没有近邻：按 ‹go-nearest› 到最近邻",
            ));
        };
        let from = shared.selected;
        shared.note_place();
        shared.point_to(hit.index, Some(from));
        shared.select_document(hit.index);
        let id = shared.document(hit.index).id.to_owned();
        let (d, back, anatomy) =
            (hit.distance, shared.key(Action::Back), shared.key(Action::Go(Screen::Anatomy)));
        shared.say((
            format!("now looking up {id}, at distance {d}; {back} goes back, {anatomy} to its anatomy"),
            format!("现在查找 {id}，距离 {d}；{back} 返回，{anatomy} 到解剖屏"),
        ));
    }

    /// To the first neighbour that the selected table finds before all others.
    fn open_first_of_table(&mut self, shared: &mut Shared) {
        let table = self.tables.selected;
        let place = match (self.design(), self.answer()) {
            (Some(design), Some(answer)) if table < design.layouts().len() => self.listed().position(|hit| {
                let other = shared.model.signatures.try_get(hit.index as usize);
                other.is_some_and(|other| design.is_first(table, other ^ answer.signature))
            }),
            _ => None,
        };
        match place {
            Some(place) => {
                room::select(self, shared, Pane::Found.into(), place);
                self.focus = Pane::Found;
            }
            None if self.rows(Pane::Blocks) == 0 => {
                shared.warn(("this strategy has no tables", "此策略没有表"));
            }
            None => {
                shared.warn(("this table finds no neighbour before the others", "此表没有最先找到的近邻"))
            }
        }
    }

    /// Signatures that are searched here.
    pub fn own_size(&self, shared: &Shared) -> f64 {
        shared.model.documents.len() as f64
    }
}
