//! A text that the explorer was opened with.

use super::keys::Pane;
use super::state::{Origin, State};
use crate::editor::{Editor, TooMuch};

impl State {
    /// Puts a text into A and B, as if it had been typed.
    ///
    /// # Errors
    /// It is too long for the editors, which stay as they are.
    pub fn begin_with(&mut self, text: &str) -> Result<(), TooMuch> {
        let editor = Editor::new(text)?;
        for pane in [Pane::TextA, Pane::TextB] {
            if let Some(side) = self.side_mut(pane) {
                side.take(editor.clone(), Origin::Nowhere);
                side.is_touched = true;
            }
            self.note_change(pane);
        }
        self.focus = Some(Pane::TextB);
        Ok(())
    }
}
