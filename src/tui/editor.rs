//! A text of several lines to type into, which holds any text exactly and shows it safely.
//!
//! [`ratatui_textarea`] keeps the lines, the cursor, the selection and the past. It draws what it holds, so it is
//! given the text in disguise (the module `disguise`): what is hashed is the original, what is drawn cannot steer a terminal,
//! and one character there is one grapheme cluster here, so that the cursor never stands inside one.

mod answers;
mod disguise;
mod keys;
mod mouse;
mod past;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use answers::{TooMuch, Typed, Why};
use disguise::{Disguise, goes_on};
use past::Past;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui_textarea::{CursorMove, TextArea, WrapMode};
use std::cell::Cell;

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// The most lines. With [`MAX_TEXT`] it keeps the rows on the screen below the 65,535 that the text area can scroll.
pub const MAX_LINES: usize = 20_000;
/// Up to so many bytes, lines are wrapped between words; in longer texts anywhere, which takes half the time.
pub const WRAPPED_AT_WORDS: usize = 128 << 10;

/// A text with a cursor, a selection and a past.
///
/// Texts up to [`WRAPPED_AT_WORDS`] are wrapped between words, longer ones anywhere. Ctrl-Z goes back by what was typed
/// of a word, pasted or deleted at once; up to 1,000 characters or pieces, or as many as make 16 MiB.
#[derive(Debug, Clone)]
pub struct Editor {
    area: TextArea<'static>,
    disguise: Disguise,
    /// Of the original text.
    bytes: usize,
    /// What was cut or copied last.
    kept: String,
    past: Past,
    /// Where the text was drawn last.
    drawn: Cell<Rect>,
    /// The area that it was scrolled for.
    filled: Rect,
}

/// How the text area marks what is selected; the view gives it the theme's style.
const SELECTED: Modifier = Modifier::REVERSED;

impl Editor {
    /// An editor of that text, with the cursor at its start.
    ///
    /// # Errors
    /// See [`TooMuch`].
    pub fn new(text: &str) -> Result<Self, TooMuch> {
        check(text.len(), line_count(text))?;
        let mut disguise = Disguise::default();
        let lines = disguise.put_on(text)?.split('\n').map(str::to_owned).collect();
        let mut area = TextArea::new(lines);
        area.set_max_histories(past::MOST_EDITS);
        area.set_cursor_line_style(Style::new());
        area.set_cursor_style(Style::new());
        area.set_selection_style(Style::new().add_modifier(SELECTED));
        let mut editor = Self {
            area,
            disguise,
            bytes: text.len(),
            kept: String::new(),
            past: Past::default(),
            drawn: Cell::default(),
            filled: Rect::default(),
        };
        editor.settle();
        Ok(editor)
    }

    /// The text, as it was given and typed.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.bytes);
        for (row, line) in self.area.lines().iter().enumerate() {
            if row > 0 {
                text.push('\n');
            }
            self.disguise.take_off(line, &mut text);
        }
        text
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// How many changes led to the text: those that can be taken back, and those before. Typing on in a word is part of
    /// the same change.
    pub fn depth(&self) -> usize {
        self.past.depth()
    }

    /// Whether there is a change to take back or to bring back.
    pub fn has_past(&self) -> bool {
        self.past.is_known()
    }

    /// The bytes of the text.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Puts another text in place of this one, with the cursor at its start. Ctrl-Z brings back what was there.
    ///
    /// # Errors
    /// See [`TooMuch`].
    pub fn replace_all(&mut self, text: &str) -> Result<(), TooMuch> {
        check(text.len(), line_count(text))?;
        let disguised = self.disguise.put_on(text)?;
        self.select_all();
        self.put(0, &disguised);
        self.area.move_cursor(CursorMove::Jump(0, 0));
        self.settle();
        Ok(())
    }

    /// Takes in pasted text in place of the selection. Terminals send line ends as carriage returns: those become line
    /// feeds.
    pub fn paste(&mut self, text: &str) -> Typed {
        match text.contains('\r') {
            true => self.insert(&text.replace("\r\n", "\n").replace('\r', "\n")),
            false => self.insert(text),
        }
    }

    /// What is selected.
    pub fn selected(&self) -> Option<String> {
        let ((first, from), (last, to)) = self.area.selection_range().filter(|(from, to)| from != to)?;
        let mut text = String::new();
        for row in first..=last {
            let line = &self.area.lines()[row];
            let start = if row == first { offset(line, from) } else { 0 };
            let end = if row == last { offset(line, to) } else { line.len() };
            if row > first {
                text.push('\n');
            }
            self.disguise.take_off(&line[start..end], &mut text);
        }
        Some(text)
    }

    /// Puts a character in place of the selection.
    fn insert_typed(&mut self, c: char) -> Typed {
        let run = if self.has_selection() { 0 } else { self.past.run_before(self.cursor(), c) };
        let typed = self.insert(c.encode_utf8(&mut [0; 4]));
        if typed == Typed::Changed {
            self.past.note_typed(c, run, self.cursor());
        }
        typed
    }

