//! Everything between text and signature: tokenizer · weighting · feature hash · bits · tie rule, or another sketch than SimHash,
//! and before these, what is ignored in the text, and Unicode normalization.

mod catalogue;
#[cfg(feature = "chinese")]
mod cppjieba;
mod cutter;
mod defects;
mod file;
mod frames;
mod frequencies;
mod given;
mod han;
mod hash;
#[cfg(feature = "chinese")]
mod hmm;
mod ignored;
#[cfg(feature = "chinese")]
mod jieba;
#[cfg(feature = "chinese")]
mod jieba_tags;
mod lower;
mod moved;
mod normalize;
mod partial_sort;
mod pieces;
mod plain_words;
#[cfg(feature = "chinese")]
mod route;
mod row;
mod sketch;
mod spelling;
mod split;
mod tables;
mod tokenizer;
mod variants;
mod weighting;
mod widths;
mod windows;
mod words;

pub use catalogue::{Named, named};
pub use cutter::Cutter;
pub use defects::Defect;
pub use file::{BadRecipe, LARGEST_RECIPE, RecipeFile, TablePaths, UnreadTables};
pub use frames::Frames;
pub use frequencies::{DocumentFrequencies, FrequenciesError};
pub use given::{Given, RUN};
pub use hash::{FeatureHash, Units};
pub use ignored::Ignored;
pub use normalize::Normalize;
pub use row::{LARGEST_WEIGHT, Row};
pub use sketch::Sketch;
pub use spelling::BadValue;
pub use split::Separators;
pub use tables::{LARGEST_TABLE, TableError, TableFile, TableFiles, TableNames, Tables};
pub use tokenizer::{CppJieba, Tokenizer};
pub use widths::Widths;

pub(crate) use given::words;
pub(crate) use han::is_han;
pub(crate) use partial_sort::partial_sort;
pub(crate) use plain_words::{each_word, lower_case, placed_words};

use crate::display::{Lang, both};
use crate::visible;
use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

/// The n of all windows: `chars:n`, `shingles:n`, `split-shingles:n`, `word-chars:n`, `word-shingles:n`, `long-words:n`,
/// `later-chars:n`.
pub const WINDOW: RangeInclusive<u8> = 1..=32;
/// The n of `keywords:n`, `cpp-keywords:n`, `tags:n` and `first-tags:n`.
pub const TOP: RangeInclusive<u16> = 1..=10_000;

/// The windows of the default recipe in runs of a script without spaces: measured, as docs/RECIPES.md says.
const RUN_WINDOW: u8 = 3;

/// Whether jieba is compiled in: the feature `chinese`.
pub(crate) const HAS_JIEBA: bool = cfg!(feature = "chinese");
/// The error for a part that uses jieba in a build without it.
const NEEDS_CHINESE: &str = "it uses jieba, which this simscope was built without (the feature `chinese`)";

/// A recipe. `Display` is the one-line form in headers: `words:3 · uniform · xxh3 · 64 bits · tie zero · normalize nfc`,
/// after the name if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// Its name; `None` once its parts were changed.
    pub name: Option<&'static str>,
    /// How text is cut into terms.
    pub tokenizer: Tokenizer,
    /// How much a term weighs.
    pub weighting: Weighting,
    /// How a term becomes bits.
    pub hash: FeatureHash,
    /// What is kept of the features.
    pub sketch: Sketch,
    /// Width of the signature, 1 to 128.
    pub bits: Bits,
    /// What a sum of zero becomes.
    pub tie: TieRule,
    /// The normalization of the text, after what is ignored was removed and before it is cut.
    pub normalize: Normalize,
    /// The pattern whose matches are removed first.
    pub ignore: Option<Ignored>,
    /// Frames that many texts of some corpus share, which are also removed.
    pub ignore_frames: Option<Frames>,
    /// What was given to all: it weighs nothing where texts are compared, and changes no signature.
    pub given: Option<Given>,
    /// jieba's tables, for parts that use them.
    pub tables: Tables,
}

