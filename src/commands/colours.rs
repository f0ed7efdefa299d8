//! Whether what is printed may have colours: `--color`, else NO_COLOR and the terminal.

use super::language::of_option;
use clap::ColorChoice;
use simscope_core::display::{Depth, is_dumb};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Takes the choice from the command line; a mistake in it is reported later. `--no-color`, as many programs have it, becomes
/// `--color=never`.
pub(super) fn choose(words: &mut [OsString]) {
    let options = words.iter_mut().take_while(|word| **word != "--");
    options.filter(|word| **word == "--no-color").for_each(|word| *word = "--color=never".into());
    let named = of_option(words, "--color").or_else(|| of_option(words, "--colour"));
    let choice = match named.as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never" | "none") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    };
    let _ = CHOICE.set(choice);
}

/// For help, which asks the terminal itself.
pub(super) fn of_help() -> ColorChoice {
    CHOICE.get().copied().unwrap_or(ColorChoice::Auto)
}

/// Whether standard output takes them.
pub(super) fn are_on() -> bool {
    match of_help() {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            io::stdout().is_terminal() && !is_dumb() && Depth::from_environment() != Depth::Mono
        }
    }
}
