//! Features → sums → signature, and the trace of how it got there; or features → minima → signature.

mod bags;
mod batches;
mod counters;
mod decimals;
mod hashes;
mod keywords;
mod memo;
mod minima;
pub mod steps;
mod terms;
mod trace;
mod vector;
mod weighted;
mod weights;
mod without;
mod word;

pub use bags::Bags;
pub use batches::{document_frequencies, frequencies_of_batch, sign_batch, sign_corpus, sign_texts};
pub use hashes::{of_hashes, of_weighted_hashes};
pub use minima::value;
pub use trace::{Feature, Trace, trace};
pub use vector::FeatureVector;
pub use without::Fragile;

use crate::recipe::{
    Bits, Cutter, DocumentFrequencies, FeatureHash, Recipe, Row, Sketch, TieRule, Weighting,
};
use counters::Counters;
use memo::Memo;
use terms::Terms;
use weighted::WeightedSums;
use word::{Word, key};

/// What is kept of each document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Signed {
    /// The signature, in the low bits.
    pub signature: u128,
    /// Number of features: distinct terms, without the empty term of some programs; 0 for an empty document.
    pub features: u32,
}

/// Computes signatures; reuses its memory from document to document.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::recipe::Recipe;
/// use simscope::simhash::Signer;
/// let recipe = Recipe::default();
/// let mut signer = Signer::new(&recipe, None);
/// assert_eq!(signer.sign("to be or not to be").features, 4);
/// assert_eq!(signer.sign("To be, or not to be?"), signer.sign("to be or not to be"));
/// ```
#[derive(Debug)]
pub struct Signer<'a> {
    recipe: &'a Recipe,
    frequencies: Option<&'a DocumentFrequencies>,
    cutter: Cutter,
    terms: Terms,
    width: Width,
}

/// A signer for the word size that the signature needs.
#[derive(Debug)]
enum Width {
    Narrow(Box<Adder<u64>>),
    Wide(Box<Adder<u128>>),
    /// For minima, which are of 64-bit hashes whatever the width.
    Minima(Box<Adder<u64>>),
}

#[derive(Debug)]
struct Adder<W> {
    memo: Memo<W>,
    counters: Counters<W>,
    /// Hashes of the distinct terms, in the order of first occurrence; unused if the keys of the terms are
    /// their hashes.
    hashes: Vec<W>,
    /// The text of the same terms, end to end, and the end of each; only for keywords.
    text: String,
    ends: Vec<usize>,
}

impl<W: Word> Adder<W> {
    fn new(hash: FeatureHash) -> Box<Self> {
        Box::new(Self {
            memo: Memo::new(hash),
            counters: Counters::default(),
            hashes: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
        })
    }
}

impl<'a> Signer<'a> {
    /// tf-idf needs `frequencies`, and only tf-idf uses them; without them every idf is 1.
    ///
    /// # Panics
    /// In a build without the feature `chinese`, if the recipe uses jieba, as [`Recipe::cutter`].
    pub fn new(recipe: &'a Recipe, frequencies: Option<&'a DocumentFrequencies>) -> Self {
        Self {
            recipe,
            frequencies,
            cutter: recipe.cutter(),
            terms: Terms::default(),
            width: match recipe.sketch {
                Sketch::MinHash => Width::Minima(Adder::new(recipe.hash)),
                Sketch::SimHash if recipe.bits.is_wide() => Width::Wide(Adder::new(recipe.hash)),
                Sketch::SimHash => Width::Narrow(Adder::new(recipe.hash)),
            },
        }
    }

    /// The signature of a text.
    pub fn sign(&mut self, text: &str) -> Signed {
        let Self { recipe, frequencies, cutter, terms, width } = self;
        let (above_and_level, features) = match width {
            Width::Narrow(adder) => adder.add_up(recipe, *frequencies, cutter, terms, text),
            Width::Wide(adder) => adder.add_up(recipe, *frequencies, cutter, terms, text),
            // A minimum is no tie: its lowest bit alone says whether the bit is 1.
            Width::Minima(adder) => {
                let (signature, features) = adder.least(recipe, cutter, terms, text);
                ((signature, 0), features)
            }
        };
        Signed {
            signature: settle(above_and_level, recipe.tie, recipe.bits),
            features: u32::try_from(features).unwrap_or(u32::MAX),
        }
    }
}

impl Adder<u64> {
    /// The lowest bits of the smallest values, and the number of features.
    fn least(
        &mut self,
        recipe: &Recipe,
        cutter: &mut Cutter,
        terms: &mut Terms,
        text: &str,
    ) -> (u128, usize) {
        terms.clear();
        let empty_terms = self.gather(recipe.hash, cutter, terms, text);
        let hashes = if u64::is_key(recipe.hash) { terms.hashes() } else { &self.hashes };
        (minima::signature(hashes, recipe.bits), terms.hashes().len() - empty_terms)
    }
}

impl<W: Word> Adder<W> {
    /// The distinct terms of a text go to `terms`, and their hashes to `hashes` unless the keys are the hashes. Returns the
    /// number of empty terms, at most 1.
    #[inline]
    fn gather(&mut self, hash: FeatureHash, cutter: &mut Cutter, terms: &mut Terms, text: &str) -> usize {
        let Self { memo, hashes, .. } = self;
        let has_own = !W::is_key(hash);
        let mut empty_terms = 0;
        hashes.clear();
        cutter.each(text, |term, _| {
            let key = key(term);
            let place = terms.insert(key);
            empty_terms |= usize::from(term.is_empty());
            if has_own && place.is_new {
                hashes.push(memo.hash(term, key));
            }
        });
        empty_terms
    }

