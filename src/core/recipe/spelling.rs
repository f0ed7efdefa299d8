//! Parsing and printing of the parts of a recipe.

use super::{Bits, FeatureHash, Normalize, Recipe, Separators, Sketch, TieRule, Units};
use crate::display::{Phrase, lang};
use std::fmt;
use std::str::FromStr;

/// As much of a text as an error quotes: enough to recognise it, whatever a file has there.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 120;
    text.char_indices().nth(LONGEST).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}

/// An invalid value of a part of a recipe; the message lists the valid ones.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", lang().pick((
    format!("{:?} is not a {}: use {}", shortened(.value), part.0, allowed.0),
    format!("{:?} 不是{}：可用 {}", shortened(.value), part.1, allowed.1),
)))]
pub struct BadValue {
    pub(super) part: Phrase,
    pub(super) value: String,
    pub(super) allowed: Phrase,
}

impl BadValue {
    pub(super) fn new(part: Phrase, value: &str, allowed: Phrase) -> Self {
        Self { part, value: value.to_owned(), allowed }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, tokenizer, weighting, hash, sketch, bits, tie, .. } = self;
        let Self { normalize, ignore, ignore_frames, given, tables, .. } = self;
        if let Some(name) = name {
            write!(f, "{name} · ")?;
        }
        let plural = if bits.get() == 1 { "" } else { "s" };
        write!(f, "{tokenizer} · {weighting} · {hash} · {bits} bit{plural}")?;
        match sketch {
            Sketch::SimHash => write!(f, " · tie {tie}")?,
            Sketch::MinHash => write!(f, " · {sketch}")?,
        }
        if *normalize != Normalize::None {
            write!(f, " · normalize {normalize}")?;
        }
        if let Some(ignored) = ignore {
            write!(f, " · ignore {}", shortened(&crate::visible::line(&ignored.to_string())))?;
        }
        if let Some(frames) = ignore_frames {
            write!(f, " · ignore-frames {frames}")?;
        }
        if let Some(given) = given {
            write!(f, " · given {given}")?;
        }
        for (_, name) in tables.names().named() {
            let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
            write!(f, " · {}", crate::visible::line(name))?;
        }
        Ok(())
    }
}

/// Splits at colons or spaces.
pub(super) fn parts(value: &str) -> Vec<&str> {
    value.split([':', ' ']).collect()
}

/// Parses a number of digits only.
pub(super) fn number<N: FromStr>(digits: &str) -> Option<N> {
    // `parse` would also take a plus sign.
    digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
}

impl fmt::Display for FeatureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeatureHash::Xxh3 { seed: 0 } => f.pad("xxh3"),
            FeatureHash::Xxh3 { seed } => f.pad(&format!("xxh3:{seed}")),
            FeatureHash::Sip { k0: 0, k1: 0 } => f.pad("sip"),
            FeatureHash::Sip { k0, k1 } => f.pad(&format!("sip:{k0}:{k1}")),
            FeatureHash::Md5Head => f.pad("md5:head"),
            FeatureHash::Md5Tail => f.pad("md5:tail"),
            FeatureHash::Jenkins => f.pad("jenkins"),
            FeatureHash::Cpython(units) => f.pad(&format!("cpython:{units}")),
            FeatureHash::GoDemo => f.pad("go-demo"),
            FeatureHash::Fnv1 => f.pad("fnv1"),
            FeatureHash::Crc32 => f.pad("crc32"),
            FeatureHash::Crc32C => f.pad("crc32c"),
            FeatureHash::MurmurMirrored => f.pad("murmur:mirrored"),
            FeatureHash::Given => f.pad("given"),
        }
    }
}

impl FromStr for FeatureHash {
    type Err = BadValue;

