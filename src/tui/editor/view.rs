//! How the editor is drawn.

use super::disguise::Shown;
use super::{Editor, SELECTED, WRAPPED_AT_WORDS};
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The columns that a text needs at least, so that its rows can be counted: a text that is wrapped at words, and a longer.
const FEWEST_COLUMNS: (u16, u16) = (10, 25);

impl Editor {
    /// Draws the text; answers where the terminal's cursor belongs, if it `has_cursor` and there is room. The last column
    /// is kept for the cursor behind a full row.
    pub fn view(&self, paint: &mut Paint<'_>, area: Rect, has_cursor: bool) -> Option<Position> {
        let area = area.intersection(paint.buffer.area);
        let fewest = if self.bytes <= WRAPPED_AT_WORDS { FEWEST_COLUMNS.0 } else { FEWEST_COLUMNS.1 };
        if area.height == 0 || area.width <= fewest {
            let said = paint.pick(("too narrow", "太窄"));
            paint.hollow(area, said);
            return None;
        }
        let text = Rect { width: area.width - 1, ..area };
        self.drawn.set(text);
        self.area.render(text, paint.buffer);
        self.dress(paint, text);
        if !has_cursor {
            return None;
        }
        let cursor = self.area.screen_cursor();
        let row = cursor.row.checked_sub(usize::from(self.area.scroll_offset().0))?;
        let (column, row) = (u16::try_from(cursor.col).ok()?, u16::try_from(row).ok()?);
        let position = Position::new(area.x + column.min(area.width - 1), area.y + row);
        area.contains(position).then_some(position)
    }

    /// Gives the drawn cells the theme's styles, and what is in disguise its look.
    fn dress(&self, paint: &mut Paint<'_>, area: Rect) {
        let (plain, selected) = (paint.style(Role::Text), paint.style(Role::Selected));
        let strange = paint.style(Role::Warn);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                let Some(cell) = paint.buffer.cell_mut((x, y)) else { continue };
                let mut style = plain;
                let mut symbol = None;
                let mut chars = cell.symbol().chars();
                if let (Some(c), None) = (chars.next(), chars.next()) {
                    (symbol, style) = match self.disguise.shown(c) {
                        None => (None, plain),
                        Some(Shown::Whole(piece)) => (Some(piece.to_owned()), plain),
                        Some(Shown::Marks(marks)) => (Some(format!("◌{marks}")), strange),
                        Some(Shown::StandIn(c)) => (Some(c.to_string()), strange),
                    };
                }
                if cell.modifier.contains(SELECTED) {
                    style = style.patch(selected);
                }
                cell.set_style(Style::reset().patch(style));
                if let Some(symbol) = symbol {
                    cell.set_symbol(&symbol);
                }
            }
        }
    }
}
