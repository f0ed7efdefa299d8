//! Screen 4, Matrix: all pairs as a heatmap, and the pair under the cursor.

mod heat;
mod pair;
mod part;
mod state;
pub mod work;
mod zoom;

use crate::action::{Action, Pane, Screen, Towards};
use crate::room::{Export, Foot, Moving, PaneOf, Panes, Room, by_panes, panes};
use crate::shared::{Shared, found};
pub use crate::surface::action::matrix as keys;
use crate::surface::{Paint, Phrase, Rect};
use crate::widgets::table;
use heat::{Edges, Heat};
use keys::Pane as Own;
use pair::Pair;
use simscope_core::hamming::{Jump, Show};
pub use state::State;
use state::map_area;
use std::ops::Range;
use std::sync::Arc;
use work::{Arranged, CELLS, JUMP, Placed};
use zoom::{Geometry, Zoom};

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

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        // The map is a square with its edges: what is beside it belongs to the pair.
        let edges = Edges::of(scene, area);
        let lines = area.height.saturating_sub(2 + edges.top);
        let square = edges.left + scene.own.map_width(scene.shared, lines) + 2;
        let beside = area.width - square.max(LEAST).min(area.width);
        let pair_width = match area.width {
            110.. => beside.max(PAIR),
            76..=109 => beside.max(32),
            _ => return scene.own.pane(scene.own.focus).view(scene, paint, area),
        };
        let [left, right] = table::beside(area, area.width - pair_width);
        heat::draw(scene, paint, left, edges);
        Pair.view(scene, paint, right);
    }
}

impl Room for State {
    by_panes!(Matrix);

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
        Foot { work: &[JUMP, CELLS], doing: counts.then_some((CELLS, phrase)), ..Foot::default() }
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.pair_partner()
    }

    fn export(&self, shared: &Shared) -> Export {
        heat::export(Scene { own: self, shared })
    }
}

/// The least width of the map's pane, for its title and its legend.
const LEAST: u16 = 38;
/// That of the pair's pane beside it, where there are names.
const PAIR: u16 = 40;

// The cursor moves over the heatmap, and the part shown with it.

impl State {
    fn set_cursor(&mut self, shared: &mut Shared, row: usize, column: usize) {
        let Some(last) = self.heat_len(shared).checked_sub(1) else { return };
        self.cursor = (row.min(last), column.min(last));
        if let Some(shown) = self.newest() {
            let documents = &shown.arranged.documents;
            if let (Some(&row), Some(&column)) = (documents.get(self.cursor.0), documents.get(self.cursor.1))
            {
                self.select_pair(shared, row, column);
            }
        }
    }

    fn keep_cursor_in_view(&mut self, shared: &mut Shared) {
        let Some(Geometry { window, .. }) = self.drawn_geometry(shared) else { return };
        let follow = |origin: usize, at: usize, shown: &Range<usize>| {
            if at < shown.start {
                at
            } else if at >= shown.end {
                shown.start + (at + 1 - shown.end)
            } else {
                origin
            }
        };
        self.origin = (
            follow(window.rows.start, self.cursor.0, &window.rows),
            follow(window.columns.start, self.cursor.1, &window.columns),
        );
    }

    fn move_cursor(&mut self, shared: &mut Shared, towards: Towards) {
        let Some(Geometry { window, .. }) = self.drawn_geometry(shared) else { return };
        let (row, column) = self.cursor;
        let (step, page) = (window.step, window.rows.len().max(1));
        let last = self.heat_len(shared).saturating_sub(1);
        let back = |at: usize| step.cell(at).checked_sub(1).map_or(0, |cell| step.first(cell));
        let on = |at: usize| step.first(step.cell(at) + 1).min(last);
        let (row, column) = match towards {
            Towards::Up => (back(row), column),
            Towards::Down => (on(row), column),
            Towards::Left => (row, back(column)),
            Towards::Right => (row, on(column)),
            Towards::PageUp => (row.saturating_sub(page), column),
            Towards::PageDown => ((row + page).min(last), column),
            Towards::HalfUp => (row.saturating_sub(page.div_ceil(2)), column),
            Towards::HalfDown => ((row + page.div_ceil(2)).min(last), column),
            Towards::First => (0, 0),
            Towards::Last => (last, last),
        };
        if (row, column) == self.cursor {
            return shared.warn(("the cursor is at the edge of the matrix", "光标已在矩阵边缘"));
        }
        self.set_cursor(shared, row, column);
        self.keep_cursor_in_view(shared);
    }

    /// The place of the order under a dot of the drawn heatmap.
    fn place_at(&self, shared: &Shared, x: u16, y: u16) -> Option<(usize, usize)> {
        let geometry = self.drawn_geometry(shared)?;
        let Geometry { shape, window, .. } = &geometry;
        let row = geometry.span(usize::from(y) * shape.dots_per_line(), &window.rows);
        let column = geometry.span(shape.across(x), &window.columns);
        (!row.is_empty() && !column.is_empty()).then_some((row.start, column.start))
    }

