//! Keys as sentences and the borders of panes name them: those that are in force.

use super::{Effect, Shared};
use crate::action::Action;
use crate::surface::Phrase;
use crate::surface::clipboard::Route;
use crate::surface::keymap::Keys;

/// A sentence of the explorer. One that stands in the code may name actions, `‹resume›`; one that was put together may hold a
/// text of the corpus, and is shown as it is.
pub trait Sentence {
    /// With the keys in force.
    fn spelled(self, keys: Keys<'_>) -> String;
}

impl Sentence for &'static str {
    fn spelled(self, keys: Keys<'_>) -> String {
        keys.spell(self)
    }
}

impl Sentence for String {
    fn spelled(self, _keys: Keys<'_>) -> String {
        self
    }
}

impl Shared {
    /// The keys in force on this screen.
    pub fn keys(&self) -> Keys<'_> {
        Keys { keymap: &self.keymap, screen: self.screen, lang: self.lang }
    }

    /// The key of an action in a sentence, as [`Keys::of`].
    pub fn key(&self, action: impl Into<Action>) -> String {
        self.keys().of(action.into())
    }

    /// A sentence in the language of the explorer, with the keys in force.
    pub fn keyed(&self, phrase: Phrase) -> String {
        self.keys().spell(self.lang.pick(phrase))
    }

    /// Keys with what they do here, `z fold · X swap`; an action without a key is left out.
    pub fn keys_for(&self, actions: &[(Action, Phrase)]) -> String {
        let named = actions.iter().filter_map(|&(action, does)| {
            let key = self.keys().written(self.keymap.key_of(self.screen, action)?);
            Some(format!("{key} {}", self.lang.pick(does)))
        });
        named.collect::<Vec<_>>().join(" · ")
    }

    pub fn toggle_mouse(&mut self) {
        self.start.has_mouse ^= true;
        self.ask_for(Effect::TakeMouse(self.start.has_mouse));
        self.say(if self.start.has_mouse {
            ("the mouse is used here; with Shift held it selects text", "此处使用鼠标；按住 Shift 可选择文本")
        } else {
            ("the mouse is left to the terminal, to select text", "鼠标交给终端，用于选择文本")
        });
    }

    pub fn toggle_theme(&mut self) {
        self.theme = self.theme.called(if self.theme.is_dark { "light" } else { "dark" });
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
