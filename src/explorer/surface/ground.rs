//! Whether the terminal is dark, as it says itself.

use std::io::{self, IsTerminal};
use std::time::Duration;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// How long to wait for the terminal: enough for a slow connection, and too short to be noticed.
const PATIENCE: Duration = Duration::from_millis(300);

/// Asks for the colours (OSC 10 and 11), before the explorer takes the terminal. `None` where no reply comes.
pub fn is_dark() -> Option<bool> {
    if !io::stdout().is_terminal() || simscope_core::display::is_dumb() {
        return None;
    }
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    theme_mode(options).ok().map(|mode| mode == ThemeMode::Dark)
}
