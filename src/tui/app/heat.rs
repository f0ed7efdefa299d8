//! The heatmap: what part of the n × n pairs is shown, at which scale, and where the cursor stands.

use super::App;
use crate::hamming::{Cells, Window};
use crate::tui::action::{Order, Screen, Towards};
use crate::tui::areas::Target;
use crate::tui::findings::Arranged;
use crate::tui::jobs::{Job, Kind};
use crate::tui::model::Stage;
use ratatui::layout::Rect;
use std::ops::Range;
use std::sync::Arc;

/// State of the matrix screen. A *dot* is the smallest square that is drawn: half a terminal cell, or a
/// whole one where glyphs are used.
#[derive(Debug, Clone, Default)]
pub struct HeatState {
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
    /// The newest cells.
    pub shown: Option<Shown>,
    requested: Option<(Order, Window)>,
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

/// Computed cells, and what they show.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The order, with its signatures.
    pub arranged: Arc<Arranged>,
    /// The part.
    pub window: Window,
    /// Its cells.
    pub cells: Cells,
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

impl HeatState {
    /// The signatures are other ones now.
    pub fn forget(&mut self) {
        self.shown = None;
        self.requested = None;
        self.sought = None;
        self.origin = (0, 0);
        self.zoom = None;
    }

    /// The order by group is another one now.
    pub fn reorder(&mut self) {
        if self.order == Order::Group {
            self.shown = None;
            self.ask_again();
        }
    }

    /// What was asked for may have been abandoned: it is asked for again.
    pub fn ask_again(&mut self) {
        self.requested = None;
        self.sought = None;
    }
}

impl App {
    /// Documents along each axis.
    pub fn heat_len(&self) -> usize {
        match (self.heat.order, &self.model.tree) {
            (Order::Group, Some(tree)) => tree.order().len(),
            (Order::Group, None) => 0,
            _ => self.model.signatures.len(),
        }
    }

    /// How the heatmap lies in `area`; `None` when there is nothing to show.
    pub fn heat_geometry(&self, area: Rect) -> Option<Geometry> {
        let len = self.heat_len();
        let is_growing = matches!(self.model.stage, Stage::Reading | Stage::Hashing);
        if len == 0 || area.is_empty() || is_growing || !self.model.is_hashed() {
            return None;
        }
        let dots_per_line = if self.heat.is_glyphs || !self.theme.has_heat() { 1 } else { 2 };
        let (wide, high) = (usize::from(area.width), usize::from(area.height) * dots_per_line);
        let Zoom { scale, magnify } = self.heat.zoom.unwrap_or_else(|| Zoom::fitting(len, wide.min(high)));
        let span = |origin: usize, dots: usize| {
            let documents = (dots / magnify).max(1) * scale;
            // Cells lie on multiples of the scale, so that a cell keeps its pairs while the map is panned.
            let start = origin.min(len.saturating_sub(documents)).div_ceil(scale) * scale;
            start..(start + documents).min(len)
        };
        let window =
            Window { rows: span(self.heat.origin.0, high), columns: span(self.heat.origin.1, wide), scale };
        Some(Geometry { magnify, dots_per_line, window })
    }

    fn drawn_geometry(&self) -> Option<Geometry> {
        self.heat_geometry(self.areas.find(|target| *target == Target::Heat)?)
    }

    /// Asks for the cells that the screen lacks, and for the closest pair under the cursor.
    pub(super) fn demand_cells(&mut self) {
        if self.screen != Screen::Matrix {
            return;
        }
        let Some(geometry) = self.drawn_geometry() else {
            return;
        };
        let wanted = (self.heat.order, geometry.window.clone());
        if self.heat.requested.as_ref() != Some(&wanted) {
            let arranged = self.heat.shown.as_ref().map(|shown| shown.arranged.clone());
            self.begin(Job::Cells {
                arranged: arranged.filter(|arranged| {
                    arranged.order == self.heat.order && Arc::ptr_eq(&arranged.source, &self.model.signatures)
                }),
                order: self.heat.order,
                tree: self.model.tree.clone(),
                signatures: self.model.signatures.clone(),
                window: geometry.window,
            });
            self.heat.requested = Some(wanted);
        }
        self.demand_closest();
    }

