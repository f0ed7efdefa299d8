//! How the parts of a recipe are written and read.

use super::{Bits, FeatureHash, Recipe, TieRule, Tokenizer, WINDOW, Weighting};
use std::fmt;
use std::str::FromStr;

/// A value that a part of a recipe cannot have. Says which, and what it can be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{value:?} is not a {part}: use {allowed}")]
pub struct BadValue {
    part: &'static str,
    value: String,
    allowed: &'static str,
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tokenizer, weighting, hash, bits, tie } = self;
        let plural = if bits.get() == 1 { "" } else { "s" };
        write!(f, "{tokenizer} · {weighting} · {hash} · {bits} bit{plural} · tie {tie}")
    }
}

impl fmt::Display for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tokenizer::Words => f.pad("words"),
            Tokenizer::Jieba => f.pad("jieba"),
            Tokenizer::Whitespace => f.pad("whitespace"),
            Tokenizer::Chars(n) => f.pad(&format!("chars:{n}")),
            Tokenizer::Shingles(n) => f.pad(&format!("shingles:{n}")),
        }
    }
}

impl FromStr for Tokenizer {
    type Err = BadValue;

    /// Also takes a space for the colon: `chars 3`.
    fn from_str(value: &str) -> Result<Self, BadValue> {
        let window = |name: &str| -> Option<u8> {
            let n = value.strip_prefix(name)?.strip_prefix([':', ' '])?.parse().ok()?;
            WINDOW.contains(&n).then_some(n)
        };
        match value {
            "words" => Ok(Tokenizer::Words),
            "jieba" => Ok(Tokenizer::Jieba),
            "whitespace" => Ok(Tokenizer::Whitespace),
            _ => window("chars")
                .map(Tokenizer::Chars)
                .or_else(|| window("shingles").map(Tokenizer::Shingles))
                .ok_or_else(|| BadValue {
                    part: "tokenizer",
                    value: value.to_owned(),
                    allowed: "words, jieba, whitespace, chars:N or shingles:N (N from 1 to 32)",
                }),
        }
    }
}

/// `Display` and `FromStr` of an enum whose values have fixed names.
macro_rules! spelled {
    ($type:ident, $part:literal, $allowed:literal, $($value:ident = $name:literal),+) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($type::$value => $name),+ })
            }
        }

        impl FromStr for $type {
            type Err = BadValue;

            fn from_str(value: &str) -> Result<Self, BadValue> {
                match value {
                    $($name => Ok($type::$value),)+
                    _ => Err(BadValue { part: $part, value: value.to_owned(), allowed: $allowed }),
                }
            }
        }
    };
}

spelled!(Weighting, "weighting", "uniform, tf or tf-idf", Uniform = "uniform", Tf = "tf", TfIdf = "tf-idf");
spelled!(FeatureHash, "feature hash", "xxh3", Xxh3 = "xxh3");
spelled!(TieRule, "tie rule", "zero or one", Zero = "zero", One = "one");

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl FromStr for Bits {
    type Err = BadValue;

    fn from_str(value: &str) -> Result<Self, BadValue> {
        value.parse().ok().and_then(Bits::new).ok_or_else(|| BadValue {
            part: "number of bits",
            value: value.to_owned(),
            allowed: "1 to 128",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in ["words", "jieba", "whitespace", "chars:1", "chars:32", "shingles:2"] {
            assert_eq!(text.parse::<Tokenizer>().unwrap().to_string(), text);
        }
        assert_eq!("chars 3".parse(), Ok(Tokenizer::Chars(3)));
        for text in ["uniform", "tf", "tf-idf"] {
            assert_eq!(text.parse::<Weighting>().unwrap().to_string(), text);
        }
        for text in ["zero", "one"] {
            assert_eq!(text.parse::<TieRule>().unwrap().to_string(), text);
        }
        assert_eq!("xxh3".parse::<FeatureHash>().unwrap().to_string(), "xxh3");
        assert_eq!("64".parse::<Bits>().unwrap(), Bits::DEFAULT);
        assert_eq!("128".parse::<Bits>().unwrap(), Bits::MAX);
    }

    #[test]
    fn errors_name_the_value_and_what_is_allowed() {
        for text in
            ["", "Words", "chars", "chars:0", "chars:33", "chars:x", "shingles:-1", "char:3", "chars::3"]
        {
            let error = text.parse::<Tokenizer>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a tokenizer: use words, ")), "{error}");
        }
        let error = |e: BadValue| e.to_string();
        assert_eq!(
            error("idf".parse::<Weighting>().unwrap_err()),
            r#""idf" is not a weighting: use uniform, tf or tf-idf"#
        );
        assert_eq!(
            error("\u{1b}".parse::<TieRule>().unwrap_err()),
            r#""\u{1b}" is not a tie rule: use zero or one"#
        );
        assert!("129".parse::<Bits>().is_err() && "0".parse::<Bits>().is_err());
    }

    #[test]
    fn a_recipe_is_one_line() {
        assert_eq!(Recipe::default().to_string(), "words · tf · xxh3 · 64 bits · tie zero");
    }
}
