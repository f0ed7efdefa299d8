//! The named recipes: simscope's own, and those of programs that are reproduced bit for bit.

use super::spelling::number;
use super::widths::Widths;
use super::{BadValue, Bits, HAS_JIEBA, Normalize, Recipe, Sketch, Tables, Tokenizer, WINDOW};
use crate::display::Phrase;
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

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
    &NAMED
}

/// The windows that ClickHouse takes.
const CLICKHOUSE_WINDOW: RangeInclusive<u8> = 1..=25;

static NAMED: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let own = Named {
        name: "default",
        recipe: Recipe { name: Some("default"), ..Recipe::DEFAULT },
        widths: &[],
        summary: ("simscope's own: what its measurements chose", "simscope 自带，经实测选出"),
        program: None,
    };
    let listed: Catalogue =
        toml::from_str(include_str!("catalogue.toml")).expect("a test reads the catalogue");
    std::iter::once(own).chain(listed.recipe.into_iter().filter_map(Entry::named)).collect()
});

/// The file `catalogue.toml`.
#[derive(Deserialize)]
struct Catalogue {
    recipe: Vec<Entry>,
}

/// A recipe there. It is leaked, because recipes are passed by value.
#[derive(Deserialize)]
struct Entry {
    name: String,
    tokenizer: String,
    weighting: String,
    hash: String,
    tie: String,
    widths: Vec<u8>,
    summary: (String, String),
    program: String,
}

impl Entry {
    /// `None` if a part uses jieba and this build has none.
    fn named(self) -> Option<Named> {
        let widths: &[u8] = self.widths.leak();
        let name: &str = self.name.leak();
        let recipe = Recipe {
            name: Some(name),
            tokenizer: self.tokenizer.parse().ok()?,
            weighting: self.weighting.parse().ok()?,
            hash: self.hash.parse().ok()?,
            sketch: Sketch::SimHash,
            bits: Bits::new(*widths.first()?)?,
            tie: self.tie.parse().ok()?,
            // The programs take a text as it is.
            normalize: Normalize::None,
            ignore: None,
            ignore_frames: None,
            given: None,
            tables: Tables::EMBEDDED,
        };
        let (english, chinese) = self.summary;
        let summary = (&*english.leak(), &*chinese.leak());
        Some(Named { name, recipe, widths, summary, program: Some(self.program.leak()) })
    }
}

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
        exact.or_else(|| Self::with_number(name)).ok_or_else(|| BadValue::new(part, name, allowed))
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
        let Self { tokenizer, weighting, hash, sketch, tie, .. } = named.recipe;
        let Self { normalize, ignore, ignore_frames, .. } = named.recipe;
        (hash, sketch, tie, normalize) == (self.hash, self.sketch, self.tie, self.normalize)
            && (ignore, ignore_frames) == (self.ignore, self.ignore_frames)
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
        let signing = |of: &Self| Self { name: None, given: None, ..*of };
        signing(self) == signing(other)
    }

    /// Its name, as far as it has one; with its bits, if it is a named one of another width or with a number of its own.
    pub fn label(&self) -> Option<String> {
        let is_named = |name: &str| NAMED.iter().any(|named| named.name == name);
        match (NAMED.iter().find(|named| named.recipe.has_parts_of(self)), self.name) {
            (Some(named), _) => Some(named.name.to_owned()),
            (None, Some(name)) if is_named(name) => Some(format!("{name} {}", self.bits)),
            (None, name) => name.map(str::to_owned),
        }
    }

    /// The widths that the recipe can have: those of its program while it has that name, otherwise up to the
    /// width of its hash. Minima can be any number, whatever the hash.
    pub fn widths(&self) -> Widths {
        let own = self.name.and_then(|name| NAMED.iter().find(|named| named.name == name));
        match own {
            Some(named) if !named.widths.is_empty() => Widths::These(named.widths),
            _ if self.sketch == Sketch::MinHash => Widths::UpTo(Bits::MAX.get()),
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
        }
        // Without jieba those that use it are not there, and no other.
        let listed: Catalogue = toml::from_str(include_str!("catalogue.toml")).unwrap();
        let without =
            listed.recipe.iter().filter(|entry| named().iter().all(|named| named.name != entry.name));
        assert_eq!(without.count(), if HAS_JIEBA { 0 } else { 4 });
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
