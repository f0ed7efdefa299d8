//! The keys of the editor, as everywhere outside of terminals; the text area's own are those of Emacs.

use super::words::Side;
use super::{Editor, Typed, Why};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_textarea::{CursorMove, TextArea};

impl Editor {
    /// Takes in a key. Esc and Tab are not for the editor.
    ///
    /// | key | does |
    /// | --- | --- |
    /// | arrows, Home, End, PgUp, PgDn | move; with Shift they select |
    /// | Ctrl with ← → | by words; with Home and End to the ends of the text |
    /// | Ctrl-A, Ctrl-C, Ctrl-X, Ctrl-V | select all, copy, cut, and paste what was copied or cut here |
    /// | Ctrl-Z, Ctrl-Y | undo, redo; what was typed of a word is one change |
    /// | Backspace, Delete | with Ctrl a word |
    pub fn press(&mut self, key: KeyEvent) -> Typed {
        let (ctrl, alt) =
            (key.modifiers.contains(KeyModifiers::CONTROL), key.modifiers.contains(KeyModifiers::ALT));
        match key.code {
            _ if alt => Typed::Nothing(Why::NoSuchKey),
            KeyCode::Char(c) if ctrl => self.press_ctrl(c.to_ascii_lowercase(), key.modifiers),
            KeyCode::Char(c) => self.insert_typed(c),
            KeyCode::Enter if !ctrl => self.insert("\n"),
            KeyCode::Backspace if ctrl => self.delete_word(Side::Back),
            KeyCode::Backspace => self.delete(|area| area.delete_char()),
            KeyCode::Delete if ctrl => self.delete_word(Side::Forward),
            KeyCode::Delete => self.delete(|area| area.delete_next_char()),
            code => self.press_move(code, ctrl, key.modifiers.contains(KeyModifiers::SHIFT)),
        }
    }

    fn press_ctrl(&mut self, c: char, modifiers: KeyModifiers) -> Typed {
        match c {
            'a' => {
                self.select_all();
                Typed::Moved
            }
            'c' | 'x' => {
                let Some(selected) = self.selected() else { return Typed::Nothing(Why::NothingSelected) };
                self.kept.clone_from(&selected);
                if c == 'c' {
                    return Typed::Copy(selected);
                }
                self.delete(|area| area.delete_char());
                Typed::Cut(selected)
            }
            'v' => {
                let kept = self.kept.clone();
                self.insert(&kept)
            }
            'z' if modifiers.contains(KeyModifiers::SHIFT) => self.redo(),
            'z' => self.undo(),
            'y' => self.redo(),
            // What many terminals send for Ctrl-Backspace.
            'h' => self.delete_word(Side::Back),
            _ => Typed::Nothing(Why::NoSuchKey),
        }
    }

    fn press_move(&mut self, code: KeyCode, ctrl: bool, selects: bool) -> Typed {
        let page = self.page();
        let moves: &[(CursorMove, usize)] = match (code, ctrl) {
            (KeyCode::Left, false) => &[(CursorMove::Back, 1)],
            (KeyCode::Right, false) => &[(CursorMove::Forward, 1)],
            (KeyCode::Up, false) => &[(CursorMove::Up, 1)],
            (KeyCode::Down, false) => &[(CursorMove::Down, 1)],
            // By words, below.
            (KeyCode::Left | KeyCode::Right, true) => &[],
            (KeyCode::Home, false) => &[(CursorMove::Head, 1)],
            (KeyCode::End, false) => &[(CursorMove::End, 1)],
            (KeyCode::Home, true) => &[(CursorMove::Jump(0, 0), 1)],
            (KeyCode::End, true) => &[(CursorMove::Jump(u16::MAX, 0), 1), (CursorMove::End, 1)],
            (KeyCode::PageUp, false) => &[(CursorMove::Up, page)],
            (KeyCode::PageDown, false) => &[(CursorMove::Down, page)],
            _ => return Typed::Nothing(Why::NoSuchKey),
        };
        let (cursor, had_selection) = (self.area.cursor(), self.area.is_selecting());
        self.past.end_run();
        match selects {
            true if !had_selection => self.area.start_selection(),
            false => self.area.cancel_selection(),
            true => {}
        }
        for &(towards, times) in moves {
            (0..times).for_each(|_| self.area.move_cursor(towards));
        }
        match (code, ctrl) {
            (KeyCode::Left, true) => self.move_over_word(Side::Back),
            (KeyCode::Right, true) => self.move_over_word(Side::Forward),
            _ => {}
        }
        self.fill_page();
        self.mark_cursor();
        match self.area.cursor() == cursor && had_selection == self.area.is_selecting() {
            true => Typed::Nothing(Why::AtTheEnd),
            false => Typed::Moved,
        }
    }

    /// Deletes the selection, or else what `delete` does.
    pub(super) fn delete(&mut self, delete: impl Fn(&mut TextArea<'static>) -> bool) -> Typed {
        if !self.has_selection() {
            self.area.cancel_selection();
        }
        self.make_room(0);
        if !delete(&mut self.area) {
            return Typed::Nothing(Why::AtTheEnd);
        }
        self.past.note(1);
        self.settle();
        Typed::Changed
    }
}
