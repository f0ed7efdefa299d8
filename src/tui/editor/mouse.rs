//! The mouse in the editor. Positions are those of the area that was last drawn into, from its upper left corner.

use super::Editor;
use ratatui_textarea::{CursorMove, DataCursor};

impl Editor {
    /// Puts the cursor where the mouse was pressed.
    pub fn click(&mut self, column: u16, row: u16) {
        self.area.cancel_selection();
        self.go_to(column, row);
    }

    /// Selects from where the cursor was to where the mouse is.
    pub fn drag_to(&mut self, column: u16, row: u16) {
        if !self.area.is_selecting() {
            self.area.start_selection();
        }
        self.go_to(column, row);
    }

    /// Scrolls by so many rows, down if positive. The cursor stays on the screen; a selection is given up.
    pub fn scroll(&mut self, by: i16) {
        let top = i32::from(self.area.scroll_offset().0);
        let last = self.row_count() as i32 - i32::from(self.page_rows());
        let by = (top + i32::from(by)).clamp(0, last.max(0)) - top;
        if by != 0 {
            self.area.cancel_selection();
            self.area.scroll((by as i16, 0));
            self.mark_cursor();
        }
    }

    /// Scrolls back where the text, or the screen, has become such that rows below its end are shown while rows above do not
    /// fit: the text area scrolls for the cursor only.
    pub(super) fn fill_page(&mut self) {
        self.filled = self.drawn.get();
        let (top, page) = (usize::from(self.area.scroll_offset().0), usize::from(self.page_rows()));
        if top == 0 || page == 0 {
            return;
        }
        let last = self.area.screen_to_data(usize::MAX, 0);
        if (top + page).checked_sub(2).is_some_and(|row| self.area.screen_to_data(row, 0) < last) {
            return;
        }
        let first = self.row_count().saturating_sub(page);
        if let Ok(by) = i16::try_from(top.saturating_sub(first)) {
            self.area.scroll((-by, 0));
        }
    }

    /// The same after the text was drawn in an area of another size; answers whether it scrolled, and is to be drawn again.
    pub fn fit_area(&mut self) -> bool {
        let before = self.area.scroll_offset();
        if self.filled != self.drawn.get() {
            self.fill_page();
        }
        self.area.scroll_offset() != before
    }

    /// How many rows PgUp and PgDn go.
    pub(super) fn page(&self) -> usize {
        usize::from(self.page_rows()).saturating_sub(1).max(1)
    }

    fn page_rows(&self) -> u16 {
        self.drawn.get().height
    }

    /// Rows on the screen that the whole text takes.
    fn row_count(&self) -> usize {
        let last = self.area.screen_to_data(usize::MAX, 0);
        let (mut low, mut high) = (0, usize::from(u16::MAX));
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.area.screen_to_data(middle, 0) < last { low = middle + 1 } else { high = middle }
        }
        low + 1
    }

    /// Moves the cursor to the character at a place on the screen.
    fn go_to(&mut self, column: u16, row: u16) {
        let row = usize::from(self.area.scroll_offset().0) + usize::from(row);
        let DataCursor(line, character) = self.area.screen_to_data(row, usize::from(column));
        match (u16::try_from(line), u16::try_from(character)) {
            (Ok(line), Ok(character)) => self.area.move_cursor(CursorMove::Jump(line, character)),
            _ => self.walk_to(row, DataCursor(line, character)),
        }
        self.mark_cursor();
    }

    /// The text area can jump to the first 65,535 characters of a line; further on it is walked, which is never farther
    /// than the screen.
    fn walk_to(&mut self, row: usize, target: DataCursor) {
        let from = self.area.screen_cursor().row;
        let towards = if from < row { CursorMove::Down } else { CursorMove::Up };
        (0..from.abs_diff(row)).for_each(|_| self.area.move_cursor(towards));
        for _ in 0..u16::MAX {
            match self.area.cursor().cmp(&target) {
                std::cmp::Ordering::Less => self.area.move_cursor(CursorMove::Forward),
                std::cmp::Ordering::Greater => self.area.move_cursor(CursorMove::Back),
                std::cmp::Ordering::Equal => break,
            }
        }
    }
}
