//! What can be set, and which values are valid.

use crate::recipe::{Bits, Recipe};
use std::fmt;
use std::path::Path;

/// The words for dark and light.
pub const SHADES: [&str; 2] = ["dark", "light"];
const LANGUAGES: [&str; 2] = ["en", "zh"];
const COLOURS: [&str; 5] = ["auto", "16", "256", "truecolor", "none"];

/// Something that can be set. `Display` is its key in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// Language of the screens and of messages: `en` or `zh`.
    Language,
    /// Ground of the terminal: `dark` or `light`.
    Theme,
    /// How many colours: `auto`, `16`, `256`, `truecolor` or `none`.
    Colours,
    /// A recipe by its name, or a file that ends in `.toml`.
    Recipe,
    /// The threshold, 0 to 128.
    K,
    /// Least Jaccard index of a right pair, 0.05 to 1.
    Tau,
    /// Memory for what is loaded, as 512M or 4G.
    Memory,
}

impl Setting {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Setting; 7] = [
        Setting::Language,
        Setting::Theme,
        Setting::Colours,
        Setting::Recipe,
        Setting::K,
        Setting::Tau,
        Setting::Memory,
    ];

    /// Its key in the file.
    pub fn key(self) -> &'static str {
        self.names().0
    }

    /// Its environment variable.
    pub fn variable(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Setting::Language => ("language", "SIMSCOPE_LANGUAGE"),
            Setting::Theme => ("theme", "SIMSCOPE_THEME"),
            Setting::Colours => ("colours", "SIMSCOPE_COLOURS"),
            Setting::Recipe => ("recipe", "SIMSCOPE_RECIPE"),
            Setting::K => ("k", "SIMSCOPE_K"),
            Setting::Tau => ("tau", "SIMSCOPE_TAU"),
            Setting::Memory => ("memory", "SIMSCOPE_MEMORY"),
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    pub fn check(self, text: &str) -> Result<(), String> {
        let is_valid = match self {
            Setting::Language => LANGUAGES.contains(&text),
            Setting::Theme => SHADES.contains(&text),
            Setting::Colours => COLOURS.contains(&text),
            Setting::Recipe if is_file(text) => true,
            Setting::Recipe => return Recipe::named(text).map(drop).map_err(|error| error.to_string()),
            Setting::K => text.parse().is_ok_and(|k: u8| k <= Bits::MAX.get()),
            Setting::Tau => text.parse().is_ok_and(|tau: f64| (0.05..=1.0).contains(&tau)),
            Setting::Memory => size(text).is_ok(),
        };
        let allowed = match self {
            Setting::Language => LANGUAGES.join(" or "),
            Setting::Theme => SHADES.join(" or "),
            Setting::Colours => COLOURS.join(", "),
            Setting::Recipe => "a name of `simscope recipes`, or a file that ends in .toml".to_owned(),
            Setting::K => "a whole number from 0 to 128".to_owned(),
            Setting::Tau => "a number from 0.05 to 1".to_owned(),
            Setting::Memory => "a size of at least 1M, such as 512M or 4G".to_owned(),
        };
        if is_valid { Ok(()) } else { Err(format!("{text:?} is no {self}: use {allowed}")) }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// Whether a recipe is named by a file.
pub(super) fn is_file(recipe: &str) -> bool {
    Path::new(recipe).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// A number of bytes, perhaps with K, M, G or T: powers of 1024. At least 1 MiB.
///
/// # Errors
/// What is allowed.
pub fn size(value: &str) -> Result<u64, &'static str> {
    const ALLOWED: &str = "use a size of at least 1M, such as 512M or 4G";
    let number = value.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let power = match value[number.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KB" | "KIB" => 1,
        "M" | "MB" | "MIB" => 2,
        "G" | "GB" | "GIB" => 3,
        "T" | "TB" | "TIB" => 4,
        _ => return Err(ALLOWED),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << (10 * power)));
    bytes.filter(|&bytes| bytes >= 1 << 20).ok_or(ALLOWED)
}
