//! The language of messages and of tables for reading.

use simscope_core::display::{self, Lang, lang};
use simscope_core::settings::Settings;
use std::ffi::OsString;

/// Takes the language from the command line, the settings, or the locale. Mistakes in them are reported later.
pub(super) fn choose(words: &[OsString]) {
    // A mistake in another setting is reported in the language that was set.
    let named = of_option(words, "--lang").or_else(|| Settings::language(is_file_ignored(words)));
    let lang = match named.as_deref() {
        Some("zh") => Lang::Zh,
        Some("en") => Lang::En,
        _ => Lang::from_environment(),
    };
    display::speak(lang);
}

/// The value of an option, as `--lang`.
pub(super) fn of_option(words: &[OsString], option: &str) -> Option<String> {
    let mut words = words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        match word.strip_prefix(option) {
            Some("") => return words.next().map(str::to_owned),
            Some(value) if value.starts_with('=') => return Some(value[1..].to_owned()),
            _ => {}
        }
    }
    None
}

/// Whether the command line asks for no settings file.
pub(super) fn is_file_ignored(words: &[OsString]) -> bool {
    words.iter().take_while(|word| *word != "--").any(|word| word == "--no-config")
}

/// The words in the language of messages.
pub(super) fn pick<T>(phrase: (T, T)) -> T {
    lang().pick(phrase)
}
