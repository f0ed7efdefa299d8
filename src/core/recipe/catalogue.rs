//! The named recipes: simscope's own, and those of programs that are reproduced bit for bit.

use super::spelling::number;
use super::widths::Widths;
use super::{
    BadValue, Bits, FeatureHash, HAS_JIEBA, Normalize, Recipe, Separators, Tables, TieRule, Tokenizer, Units,
    WINDOW, Weighting,
};
#[cfg(feature = "chinese")]
use super::{CppJieba, Top};
use crate::display::Phrase;
use std::ops::RangeInclusive;

/// A recipe with a name.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// The name, as `--recipe` takes it.
    pub name: &'static str,
    /// Its parts, with the embedded tables and the first of its widths.
    pub recipe: Recipe,
    /// The widths that the program supports, its default first; empty if all are allowed.
    pub widths: &'static [u8],
    /// A one-line summary in English and Chinese.
    pub summary: (&'static str, &'static str),
    /// The program and the version that it reproduces.
    pub program: Option<&'static str>,
}

/// All named recipes, simscope's own first; without the feature `chinese` those that do not use jieba.
pub fn named() -> &'static [Named] {
    NAMED
}

/// The windows that ClickHouse takes.
const CLICKHOUSE_WINDOW: RangeInclusive<u8> = 1..=25;

const fn recipe(
    name: &'static str,
    tokenizer: Tokenizer,
    weighting: Weighting,
    hash: FeatureHash,
    bits: Bits,
    tie: TieRule,
) -> Recipe {
    Recipe {
        name: Some(name),
        tokenizer,
        weighting,
        hash,
        bits,
        tie,
        // The programs take a text as it is.
        normalize: Normalize::None,
        ignore: None,
        tables: Tables::EMBEDDED,
    }
}

#[cfg(feature = "chinese")]
const KEYWORDS20: Named = Named {
    name: "keywords20",
    recipe: recipe(
        "keywords20",
        Tokenizer::JiebaTags,
        Weighting::Tags(20),
        FeatureHash::Cpython(Units::CodePoints),
        Bits::DEFAULT,
        TieRule::Zero,
    ),
    widths: &[64],
    summary: (
        "the 20 heaviest keywords by jieba's TF-IDF, equal weights by term, weights cut to whole numbers",
        "jieba 的 TF-IDF 权重最高的 20 个关键词，同权按词排序，权重取整",
    ),
    program: Some("the Python script of an article, with its patched sorting of jieba 0.42.1's tags"),
};

#[cfg(feature = "chinese")]
const YANYIWU: Named = Named {
    name: "yanyiwu",
    recipe: recipe(
        "yanyiwu",
        Tokenizer::CppJieba(CppJieba::V5_6),
        Weighting::CppKeywords(Top::Count(5)),
        FeatureHash::Jenkins,
        Bits::DEFAULT,
        TieRule::Zero,
    ),
    widths: &[64],
    summary: (
        "the 5 heaviest keywords by cppjieba's TF-IDF, hashed by lookup3",
        "cppjieba 的 TF-IDF 权重最高的 5 个关键词，lookup3 哈希",
    ),
    program: Some("yanyiwu/simhash 30c243b with cppjieba b3602be"),
};

