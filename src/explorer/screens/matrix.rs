//! Screen 4, Matrix: all pairs as a heatmap, and the pair under the cursor.

mod heat;
mod moves;
mod pair;
mod state;
pub mod work;
mod zoom;

use crate::action::{Action, Pane, Screen};
use crate::room::{Export, Foot, Moving, PaneOf, Panes, Room, by_panes, panes};
use crate::shared::Shared;
pub use crate::surface::action::matrix as keys;
use crate::surface::{Paint, Phrase, Rect};
use crate::widgets::table;
use heat::{Edges, Heat};
use keys::Pane as Own;
use pair::Pair;
use simscope_core::hamming::Show;
pub use state::State;

type Scene<'a> = crate::shared::Scene<'a, State>;

impl State {
    panes!(Matrix: Heat, Pair);

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => shared.open_document(),
            Action::Cancel => return self.cancel_cells(shared),
            Action::Resume => return self.resume_cells(),
            Action::Out => return self.leave_group(shared),
            Action::Move(towards) => self.move_cursor(shared, towards),
            Action::StepDocument(by) => self.jump(shared, by),
            _ => return false,
        }
        true
    }
}

impl Room for State {
    by_panes!(Matrix);

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        view(Scene { own: self, shared }, paint, area);
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_shared(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Matrix {
            shared.want_traces(shared.selected_document().into_iter().chain(shared.pair_partner()));
            if let Some((row, column)) = shared.selected_document().zip(shared.pair_partner()) {
                shared.want_alignment(row, column);
            }
            self.want_cells(shared);
        }
    }

    fn foot(&self, _shared: &Shared) -> Foot {
        let counts = self.shown_now().is_some_and(|shown| !shown.has(Show::Share));
        let phrase: Phrase = ("counting the pairs within each k", "统计每个 k 内的文档对");
        Foot {
            work: &[work::JUMP, work::CELLS],
            doing: counts.then_some((work::CELLS, phrase)),
            ..Foot::default()
        }
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.pair_partner()
    }

    fn export(&self, shared: &Shared) -> Export {
        heat::export(Scene { own: self, shared })
    }
}

/// Draws the screen.
fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    // The map is a square with its edges: what is beside it belongs to the pair.
    let edges = Edges::of(scene, area);
    let lines = area.height.saturating_sub(2 + edges.top);
    let square = edges.left + scene.own.map_width(scene.shared, lines) + 2;
    let beside = area.width - square.max(LEAST).min(area.width);
    let pair_width = match area.width {
        110.. => beside.max(40),
        76..=109 => beside.max(32),
        _ => return scene.own.pane(scene.own.focus).view(scene, paint, area),
    };
    let [left, right] = table::beside(area, area.width - pair_width);
    heat::draw(scene, paint, left, edges);
    Pair.view(scene, paint, right);
}

/// The least width of the map's pane, for its title and its legend.
const LEAST: u16 = 38;
