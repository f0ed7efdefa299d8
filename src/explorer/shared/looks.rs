//! How the explorer looks, what it takes of the terminal, and what it hands to it.

use super::{Effect, Shared};
use crate::surface::clipboard::Route;

impl Shared {
    pub fn toggle_mouse(&mut self) {
        self.start.has_mouse ^= true;
        self.ask_for(Effect::TakeMouse(self.start.has_mouse));
        self.say(match self.start.has_mouse {
            true => (
                "the mouse is used here; with Shift held it selects text",
                "此处使用鼠标；按住 Shift 可选择文本",
            ),
            false => ("the mouse is left to the terminal, to select text", "鼠标交给终端，用于选择文本"),
        });
    }

    pub fn toggle_theme(&mut self) {
        self.theme.is_dark ^= true;
        self.say(match self.theme.is_dark {
            true => ("colours for a dark ground", "深色背景配色"),
            false => ("colours for a light ground", "浅色背景配色"),
        });
    }

    /// Says which way a copy took.
    pub fn copied(&mut self, what: &str, route: Route) {
        // Chinese parts itself from Latin letters by a space.
        let gap = if what.starts_with(|c: char| c.is_ascii()) { " " } else { "" };
        self.say(match route {
            Route::Desktop => {
                both!("copied {what} to the clipboard", "已复制{gap}{what}到剪贴板")
            }
            Route::Tmux => both!(
                "copied {what} to tmux and its terminal; tmux show-buffer shows it",
                "已复制{gap}{what}到 tmux 及其终端；可用 tmux show-buffer 查看"
            ),
            Route::Screen => both!(
                "copied {what} through GNU screen (OSC 52), if its terminal allows that; paste to see",
                "已通过 GNU screen（OSC 52）复制{gap}{what}，须终端允许；可粘贴查看"
            ),
            Route::Terminal => both!(
                "copied {what} through the terminal (OSC 52), if it allows that; paste to see",
                "已通过终端（OSC 52）复制{gap}{what}，须终端允许；可粘贴查看"
            ),
        });
    }
}
