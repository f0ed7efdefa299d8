//! The cursor moves over the heatmap, and the part shown with it.

use super::State;
use super::keys::Pane;
use super::zoom::{Geometry, Zoom};
use crate::tui::action::Towards;
use crate::tui::shared::Shared;
use crate::tui::surface::Target;
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
}