    /// `md5` alone is `md5:head`, `cpython` alone `cpython:code-points`.
    fn from_str(value: &str) -> Result<Self, BadValue> {
        let hash = match parts(value).as_slice() {
            ["xxh3"] => Some(FeatureHash::DEFAULT),
            ["xxh3", seed] => number(seed).map(|seed| FeatureHash::Xxh3 { seed }),
            ["sip"] => Some(FeatureHash::Sip { k0: 0, k1: 0 }),
            ["sip", k0, k1] => number(k0).zip(number(k1)).map(|(k0, k1)| FeatureHash::Sip { k0, k1 }),
            ["md5"] | ["md5", "head"] => Some(FeatureHash::Md5Head),
            ["md5", "tail"] => Some(FeatureHash::Md5Tail),
            ["jenkins"] => Some(FeatureHash::Jenkins),
            ["cpython"] => Some(FeatureHash::Cpython(Units::CodePoints)),
            ["cpython", units] => units.parse().ok().map(FeatureHash::Cpython),
            ["go-demo"] => Some(FeatureHash::GoDemo),
            ["fnv1"] => Some(FeatureHash::Fnv1),
            ["crc32"] => Some(FeatureHash::Crc32),
            ["crc32c"] => Some(FeatureHash::Crc32C),
            ["murmur", "mirrored"] => Some(FeatureHash::MurmurMirrored),
            ["given"] => Some(FeatureHash::Given),
            _ => None,
        };
        let allowed = (
            "xxh3, xxh3:SEED, sip, sip:K0:K1, md5:head, md5:tail, jenkins, cpython:code-points, \
                 cpython:utf-16, cpython:bytes, go-demo, fnv1, crc32, crc32c, murmur:mirrored or given",
            "xxh3、xxh3:SEED、sip、sip:K0:K1、md5:head、md5:tail、jenkins、cpython:code-points、\
                 cpython:utf-16、cpython:bytes、go-demo、fnv1、crc32、crc32c、murmur:mirrored 或 given",
        );
        hash.ok_or_else(|| BadValue::new(("feature hash", "特征哈希"), value, allowed))
    }
}

/// `Display` and `FromStr` of an enum whose values have fixed names.
macro_rules! spelled {
    ($type:ident, $part:expr, $allowed:expr, $($value:ident = $name:literal),+) => {
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
                    _ => Err(BadValue::new($part, value, $allowed)),
                }
            }
        }
    };
}

spelled!(
    Separators,
    ("set of separators", "分隔符"),
    ("java, python, python2, space or punctuation", "java、python、python2、space 或 punctuation"),
    Java = "java",
    Python = "python",
    Python2 = "python2",
    Space = "space",
    Punctuation = "punctuation"
);
spelled!(
    Units,
    ("kind of unit", "字符单位"),
    ("code-points, utf-16 or bytes", "code-points、utf-16 或 bytes"),
    CodePoints = "code-points",
    Utf16 = "utf-16",
    Bytes = "bytes"
);
spelled!(
    Normalize,
    ("normalization", "规范化"),
    ("none, nfc, nfkc or loose", "none、nfc、nfkc 或 loose"),
    None = "none",
    Nfc = "nfc",
    Nfkc = "nfkc",
    Loose = "loose"
);
spelled!(
    Sketch,
    ("sketch", "签名算法"),
    ("simhash or minhash1", "simhash 或 minhash1"),
    SimHash = "simhash",
    MinHash = "minhash1"
);
spelled!(
    TieRule,
    ("tie rule", "平票规则"),
    ("zero, one or inverted", "zero、one 或 inverted"),
    Zero = "zero",
    One = "one",
    Inverted = "inverted"
);

