//! Features → sums → signature, and the trace of how it got there.

mod batches;
mod counters;
mod fragile;
mod terms;
mod trace;
mod weighted;

pub use batches::{document_frequencies, sign_batch, sign_corpus};
pub use trace::{Feature, Trace, trace};

use crate::recipe::{Bits, Cutter, DocumentFrequencies, Recipe, TieRule, Weighting};
use counters::Counters;
use terms::Terms;
use weighted::WeightedSums;

/// What is kept of every document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Signed {
    /// The signature, in the low bits.
    pub signature: u64,
    /// Number of features (distinct terms); 0 marks an empty document.
    pub features: u32,
}

/// Computes signatures, with memory that is used again from one document to the next.
///
/// ```
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
    counters: Counters,
}

impl<'a> Signer<'a> {
    /// `frequencies` are needed by (and only by) tf-idf; without them every idf is 1.
    pub fn new(recipe: &'a Recipe, frequencies: Option<&'a DocumentFrequencies>) -> Self {
        Self {
            recipe,
            frequencies,
            cutter: Cutter::new(recipe.tokenizer),
            terms: Terms::default(),
            counters: Counters::default(),
        }
    }

    /// The signature of a text.
    pub fn sign(&mut self, text: &str) -> Signed {
        let Self { recipe, frequencies, cutter, terms, counters } = self;
        let hash = recipe.hash;
        terms.clear();
        counters.clear();
        let above_and_level = match recipe.weighting {
            Weighting::Uniform => {
                cutter.each(text, |term, _| {
                    terms.insert(hash.of(term));
                });
                terms.hashes().iter().for_each(|&h| counters.add(h));
                counters.above_and_level()
            }
            Weighting::Tf => {
                cutter.each(text, |term, _| {
                    let h = hash.of(term);
                    terms.insert(h);
                    counters.add(h);
                });
                counters.above_and_level()
            }
            Weighting::TfIdf => {
                cutter.each(text, |term, _| terms.count(hash.of(term)));
                let mut sums = WeightedSums::default();
                for (h, count) in terms.counted() {
                    sums.add(h, f64::from(count) * frequencies.map_or(1.0, |f| f.idf(h)));
                }
                sums.above_and_level()
            }
        };
        Signed {
            signature: settle(above_and_level, recipe.tie, recipe.bits),
            features: u32::try_from(terms.hashes().len()).unwrap_or(u32::MAX),
        }
    }
}

/// The signature, from the bits whose sum is above 0 and those whose sum is 0.
fn settle((above, level): (u64, u64), tie: TieRule, bits: Bits) -> u64 {
    let ones = match tie {
        TieRule::Zero => above,
        TieRule::One => above | level,
    };
    ones & bits.mask()
}

/// A signature in hex, most significant digit first, ⌈bits/4⌉ digits.
pub fn hex(signature: u64, bits: Bits) -> String {
    format!("{signature:0width$x}", width = bits.hex_digits())
}

#[cfg(test)]
mod tests;