static NAMED: &[Named] = &[
    Named {
        name: "default",
        recipe: Recipe { name: Some("default"), ..Recipe::DEFAULT },
        widths: &[],
        summary: ("simscope's own: what its measurements chose", "simscope 自带，经实测选出"),
        program: None,
    },
    Named {
        name: "java",
        recipe: recipe(
            "java",
            Tokenizer::Split(Separators::Java),
            Weighting::Tf,
            FeatureHash::Cpython(Units::Utf16),
            Bits::DEFAULT,
            TieRule::One,
        ),
        widths: &[64, 128],
        summary: (
            "words between white space, CPython's old hash over UTF-16 units",
            "按空白分词，对 UTF-16 单元用 CPython 旧哈希",
        ),
        program: Some("the Java class of many articles, OpenJDK 17"),
    },
    Named {
        name: "python",
        recipe: recipe(
            "python",
            Tokenizer::Split(Separators::Python),
            Weighting::Tf,
            FeatureHash::Cpython(Units::CodePoints),
            Bits::MAX,
            TieRule::One,
        ),
        widths: &[128, 64],
        summary: (
            "words between Unicode white space, CPython's old hash over code points",
            "按 Unicode 空白分词，对码点用 CPython 旧哈希",
        ),
        program: Some("the Python script of many articles, CPython 3.11"),
    },
    Named {
        name: "python2",
        recipe: recipe(
            "python2",
            Tokenizer::Split(Separators::Python2),
            Weighting::Tf,
            FeatureHash::Cpython(Units::Bytes),
            Bits::MAX,
            TieRule::One,
        ),
        widths: &[128],
        summary: (
            "words between ASCII white space, CPython's old hash over bytes",
            "按 ASCII 空白分词，对字节用 CPython 旧哈希",
        ),
        program: Some("the same script, Python 2.7.18"),
    },
    Named {
        name: "go-demo",
        recipe: recipe(
            "go-demo",
            Tokenizer::Split(Separators::Space),
            Weighting::Tf,
            FeatureHash::GoDemo,
            Bits::DEFAULT,
            TieRule::One,
        ),
        widths: &[64],
        summary: (
            "words between single spaces, a hash that reads the first byte only",
            "按单个空格分词，哈希只读首字节",
        ),
        program: Some("the Go example of an article, Go 1.19.8"),
    },
    #[cfg(feature = "chinese")]
    KEYWORDS20,
    #[cfg(feature = "chinese")]
    Named {
        name: "keywords20-raw",
        recipe: Recipe {
            name: Some("keywords20-raw"),
            weighting: Weighting::FirstTags(20),
            ..KEYWORDS20.recipe
        },
        summary: (
            "the same with jieba's own order of equal weights, which decides what is cut off: by first occurrence",
            "同上，同权时按 jieba 自己的次序（先出现者在前）取舍",
        ),
        program: Some("the same script with jieba 0.42.1 as it is"),
        ..KEYWORDS20
    },
    #[cfg(feature = "chinese")]
    YANYIWU,
    #[cfg(feature = "chinese")]
    Named {
        name: "yanyiwu:auto",
        recipe: Recipe {
            name: Some("yanyiwu:auto"),
            weighting: Weighting::CppKeywords(Top::Auto),
            ..YANYIWU.recipe
        },
        summary: (
            "the same, one keyword for each 120 bytes (5 to 200)",
            "同上，每 120 字节一个关键词（5 到 200 个）",
        ),
        ..YANYIWU
    },
    Named {
        name: "1e0ng",
        recipe: recipe(
            "1e0ng",
            Tokenizer::WordChars(4),
            Weighting::Tf,
            FeatureHash::Md5Tail,
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64, 128],
        summary: (
            "windows of 4 word characters, lower-cased, counted; the tail of MD5",
            "4 个字符的窗口，小写，计数；MD5 的尾部",
        ),
        program: Some("simhash 2.1.2 on PyPI (1e0ng/simhash)"),
    },
    Named {
        name: "seomoz",
        recipe: recipe(
            "seomoz",
            Tokenizer::SplitShingles(4),
            Weighting::Tf,
            FeatureHash::Md5Head,
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64],
        summary: (
            "shingles of 4 words (seomoz:N for N); the head of MD5",
            "4 词词片（seomoz:N 为 N 个）；MD5 的头部",
        ),
        program: Some("seomoz/simhash-py cb96625"),
    },
    Named {
        name: "simhash-rs",
        recipe: recipe(
            "simhash-rs",
            Tokenizer::Whitespace,
            Weighting::Tf,
            FeatureHash::Sip { k0: 0, k1: 0 },
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64],
        summary: ("words between Unicode white space; SipHash-2-4", "按 Unicode 空白分词；SipHash-2-4"),
        program: Some("crate simhash 0.3.0"),
    },
    Named {
        name: "gaoya",
        recipe: recipe(
            "gaoya",
            Tokenizer::Split(Separators::Punctuation),
            Weighting::Tf,
            FeatureHash::Sip { k0: 5, k1: 6 },
            Bits::DEFAULT,
            TieRule::Inverted,
        ),
        widths: &[64, 128],
        summary: (
            "words between ASCII punctuation and white space; SipHash, its bits turned round",
            "按 ASCII 标点和空白分词；SipHash，各位取反",
        ),
        program: Some("crate gaoya 0.2.2"),
    },
    Named {
        name: "text-dedup",
        recipe: recipe(
            "text-dedup",
            Tokenizer::WordShingles { n: 3, least: 5 },
            Weighting::Uniform,
            FeatureHash::Xxh3 { seed: 42 },
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64, 128],
        summary: (
            "the set of shingles of 3 words, the default of its class, lower-cased (configs/simhash.toml, as shipped, has \
             word-shingles:5:5); XXH3 with seed 42",
            "3 词词片的集合（其类的默认值；随附的 configs/simhash.toml 为 word-shingles:5:5），小写；种子为 42 的 XXH3",
        ),
        program: Some("ChenghaoMou/text-dedup 7538f3e, defaults of SimHashAlgorithmConfig"),
    },
    Named {
        name: "ch-words",
        recipe: recipe(
            "ch-words",
            Tokenizer::LongWords(3),
            Weighting::Tf,
            FeatureHash::Crc32C,
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64],
        summary: (
            "ClickHouse: 3 words of at least 4 bytes joined (ch-words:N for N); CRC-32C",
            "ClickHouse：至少 4 字节的词，每 3 个相连（ch-words:N 为 N 个）；CRC-32C",
        ),
        program: Some("ClickHouse 26.9, wordShingleSimHash"),
    },
    Named {
        name: "ch-chars",
        recipe: recipe(
            "ch-chars",
            Tokenizer::LaterChars(3),
            Weighting::Tf,
            FeatureHash::Crc32C,
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64],
        summary: (
            "ClickHouse: windows of 3 characters but the first (ch-chars:N for N); CRC-32C",
            "ClickHouse：3 个字符的窗口，漏掉第一个（ch-chars:N 为 N 个）；CRC-32C",
        ),
        program: Some("ClickHouse 26.9, ngramSimHashUTF8"),
    },
    Named {
        name: "mfonda",
        recipe: recipe(
            "mfonda",
            Tokenizer::AsciiWords,
            Weighting::Tf,
            FeatureHash::Fnv1,
            Bits::DEFAULT,
            TieRule::One,
        ),
        widths: &[64],
        summary: ("ASCII words and addresses, lower-cased; FNV-1", "ASCII 单词和网址，小写；FNV-1"),
        program: Some("mfonda/simhash 79f94a1, Go 1.19.8"),
    },
    Named {
        name: "hutool",
        recipe: recipe(
            "hutool",
            Tokenizer::Split(Separators::Space),
            Weighting::Tf,
            FeatureHash::MurmurMirrored,
            Bits::DEFAULT,
            TieRule::Zero,
        ),
        widths: &[64],
        summary: (
            "words between single spaces; half of MurmurHash3, its bits in reverse order",
            "按单个空格分词；MurmurHash3 的一半，位序颠倒",
        ),
        program: Some("hutool 5.8.34, OpenJDK 17"),
    },
    Named {
        name: "npm-simhash",
        recipe: recipe(
            "npm-simhash",
            Tokenizer::Split(Separators::Space),
            Weighting::Tf,
            FeatureHash::Crc32,
            Bits::WORD_32,
            TieRule::Zero,
        ),
        widths: &[32],
        summary: ("words between single spaces; CRC-32, 32 bits", "按单个空格分词；CRC-32，32 位"),
        program: Some("simhash 0.1.0 on npm"),
    },
];

