//! The two texts while one is typed into: scrolled together.

use super::keys::{Pane, View};
use super::state::State;
use crate::shared::Shared;
use crate::surface::Target;
use crate::widgets::marked;

impl State {
    /// Whether the texts are shown in their editors: one is typed into, or the words of A have the colours of their influence.
    pub fn are_in_editors(&self) -> bool {
        let fit = self.a.too_long().is_none() && self.b.too_long().is_none();
        fit && (self.is_typing || self.view == View::Influence)
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
