//! The two texts side by side: opened where they first differ, and scrolled together.

use super::keys::Pane;
use super::state::State;
use crate::shared::Shared;
use crate::surface::Target;
use crate::widgets::marked;

impl State {
    /// What is put into both texts now is a pair: it is shown from where the texts first differ, as soon as that is known.
    pub(super) fn open_at_difference(&mut self) {
        self.opens_at = Some((self.a.change, self.b.change));
    }

    /// It is known now what differs.
    pub(super) fn take_marked(&mut self, of: (u64, u64)) {
        if of != (self.a.change, self.b.change) {
            return;
        }
        if self.opens_at.take_if(|opens| *opens == of).is_none() {
            if self.is_typing {
                self.scroll_along_cursor(self.pane());
            }
            return;
        }
        let first = self.marked().and_then(|marked| marked.differences.first());
        let Some([a, b]) = first.map(|first| [first.a.start, first.b.start]) else {
            // A copy: the text without the cursor goes where the cursor is.
            return self.scroll_along_cursor(self.pane());
        };
        for (side, offset) in [(&mut self.a, a), (&mut self.b, b)] {
            let above = side.editor.rows_shown() / 3;
            side.editor.show(offset, above);
        }
    }

    /// Notes where the texts were drawn.
    pub(super) fn note_drawn(&mut self, shared: &Shared) {
        for pane in [Pane::TextA, Pane::TextB] {
            let area = shared.drawn.areas.find(|target| *target == Target::Plane(pane.into()));
            if let (Some(side), Some(area)) = (self.side_mut(pane), area) {
                side.editor.drawn(area);
            }
        }
    }

    /// The other text follows the cursor of this one: what stands beside it is at the same height.
    pub(super) fn scroll_along_cursor(&mut self, pane: Pane) {
        let Some((offset, row)) = self.side(pane).map(|side| side.editor.cursor_shown()) else { return };
        self.scroll_other(pane, offset, row);
    }

    /// Scrolls a text, and the other with it.
    pub(super) fn scroll_text(&mut self, pane: Pane, by: isize) {
        let Some(side) = self.side_mut(pane) else { return };
        side.editor.scroll(by.clamp(-10_000, 10_000) as i16);
        let first = side.editor.first_shown();
        self.scroll_other(pane, first, 0);
    }

    /// A text of which something is selected stays where it is, and so do both while it is not known what differs.
    fn scroll_other(&mut self, pane: Pane, offset: usize, row: usize) {
        let (of, other) = match pane {
            Pane::TextA => (marked::Side::A, Pane::TextB),
            Pane::TextB => (marked::Side::B, Pane::TextA),
            _ => return,
        };
        let Some(offset) = self.marked().map(|marked| marked.beside(of, offset)) else { return };
        if let Some(side) = self.side_mut(other)
            && side.editor.selected().is_none()
        {
            side.editor.show_away(offset, row);
        }
    }
}