impl Recipe {
    /// A text as the recipe reads it, for comparison: without what was given and what is ignored, and normalized by
    /// [`Normalize::Nfkc`] or [`Normalize::Loose`]. [`Normalize::Nfc`] is not applied, because it changes no content.
    pub fn read(self, text: &str) -> Cow<'_, str> {
        match self.given.map_or(Cow::Borrowed(text), |given| given.without(text)) {
            Cow::Borrowed(text) => self.read_own(text),
            Cow::Owned(text) => self.read_own(&text).into_owned().into(),
        }
    }

    fn read_own(self, text: &str) -> Cow<'_, str> {
        let (mut left, ignored) = (String::new(), (self.ignore, self.ignore_frames));
        let is_left =
            ignored != (None, None) && ignored::remove(ignored, text, &mut left, &mut Default::default());
        let is_normal = matches!(self.normalize, Normalize::None | Normalize::Nfc);
        match (is_left, is_normal) {
            (false, true) => text.into(),
            (false, false) => self.normalize.text(text),
            (true, true) => left.into(),
            (true, false) => self.normalize.text(&left).into_owned().into(),
        }
    }
}

/// How much a term weighs. `Display` and `FromStr` use `uniform`, `tf`, `tf-idf`, `keywords:5`,
/// `keywords:auto`, `cpp-keywords:5`, `cpp-keywords:auto`, `tags:20`, `first-tags:20`, `given`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weighting {
    /// 1 for each distinct term.
    Uniform,
    /// 1 for each occurrence.
    Tf,
    /// Occurrences × (ln((1+N)/(1+df)) + 1) with the corpus's own document frequencies.
    TfIdf,
    /// Occurrences × jieba's IDF (the mean IDF for words without one), the heaviest terms only, added in
    /// descending order of weight. Equal weights are ordered by term, ascending.
    Keywords(Top),
    /// The same, except that equal weights are ordered, and cut off, as in cppjieba b3602be built with GCC
    /// (`KeywordExtractor::Extract`): by libstdc++'s `partial_sort` over a map.
    CppKeywords(Top),
    /// The n terms with the largest occurrences × (jieba's IDF ÷ all occurrences) (the median IDF for words
    /// without one); the weight is that number × 20, truncated to an integer. Ordered by that number before the
    /// truncation, then by term, both descending (Python jieba 0.42.1, `extract_tags`, with its sorting patched so). n is
    /// clamped to [`TOP`].
    Tags(u16),
    /// The same, except that equal numbers are ordered by first occurrence (the same `extract_tags` as it is).
    FirstTags(u16),
    /// Occurrences × the weight that the [row](Row) says; of other terms 1.
    Given,
}

/// How many keywords are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Top {
    /// This many, clamped to [`TOP`].
    Count(u16),
    /// One for each 120 bytes of the text, at least 5, at most 200.
    Auto,
}

impl Top {
    /// The largest number of keywords of a text of `bytes` bytes.
    pub fn of(self, bytes: usize) -> usize {
        match self {
            Self::Count(n) => usize::from(n.clamp(*TOP.start(), *TOP.end())),
            Self::Auto => (bytes / 120).clamp(5, 200),
        }
    }
}

/// What a sum of zero becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieRule {
    /// Bit 1 only when the sum is above 0 (the paper's).
    Zero,
    /// Bit 1 when the sum is 0 or above.
    One,
    /// The signs of the sums are inverted: a 0 in a hash adds the weight, a 1 subtracts it. Bit 1 only when
    /// this sum is above 0 (gaoya 0.2.2).
    Inverted,
}

/// Width of a signature: 1 to 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(u8);

impl Bits {
    /// 128.
    pub const MAX: Bits = Bits(128);
    /// 64: the width of the literature, and the widest signature that takes one word.
    pub const DEFAULT: Bits = Bits(64);
    /// `None` unless 1 to 128.
    pub fn new(bits: u8) -> Option<Self> {
        (1..=Self::MAX.0).contains(&bits).then_some(Self(bits))
    }
    /// The number.
    pub fn get(self) -> u8 {
        self.0
    }
    /// A mask of the low `bits` bits.
    pub fn mask(self) -> u128 {
        u128::MAX >> (128 - self.0)
    }
    /// Whether a signature of this width needs more than 64 bits.
    pub fn is_wide(self) -> bool {
        self.0 > 64
    }
    /// Hex digits of a signature of this width.
    pub fn hex_digits(self) -> usize {
        usize::from(self.0).div_ceil(4)
    }
}