    fn point_at(&mut self, shared: &mut Shared, x: u16, y: u16) {
        match self.place_at(shared, x, y) {
            Some((row, column)) => self.set_cursor(shared, row, column),
            None => shared.warn(("no pair lies there", "那里没有文档对")),
        }
    }

    fn zoom(&mut self, shared: &mut Shared, by: i8) {
        let Some(Geometry { magnify, shape, window }) = self.drawn_geometry(shared) else {
            return shared.warn(("no heatmap to zoom yet", "尚无可缩放的热图"));
        };
        let now = Zoom { step: window.step, magnify };
        let Some(area) = map_area(shared) else { return };
        let (wide, high) = shape.dots(area);
        let fitting = Zoom::fitting(self.heat_len(shared), wide.min(high));
        let zoom = if by > 0 { now.nearer(shape) } else { now.farther(fitting) };
        if zoom == now {
            return shared.warn(if by > 0 {
                ("as large as it gets", "已最大")
            } else {
                ("the whole matrix is in view", "已显示整个矩阵")
            });
        }
        // The pair under the cursor stays in the middle.
        self.zoom = Some(zoom);
        if let Some(Geometry { window, .. }) = self.drawn_geometry(shared) {
            let (row, column) = self.cursor;
            let middle = |at: usize, shown: &Range<usize>| {
                window.step.first(window.step.cell(at.saturating_sub(shown.len() / 2)))
            };
            self.origin = (middle(row, &window.rows), middle(column, &window.columns));
        }
    }

    fn zoom_at(&mut self, shared: &mut Shared, x: u16, y: u16, by: i8) {
        if let Some((row, column)) = self.place_at(shared, x, y) {
            self.set_cursor(shared, row, column);
        }
        self.zoom(shared, by);
    }

    /// Moves the part shown by columns and lines of the terminal.
    fn pan(&mut self, shared: &mut Shared, x: i16, y: i16) {
        let Some(Geometry { magnify, shape, window }) = self.drawn_geometry(shared) else { return };
        let step = window.step;
        let shift = |start: usize, cells: isize| step.first(step.cell(start).saturating_add_signed(cells));
        // Dots of a line or a column, or columns of a dot, and dots of a cell: what is left over counts with the next event.
        let down = isize::from(y) * shape.dots_per_line() as isize + self.dragged.0;
        let right = isize::from(x) * shape.per_column() as isize + self.dragged.1;
        let (high, wide) = (magnify.least() as isize, (shape.columns() * magnify.least()) as isize);
        self.dragged = (down % high, right % wide);
        self.zoom = Some(Zoom { step, magnify });
        self.origin = (shift(window.rows.start, down / high), shift(window.columns.start, right / wide));
    }

    /// Looks for the next dot (1) or the one before (−1), row by row above the diagonal, with a pair within k.
    fn jump(&mut self, shared: &mut Shared, by: i8) {
        let (Some(geometry), Some(shown)) = (self.drawn_geometry(shared), self.shown_now()) else {
            return shared.warn(("the heatmap is still to come", "热图尚未绘制"));
        };
        let (step, k, is_back) = (geometry.window.step, shared.k, by < 0);
        let from = (step.cell(self.cursor.0), step.cell(self.cursor.1));
        let jump = Jump { step, k, from, is_back };
        let (arranged, tree) = (shown.arranged.clone(), shared.model.tree.clone());
        shared.begin(JUMP, move |progress, _| {
            let pair = work::jump(&arranged, &jump, tree.as_deref(), progress)?;
            Some(found(move |own: &mut Self, shared| own.land(shared, &arranged, jump, pair)))
        });
    }

    /// The cursor goes to the closest pair of the dot that was found.
    fn land(&mut self, shared: &mut Shared, arranged: &Arc<Arranged>, jump: Jump, pair: Option<Placed>) {
        if !self.shown_now().is_some_and(|shown| Arc::ptr_eq(&shown.arranged, arranged)) {
            return;
        }
        let k = jump.k;
        let Some((row, column, distance)) = pair else {
            let (on, back) = (shared.key(Action::StepDocument(1)), shared.key(Action::StepDocument(-1)));
            return shared.warn(match jump.is_back {
                false => both!(
                    "no further dot off the diagonal has a pair within k = {k}; {back} goes back",
                    "后面没有 k = {k} 以内的点了（对角线除外）；按 {back} 往回"
                ),
                true => both!(
                    "no earlier dot off the diagonal has a pair within k = {k}; {on} goes on",
                    "前面没有 k = {k} 以内的点了（对角线除外）；按 {on} 往后"
                ),
            });
        };
        self.cursor = (row, column);
        let (a, b) = (arranged.documents[row], arranged.documents[column]);
        self.select_pair(shared, a, b);
        self.sought = self.cell_at_cursor(shared);
        self.keep_cursor_in_view(shared);
        let (a, b) = (shared.shown_id(a), shared.shown_id(b));
        shared.say(both!(
            "nearest pair of this dot: d = {distance}, {a} and {b}",
            "该点最近的一对：d = {distance}，{a} 与 {b}"
        ));
    }
}
