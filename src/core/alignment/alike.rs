//! What two texts that are not equal differ in, where no reader sees it.

use crate::display::Lang;
use crate::recipe::Normalize;
use std::fmt;

/// Why two different texts look equal, by the least that makes them so. `Display` is in English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    /// Letters and their marks are written in different ways.
    Nfc,
    /// Also soft hyphens, zero-width characters and other format characters.
    Invisible,
    /// Also width, case, white space and punctuation.
    Surface,
}

impl Alike {
    /// How two texts are alike; `None` if they are equal, or differ in what can be read.
    pub fn of(a: &str, b: &str) -> Option<Self> {
        if a == b {
            return None;
        }
        let are_equal = |fold: &dyn Fn(&str) -> String| fold(a) == fold(b);
        if are_equal(&|text| Normalize::Nfc.text(text).into_owned()) {
            return Some(Self::Nfc);
        }
        let visible = |text: &str| {
            let kept: String = text.chars().filter(|&c| !Normalize::is_invisible(c)).collect();
            Normalize::Nfc.text(&kept).into_owned()
        };
        if are_equal(&visible) {
            return Some(Self::Invisible);
        }
        let letters = |text: &str| -> String {
            let plain = Normalize::Loose.text(text).to_lowercase();
            plain
                .chars()
                .filter(|&c| c.is_alphanumeric() || !(c.is_whitespace() || is_punctuation(c)))
                .collect()
        };
        // Without a letter, what is dropped was all there was.
        (are_equal(&letters) && !letters(a).is_empty()).then_some(Self::Surface)
    }

    /// What they are, in words.
    pub fn say(self, lang: Lang) -> &'static str {
        lang.pick(match self {
            Self::Nfc => ("equal after NFC", "NFC 规范化后相同"),
            Self::Invisible => (
                "equal but for invisible characters (soft hyphen, zero-width)",
                "仅不可见字符（软连字符、零宽字符）不同",
            ),
            Self::Surface => {
                ("equal but for width, case, spaces, punctuation", "仅全半角、大小写、空白、标点不同")
            }
        })
    }
}

impl fmt::Display for Alike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.say(Lang::En))
    }
}

/// Marks of ASCII and Latin-1, general and CJK punctuation, and that of Arabic; symbols of value (`$`, `+`, `=`) are no
/// punctuation.
fn is_punctuation(c: char) -> bool {
    matches!(c, '!' | '"' | '#' | '%' | '&' | '\'' | '(' | ')' | '*' | ',' | '-' | '.' | '/' | ':' | ';' | '?' | '@' | '['
        | '\\' | ']' | '_' | '{' | '}' | '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '\u{60c}' | '\u{61b}' | '\u{61f}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{301f}' | '・')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_that_makes_texts_equal_is_named() {
        let plain = "The customer's order was delivered";
        let cases = [
            (plain, plain, None),
            ("Ti\u{ea}\u{301}ng", "Ti\u{1ebf}ng", Some(Alike::Nfc)),
            ("\u{1112}\u{1161}\u{11ab}", "한", Some(Alike::Nfc)),
            (plain, "\u{feff}The custo\u{ad}mer's or\u{200b}der was delivered", Some(Alike::Invisible)),
            ("cafe\u{200d}\u{301}", "café", Some(Alike::Invisible)),
            (plain, "THE customer’s  order was delivered!", Some(Alike::Surface)),
            ("ＡＢＣ１２", "abc 12", Some(Alike::Surface)),
            ("价格，含税。", "价格含税", Some(Alike::Surface)),
            ("costs $5", "costs 5", None),
            ("a+b", "a-b", None),
            ("!!", "??", None),
            (plain, "The customer's order was not delivered", None),
        ];
        for (a, b, expected) in cases {
            assert_eq!(Alike::of(a, b), expected, "{a:?} {b:?}");
            assert_eq!(Alike::of(b, a), expected);
        }
    }
}