    /// The cell under the cursor, as rows and columns of the order.
    pub fn cell_at_cursor(&self) -> Option<(Range<usize>, Range<usize>)> {
        let scale = self.heat.shown.as_ref()?.window.scale;
        let len = self.heat_len();
        if self.heat.cursor.0.max(self.heat.cursor.1) >= len {
            return None;
        }
        let span = |at: usize| {
            let start = at / scale * scale;
            start..(start + scale).min(len)
        };
        Some((span(self.heat.cursor.0), span(self.heat.cursor.1)))
    }

    fn demand_closest(&mut self) {
        let Some(cell) = self.cell_at_cursor() else { return };
        let is_single = cell.0.len() == 1 && cell.1.len() == 1;
        if is_single || self.heat.sought.as_ref() == Some(&cell) {
            return;
        }
        let Some(shown) = &self.heat.shown else { return };
        let job =
            Job::Closest { arranged: shown.arranged.clone(), rows: cell.0.clone(), columns: cell.1.clone() };
        self.heat.sought = Some(cell);
        self.begin(job);
    }

    pub(super) fn take_closest(&mut self, pair: (u32, u32), at: (usize, usize)) {
        if self.cell_at_cursor().is_some_and(|(rows, columns)| (rows.start, columns.start) == at) {
            self.point_to(pair.0, Some(pair.1));
        }
    }

    pub(super) fn take_cells(&mut self, arranged: Arc<Arranged>, window: Window, cells: Cells) {
        let is_new_order =
            self.heat.shown.as_ref().is_none_or(|shown| !Arc::ptr_eq(&shown.arranged, &arranged));
        self.heat.shown = Some(Shown { arranged, window, cells });
        if is_new_order {
            self.point_at_pair();
        }
    }

    /// The cursor to the selected pair, or to the selected document and its nearest neighbour.
    pub(super) fn point_at_pair(&mut self) {
        let Some(shown) = &self.heat.shown else { return };
        let place = |document: u32| shown.arranged.documents.iter().position(|&at| at == document);
        let other = self.pair_partner();
        let Some(row) = place(self.selected) else {
            // An empty document is in no group order: the cursor begins anew.
            self.heat.cursor = (0, 0);
            return;
        };
        let column = other.and_then(place).unwrap_or(row);
        self.heat.cursor = (row, column);
        self.heat.sought = self.cell_at_cursor();
        self.keep_cursor_in_view();
    }

    /// The other document of the pair: the one chosen, or else the nearest neighbour.
    pub fn pair_partner(&self) -> Option<u32> {
        let is_other =
            |&document: &u32| document != self.selected && (document as usize) < self.model.corpus.len();
        self.other.filter(is_other).or_else(|| Some(self.model.tree.as_ref()?.nearest(self.selected)?.0))
    }

    fn set_cursor(&mut self, row: usize, column: usize) {
        let Some(last) = self.heat_len().checked_sub(1) else {
            return;
        };
        self.heat.cursor = (row.min(last), column.min(last));
        if let Some(shown) = &self.heat.shown {
            let documents = &shown.arranged.documents;
            if let (Some(&row), Some(&column)) =
                (documents.get(self.heat.cursor.0), documents.get(self.heat.cursor.1))
            {
                self.point_to(row, Some(column));
            }
        }
    }