/// The word for a recipe and the allowed values, for the error of [`Recipe::named`].
const NAMES: (Phrase, Phrase) = match HAS_JIEBA {
    true => (
        ("recipe", "配方"),
        (
            "default, java, python, python2, go-demo, keywords20, keywords20-raw, yanyiwu, yanyiwu:N, yanyiwu:auto, 1e0ng, seomoz, seomoz:N, \
             simhash-rs, gaoya, text-dedup, ch-words, ch-words:N, ch-chars, ch-chars:N, \
             mfonda, hutool, npm-simhash, or a file that ends in .toml",
            "default、java、python、python2、go-demo、keywords20、keywords20-raw、yanyiwu、yanyiwu:N、yanyiwu:auto、1e0ng、seomoz、seomoz:N、\
             simhash-rs、gaoya、text-dedup、ch-words、ch-words:N、ch-chars、ch-chars:N、\
             mfonda、hutool、npm-simhash，或以 .toml 结尾的文件",
        ),
    ),
    false => (
        ("recipe of a build without the feature `chinese`", "配方（未含 `chinese` 特性的构建）"),
        (
            "default, java, python, python2, go-demo, 1e0ng, seomoz, seomoz:N, simhash-rs, gaoya, text-dedup, \
             ch-words, ch-words:N, ch-chars, ch-chars:N, mfonda, hutool or npm-simhash",
            "default、java、python、python2、go-demo、1e0ng、seomoz、seomoz:N、simhash-rs、gaoya、text-dedup、\
             ch-words、ch-words:N、ch-chars、ch-chars:N、mfonda、hutool 或 npm-simhash",
        ),
    ),
};

