//! Everything between text and signature: tokenizer · weighting · feature hash · bits · tie rule.

mod cutter;
mod frequencies;
mod han;
mod spelling;
mod windows;
mod words;

pub use cutter::Cutter;
pub use frequencies::DocumentFrequencies;
pub use spelling::BadValue;

use std::ops::RangeInclusive;

/// The n that `chars:n` and `shingles:n` take.
pub const WINDOW: RangeInclusive<u8> = 1..=32;

/// A recipe. `Display` is the one-line form shown in headers: `words · tf · xxh3 · 64 bits · tie zero`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// How text is cut into terms.
    pub tokenizer: Tokenizer,
    /// How much a term weighs.
    pub weighting: Weighting,
    /// How a term becomes bits.
    pub hash: FeatureHash,
    /// Width of the signature, 1 to 128.
    pub bits: Bits,
    /// What a sum of zero becomes.
    pub tie: TieRule,
}

/// How text is cut into terms. `Display` and `FromStr` use `words`, `jieba`, `whitespace`, `chars:3`,
/// `shingles:2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tokenizer {
    /// Unicode words, lower-cased; Han runs cut by jieba. The text is first parted at ASCII white space and
    /// at Han runs (what jieba takes for Han), which are word boundaries anyway; each part is then cut by
    /// UAX #29, and pieces without a letter or digit are dropped. So `iPhone手机` is `iphone`, `手机`.
    Words,
    /// Everything cut by jieba (HMM on): case and punctuation kept, white space dropped.
    Jieba,
    /// Split on Unicode whitespace, case kept.
    Whitespace,
    /// Windows of n characters (lower-cased one by one, white space trimmed and folded to one space); the
    /// whole if shorter. n is held to [`WINDOW`].
    Chars(u8),
    /// Windows of n `words` terms joined by one space; the whole if fewer. n is held to [`WINDOW`].
    Shingles(u8),
}

/// How much a term weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weighting {
    /// 1 for each distinct term.
    Uniform,
    /// 1 for each occurrence.
    Tf,
    /// Occurrences × (ln((1+N)/(1+df)) + 1) with the corpus's own document frequencies.
    TfIdf,
}

/// How a term becomes bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureHash {
    /// XXH3, seed 0, of the UTF-8 bytes: 64 bits, or 128 for a signature of more than 64.
    Xxh3,
}

/// What a sum of zero becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieRule {
    /// Bit 1 only when the sum is above 0 (the paper's).
    Zero,
    /// Bit 1 when the sum is 0 or above.
    One,
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
    /// The low `bits` ones.
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

impl Default for Recipe {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::Words,
            weighting: Weighting::Tf,
            hash: FeatureHash::Xxh3,
            bits: Bits::DEFAULT,
            tie: TieRule::Zero,
        }
    }
}

impl FeatureHash {
    /// The 64-bit hash of a term. A signature of up to 64 bits uses the low ones.
    #[inline]
    pub fn of_64(self, term: &str) -> u64 {
        match self {
            FeatureHash::Xxh3 => xxhash_rust::xxh3::xxh3_64(term.as_bytes()),
        }
    }

    /// The 128-bit hash of a term. A signature of more than 64 bits uses the low ones.
    #[inline]
    pub fn of_128(self, term: &str) -> u128 {
        match self {
            FeatureHash::Xxh3 => xxhash_rust::xxh3::xxh3_128(term.as_bytes()),
        }
    }
}

/// Loads what the tokenizer needs (jieba's dictionary takes about 100 ms), so that a worker can do it
/// before the first text comes. It is loaded once a process; without this call, at the first text.
pub fn warm_up(tokenizer: Tokenizer) {
    match tokenizer {
        Tokenizer::Words | Tokenizer::Jieba | Tokenizer::Shingles(_) => {
            han::jieba();
        }
        Tokenizer::Whitespace | Tokenizer::Chars(_) => {}
    }
}
