//! What of a text is in view, for another text that is scrolled along with it.

use super::{Direction, Editor};

impl Editor {
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