    fn keep_cursor_in_view(&mut self) {
        let Some(Geometry { window, .. }) = self.drawn_geometry() else {
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
        self.heat.origin = (
            follow(window.rows.start, self.heat.cursor.0, &window.rows),
            follow(window.columns.start, self.heat.cursor.1, &window.columns),
        );
    }

    pub(super) fn move_cursor(&mut self, towards: Towards) {
        let Some(Geometry { window, .. }) = self.drawn_geometry() else {
            return;
        };
        let (row, column) = self.heat.cursor;
        let (step, page) = (window.scale, window.rows.len().max(1));
        let last = self.heat_len().saturating_sub(1);
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
        if (row, column) == self.heat.cursor {
            self.warn(("the cursor is at the edge of the matrix", "光标已在矩阵边缘"));
            return;
        }
        self.set_cursor(row, column);
        self.keep_cursor_in_view();
    }

    /// The place of the order under a dot of the drawn heatmap.
    fn place_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let Geometry { magnify, dots_per_line, window } = self.drawn_geometry()?;
        let y = usize::from(y) * dots_per_line / 2;
        let row = window.rows.start + y / magnify * window.scale;
        let column = window.columns.start + usize::from(x) / magnify * window.scale;
        (row < window.rows.end && column < window.columns.end).then_some((row, column))
    }

    pub(super) fn point_at(&mut self, x: u16, y: u16) {
        match self.place_at(x, y) {
            Some((row, column)) => self.set_cursor(row, column),
            None => self.warn(("no pair lies there", "那里没有文档对")),
        }
    }

    pub(super) fn zoom(&mut self, by: i8) {
        let Some(Geometry { magnify, dots_per_line, window }) = self.drawn_geometry() else {
            self.warn(("no heatmap to zoom yet", "尚无可缩放的热图"));
            return;
        };
        let now = Zoom { scale: window.scale, magnify };
        let Some(area) = self.areas.find(|target| *target == Target::Heat) else {
            return;
        };
        let dots = usize::from(area.width).min(usize::from(area.height) * dots_per_line);
        let zoom = if by > 0 { now.nearer() } else { now.farther(Zoom::fitting(self.heat_len(), dots)) };
        if zoom == now {
            self.warn(if by > 0 {
                ("as large as it gets", "已最大")
            } else {
                ("the whole matrix is in view", "已显示整个矩阵")
            });
            return;
        }
        // The pair under the cursor stays in the middle.
        self.heat.zoom = Some(zoom);
        if let Some(Geometry { window, .. }) = self.drawn_geometry() {
            let (row, column) = self.heat.cursor;
            self.heat.origin = (
                row.saturating_sub(window.rows.len() / 2) / window.scale * window.scale,
                column.saturating_sub(window.columns.len() / 2) / window.scale * window.scale,
            );
        }
    }

    pub(super) fn zoom_at(&mut self, x: u16, y: u16, by: i8) {
        if let Some((row, column)) = self.place_at(x, y) {
            self.set_cursor(row, column);
        }
        self.zoom(by);
    }

    pub(super) fn pan(&mut self, x: i16, y: i16) {
        let Some(Geometry { magnify, window, .. }) = self.drawn_geometry() else {
            return;
        };
        let shift = |start: usize, dots: i16| {
            let by = isize::from(dots) * window.scale as isize / magnify as isize;
            start.saturating_add_signed(by) / window.scale * window.scale
        };
        self.heat.zoom = Some(Zoom { scale: window.scale, magnify });
        self.heat.origin = (shift(window.rows.start, y), shift(window.columns.start, x));
    }

    pub(super) fn next_order(&mut self) {
        self.heat.order = match self.heat.order {
            Order::Group => Order::Input,
            Order::Input => Order::Signature,
            Order::Signature => Order::Group,
        };
        self.abandon(Kind::Closest);
        self.heat.forget();
        self.say(self.lang.pick(match self.heat.order {
            Order::Group => ("ordered by group: similar documents side by side", "按组排列：相似文档相邻"),
            Order::Input => ("ordered as the input", "按输入次序排列"),
            Order::Signature => ("ordered by the signature as a number", "按签名数值排列"),
        }));
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
