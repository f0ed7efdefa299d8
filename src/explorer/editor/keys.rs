//! The keys of the editor, as everywhere outside of terminals; in one line those of a shell too.

use super::rows::{line_end, line_start};
use super::{Direction, Editor, Typed, Why};
use crate::surface::key::APART;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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
    ///
    /// In one line those of a shell go before them:
    ///
    /// | key | does |
    /// | --- | --- |
    /// | Ctrl-A, Ctrl-E, Ctrl-B, Ctrl-F, Alt-B, Alt-F | move |
    /// | Ctrl-H, Ctrl-D, Ctrl-W, Alt-D | delete a character or a word |
    /// | Ctrl-U, Ctrl-K, Ctrl-Y | cut what is before or behind the cursor, paste it |
    pub fn press(&mut self, key: KeyEvent) -> Typed {
        let key = if self.is_line { as_in_a_shell(key) } else { key };
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            _ if key.modifiers.intersects(APART) => Typed::Nothing(Why::NoSuchKey),
            KeyCode::Char(c) if ctrl => self.press_ctrl(c.to_ascii_lowercase(), key.modifiers),
            KeyCode::Char(c) => self.insert(c.encode_utf8(&mut [0; 4]), Some(c)),
            KeyCode::Enter if !ctrl && !self.is_line => self.insert("\n", None),
            KeyCode::Backspace if ctrl => self.delete_to(self.over_word(Direction::Back, false)),
            KeyCode::Backspace => self.delete_to(self.beside(Direction::Back)),
            KeyCode::Delete if ctrl => self.delete_to(self.over_word(Direction::Forward, false)),
            KeyCode::Delete => self.delete_to(self.beside(Direction::Forward)),
            code => self.press_move(code, ctrl, key.modifiers.contains(KeyModifiers::SHIFT)),
        }
    }

    fn press_ctrl(&mut self, c: char, modifiers: KeyModifiers) -> Typed {
        match c {
            'a' => {
                (self.anchor, self.cursor) = (Some(0), self.text.len());
                Typed::Moved
            }
            'c' => self.keep().map_or(Typed::Nothing(Why::NothingSelected), Typed::Copy),
            'x' => self.cut(),
            'u' | 'k' if self.is_line => {
                if self.selection().is_empty() {
                    self.anchor = Some(if c == 'u' { 0 } else { self.text.len() });
                }
                self.cut()
            }
            'v' => {
                let kept = self.kept.clone();
                self.insert(&kept, None)
            }
            'z' if modifiers.contains(KeyModifiers::SHIFT) => self.redo(),
            'z' => self.undo(),
            'y' => self.redo(),
            // What many terminals send for Ctrl-Backspace.
            'h' => self.delete_to(self.over_word(Direction::Back, false)),
            _ => Typed::Nothing(Why::NoSuchKey),
        }
    }

    fn keep(&mut self) -> Option<String> {
        let selected = self.selected()?;
        self.kept.clone_from(&selected);
        Some(selected)
    }

    fn cut(&mut self) -> Typed {
        let Some(selected) = self.keep() else { return Typed::Nothing(Why::NothingSelected) };
        self.delete_to(self.cursor);
        Typed::Cut(selected)
    }

    fn press_move(&mut self, code: KeyCode, ctrl: bool, selects: bool) -> Typed {
        let page = isize::try_from(self.drawn.height).unwrap_or(isize::MAX).max(2) - 1;
        let target = match (code, ctrl) {
            (KeyCode::Left, false) => self.beside(Direction::Back),
            (KeyCode::Right, false) => self.beside(Direction::Forward),
            (KeyCode::Up, false) => self.rows_away(-1),
            (KeyCode::Down, false) => self.rows_away(1),
            (KeyCode::Left, true) => self.over_word(Direction::Back, true),
            (KeyCode::Right, true) => self.over_word(Direction::Forward, true),
            (KeyCode::Home, false) => line_start(&self.text, self.cursor),
            (KeyCode::End, false) => line_end(&self.text, self.cursor),
            (KeyCode::Home, true) => 0,
            (KeyCode::End, true) => self.text.len(),
            (KeyCode::PageUp, false) => self.rows_away(-page),
            (KeyCode::PageDown, false) => self.rows_away(page),
            _ => return Typed::Nothing(Why::NoSuchKey),
        };
        let before = (self.cursor, self.anchor.is_some());
        self.past.end_run();
        self.go(target, selects);
        match before == (self.cursor, self.anchor.is_some()) {
            true => Typed::Nothing(Why::AtTheEnd),
            false => Typed::Moved,
        }
    }

    /// The column of the cursor, this many rows further down.
    fn rows_away(&self, by: isize) -> usize {
        let (row, column) = self.place(&self.rows);
        let target = row.saturating_add_signed(by).min(self.rows.count() - 1);
        if target == row { self.cursor } else { self.offset_at(target, column, true) }
    }
}

/// The key of the editor that does what a key does in a shell.
fn as_in_a_shell(key: KeyEvent) -> KeyEvent {
    const CTRL: KeyModifiers = KeyModifiers::CONTROL;
    const ALT: KeyModifiers = KeyModifiers::ALT;
    let (code, modifiers) = match (key.code, key.modifiers) {
        (KeyCode::Char('a'), CTRL) => (KeyCode::Home, KeyModifiers::NONE),
        (KeyCode::Char('e'), CTRL) => (KeyCode::End, KeyModifiers::NONE),
        (KeyCode::Char('b'), CTRL) => (KeyCode::Left, KeyModifiers::NONE),
        (KeyCode::Char('f'), CTRL) => (KeyCode::Right, KeyModifiers::NONE),
        (KeyCode::Char('h'), CTRL) => (KeyCode::Backspace, KeyModifiers::NONE),
        (KeyCode::Char('d'), CTRL) => (KeyCode::Delete, KeyModifiers::NONE),
        (KeyCode::Char('b'), ALT) => (KeyCode::Left, CTRL),
        (KeyCode::Char('f'), ALT) => (KeyCode::Right, CTRL),
        (KeyCode::Char('w'), CTRL) | (KeyCode::Backspace, ALT) => (KeyCode::Backspace, CTRL),
        (KeyCode::Char('d') | KeyCode::Delete, ALT) => (KeyCode::Delete, CTRL),
        (KeyCode::Char('y'), CTRL) => (KeyCode::Char('v'), CTRL),
        _ => return key,
    };
    KeyEvent::new(code, modifiers)
}
