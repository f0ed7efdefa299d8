//! Whether the terminal is dark, as it says itself.

use simscope_core::display;

/// Asks for the colours of the text and of the ground (OSC 10 and 11). The replies come among the keys.
pub const QUESTION: &str = "\x1b]10;?\x07\x1b]11;?\x07";
/// Asks what the terminal is (DA1), to which every terminal replies: it is asked last.
pub const LAST: &str = "\x1b[c";

/// Whether the terminal can be asked.
pub fn replies() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    // GNU screen hands the question on and replies in another order; Eterm sends nothing.
    let is_mute = display::is_dumb() || term == "screen" || term.starts_with("screen.") || term == "Eterm";
    !is_mute
}

/// Asks, and waits for the reply. Elsewhere it comes among the keys.
#[cfg(not(unix))]
pub fn is_dark() -> Option<bool> {
    use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
    theme_mode(QueryOptions::default()).ok().map(|mode| mode == ThemeMode::Dark)
}
