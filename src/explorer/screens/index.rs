//! Index, behind Threshold: why every strategy finds all neighbours of a document, and what that costs here.

mod about;
mod file;
mod found;
mod moves;
pub mod news;
mod state;
mod view;
mod why;
mod work;

use crate::action::{Action, Pane, Screen};
use crate::filtering::{Line, Standing};
use crate::jobs::Work;
use crate::listing::Sorts;
use crate::room::{Export, Foot, Moving, Room, panes, selected};
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
pub use crate::surface::action::index as keys;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
pub use state::State;

impl Room for State {
    panes!(Index: Strategies, Blocks, Found);

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => self.open_in(shared, self.focus),
            Action::Cancel => {
                return self.cancel_building(shared) || shared.clear_filter(&mut self.found.filter);
            }
            Action::Resume => return self.structures.retry(),
            Action::Out => shared.back(),
            _ => return false,
        }
        true
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_key(shared);
        if self.found.is_outdated() {
            self.arrange(shared, self.hit().map(|hit| hit.index));
        }
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Index {
            self.want_structures(shared);
            if let Some((a, b)) = self.shown_pair(shared) {
                shared.want_alignment(a, b);
            }
        }
    }

    fn moving<'a>(&'a mut self, _shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Index(pane) = pane else { return None };
        let rows = self.rows(pane);
        let list = match pane {
            Own::Strategies => &mut self.strategies,
            Own::Blocks => &mut self.tables,
            Own::Found => &mut self.found.list,
        };
        Some(Moving::Rows(list, rows))
    }

    fn row_chosen(&mut self, shared: &mut Shared, pane: Pane, _has_moved: bool) {
        if matches!(pane, Pane::Index(Own::Strategies)) && self.found.sort.by == found::TABLE {
            self.arrange(shared, self.hit().map(|hit| hit.index));
        }
        if pane != Own::Blocks.into() {
            self.show_table_of_neighbour(shared);
        }
        if pane == Own::Found.into() {
            // The pair of the other screens is that of the document and this neighbour.
            shared.other = self.hit().map(|hit| hit.index).or(shared.other);
        }
    }

    fn filter(&mut self) -> Option<(Phrase, &mut Line)> {
        Some((("filter the neighbours: ", "筛选近邻："), &mut self.found.filter))
    }

    fn filter_standing(&self, _shared: &Shared) -> Option<Standing<'_>> {
        Some(self.found.standing(self.answer().is_some()))
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.other.filter(|_| self.focus == Own::Found)
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        selected(shared)?;
        self.row(shared)
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        self.why_shown(shared)
    }

    fn sorts(&self) -> Sorts {
        Sorts::of(&found::COLUMNS, self.found.sort.by)
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named(
            match self.focus {
                Own::Found => "simscope-neighbours.tsv",
                Own::Strategies | Own::Blocks => "simscope-strategies.tsv",
            },
            self.file(shared),
        )
    }

    fn foot(&self, _shared: &Shared) -> Foot {
        Foot { work: &[work::INDEX], ..Foot::default() }
    }

    fn doing(&self, shared: &Shared, work: &'static Work) -> Option<String> {
        if work != work::INDEX {
            return None;
        }
        let line = self.next_to_build()?;
        let (what, strategy) = (shared.lang.pick(work.phrase), self.lines[line].strategy);
        Some(format!("{what} {strategy} ({}/{})", self.built_count() + 1, self.to_build()))
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        self.sheet(shared)
    }
}
