//! Copying: to the desktop's clipboard where there is one, else through tmux or the terminal (OSC 52).

#[cfg(feature = "clipboard")]
use arboard::Clipboard as Desktop;
use ratatui::crossterm::Command as _;
use ratatui::crossterm::clipboard::CopyToClipboard;
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// The way that a copy took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// The desktop's clipboard.
    Desktop,
    /// A buffer of tmux, which hands it on to the terminal.
    Tmux,
    /// The terminal is asked to take it, through GNU screen; it may refuse, and does not reply.
    Screen,
    /// The terminal is asked to take it.
    Terminal,
}

/// Holds the desktop's clipboard for as long as the program runs: its content vanishes with its owner.
#[derive(Default)]
pub struct Clipboard {
    desktop: Option<Desktop>,
}

/// Stands in for the desktop's clipboard in a build without it: there is none.
#[cfg(not(feature = "clipboard"))]
enum Desktop {}

#[cfg(not(feature = "clipboard"))]
impl Desktop {
    fn new() -> Result<Self, ()> {
        Err(())
    }

    fn set_text(&mut self, _: &str) -> Result<(), ()> {
        match *self {}
    }
}

impl Clipboard {
    /// Copies to the desktop, or to tmux. Where the terminal has to, returns the route with [`sequence`] left to be written.
    pub fn copy(&mut self, text: &str) -> Route {
        if has_desktop() && self.is_taken_by_desktop(text) {
            return Route::Desktop;
        }
        // By its own settings tmux drops what a program asks the terminal for, but not what is sent to tmux itself.
        match is_set("TMUX") && is_taken_by_tmux(text).unwrap_or(false) {
            true => Route::Tmux,
            false if is_set("STY") => Route::Screen,
            false => Route::Terminal,
        }
    }

    fn is_taken_by_desktop(&mut self, text: &str) -> bool {
        if self.desktop.is_none() {
            self.desktop = Desktop::new().ok();
        }
        self.desktop.as_mut().is_some_and(|desktop| desktop.set_text(text).is_ok())
    }
}

/// `-w` hands it on to the terminal's clipboard (tmux 3.2).
fn is_taken_by_tmux(text: &str) -> io::Result<bool> {
    let mut command = Command::new("tmux");
    command.args(["load-buffer", "-w", "-"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    Ok(child.wait()?.success() && written.is_ok())
}

/// The sequence that puts a text on the clipboard of the terminal (OSC 52). For GNU screen it is wrapped, in pieces that fit its
/// buffer.
pub fn sequence(text: &str, route: Route) -> String {
    const PIECE: usize = 240;
    let mut plain = String::new();
    // A String takes everything.
    let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut plain);
    if route != Route::Screen {
        return plain;
    }
    // All of it is ASCII; its end must not be that of the wrapping.
    let plain = plain.trim_end_matches("\u{1b}\\").to_owned() + "\u{7}";
    let pieces = plain.as_bytes().chunks(PIECE).map(String::from_utf8_lossy);
    pieces.map(|piece| format!("\u{1b}P{piece}\u{1b}\\")).collect()
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Over ssh the desktop would be the wrong machine's.
fn has_desktop() -> bool {
    if is_set("SSH_CONNECTION") || is_set("SSH_TTY") {
        return false;
    }
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gnu_screen_is_given_pieces_that_join_to_the_same_sequence() {
        let text = "line of a text\n".repeat(99);
        let plain = sequence(&text, Route::Terminal);
        let wrapped = sequence(&text, Route::Screen);
        let pieces: Vec<&str> = wrapped.split("\u{1b}\\").filter(|piece| !piece.is_empty()).collect();
        assert!(pieces.len() > 5 && pieces.iter().all(|piece| piece.len() < 256));
        let joined: String = pieces.iter().map(|piece| piece.strip_prefix("\u{1b}P").unwrap()).collect();
        assert_eq!(joined.strip_suffix('\u{7}'), plain.strip_suffix("\u{1b}\\"));
    }
}
