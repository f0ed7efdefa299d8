//! Copying: to the desktop's clipboard where there is one, else through the terminal (OSC 52).

use arboard::Clipboard as Desktop;

/// The way that a copy took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// The desktop's clipboard.
    Desktop,
    /// The terminal is asked to take it; it may refuse, and does not answer.
    Terminal,
}

/// Holds the desktop's clipboard for as long as the program runs: its content vanishes with its owner.
#[derive(Default)]
pub struct Clipboard {
    desktop: Option<Desktop>,
}

impl Clipboard {
    /// Copies to the desktop. Returns [`Route::Terminal`] where the terminal has to.
    pub fn copy(&mut self, text: &str) -> Route {
        if !has_desktop() {
            return Route::Terminal;
        }
        if self.desktop.is_none() {
            self.desktop = Desktop::new().ok();
        }
        match self.desktop.as_mut().map(|desktop| desktop.set_text(text)) {
            Some(Ok(())) => Route::Desktop,
            _ => Route::Terminal,
        }
    }
}

/// Over ssh the desktop would be the wrong machine's.
fn has_desktop() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("SSH_CONNECTION") || is_set("SSH_TTY") {
        return false;
    }
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
