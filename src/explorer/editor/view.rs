//! How the editor is drawn.

use super::clusters::{clusters, shown};
use super::{Direction, Editor, Rows};
use crate::surface::{Paint, Role};
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};
use std::borrow::Cow;
use std::ops::Range;

/// A text of several lines takes more columns than these.
const FEWEST_COLUMNS: u16 = 10;

/// The style at a place of the text, if it has one of its own.
pub type Marks<'a> = dyn Fn(&Range<usize>) -> Option<Style> + 'a;

/// What of a text is in view in an area.
pub(super) struct Look<'a> {
    rows: Cow<'a, Rows>,
    /// The rows above, or in a line the columns left of it.
    pub(super) scrolled: usize,
    /// Row and column of the cursor.
    pub(super) row: usize,
    column: usize,
}

impl Editor {
    /// Draws the text, with the terminal's cursor if it `has_cursor` and there is room. In a text of several lines the last
    /// column is kept for the cursor behind a full row.
    pub fn view(&self, paint: &mut Paint<'_>, area: Rect, has_cursor: bool) {
        self.view_marked(paint, area, has_cursor, &|_| None);
    }

    /// The same with a style of its own for each cluster, by its place in the text, that has one.
    pub fn view_marked(&self, paint: &mut Paint<'_>, area: Rect, has_cursor: bool, marks: &Marks<'_>) {
        let area = area.intersection(paint.buffer.area);
        let Some(text) = self.room(area) else {
            if !self.is_line {
                paint.hollow(area, ("too narrow", "太窄"));
            }
            return;
        };
        if self.is_line {
            paint.areas.note_line(area);
        }
        let look = self.look(text);
        let (top, left) = if self.is_line { (0, look.scrolled) } else { (look.scrolled, 0) };
        for (row, y) in (top..look.rows.count()).zip(text.top()..text.bottom()) {
            self.draw_row(paint, Rect { y, height: 1, ..text }, &look, row, marks);
        }
        let x = u16::try_from(look.column - left).unwrap_or(u16::MAX).min(area.width - 1);
        let row = look.row.checked_sub(top).and_then(|row| u16::try_from(row).ok());
        let Some(y) = row.filter(|y| has_cursor && *y < area.height) else { return };
        let position = Position::new(area.x + x, area.y + y);
        if self.is_line {
            paint.buffer.set_style(Rect::from((position, Size::new(1, 1))), Modifier::REVERSED);
        }
        paint.areas.cursor = Some(position);
    }

    /// The text wrapped and scrolled so that the cursor is within the area, and no row is hidden above while there is
    /// room below.
    pub(super) fn look(&self, area: Rect) -> Look<'_> {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let wrap = self.wrap(width);
        let rows = match self.is_line || self.rows.wrap == wrap {
            true => Cow::Borrowed(&self.rows),
            false => Cow::Owned(Rows::new(&self.text, wrap)),
        };
        let (row, column) = self.place(&rows);
        let scrolled = if self.is_line {
            // The cluster under the cursor is fully visible.
            let under = clusters(&self.text, self.cursor, self.text.len()).next();
            let end = column + under.map_or(1, |cluster| cluster.columns);
            self.scrolled.max(end.saturating_sub(width)).min(column)
        } else {
            let scrolled = self.scrolled.min(rows.count().saturating_sub(height));
            if self.is_away { scrolled } else { scrolled.max((row + 1).saturating_sub(height)).min(row) }
        };
        Look { rows, scrolled, row, column }
    }

    /// The part of an area in which there is text, if that is wide enough.
    fn room(&self, area: Rect) -> Option<Rect> {
        let (fewest, kept) = if self.is_line { (0, 0) } else { (FEWEST_COLUMNS, 1) };
        (area.height > 0 && area.width > fewest).then(|| Rect { width: area.width - kept, ..area })
    }

    /// Notes where the text was drawn: what moves the cursor by rows and pages goes by that.
    pub fn drawn(&mut self, area: Rect) {
        let Some(area) = self.room(area) else { return };
        let Look { rows, scrolled, .. } = self.look(area);
        if let Cow::Owned(rows) = rows {
            self.rows = rows;
        }
        (self.drawn, self.scrolled) = (area, scrolled);
    }

    /// Draws what of a row is in view.
    fn draw_row(&self, paint: &mut Paint<'_>, area: Rect, look: &Look<'_>, row: usize, marks: &Marks<'_>) {
        let (rows, left) = (&look.rows, if self.is_line { look.scrolled } else { 0 });
        let (plain, selected) = (paint.style(Role::Text), paint.style(Role::Selected));
        let strange = paint.style(Role::Warn);
        let selection = self.selection();
        let right = left + usize::from(area.width);
        let mut column = 0;
        for cluster in rows.clusters(&self.text, row) {
            let start = column;
            column += cluster.columns;
            if column <= left {
                continue;
            }
            if column > right {
                break;
            }
            let (symbol, is_strange) = shown(&self.text[cluster.start..cluster.end]);
            let style = if is_strange { strange } else { plain };
            let style = marks(&(cluster.start..cluster.end)).map_or(style, |mark| style.patch(mark));
            let style = if selection.contains(&cluster.start) { style.patch(selected) } else { style };
            // The half of a wide character that is in view is blank.
            let (symbol, start) = if start < left { (" ".into(), left) } else { (symbol, start) };
            paint.put(area.x + (start - left) as u16, area.y, &symbol, style);
        }
        // A selected line feed shows as a space.
        let end = rows.range(&self.text, row).end;
        if selection.contains(&end) && self.text.as_bytes()[end] == b'\n' && column < right {
            paint.put(area.x + (column - left) as u16, area.y, " ", plain.patch(selected));
        }
    }

    /// The offset at which the first row in view begins.
    pub fn first_shown(&self) -> usize {
        self.offset_at(self.scrolled, 0, true)
    }

    /// The offset of the cursor, and its row counted from the first in view, as it will be drawn.
    pub fn cursor_shown(&self) -> (usize, usize) {
        let look = self.look(self.drawn);
        (self.cursor, look.row.saturating_sub(look.scrolled))
    }

    /// Puts the cursor at an offset, or before the cluster around it, and scrolls until that number of rows is above that row. An
    /// offset beyond the end is the end.
    pub fn show(&mut self, offset: usize, rows_above: usize) {
        let offset = self.boundary(offset.min(self.text.len()), Direction::Back);
        let row = self.rows.row_of(offset);
        self.go(offset, false);
        self.scrolled = row.saturating_sub(rows_above);
    }

    /// Scrolls in the same way, while the cursor stays where it is. Once the cursor is moved, it is in view again.
    pub fn show_away(&mut self, offset: usize, rows_above: usize) {
        let offset = self.boundary(offset.min(self.text.len()), Direction::Back);
        let row = self.rows.row_of(offset);
        self.scrolled = row.saturating_sub(rows_above);
        self.is_away = true;
    }
}
