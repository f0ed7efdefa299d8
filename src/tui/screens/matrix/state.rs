//! The heatmap: what part of the n × n pairs is shown, at which scale, and where the cursor stands.

use super::keys::{Act, Order, Pane};
use super::news::{CellsKey, News, Shown};
use super::work;
use crate::hamming::{self, Window};
use crate::tui::action::{Screen, Towards};
use crate::tui::jobs::{Kind, Outcome};
use crate::tui::shared::Shared;
use crate::tui::shared::model::Stage;
use crate::tui::surface::areas::Target;
use crate::tui::wanted::Wanted;
use ratatui::layout::Rect;
use std::ops::Range;
use std::sync::Arc;

/// State of the matrix screen. A *dot* is the smallest square that is drawn: half a terminal cell, or a
/// whole one where glyphs are used.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    /// Order of rows and columns.
    pub order: Order,
    /// How large a document is; `None` fits everything in.
    pub zoom: Option<Zoom>,
    /// First row and column shown, as places in the order.
    pub origin: (usize, usize),
    /// Row and column of the cursor, as places in the order.
    pub cursor: (usize, usize),
    /// Cells beyond k are dimmed.
    pub is_dimmed: bool,
    /// Glyphs instead of half blocks.
    pub is_glyphs: bool,
    cells: Wanted<CellsKey, Shown>,
    /// The generation of the signatures and of the tree that the rest is of.
    of: (u64, u64),
    /// The pair that the cursor stands on.
    pair: (u32, Option<u32>),
    is_shown: bool,
    /// The cell whose closest pair was asked for.
    sought: Option<(Range<usize>, Range<usize>)>,
}

/// How large a document is drawn; one of the two is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zoom {
    /// Documents to a dot.
    pub scale: usize,
    /// Dots to a document.
    pub magnify: usize,
}

/// How the heatmap lies in its area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    /// Dots to a document, along both axes; 1 when `window.scale` is above 1.
    pub magnify: usize,
    /// Lines of dots in one terminal line: 2 or 1.
    pub dots_per_line: usize,
    /// What is shown.
    pub window: Window,
}

/// More dots to a document are of no use.
const LARGEST: usize = 8;

impl Zoom {
    /// The largest at which `len` documents fit into so many dots (at most four dots to a document).
    fn fitting(len: usize, dots: usize) -> Self {
        let (len, dots) = (len.max(1), dots.max(1));
        let magnify = [4, 2, 1].into_iter().find(|magnify| len * magnify <= dots).unwrap_or(1);
        Self { scale: len.div_ceil(dots), magnify }
    }

    fn nearer(self) -> Self {
        match self.scale {
            1 => Self { scale: 1, magnify: (self.magnify * 2).min(LARGEST) },
            scale => Self { scale: scale / 2, magnify: 1 },
        }
    }

    fn farther(self, fitting: Self) -> Self {
        if self.magnify > 1 {
            return Self { scale: 1, magnify: (self.magnify / 2).max(fitting.magnify.min(self.magnify)) };
        }
        Self { scale: (self.scale * 2).min(fitting.scale.max(self.scale)), magnify: 1 }
    }
}

impl State {
    /// Documents along each axis.
    pub fn heat_len(&self, shared: &Shared) -> usize {
        match (self.order, &shared.model.tree) {
            (Order::Group, Some(tree)) => tree.order().len(),
            (Order::Group, None) => 0,
            _ => shared.model.signatures.len(),
        }
    }

    /// How the heatmap lies in `area`; `None` when there is nothing to show.
    pub fn heat_geometry(&self, shared: &Shared, area: Rect) -> Option<Geometry> {
        let len = self.heat_len(shared);
        let is_growing = matches!(shared.model.stage, Stage::Reading | Stage::Hashing);
        if len == 0 || area.is_empty() || is_growing || !shared.model.is_hashed() {
            return None;
        }
        let dots_per_line = if self.is_glyphs || !shared.theme.has_heat() { 1 } else { 2 };
        let (wide, high) = (usize::from(area.width), usize::from(area.height) * dots_per_line);
        let Zoom { scale, magnify } = self.zoom.unwrap_or_else(|| Zoom::fitting(len, wide.min(high)));
        let span = |origin: usize, dots: usize| {
            let documents = (dots / magnify).max(1) * scale;
            // Cells lie on multiples of the scale, so that a cell keeps its pairs while the map is panned.
            let start = origin.min(len.saturating_sub(documents)).div_ceil(scale) * scale;
            start..(start + documents).min(len)
        };
        let window = Window { rows: span(self.origin.0, high), columns: span(self.origin.1, wide), scale };
        Some(Geometry { magnify, dots_per_line, window })
    }