impl Recipe {
    /// simscope's own recipe, chosen by measurement (docs/RECIPES.md).
    ///
    /// Without the feature `chinese` its tokenizer is `unicode-words:3` instead of `words:3`. Both give the same
    /// signatures, except for texts with Han characters. Cargo merges the features that all crates of a program
    /// ask for; code whose signatures must not depend on that should name one of the two tokenizers.
    pub const DEFAULT: Self = Self {
        name: None,
        tokenizer: if HAS_JIEBA { Tokenizer::Words(RUN_WINDOW) } else { Tokenizer::UnicodeWords(RUN_WINDOW) },
        weighting: Weighting::Uniform,
        hash: FeatureHash::DEFAULT,
        sketch: Sketch::SimHash,
        bits: Bits::DEFAULT,
        tie: TieRule::Zero,
        normalize: Normalize::Nfc,
        ignore: None,
        ignore_frames: None,
        given: None,
        tables: Tables::EMBEDDED,
    };

    /// A cutter for its tokenizer.
    ///
    /// # Panics
    /// In a build without the feature `chinese`, if its tokenizer [uses jieba](Tokenizer::uses_jieba) or its
    /// weighting [jieba's IDF table](Weighting::uses_idf_table). Parsing such a recipe is an error already, so
    /// only a recipe built in code can cause this.
    pub fn cutter(&self) -> Cutter {
        let is_built = HAS_JIEBA || !self.weighting.uses_idf_table();
        assert!(is_built, "weighting {}: {NEEDS_CHINESE}", self.weighting);
        Cutter::new(self.tokenizer, self.tables).after(self.normalize, (self.ignore, self.ignore_frames))
    }

    /// Where a text has what is ignored, in order.
    pub fn ignored(&self, text: &str) -> Vec<Range<usize>> {
        ignored::places((self.ignore, self.ignore_frames), text)
    }

    /// Whether one of its parts uses jieba, so that it needs the feature `chinese`.
    pub fn needs_chinese(&self) -> bool {
        self.tokenizer.uses_jieba() || self.weighting.uses_idf_table()
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A recipe as a line of a screen.
impl Recipe {
    /// The recipe with all its parts.
    pub fn full(&self, lang: Lang) -> String {
        let full = self.to_string();
        match lang {
            Lang::En => full,
            Lang::Zh => {
                let full = full.replace(" bits · ", " 位 · ").replace(" bit · ", " 位 · ");
                full.replace(&format!(" · tie {}", self.tie), &format!(" · 平票{}", self.tie.in_chinese()))
                    .replace(" · normalize ", " · 规范化 ")
                    .replace(" · ignore ", " · 忽略 ")
                    .replace(" · ignore-frames ", " · 忽略套话 ")
                    .replace(" · given ", " · 给定 ")
            }
        }
    }

    /// The same for the head of a screen, without parts that nearly always have the same value.
    pub fn wide(&self, lang: Lang) -> String {
        let full = self.full(lang).replace(" · normalize ", " · ").replace(" · 规范化 ", " · ");
        full.replace(" · tie zero", "").replace(" · 平票记 0", "")
    }

    /// A short form: its name if it has one, else the most important parts. A tie rule of zero is left out.
    pub fn short(&self, lang: Lang) -> String {
        let bits = self.bits;
        if let Some(name) = self.name {
            let name = visible::line(name);
            let name = visible::fit(&name, 24);
            return lang.pick(both!("{name} · {bits} bits", "{name} · {bits} 位"));
        }
        let tie = match self.tie {
            TieRule::Zero if self.sketch == Sketch::MinHash => " minhash1",
            TieRule::Zero => "",
            TieRule::One => " t1",
            TieRule::Inverted => " tinv",
        };
        let before = match self.normalize {
            Normalize::None => String::new(),
            form => format!(" {form}"),
        };
        let is_ignoring = self.ignore.is_some() || self.ignore_frames.is_some();
        let ignoring = if is_ignoring { " ignore" } else { "" };
        let given = if self.given.is_some() { " given" } else { "" };
        format!("{} {} {} {bits}{tie}{before}{ignoring}{given}", self.tokenizer, self.weighting, self.hash)
    }
}
