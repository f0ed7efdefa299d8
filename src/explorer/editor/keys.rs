//! The keys of the editor, as everywhere outside of terminals; in one line those of a shell too.

use super::rows::{line_end, line_start};
use super::{Direction, Editor, MAX_LINES, MAX_TEXT};
use crate::surface::key::APART;
use crate::surface::{Lang, Phrase, grouped_digits};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope_core::display::say;

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
            'v' => self.insert(&self.kept.clone(), None),
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

/// Why a text is not taken. The text before stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// More than [`MAX_TEXT`].
    #[error("{}", say!("the text would have {} bytes; the editor takes {MAX_TEXT}", "文本将有 {} 字节；编辑器最多容纳 {MAX_TEXT} 字节", .0))]
    Bytes(usize),
    /// More than [`MAX_LINES`].
    #[error("{}", say!("the text would have {} lines; the editor takes {MAX_LINES}", "文本将有 {} 行；编辑器最多容纳 {MAX_LINES} 行", .0))]
    Lines(usize),
}

impl TooMuch {
    /// The sentence for the status line.
    pub fn message(self, lang: Lang) -> String {
        let (needed, most, (en, zh)) = match self {
            TooMuch::Bytes(needed) => (needed, MAX_TEXT, ("bytes", "字节")),
            TooMuch::Lines(needed) => (needed, MAX_LINES, ("lines", "行")),
        };
        let [needed, most] = [needed, most].map(grouped_digits);
        lang.pick(both!(
            "not taken: the text would have {needed} {en}, the editor takes {most}",
            "未接受：文本将有 {needed} {zh}，编辑器最多 {most} {zh}"
        ))
    }
}

/// What a key or a paste did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// The text is another.
    Changed,
    /// The text is what it was before the last change.
    Undone,
    /// The text is what it was before a change was taken back.
    Redone,
    /// The cursor or the selection is another.
    Moved,
    /// This is to be copied; nothing changed.
    Copy(String),
    /// This is to be copied, and was taken out of the text.
    Cut(String),
    /// Nothing happened.
    Nothing(Why),
    /// The text would be too much, and stays as it was.
    Refused(TooMuch),
}

impl Typed {
    /// Whether the text is another now.
    pub fn is_change(&self) -> bool {
        matches!(self, Typed::Changed | Typed::Undone | Typed::Redone | Typed::Cut(_))
    }
}

/// Why nothing happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The editor has no such key.
    NoSuchKey,
    /// Nothing is selected to be copied.
    NothingSelected,
    /// Nothing was cut or copied here.
    NothingKept,
    /// There is no change to take back.
    NothingToUndo,
    /// There is no change to bring back.
    NothingToRedo,
    /// The text ends there.
    AtTheEnd,
}

impl Why {
    /// The sentence for the status line; `None` where silence says it.
    pub fn message(self) -> Option<Phrase> {
        match self {
            Why::NoSuchKey => Some((
                "no such key in the editor; ‹help› outside of it lists the keys",
                "编辑器中没有这个按键；离开后按 ‹help› 查看",
            )),
            Why::NothingSelected => Some((
                "select first: Shift with the arrows, Ctrl-A or the mouse",
                "尚未选择：用 Shift 加方向键、Ctrl-A 或鼠标选择",
            )),
            Why::NothingKept => Some((
                "nothing is copied here yet; use the terminal's own paste",
                "此处尚未剪切或复制；可用终端自身的粘贴",
            )),
            Why::NothingToUndo => Some(("no change to undo", "没有可撤销的更改")),
            Why::NothingToRedo => Some(("no change to redo", "没有可重做的更改")),
            Why::AtTheEnd => None,
        }
    }
}