    /// For each bit, whether the sum (before any inversion) is above 0 and whether it is 0; and the number of
    /// features.
    fn add_up(
        &mut self,
        recipe: &Recipe,
        frequencies: Option<&DocumentFrequencies>,
        cutter: &mut Cutter,
        terms: &mut Terms,
        text: &str,
    ) -> ((u128, u128), usize) {
        let has_own = !W::is_key(recipe.hash);
        // The empty term of go-demo (between two spaces) and of 1e0ng (text without words) is not a feature.
        let mut empty_terms = 0;
        terms.clear();
        self.counters.clear();
        self.hashes.clear();
        let Self { memo, counters, hashes, .. } = &mut *self;
        match recipe.weighting {
            Weighting::Uniform => {
                empty_terms = self.gather(recipe.hash, cutter, terms, text);
                let Self { counters, hashes, .. } = &mut *self;
                match has_own {
                    true => hashes.iter().for_each(|&hash| counters.add(hash)),
                    false => terms.hashes().iter().for_each(|&key| counters.add(W::from_key(key))),
                }
            }
            Weighting::Tf => cutter.each(text, |term, _| {
                let key = key(term);
                terms.insert(key);
                empty_terms |= usize::from(term.is_empty());
                counters.add(memo.hash(term, key));
            }),
            Weighting::TfIdf => {
                cutter.each(text, |term, _| {
                    let key = key(term);
                    let place = terms.count(key);
                    empty_terms |= usize::from(term.is_empty());
                    if has_own && place.is_new {
                        hashes.push(memo.hash(term, key));
                    }
                });
                let weigh = |key, count| f64::from(count) * frequencies.map_or(1.0, |f| f.idf(key));
                let mut sums = WeightedSums::default();
                if has_own {
                    for (&hash, (key, count)) in hashes.iter().zip(terms.counted()) {
                        sums.add(hash, weigh(key, count));
                    }
                } else {
                    for (key, count) in terms.counted() {
                        sums.add(W::from_key(key), weigh(key, count));
                    }
                }
                return (sums.above_and_level(), terms.hashes().len() - empty_terms);
            }
            Weighting::Keywords(_)
            | Weighting::CppKeywords(_)
            | Weighting::Tags(_)
            | Weighting::FirstTags(_) => {
                return self.add_up_keywords(recipe, cutter, terms, text);
            }
            Weighting::Given => return self.add_up_given(cutter, terms, text),
        }
        let (above, level) = self.counters.above_and_level();
        ((above.into(), level.into()), terms.hashes().len() - empty_terms)
    }

    /// The same for weights that stand in rows.
    fn add_up_given(&mut self, cutter: &mut Cutter, terms: &mut Terms, text: &str) -> ((u128, u128), usize) {
        let Self { memo, hashes, .. } = self;
        let mut given: Vec<f64> = Vec::new();
        let mut empty_terms = 0;
        cutter.each(text, |term, _| {
            let key = key(term);
            empty_terms |= usize::from(term.is_empty());
            if terms.count(key).is_new {
                hashes.push(memo.hash(term, key));
                given.push(Row::parse(term).weight);
            }
        });
        let counts = terms.counted().map(|(_, count)| count);
        let mut weights: Vec<(u32, f64)> = counts.zip(given).collect();
        let parts = decimals::multiply(&mut weights);
        let mut sums = WeightedSums::default();
        for (&hash, &(_, weight)) in hashes.iter().zip(&weights) {
            sums.add(hash, parts.count(weight));
        }
        (sums.above_and_level(), terms.hashes().len() - empty_terms)
    }

    /// The same for weightings that keep only the heaviest terms.
    fn add_up_keywords(
        &mut self,
        recipe: &Recipe,
        cutter: &mut Cutter,
        terms: &mut Terms,
        text: &str,
    ) -> ((u128, u128), usize) {
        let Self { memo, text: all, ends, .. } = self;
        all.clear();
        ends.clear();
        cutter.each(text, |term, _| {
            if terms.count(key(term)).is_new {
                all.push_str(term);
                ends.push(all.len());
            }
        });
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let counted: Vec<(&str, u32)> = starts
            .zip(ends.iter())
            .zip(terms.counted())
            .map(|((start, &end), (_, count))| (&all[start..end], count))
            .collect();
        let keywords = keywords::select(recipe.weighting, recipe.tables, text.len(), &counted);
        let keywords = keywords.unwrap_or_default();
        let mut sums = WeightedSums::default();
        for keyword in &keywords {
            let term = counted[keyword.term].0;
            sums.add(memo.hash(term, key(term)), keyword.weight);
        }
        (
            sums.above_and_level(),
            keywords.iter().filter(|keyword| !counted[keyword.term].0.is_empty()).count(),
        )
    }
}

/// The signature from the bits with a positive sum (`above`) and those with a sum of 0 (`level`).
fn settle((above, level): (u128, u128), tie: TieRule, bits: Bits) -> u128 {
    let ones = match tie {
        TieRule::Zero => above,
        TieRule::One => above | level,
        // A sum that is positive after inversion is negative before it.
        TieRule::Inverted => !(above | level),
    };
    ones & bits.mask()
}

/// A signature in hex, most significant digit first, ⌈bits/4⌉ digits.
pub fn hex(signature: u128, bits: Bits) -> String {
    format!("{signature:0width$x}", width = bits.hex_digits())
}

#[cfg(test)]
mod tests;
