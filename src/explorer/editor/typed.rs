//! What the editor returns for a key, and why it does not take a text.

use super::{MAX_LINES, MAX_TEXT};
use crate::surface::{Lang, Phrase, grouped_digits};
use simscope_core::display::say;

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
        let (bytes, lines) = (grouped_digits(MAX_TEXT), grouped_digits(MAX_LINES));
        match self {
            TooMuch::Bytes(needed) => {
                let needed = grouped_digits(needed);
                lang.pick(both!(
                    "not taken: the text would have {needed} bytes, the editor takes {bytes}",
                    "未接受：文本将有 {needed} 字节，编辑器最多 {bytes} 字节"
                ))
            }
            TooMuch::Lines(needed) => {
                let needed = grouped_digits(needed);
                lang.pick(both!(
                    "not taken: the text would have {needed} lines, the editor takes {lines}",
                    "未接受：文本将有 {needed} 行，编辑器最多 {lines} 行"
                ))
            }
        }
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