    fn drawn_geometry(&self, shared: &Shared) -> Option<Geometry> {
        self.heat_geometry(shared, shared.areas.find(|target| *target == Target::Plane(Pane::Heat.into()))?)
    }

    fn cells_key(&self, shared: &Shared, window: Window) -> CellsKey {
        let is_by_tree = self.order == Order::Group;
        let trees = if is_by_tree { shared.model.trees } else { 0 };
        CellsKey { order: self.order, window, of: (shared.model.generation, trees) }
    }

    /// Asks for the cells that the screen lacks, and for the closest pair under the cursor.
    pub(super) fn want_cells(&mut self, shared: &mut Shared) {
        let Some(geometry) = self.drawn_geometry(shared) else { return };
        let key = self.cells_key(shared, geometry.window);
        if self.cells.is_missing(&key) {
            let known = self.shown().map(|shown| shown.arranged.clone()).filter(|arranged| {
                arranged.order == key.order && Arc::ptr_eq(&arranged.source, &shared.model.signatures)
            });
            let (tree, signatures) = (shared.model.tree.clone(), shared.model.signatures.clone());
            self.cells.ask(key.clone());
            shared.begin(Kind::Cells, move |progress, _| {
                let arranged =
                    known.unwrap_or_else(|| Arc::new(work::arrange(key.order, tree.as_deref(), signatures)));
                let cells = hamming::cells(&arranged.signatures, &key.window, progress)?;
                let shown = Shown { arranged, window: key.window.clone(), cells };
                Some(Outcome::Matrix(News::Cells(key, shown)))
            });
        }
        self.want_closest(shared);
    }

    /// The newest cells.
    pub fn shown(&self) -> Option<&Shown> {
        self.cells.latest()
    }

    /// The cell under the cursor, as rows and columns of the order.
    pub fn cell_at_cursor(&self, shared: &Shared) -> Option<(Range<usize>, Range<usize>)> {
        let scale = self.shown()?.window.scale;
        let len = self.heat_len(shared);
        if self.cursor.0.max(self.cursor.1) >= len {
            return None;
        }
        let span = |at: usize| {
            let start = at / scale * scale;
            start..(start + scale).min(len)
        };
        Some((span(self.cursor.0), span(self.cursor.1)))
    }

    fn want_closest(&mut self, shared: &mut Shared) {
        let Some(cell) = self.cell_at_cursor(shared) else { return };
        let is_single = cell.0.len() == 1 && cell.1.len() == 1;
        if is_single || self.sought.as_ref() == Some(&cell) {
            return;
        }
        let Some(shown) = self.shown() else { return };
        let (arranged, (rows, columns)) = (shown.arranged.clone(), cell.clone());
        self.sought = Some(cell);
        shared.begin(Kind::Closest, move |progress, _| {
            work::closest(&arranged, rows, columns, progress).map(Outcome::Matrix)
        });
    }

    pub fn take(&mut self, shared: &mut Shared, news: News) {
        match news {
            News::Cells(key, shown) => {
                let before = self.shown().map(|before| &before.arranged);
                let is_new_order = before.is_none_or(|before| !Arc::ptr_eq(before, &shown.arranged));
                self.cells.put(key, shown);
                if is_new_order {
                    self.point_at_pair(shared);
                }
            }
            News::Closest { pair, at } => {
                let cell = self.cell_at_cursor(shared);
                if cell.is_some_and(|(rows, columns)| (rows.start, columns.start) == at) {
                    self.select_pair(shared, pair.0, pair.1);
                }
            }
        }
    }

    /// The cells, the part shown and the pair follow the corpus and the selection.
    pub(super) fn follow_shared(&mut self, shared: &mut Shared) {
        let of = (shared.model.generation, shared.model.trees);
        let is_shown = shared.screen == Screen::Matrix;
        let pair = (shared.selected, shared.other);
        if self.of.0 != of.0 {
            self.begin_anew(shared);
        } else if self.of.1 != of.1 && self.order == Order::Group {
            self.cells.forget();
            self.sought = None;
        }
        self.of = of;
        if is_shown && (!self.is_shown || self.pair != pair) {
            self.point_at_pair(shared);
        }
        (self.is_shown, self.pair) = (is_shown, pair);
    }

