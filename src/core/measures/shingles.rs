//! Sets of shingles: runs of W words or characters.

use crate::recipe::{Cutter, FeatureHash, Tables, Tokenizer, WINDOW, each_word, lower_case};
use std::ops::Range;

/// What a set consists of: runs of W neighbouring words or characters (Broder, SEQUENCES 1997). W is clamped to
/// [`WINDOW`]; a text with fewer words or characters than W is one shingle, and one without any has none.
///
/// A shingle is kept as its XXH3 hash of 64 bits. Two different shingles of a pair have the same hash with a probability
/// below 10⁻⁸ even if both texts have 100,000, so the sets are exact for all purposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shingles {
    /// `words:W`: runs of letters and digits (Unicode's Alphabetic and Numeric), lower-cased; each Han character is a
    /// word. So `Don't` is `don` and `t`, and `iPhone手机` is `iphone`, `手`, `机`.
    Words(u8),
    /// `chars:W`: as [`Tokenizer::Chars`], lower-cased characters with white space trimmed and folded to one space.
    Chars(u8),
}

impl Shingles {
    /// Hashes of the shingles of a text, ascending, each once.
    pub fn set(self, text: &str) -> Vec<u64> {
        let mut hashes = self.sequence(text);
        hashes.sort_unstable();
        hashes.dedup();
        hashes.shrink_to_fit();
        hashes
    }

    /// A hash of the shingles of a text in their order: equal for two texts with the same words. `None` without any.
    pub fn order(self, text: &str) -> Option<u64> {
        let hashes = self.sequence(text);
        (!hashes.is_empty()).then(|| super::sets::sequence(&hashes))
    }

    /// Hashes of the shingles of a text, in their order.
    pub(super) fn sequence(self, text: &str) -> Vec<u64> {
        match self {
            Self::Words(w) => word_hashes(text, w),
            Self::Chars(w) => {
                let mut hashes = Vec::with_capacity(text.len());
                let mut cutter = Cutter::new(Tokenizer::Chars(w), Tables::EMBEDDED);
                cutter.each(text, |shingle, _| hashes.push(hash(shingle)));
                hashes
            }
        }
    }
}

fn hash(shingle: &str) -> u64 {
    FeatureHash::DEFAULT.of_64(shingle)
}

fn word_hashes(text: &str, w: u8) -> Vec<u64> {
    // The words joined by a space, which no word has, and where each of them stands.
    let (mut joined, mut places) = (String::with_capacity(text.len()), Vec::new());
    each_word(text, |word| {
        if !joined.is_empty() {
            joined.push(' ');
        }
        let start = joined.len();
        joined.push_str(&lower_case(word));
        places.push(start..joined.len());
    });
    let w = usize::from(w.clamp(*WINDOW.start(), *WINDOW.end()));
    // Only an empty list has no window of that length.
    let windows = places.windows(w.min(places.len()).max(1));
    windows
        .map(|window: &[Range<usize>]| hash(&joined[window[0].start..window[window.len() - 1].end]))
        .collect()
}

pub(super) fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let common = super::in_common(a, b);
    share(common, a.len() + b.len() - common)
}

pub(super) fn containment(a: &[u64], b: &[u64]) -> f64 {
    if a.is_empty() == b.is_empty() { share(super::in_common(a, b), a.len().min(b.len())) } else { 0.0 }
}

/// The share of `a` that `b` has.
pub(super) fn contained(a: &[u64], b: &[u64]) -> f64 {
    if a.is_empty() && !b.is_empty() { 0.0 } else { share(super::in_common(a, b), a.len()) }
}

/// `common` ÷ `all`; 1 where there is nothing at all.
pub(super) fn share(common: usize, all: usize) -> f64 {
    if all == 0 { 1.0 } else { common as f64 / all as f64 }
}
