//! Conversion between simplified and traditional Chinese with OpenCC's dictionaries.

use super::{Edited, Moot};
use crate::recipe::is_han;
use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;
use std::sync::LazyLock;

/// A converter, loaded at the first text with a Han character.
type Converter = LazyLock<OpenCC>;

static TO_SIMPLIFIED: Converter = LazyLock::new(|| converter(BuiltinConfig::T2s));
static TO_TRADITIONAL: Converter = LazyLock::new(|| converter(BuiltinConfig::S2t));

fn converter(of: BuiltinConfig) -> OpenCC {
    OpenCC::from_config(of).expect("its dictionaries are compiled in")
}

pub(super) fn simplified(text: &str) -> Result<Edited, Moot> {
    edited(text, &TO_SIMPLIFIED)
}

pub(super) fn traditional(text: &str) -> Result<Edited, Moot> {
    edited(text, &TO_TRADITIONAL)
}

/// Whether a text has more characters that only traditional Chinese has than characters that only simplified
/// has.
pub(super) fn is_traditional(text: &str) -> Result<bool, Moot> {
    let changed = |converter: &Converter| {
        let converted = converter.convert(text);
        text.chars().zip(converted.chars()).filter(|(before, after)| before != after).count()
    };
    Ok(changed(&TO_SIMPLIFIED) > changed(&TO_TRADITIONAL))
}

fn edited(text: &str, converter: &Converter) -> Result<Edited, Moot> {
    match text.contains(is_han) {
        true => Ok(Edited { text: converter.convert(text), detail: String::new() }),
        false => Err(Moot::NoHan),
    }
}