    /// The signatures, or their order, are other ones now: the whole is shown.
    fn begin_anew(&mut self, shared: &mut Shared) {
        for kind in [Kind::Cells, Kind::Closest] {
            if shared.runs(kind) {
                shared.abandon(kind);
            }
        }
        self.cells.forget();
        (self.sought, self.zoom, self.origin) = (None, None, (0, 0));
    }

    /// Selects the pair under the cursor; the cursor stays where it is.
    fn select_pair(&mut self, shared: &mut Shared, document: u32, other: u32) {
        shared.point_to(document, Some(other));
        self.pair = (document, Some(other));
    }

    /// Stops the drawing. Returns whether it ran.
    pub(super) fn cancel_cells(&mut self, shared: &mut Shared) -> bool {
        if !shared.runs(Kind::Cells) {
            return false;
        }
        shared.abandon(Kind::Cells);
        self.cells.cancel();
        shared.say(
            shared
                .lang
                .pick(("heatmap cancelled; zoom or pan draws again", "已取消绘制；缩放或平移会重新绘制")),
        );
        true
    }

    /// The cursor to the selected pair, or to the selected document and its nearest neighbour.
    pub(super) fn point_at_pair(&mut self, shared: &mut Shared) {
        let Some(shown) = self.shown() else { return };
        let place = |document: u32| shown.arranged.documents.iter().position(|&at| at == document);
        let other = shared.pair_partner();
        let Some(row) = place(shared.selected) else {
            // An empty document is in no group order: the cursor begins anew.
            self.cursor = (0, 0);
            return;
        };
        let column = other.and_then(place).unwrap_or(row);
        self.cursor = (row, column);
        self.sought = self.cell_at_cursor(shared);
        self.keep_cursor_in_view(shared);
    }

    fn set_cursor(&mut self, shared: &mut Shared, row: usize, column: usize) {
        let Some(last) = self.heat_len(shared).checked_sub(1) else {
            return;
        };
        self.cursor = (row.min(last), column.min(last));
        if let Some(shown) = self.shown() {
            let documents = &shown.arranged.documents;
            if let (Some(&row), Some(&column)) = (documents.get(self.cursor.0), documents.get(self.cursor.1))
            {
                self.select_pair(shared, row, column);
            }
        }
    }

