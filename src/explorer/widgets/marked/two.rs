//! Both texts of a pair side by side, below their names.

use super::{Marked, Over, Side, Top};
use crate::surface::{Paint, Role};
use crate::widgets::table::inset;
use ratatui::layout::Rect;

/// Two named texts, and what stands between the names and the texts.
pub struct Two<'t> {
    pub names: [&'t str; 2],
    pub texts: [&'t str; 2],
    /// A line, or nothing.
    pub note: &'t str,
}

impl Two<'_> {
    /// Draws the names, and the texts from a row on where they are aligned.
    pub fn draw(&self, paint: &mut Paint<'_>, area: Rect, marked: Option<&Marked>, top: Top) {
        if area.is_empty() {
            return;
        }
        let half = area.width.saturating_sub(1) / 2;
        let sides = [Rect { width: half, ..area }, inset(area, half + 1, 0)];
        for (side, name) in sides.iter().zip(self.names) {
            paint.name(side.x + 1, side.y, side.width.saturating_sub(1), name, Role::Title);
        }
        let lines = 1 + u16::from(!self.note.is_empty());
        if area.height > 1 {
            paint.say(area.x + 1, area.y + 1, area.width - 1, self.note, Role::Dim);
        }
        let Some(marked) = marked else { return };
        let height = area.height.saturating_sub(lines);
        let sheet = marked.sheet(self.texts, columns(area.width), height.into(), None);
        for (place, side) in sides.into_iter().zip([Side::A, Side::B]) {
            sheet.draw(paint, inset(place, 0, lines), top, (side, marked.spans(side)), Over::default());
        }
    }
}

/// Columns of each of two texts in that width.
pub fn columns(width: u16) -> usize {
    usize::from((width.saturating_sub(1) / 2).saturating_sub(1))
}