impl Recipe {
    /// The recipe with this name: one of [`named`], `yanyiwu:N` with N keywords, `seomoz:N` with shingles of N words,
    /// or `ch-words:N` or `ch-chars:N` with windows of N.
    ///
    /// # Errors
    /// An unknown name; the error lists all names.
    pub fn named(name: &str) -> Result<Self, BadValue> {
        let exact = NAMED.iter().find(|named| named.name == name).map(|named| named.recipe);
        let (part, allowed) = NAMES;
        exact.or_else(|| Self::with_number(name)).ok_or_else(|| BadValue {
            part,
            value: name.to_owned(),
            allowed,
        })
    }

    fn with_number(name: &str) -> Option<Self> {
        let (family, n) = name.split_once(':')?;
        let base = NAMED.iter().find(|named| named.name == family)?.recipe;
        match base.name? {
            "yanyiwu" => Some(Self { weighting: format!("cpp-keywords:{n}").parse().ok()?, ..base }),
            "seomoz" => Some(Self {
                tokenizer: Tokenizer::SplitShingles(number(n).filter(|n| WINDOW.contains(n))?),
                ..base
            }),
            "ch-words" | "ch-chars" => Some(Self {
                tokenizer: base
                    .tokenizer
                    .with_window(number(n).filter(|n| CLICKHOUSE_WINDOW.contains(n))?)?,
                ..base
            }),
            _ => None,
        }
    }

    /// Whether the recipe may keep that name. A name of [`named`] stands for its parts, except for the number
    /// of `yanyiwu:N`, `seomoz:N` and the two of ClickHouse, the width and the tables.
    pub(super) fn is_worthy_of(&self, name: &str) -> bool {
        use std::mem::discriminant;
        let Some(named) = NAMED.iter().find(|named| named.name == name) else {
            // A name like `seomoz:1` has a meaning although it is not in the list.
            return Self::named(name).is_err();
        };
        let takes_a_number = match name {
            "yanyiwu" | "seomoz" => true,
            "ch-words" | "ch-chars" => {
                self.tokenizer.window().is_some_and(|n| CLICKHOUSE_WINDOW.contains(&n))
            }
            _ => false,
        };
        let same_kind = |named: &Self| {
            discriminant(&named.tokenizer) == discriminant(&self.tokenizer)
                && discriminant(&named.weighting) == discriminant(&self.weighting)
        };
        let Self { name: _, tokenizer, weighting, hash, bits: _, tie, normalize, ignore, tables: _ } =
            named.recipe;
        (hash, tie, normalize, ignore) == (self.hash, self.tie, self.normalize, self.ignore)
            && ((tokenizer, weighting) == (self.tokenizer, self.weighting)
                || takes_a_number && same_kind(&named.recipe))
    }