    /// The line and the character of the cursor.
    fn cursor(&self) -> (usize, usize) {
        let cursor = self.area.cursor();
        (cursor.0, cursor.1)
    }

    /// Puts text in place of the selection.
    fn insert(&mut self, text: &str) -> Typed {
        if text.is_empty() {
            return Typed::Nothing(Why::NothingKept);
        }
        let selected = self.selected();
        let (gone, gone_lines) =
            selected.as_ref().map_or((0, 0), |selected| (selected.len(), line_count(selected) - 1));
        let lines = self.area.lines().len() - gone_lines + line_count(text) - 1;
        if let Err(too_much) = check(self.bytes - gone + text.len(), lines) {
            return Typed::Refused(too_much);
        }
        // A mark joins the letter that it was typed behind.
        let before = self.before().filter(|before| selected.is_none() && goes_on(before, text));
        let (over, text) = match &before {
            Some(before) => (1, format!("{before}{text}")),
            None => (0, text.to_owned()),
        };
        match self.disguise.put_on(&text) {
            Ok(disguised) => self.put(over, &disguised),
            Err(full) => return Typed::Refused(full.into()),
        }
        self.settle();
        Typed::Changed
    }

    /// The piece before the cursor, on its line.
    fn before(&self) -> Option<String> {
        let cursor = self.area.cursor();
        let line = &self.area.lines()[cursor.0];
        let c = line[..offset(line, cursor.1)].chars().next_back()?;
        Some(self.disguise.original(c).map_or_else(|| c.to_string(), str::to_owned))
    }

    /// Puts text in disguise in place of the selection, or of the character before the cursor if `over` is 1.
    fn put(&mut self, over: usize, disguised: &str) {
        let has_selection = self.has_selection();
        self.make_room(disguised.len());
        let mut edits = 0;
        if over == 1 && self.area.delete_char() {
            edits += 1;
        }
        edits += usize::from(has_selection);
        edits += usize::from(!disguised.is_empty());
        if disguised.is_empty() {
            self.area.delete_char();
        } else {
            self.area.insert_str(disguised);
        }
        self.past.note(edits);
    }

    fn has_selection(&self) -> bool {
        self.area.selection_range().is_some_and(|(from, to)| from != to)
    }

    /// Forgets the past where it would hold too much with what is selected and so many bytes more.
    fn make_room(&mut self, more: usize) {
        let bytes = self.selected().map_or(0, |selected| selected.len()) + more;
        if !self.past.has_room(bytes) {
            self.area.set_max_histories(past::MOST_EDITS);
            self.past.forget();
        }
        self.past.hold(bytes);
    }

    /// Selects everything, with the cursor at the end.
    fn select_all(&mut self) {
        self.area.cancel_selection();
        self.area.move_cursor(CursorMove::Jump(0, 0));
        self.area.start_selection();
        // Not `TextArea::select_all`, which ends at column 65,535.
        self.area.move_cursor(CursorMove::Jump(u16::MAX, 0));
        self.area.move_cursor(CursorMove::End);
        self.mark_cursor();
    }

    /// Takes back the last change, if there is one.
    pub fn take_back(&mut self) {
        self.undo();
    }

    /// Takes back a change.
    fn undo(&mut self) -> Typed {
        let Some(edits) = self.past.undo() else { return Typed::Nothing(Why::NothingToUndo) };
        for _ in 0..edits {
            self.area.undo();
        }
        self.settle();
        Typed::Undone
    }

    /// Brings back a change that was taken back.
    fn redo(&mut self) -> Typed {
        let Some(edits) = self.past.redo() else { return Typed::Nothing(Why::NothingToRedo) };
        for _ in 0..edits {
            self.area.redo();
        }
        self.settle();
        Typed::Redone
    }

    /// After every change of the text.
    fn settle(&mut self) {
        let lines = self.area.lines();
        self.bytes = lines.iter().map(|line| self.disguise.bytes(line) + 1).sum::<usize>() - 1;
        let mode = if self.bytes <= WRAPPED_AT_WORDS { WrapMode::WordOrGlyph } else { WrapMode::Glyph };
        if self.area.wrap_mode() != mode {
            self.area.set_wrap_mode(mode);
        }
        self.fill_page();
        self.mark_cursor();
    }

    /// The text area draws the character under the cursor in a style of its own: that of what surrounds it.
    fn mark_cursor(&mut self) {
        let cursor = self.area.cursor();
        let is_selected = self.area.selection_range().is_some_and(|(from, to)| from != to && cursor == from);
        let style = if is_selected { Style::new().add_modifier(SELECTED) } else { Style::new() };
        self.area.set_cursor_style(style);
    }
}

fn line_count(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1
}

fn check(bytes: usize, lines: usize) -> Result<(), TooMuch> {
    match () {
        () if bytes > MAX_TEXT => Err(TooMuch::Bytes(bytes)),
        () if lines > MAX_LINES => Err(TooMuch::Lines(lines)),
        () => Ok(()),
    }
}

/// The byte at which a character begins, or the end of the line.
fn offset(line: &str, column: usize) -> usize {
    line.char_indices().nth(column).map_or(line.len(), |(offset, _)| offset)
}