    fn keep_cursor_in_view(&mut self, shared: &mut Shared) {
        let Some(Geometry { window, .. }) = self.drawn_geometry(shared) else {
            return;
        };
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

    pub(super) fn move_cursor(&mut self, shared: &mut Shared, towards: Towards) {
        let Some(Geometry { window, .. }) = self.drawn_geometry(shared) else {
            return;
        };
        let (row, column) = self.cursor;
        let (step, page) = (window.scale, window.rows.len().max(1));
        let last = self.heat_len(shared).saturating_sub(1);
        let (row, column) = match towards {
            Towards::Up => (row.saturating_sub(step), column),
            Towards::Down => ((row + step).min(last), column),
            Towards::Left => (row, column.saturating_sub(step)),
            Towards::Right => (row, (column + step).min(last)),
            Towards::PageUp => (row.saturating_sub(page), column),
            Towards::PageDown => ((row + page).min(last), column),
            Towards::First => (0, 0),
            Towards::Last => (last, last),
        };
        if (row, column) == self.cursor {
            shared.warn(("the cursor is at the edge of the matrix", "光标已在矩阵边缘"));
            return;
        }
        self.set_cursor(shared, row, column);
        self.keep_cursor_in_view(shared);
    }

    /// The place of the order under a dot of the drawn heatmap.
    fn place_at(&self, shared: &Shared, x: u16, y: u16) -> Option<(usize, usize)> {
        let Geometry { magnify, dots_per_line, window } = self.drawn_geometry(shared)?;
        let y = usize::from(y) * dots_per_line;
        let row = window.rows.start + y / magnify * window.scale;
        let column = window.columns.start + usize::from(x) / magnify * window.scale;
        (row < window.rows.end && column < window.columns.end).then_some((row, column))
    }

    pub(super) fn point_at(&mut self, shared: &mut Shared, x: u16, y: u16) {
        match self.place_at(shared, x, y) {
            Some((row, column)) => self.set_cursor(shared, row, column),
            None => shared.warn(("no pair lies there", "那里没有文档对")),
        }
    }

    pub(super) fn zoom(&mut self, shared: &mut Shared, by: i8) {
        let Some(Geometry { magnify, dots_per_line, window }) = self.drawn_geometry(shared) else {
            shared.warn(("no heatmap to zoom yet", "尚无可缩放的热图"));
            return;
        };
        let now = Zoom { scale: window.scale, magnify };
        let Some(area) = shared.areas.find(|target| *target == Target::Plane(Pane::Heat.into())) else {
            return;
        };
        let dots = usize::from(area.width).min(usize::from(area.height) * dots_per_line);
        let zoom =
            if by > 0 { now.nearer() } else { now.farther(Zoom::fitting(self.heat_len(shared), dots)) };
        if zoom == now {
            shared.warn(if by > 0 {
                ("as large as it gets", "已最大")
            } else {
                ("the whole matrix is in view", "已显示整个矩阵")
            });
            return;
        }
        // The pair under the cursor stays in the middle.
        self.zoom = Some(zoom);
        if let Some(Geometry { window, .. }) = self.drawn_geometry(shared) {
            let (row, column) = self.cursor;
            self.origin = (
                row.saturating_sub(window.rows.len() / 2) / window.scale * window.scale,
                column.saturating_sub(window.columns.len() / 2) / window.scale * window.scale,
            );
        }
    }

    pub(super) fn zoom_at(&mut self, shared: &mut Shared, x: u16, y: u16, by: i8) {
        if let Some((row, column)) = self.place_at(shared, x, y) {
            self.set_cursor(shared, row, column);
        }
        self.zoom(shared, by);
    }

    pub(super) fn pan(&mut self, shared: &mut Shared, x: i16, y: i16) {
        let Some(Geometry { magnify, window, .. }) = self.drawn_geometry(shared) else {
            return;
        };
        let shift = |start: usize, dots: i16| {
            let by = isize::from(dots) * window.scale as isize / magnify as isize;
            start.saturating_add_signed(by) / window.scale * window.scale
        };
        self.zoom = Some(Zoom { scale: window.scale, magnify });
        self.origin = (shift(window.rows.start, y), shift(window.columns.start, x));
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let said = match act {
            Act::Zoom(by) => {
                self.zoom(shared, by);
                return;
            }
            Act::NextOrder => {
                self.order = match self.order {
                    Order::Group => Order::Input,
                    Order::Input => Order::Signature,
                    Order::Signature => Order::Group,
                };
                self.begin_anew(shared);
                match self.order {
                    Order::Group => {
                        ("ordered by group: similar documents side by side", "按组排列：相似文档相邻")
                    }
                    Order::Input => ("ordered as the input", "按输入次序排列"),
                    Order::Signature => ("ordered by the signature as a number", "按签名数值排列"),
                }
            }
            Act::ToggleDim => {
                self.is_dimmed ^= true;
                match self.is_dimmed {
                    true => ("cells beyond k are dimmed", "已淡化超过 k 的格"),
                    false => ("all cells in full colour", "所有格显示全色"),
                }
            }
            Act::ToggleGlyphs => {
                self.is_glyphs ^= true;
                match self.is_glyphs {
                    true => ("one sign for each class of distance", "按距离等级显示字符"),
                    false => ("half blocks in colour", "彩色半块"),
                }
            }
        };
        shared.say(shared.lang.pick(said));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitting_zoom_is_the_largest_that_shows_everything() {
        for (len, dots, scale, magnify) in [
            (10, 100, 1, 4),
            (50, 100, 1, 2),
            (51, 100, 1, 1),
            (100, 100, 1, 1),
            (101, 100, 2, 1),
            (343_792, 60, 5730, 1),
        ] {
            assert_eq!(Zoom::fitting(len, dots), Zoom { scale, magnify }, "{len} in {dots}");
        }
    }

    #[test]
    fn zooming_in_and_out_comes_back_to_the_whole() {
        let fitting = Zoom::fitting(1000, 60);
        let mut zoom = fitting;
        for _ in 0..12 {
            zoom = zoom.nearer();
        }
        assert_eq!(zoom, Zoom { scale: 1, magnify: LARGEST });
        for _ in 0..12 {
            zoom = zoom.farther(fitting);
        }
        assert!(zoom.scale >= fitting.scale, "{zoom:?}");
    }
}