    /// `self` with the parts of `after`; drops a name that no longer fits, and tables that no part uses.
    pub fn changed_to(self, after: Self) -> Self {
        let same_parts = self.has_parts_of(&after);
        let is_still = |name: &&str| {
            let is_programs = NAMED.iter().any(|named| named.name == *name);
            same_parts || is_programs && after.is_worthy_of(name) && after.widths().allow(after.bits)
        };
        let names = after.tables.names();
        let is_idle = (names.dict.is_none() || !after.tokenizer.uses_jieba())
            && (names.idf.is_none() || !after.weighting.uses_idf_table())
            && (names.stop_words.is_none() || !after.tokenizer.drops_stop_words());
        Self {
            name: after.name.filter(is_still),
            tables: if is_idle { Tables::EMBEDDED } else { after.tables },
            ..after
        }
    }

    /// Whether both give the same signatures; names do not count.
    pub fn has_parts_of(&self, other: &Self) -> bool {
        Self { name: None, ..*self } == Self { name: None, ..*other }
    }

    /// The widths that the recipe can have: those of its program while it has that name, otherwise up to the
    /// width of its hash.
    pub fn widths(&self) -> Widths {
        let own = self.name.and_then(|name| NAMED.iter().find(|named| named.name == name));
        match own {
            Some(named) if !named.widths.is_empty() => Widths::These(named.widths),
            _ => Widths::UpTo(self.hash.widest()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_recipe_and_is_in_the_error() {
        for named in named() {
            assert_eq!(Recipe::named(named.name), Ok(named.recipe));
            assert_eq!(named.recipe.name, Some(named.name));
            assert!(NAMES.1.0.contains(named.name), "{}", named.name);
            assert!(named.recipe.widths().allow(named.recipe.bits), "{}", named.name);
            if let Some(first) = named.widths.first() {
                assert_eq!(named.recipe.bits.get(), *first);
            }
        }
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn yanyiwu_and_seomoz_take_a_number() {
        let of = |name: &str| Recipe::named(name).map(|recipe| recipe.to_string()).map_err(|e| e.to_string());
        assert_eq!(
            of("yanyiwu:7").unwrap(),
            "yanyiwu · cppjieba · cpp-keywords:7 · jenkins · 64 bits · tie zero"
        );
        assert_eq!(of("seomoz:1").unwrap(), "seomoz · split-shingles:1 · tf · md5:head · 64 bits · tie zero");
        assert_eq!(
            of("ch-chars:25").unwrap(),
            "ch-chars · later-chars:25 · tf · crc32c · 64 bits · tie zero"
        );
        for name in ["yanyiwu:0", "seomoz:0", "seomoz:33", "ch-words:26", "java:3", "Java", ""] {
            assert!(of(name).unwrap_err().contains("is not a recipe: use default, java, "), "{name}");
        }
    }

    #[test]
    fn widths_are_listed() {
        let widths = |name: &str| Recipe::named(name).unwrap().widths().to_string();
        assert_eq!(widths("python"), "128 or 64");
        assert_eq!(widths("go-demo"), "64");
        assert_eq!(widths("default"), "1 to 128");
        let unnamed = Recipe { name: None, ..Recipe::named("go-demo").unwrap() };
        assert_eq!(unnamed.widths().to_string(), "1 to 64");
        let wider = |n| Recipe { tokenizer: Tokenizer::LongWords(n), ..Recipe::named("ch-words").unwrap() };
        assert!(wider(25).is_worthy_of("ch-words") && !wider(26).is_worthy_of("ch-words"));
    }
}
