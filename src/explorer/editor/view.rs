//! How the editor is drawn.

use super::clusters::{clusters, shown};
use super::{Editor, Rows};
use crate::surface::{Paint, Role};
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};
use std::ops::Range;

/// A text of several lines takes more columns than these.
const FEWEST_COLUMNS: u16 = 10;

/// The style of what stands at a place of the text, if it has one of its own.
pub type Marks<'a> = dyn Fn(&Range<usize>) -> Option<Style> + 'a;

impl Editor {
    /// Draws the text; returns where the terminal's cursor belongs, if it `has_cursor` and there is room. In a text of
    /// several lines the last column is kept for the cursor behind a full row.
    pub fn view(&self, paint: &mut Paint<'_>, area: Rect, has_cursor: bool) -> Option<Position> {
        self.view_marked(paint, area, has_cursor, &|_| None)
    }

    /// The same with a style of its own for each cluster, by its place in the text, that has one.
    pub fn view_marked(
        &self,
        paint: &mut Paint<'_>,
        area: Rect,
        has_cursor: bool,
        marks: &Marks<'_>,
    ) -> Option<Position> {
        let area = area.intersection(paint.buffer.area);
        let fewest = if self.is_line { 0 } else { FEWEST_COLUMNS };
        if area.height == 0 || area.width <= fewest {
            if !self.is_line {
                paint.hollow(area, ("too narrow", "太窄"));
            }
            return None;
        }
        let text = Rect { width: area.width - u16::from(!self.is_line), ..area };
        self.drawn.set(text);
        let (row, column) = self.scroll_to_cursor(text);
        let scrolled = self.scrolled.get();
        let (top, left) = if self.is_line { (0, scrolled) } else { (scrolled, 0) };
        for (row, y) in (top..self.rows.borrow().count()).zip(text.top()..text.bottom()) {
            self.draw_row(paint, Rect { y, height: 1, ..text }, row, left, marks);
        }
        let x = u16::try_from(column - left).unwrap_or(u16::MAX).min(area.width - 1);
        let y = u16::try_from(row.checked_sub(top)?).ok()?;
        if !has_cursor || y >= area.height {
            return None;
        }
        let position = Position::new(area.x + x, area.y + y);
        if self.is_line {
            paint.buffer.set_style(Rect::from((position, Size::new(1, 1))), Modifier::REVERSED);
        }
        Some(position)
    }

    /// Wraps and scrolls the text so that the cursor is within the area, and no row is hidden above while there is
    /// room below; returns the row and the column of the cursor.
    pub(super) fn scroll_to_cursor(&self, area: Rect) -> (usize, usize) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let wrap = self.wrap(width);
        if !self.is_line && self.rows.borrow().wrap != wrap {
            self.rows.replace(Rows::new(&self.text, wrap));
        }
        let (row, column) = self.place();
        let scrolled = self.scrolled.get();
        self.scrolled.set(if self.is_line {
            // What stands under the cursor is seen whole.
            let under = clusters(&self.text, self.cursor, self.text.len()).next();
            let end = column + under.map_or(1, |cluster| cluster.columns);
            scrolled.max(end.saturating_sub(width)).min(column)
        } else {
            let last = self.rows.borrow().count().saturating_sub(height);
            match self.is_away {
                true => scrolled.min(last),
                false => scrolled.min(last).max((row + 1).saturating_sub(height)).min(row),
            }
        });
        (row, column)
    }

    /// Draws what of a row is between the column `left` and the width of the area.
    fn draw_row(&self, paint: &mut Paint<'_>, area: Rect, row: usize, left: usize, marks: &Marks<'_>) {
        let (plain, selected) = (paint.style(Role::Text), paint.style(Role::Selected));
        let strange = paint.style(Role::Warn);
        let selection = self.selection();
        let right = left + usize::from(area.width);
        let mut column = 0;
        let rows = self.rows.borrow();
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
            let mark = marks(&(cluster.start..cluster.end));
            let style = mark.map_or(style, |mark| style.patch(mark));
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
}
