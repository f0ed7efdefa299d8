//! What can be set, and which values are valid.

use super::nearest;
use crate::display::{lang, say};
use crate::recipe::{Bits, Recipe, named};
use std::fmt;
use std::path::Path;

/// The themes: colours for a dark and a light terminal, and those with a ground of their own.
pub const THEMES: [&str; 5] = ["dark", "light", "contrast", "soft", "paper"];
const LANGUAGES: [&str; 2] = ["en", "zh"];
const SWITCH: [&str; 2] = ["on", "off"];
const PIXELS: [&str; 2] = ["auto", "off"];
const COLOURS: [&str; 5] = ["auto", "16", "256", "truecolor", "none"];

/// Something that can be set. `Display` is its key in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// Language of the screens and of messages: `en` or `zh`.
    Language,
    /// One of [`THEMES`].
    Theme,
    /// How many colours: `auto`, `16`, `256`, `truecolor` or `none`.
    Colours,
    /// Whether the explorer uses the mouse: `on` or `off`.
    Mouse,
    /// Whether only ASCII is drawn: `on` or `off`.
    Ascii,
    /// Whether curves are drawn in braille: `on` or `off`.
    Braille,
    /// Whether pictures are drawn in pixels where the terminal can: `auto` or `off`.
    Pixels,
    /// Whether something changes on the screen by itself: `on` or `off`.
    Motion,
    /// How long what follows an Esc belongs to it, in milliseconds: 0 to 1000.
    Escape,
    /// A recipe by its name, or a file that ends in `.toml`.
    Recipe,
    /// The threshold, 0 to 128.
    K,
    /// Least share that the texts of a confirmed pair have in common, 0.05 to 1.
    Tau,
    /// Memory for what is loaded, as 512M or 4G.
    Memory,
}

impl Setting {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Setting; 13] = [
        Setting::Language,
        Setting::Theme,
        Setting::Colours,
        Setting::Mouse,
        Setting::Ascii,
        Setting::Braille,
        Setting::Pixels,
        Setting::Motion,
        Setting::Escape,
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
            Setting::Mouse => ("mouse", "SIMSCOPE_MOUSE"),
            Setting::Ascii => ("ascii", "SIMSCOPE_ASCII"),
            Setting::Braille => ("braille", "SIMSCOPE_BRAILLE"),
            Setting::Pixels => ("pixels", "SIMSCOPE_PIXELS"),
            Setting::Motion => ("motion", "SIMSCOPE_MOTION"),
            Setting::Escape => ("escape", "SIMSCOPE_ESCAPE"),
            Setting::Recipe => ("recipe", "SIMSCOPE_RECIPE"),
            Setting::K => ("k", "SIMSCOPE_K"),
            Setting::Tau => ("tau", "SIMSCOPE_TAU"),
            Setting::Memory => ("memory", "SIMSCOPE_MEMORY"),
        }
    }

    /// Whether its value in the file is a number, and whether it may be a text there.
    pub(super) fn takes(self) -> (bool, bool) {
        match self {
            Setting::Escape | Setting::K | Setting::Tau => (true, false),
            Setting::Colours | Setting::Memory => (true, true),
            _ => (false, true),
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    pub fn check(self, text: &str) -> Result<(), String> {
        let is_valid = match self {
            Setting::Language => LANGUAGES.contains(&text),
            Setting::Theme => THEMES.contains(&text),
            Setting::Colours => COLOURS.contains(&text),
            Setting::Mouse | Setting::Ascii | Setting::Braille | Setting::Motion => SWITCH.contains(&text),
            Setting::Pixels => PIXELS.contains(&text),
            Setting::Escape => text.parse().is_ok_and(|milliseconds: u16| milliseconds <= 1000),
            Setting::Recipe if is_file(text) => true,
            Setting::Recipe => return named_recipe(text).map(drop),
            Setting::K => text.parse().is_ok_and(|k: u8| k <= Bits::MAX.get()),
            Setting::Tau => text.parse().is_ok_and(|tau: f64| (0.05..=1.0).contains(&tau)),
            Setting::Memory => size(text).is_ok(),
        };
        let allowed = match self {
            Setting::Language => LANGUAGES.join(lang().pick((" or ", " 或 "))),
            Setting::Theme => THEMES.join(lang().pick((", ", "、"))),
            Setting::Colours => COLOURS.join(lang().pick((", ", "、"))),
            Setting::Mouse | Setting::Ascii | Setting::Braille | Setting::Motion => {
                SWITCH.join(lang().pick((" or ", " 或 ")))
            }
            Setting::Pixels => PIXELS.join(lang().pick((" or ", " 或 "))),
            Setting::Escape => {
                say!("a whole number of milliseconds, 0 to 1000", "0 到 1000 的整数，单位为毫秒")
            }
            Setting::Recipe => say!(
                "a name of `simscope recipes`, or a file that ends in .toml",
                "`simscope recipes` 中的名称，或以 .toml 结尾的文件"
            ),
            Setting::K => say!("a whole number from 0 to 128", "0 到 128 的整数"),
            Setting::Tau => say!("a number from 0.05 to 1", "0.05 到 1 的数"),
            Setting::Memory => {
                say!("a size of at least 1M, such as 512M or 4G", "不小于 1M 的大小，如 512M 或 4G")
            }
        };
        if is_valid {
            Ok(())
        } else {
            let shown = if text.parse::<f64>().is_ok() { text.to_owned() } else { format!("{text:?}") };
            Err(say!("{shown} is not allowed: use {allowed}", "{shown} 无效，可用的值：{allowed}"))
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// The recipe with this name.
///
/// # Errors
/// The nearest name, or all names.
pub fn named_recipe(name: &str) -> Result<Recipe, String> {
    Recipe::named(name).map_err(|error| match nearest(name, named().iter().map(|named| named.name)) {
        Some(near) => say!(
            "{name:?} is not a recipe; the nearest is {near}, and `simscope recipes` lists all",
            "没有配方 {name:?}；最接近的是 {near}，`simscope recipes` 列出全部"
        ),
        None => error.to_string(),
    })
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
    let allowed = || {
        lang().pick(("use a size of at least 1M, such as 512M or 4G", "请用不小于 1M 的大小，如 512M 或 4G"))
    };
    let number = value.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let power = match value[number.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KB" | "KIB" => 1,
        "M" | "MB" | "MIB" => 2,
        "G" | "GB" | "GIB" => 3,
        "T" | "TB" | "TIB" => 4,
        _ => return Err(allowed()),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << (10 * power)));
    bytes.filter(|&bytes| bytes >= 1 << 20).ok_or_else(allowed)
}
