//! The cursor moves over the heatmap, and the part shown with it.

use super::State;
use super::keys::Pane;
use super::zoom::{Geometry, Zoom};
use crate::action::Towards;
use crate::shared::Shared;
use crate::surface::Target;
use std::ops::Range;

impl State {
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

    pub(super) fn keep_cursor_in_view(&mut self, shared: &mut Shared) {
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
        let column = geometry.span(usize::from(x) / shape.columns(), &window.columns);
        (!row.is_empty() && !column.is_empty()).then_some((row.start, column.start))
    }

    pub(super) fn point_at(&mut self, shared: &mut Shared, x: u16, y: u16) {
        match self.place_at(shared, x, y) {
            Some((row, column)) => self.set_cursor(shared, row, column),
            None => shared.warn(("no pair lies there", "那里没有文档对")),
        }
    }

    pub(super) fn zoom(&mut self, shared: &mut Shared, by: i8) {
        let Some(Geometry { magnify, shape, window }) = self.drawn_geometry(shared) else {
            return shared.warn(("no heatmap to zoom yet", "尚无可缩放的热图"));
        };
        let now = Zoom { step: window.step, magnify };
        let Some(area) = shared.drawn.areas.find(|target| *target == Target::Plane(Pane::Heat.into())) else {
            return;
        };
        let (wide, high) = (usize::from(area.width), usize::from(area.height));
        let dots = (wide / shape.columns()).min(high * shape.dots_per_line());
        let zoom =
            if by > 0 { now.nearer() } else { now.farther(Zoom::fitting(self.heat_len(shared), dots)) };
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

    pub(super) fn zoom_at(&mut self, shared: &mut Shared, x: u16, y: u16, by: i8) {
        if let Some((row, column)) = self.place_at(shared, x, y) {
            self.set_cursor(shared, row, column);
        }
        self.zoom(shared, by);
    }

    /// Moves the part shown by columns and lines of the terminal.
    pub(super) fn pan(&mut self, shared: &mut Shared, x: i16, y: i16) {
        let Some(Geometry { magnify, shape, window }) = self.drawn_geometry(shared) else {
            return;
        };
        let step = window.step;
        let shift = |start: usize, cells: isize| step.first(step.cell(start).saturating_add_signed(cells));
        // Dots of a line, or columns of a dot, and dots of a cell: what is left over counts with the next event.
        let down = isize::from(y) * shape.dots_per_line() as isize + self.dragged.0;
        let right = isize::from(x) + self.dragged.1;
        let (high, wide) = (magnify.least() as isize, (shape.columns() * magnify.least()) as isize);
        self.dragged = (down % high, right % wide);
        self.zoom = Some(Zoom { step, magnify });
        self.origin = (shift(window.rows.start, down / high), shift(window.columns.start, right / wide));
    }
}
