//! One of the two texts, and where it came from: also after Ctrl-Z has brought back an older one.

use super::state::Origin;
use crate::editor::{Editor, TooMuch, Typed};
use ratatui::crossterm::event::KeyEvent;
use std::sync::Arc;

/// A text with its editor.
#[derive(Debug, Default)]
pub struct Side {
    /// The text.
    pub editor: Editor,
    /// Where it came from.
    pub origin: Origin,
    /// It was changed by hand since.
    pub is_touched: bool,
    /// The number of its last change.
    pub(super) change: u64,
    text: Option<Arc<str>>,
    /// A document that is too long for the editor, which keeps what it had; and why.
    held: Option<(Arc<str>, TooMuch)>,
    /// The depth of the past at which the text was as it came.
    whole_at: usize,
    /// Texts that were put in place of others, the last one last.
    replaced: Vec<Replaced>,
}

/// A text was put in the place of another.
#[derive(Debug)]
struct Replaced {
    /// The depth of the past after that.
    depth: usize,
    before: Source,
    after: Source,
}

/// Where a text came from, and when it was as it came.
#[derive(Debug, Clone)]
struct Source {
    origin: Origin,
    whole_at: usize,
}

impl Side {
    /// The text.
    pub(super) fn text(&mut self) -> Arc<str> {
        let held = self.held.as_ref().map(|(text, _)| text);
        let text = || held.cloned().unwrap_or_else(|| self.editor.as_str().into());
        self.text.get_or_insert_with(text).clone()
    }

    pub fn as_str(&self) -> &str {
        self.held.as_ref().map_or_else(|| self.editor.as_str(), |(text, _)| text)
    }

    /// Why it cannot be edited, if it is too long.
    pub fn too_long(&self) -> Option<TooMuch> {
        self.held.as_ref().map(|(_, why)| *why)
    }

    /// The document of the corpus that has this text unchanged.
    pub fn document(&self) -> Option<u32> {
        match self.origin {
            Origin::Document(document) | Origin::Copy(document) if !self.is_touched => Some(document),
            _ => None,
        }
    }

    /// Takes the text of a document; what was typed before can be brought back.
    pub(super) fn load(&mut self, text: &str, origin: Origin) {
        match self.editor_of_document(text) {
            Ok(editor) => self.take(editor, origin),
            Err(why) => {
                self.held = Some((text.into(), why));
                (self.origin, self.is_touched) = (origin, false);
            }
        }
    }

    /// Notes that the text is another now, by the number of the change.
    pub(super) fn note_change(&mut self, change: u64) {
        self.change = change;
        self.text = None;
    }

    /// An editor with another text in place of this one, which Ctrl-Z brings back.
    pub(super) fn editor_with(&self, text: &str) -> Result<Editor, TooMuch> {
        let mut editor = self.editor.clone();
        editor.replace_all(text)?;
        Ok(editor)
    }

    /// The same for the text of a document, where there is something to bring back. Undo does not go back through the
    /// documents that were looked at.
    fn editor_of_document(&self, text: &str) -> Result<Editor, TooMuch> {
        match self.editor.has_past() {
            true => self.in_place_of_document(text).or_else(|_| Editor::new(text)),
            false => Editor::new(text),
        }
    }

    /// A document that was only looked at leaves no trace in the past.
    fn in_place_of_document(&self, text: &str) -> Result<Editor, TooMuch> {
        let depth = self.editor.depth();
        let is_document = matches!(self.origin, Origin::Document(_) | Origin::Copy(_)) && !self.is_touched;
        let mut editor = self.editor.clone();
        if is_document && self.replaced.iter().any(|replaced| replaced.depth == depth) {
            editor.take_back();
        }
        editor.replace_all(text)?;
        Ok(editor)
    }

    /// Takes an editor that has another text, from elsewhere.
    pub(super) fn take(&mut self, editor: Editor, origin: Origin) {
        let depth = editor.depth();
        let after = Source { origin: origin.clone(), whole_at: depth };
        if depth == self.editor.depth() {
            // It stands in the place of one that came from elsewhere too, or is the same text, or the first.
            if let Some(replaced) = self.replaced.iter_mut().find(|replaced| replaced.depth == depth) {
                replaced.after = after;
            }
        } else {
            let before = Source { origin: self.origin.clone(), whole_at: self.whole_at };
            self.replaced.retain(|replaced| replaced.depth < depth);
            self.replaced.push(Replaced { depth, before, after });
        }
        (self.editor, self.origin, self.is_touched, self.whole_at) = (editor, origin, false, depth);
        self.held = None;
    }

    /// Takes in a key, which may undo.
    pub(super) fn press(&mut self, event: KeyEvent) -> Typed {
        let before = self.editor.depth();
        let typed = self.editor.press(event);
        self.settle(&typed, before);
        typed
    }

    /// Takes in what is pasted.
    pub(super) fn paste(&mut self, text: &str) -> Typed {
        let before = self.editor.depth();
        let typed = self.editor.paste(text);
        self.settle(&typed, before);
        typed
    }

    /// Where the text comes from after that, before which the past was so deep.
    fn settle(&mut self, typed: &Typed, before: usize) {
        let depth = self.editor.depth();
        let source = match typed {
            Typed::Undone => {
                let undone =
                    self.replaced.iter().find(|replaced| depth < replaced.depth && replaced.depth <= before);
                undone.map(|replaced| &replaced.before)
            }
            Typed::Redone => {
                let redone =
                    self.replaced.iter().rfind(|replaced| before < replaced.depth && replaced.depth <= depth);
                redone.map(|replaced| &replaced.after)
            }
            Typed::Changed | Typed::Cut(_) => {
                // What had been undone cannot be brought back any more.
                self.replaced.retain(|replaced| replaced.depth < depth);
                None
            }
            Typed::Moved | Typed::Copy(_) | Typed::Nothing(_) | Typed::Refused(_) => return,
        };
        if let Some(Source { origin, whole_at }) = source.cloned() {
            (self.origin, self.whole_at) = (origin, whole_at);
        }
        self.is_touched = depth != self.whole_at;
    }
}