impl TieRule {
    /// The result of a tie.
    pub fn in_chinese(self) -> &'static str {
        match self {
            Self::Zero => "记 0",
            Self::One => "记 1",
            Self::Inverted => "记 0，加减相反",
        }
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl FromStr for Bits {
    type Err = BadValue;

    fn from_str(value: &str) -> Result<Self, BadValue> {
        value
            .parse()
            .ok()
            .and_then(Bits::new)
            .ok_or_else(|| BadValue::new(("number of bits", "位数"), value, ("1 to 128", "1 到 128")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Tokenizer, Weighting};
    use super::*;

    fn check<T: FromStr<Err = BadValue> + fmt::Display>(spellings: &[&str]) {
        for spelling in spellings {
            match spelling.parse::<T>() {
                Ok(value) => assert_eq!(value.to_string(), *spelling),
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        check::<Tokenizer>(&["unicode-words", "unicode-words:3", "whitespace", "chars:1", "chars:32"]);
        check::<Tokenizer>(&[
            "split:java",
            "split:python",
            "split:python2",
            "split:space",
            "split:punctuation",
        ]);
        check::<Tokenizer>(&["split-shingles:4", "word-chars:4", "word-shingles:3:5"]);
        check::<Tokenizer>(&["ascii-words", "long-words:3", "later-chars:3", "rows"]);
        check::<Weighting>(&["uniform", "tf", "tf-idf", "given"]);
        #[cfg(feature = "chinese")]
        {
            check::<Tokenizer>(&[
                "words",
                "words:3",
                "jieba",
                "shingles:2",
                "jieba-tags",
                "cppjieba",
                "cppjieba:5.4",
            ]);
            check::<Weighting>(&[
                "keywords:5",
                "keywords:auto",
                "cpp-keywords:5",
                "tags:20",
                "first-tags:20",
            ]);
        }
        check::<FeatureHash>(&["xxh3", "xxh3:42", "sip", "sip:5:6", "md5:head", "md5:tail", "jenkins"]);
        check::<FeatureHash>(&["cpython:code-points", "cpython:utf-16", "cpython:bytes", "go-demo"]);
        check::<FeatureHash>(&["fnv1", "crc32", "crc32c", "murmur:mirrored", "given"]);
        check::<TieRule>(&["zero", "one", "inverted"]);
        check::<Sketch>(&["simhash", "minhash1"]);
        check::<Normalize>(&["none", "nfc", "nfkc", "loose"]);
        check::<Bits>(&["1", "64"]);
        assert_eq!("chars 3".parse(), Ok(Tokenizer::Chars(3)));
        assert_eq!("md5".parse(), Ok(FeatureHash::Md5Head));
        assert_eq!("cpython".parse(), Ok(FeatureHash::Cpython(Units::CodePoints)));
    }

    #[cfg(not(feature = "chinese"))]
    #[test]
    fn what_is_not_built_in_is_refused_by_name() {
        for name in ["words", "shingles:2", "jieba", "jieba-tags", "cppjieba", "cppjieba:5.4"] {
            let error = name.parse::<Tokenizer>().unwrap_err().to_string();
            let start = format!(
                "{name:?} is not a tokenizer of a build without the feature `chinese`: use unicode-words"
            );
            assert!(error.starts_with(&start), "{error}");
        }
        assert!("keywords:5".parse::<Weighting>().is_err() && "tf".parse::<Weighting>().is_ok());
        assert!(Recipe::named("yanyiwu").is_err() && Recipe::named("default").is_ok());
        assert!(super::super::named().iter().all(|named| !named.recipe.needs_chinese()));
        assert_eq!(
            Recipe::default().to_string(),
            "unicode-words:3 · uniform · xxh3 · 64 bits · tie zero · normalize nfc"
        );
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn errors_name_the_value_and_what_is_allowed() {
        for text in [
            "",
            "Words",
            "chars",
            "chars:0",
            "chars:33",
            "chars:x",
            "shingles:-1",
            "char:3",
            "chars::3",
            "chars:+3",
            "split",
            "split:go",
            "word-shingles:3",
            "word-shingles:3:999",
            "shingles:1000000000",
        ] {
            let error = text.parse::<Tokenizer>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a tokenizer: use words, ")), "{error}");
        }
        for text in ["", "keywords", "keywords:0", "tags:0", "tags:10001", "top:5"] {
            assert!(text.parse::<Weighting>().is_err(), "{text:?}");
        }
        for text in ["", "md5:middle", "sip:1", "xxh3:-1", "cpython:words", "sha1"] {
            assert!(text.parse::<FeatureHash>().is_err(), "{text:?}");
        }
        let error = |e: BadValue| e.to_string();
        assert_eq!(
            error("idf".parse::<Weighting>().unwrap_err()),
            r#""idf" is not a weighting: use uniform, tf, tf-idf, given, keywords:N, cpp-keywords:N, tags:N, first-tags:N (N from 1 to 10000; auto but for tags)"#
        );
        assert_eq!(
            error("\u{1b}".parse::<TieRule>().unwrap_err()),
            r#""\u{1b}" is not a tie rule: use zero, one or inverted"#
        );
        assert!("0".parse::<Bits>().is_err() && "129".parse::<Bits>().is_err());
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn a_recipe_is_one_line() {
        assert_eq!(
            Recipe::default().to_string(),
            "words:3 · uniform · xxh3 · 64 bits · tie zero · normalize nfc"
        );
    }
}
