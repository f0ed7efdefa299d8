//! The features of many texts, cut once and then hashed as often as one likes.

use super::counters::Counters;
use super::weighted::WeightedSums;
use super::word::{Word, key};
use super::{Signed, minima, settle, terms::Terms};
use crate::corpus::Corpus;
use crate::progress::Progress;
use crate::random::{GAMMA, mixed};
use crate::recipe::{Bits, Cutter, DocumentFrequencies, FeatureHash, Recipe, Sketch, TieRule, Weighting};
use rayon::prelude::*;
use std::sync::OnceLock;

/// The distinct features of each document of a corpus, with how often each occurs in it: what is left of a recipe's signatures to choose
/// is the hash function, the sketch, the width and the weighting. It takes 12 bytes for each feature of each document.
#[derive(Debug)]
pub struct Bags {
    bags: Vec<Bag>,
    /// Once tf-idf has asked for them.
    frequencies: OnceLock<DocumentFrequencies>,
}

#[derive(Debug)]
struct Bag {
    keys: Box<[u64]>,
    counts: Box<[u32]>,
    /// Without the empty term.
    features: u32,
}

impl Recipe {
    /// Whether its hash function is one of many that differ by a seed only, so that another seed shows how far the luck of the hash goes.
    pub fn has_seeds(&self) -> bool {
        let is_seeded = matches!(self.hash, FeatureHash::Xxh3 { .. } | FeatureHash::Sip { .. });
        is_seeded && matches!(self.weighting, Weighting::Uniform | Weighting::Tf | Weighting::TfIdf)
    }

    /// Whether both cut a text into the same features.
    pub fn cuts_as(&self, other: &Self) -> bool {
        let alone = |recipe: &Self| Self {
            weighting: Weighting::Uniform,
            hash: FeatureHash::DEFAULT,
            sketch: Sketch::SimHash,
            bits: Bits::DEFAULT,
            tie: TieRule::Zero,
            ..*recipe
        };
        alone(self).has_parts_of(&alone(other))
    }
}

impl Bags {
    /// Cuts every document as the recipe does; `None` when cancelled. Advances by documents.
    pub fn of(corpus: &Corpus, recipe: &Recipe, progress: &Progress) -> Option<Self> {
        progress.expect(corpus.len() as u64);
        let new = || (recipe.cutter(), Terms::default());
        let bag = |(cutter, terms): &mut (Cutter, Terms), document: usize| {
            terms.clear();
            let mut empty_terms = 0;
            cutter.each(corpus.get(document).text, |term, _| {
                terms.count(key(term));
                empty_terms |= u32::from(term.is_empty());
            });
            progress.advance(1);
            (!progress.is_cancelled()).then(|| Bag {
                keys: terms.hashes().into(),
                counts: terms.counted().map(|(_, count)| count).collect(),
                features: terms.hashes().len() as u32 - empty_terms,
            })
        };
        let bags = (0..corpus.len()).into_par_iter().map_init(new, bag).collect::<Option<_>>()?;
        Some(Self { bags, frequencies: OnceLock::new() })
    }

    /// The XXH3 of each feature of a document.
    pub fn keys(&self, document: usize) -> &[u64] {
        &self.bags[document].keys
    }

    /// In how many documents each feature is.
    fn frequencies(&self) -> &DocumentFrequencies {
        self.frequencies.get_or_init(|| {
            let mut frequencies = DocumentFrequencies::default();
            self.bags.iter().for_each(|bag| frequencies.add_terms(bag.keys.iter().copied()));
            frequencies
        })
    }

    /// The signatures of a recipe that [cuts as](Recipe::cuts_as) that of the features does and [has seeds](Recipe::has_seeds), under
    /// another hash function: of XXH3 of each term number `seed` of the SplitMix64 that starts there, and above 64 bits that number's next.
    /// Seed 0 is XXH3 itself.
    pub fn sign(&self, recipe: &Recipe, seed: u64) -> Vec<Signed> {
        let sign = |bag: &Bag| Signed {
            signature: match recipe.bits.is_wide() && recipe.sketch == Sketch::SimHash {
                true => self.signature::<u128>(bag, recipe, seed),
                false => self.signature::<u64>(bag, recipe, seed),
            },
            features: bag.features,
        };
        self.bags.par_iter().with_min_len(64).map(sign).collect()
    }

    fn signature<W: Word>(&self, bag: &Bag, recipe: &Recipe, seed: u64) -> u128 {
        let anew = |key: u64| if seed == 0 { key } else { mixed(key.wrapping_add(seed.wrapping_mul(GAMMA))) };
        let wide = |key: u64| W::of_halves([anew(key), mixed(anew(key).wrapping_add(GAMMA))]);
        if recipe.sketch == Sketch::MinHash {
            let hashes: Vec<u64> = bag.keys.iter().map(|&key| anew(key)).collect();
            return minima::signature(&hashes, recipe.bits);
        }
        let above_and_level = match recipe.weighting {
            Weighting::Uniform => {
                let mut counters = Counters::<W>::default();
                bag.keys.iter().for_each(|&key| counters.add(wide(key)));
                let (above, level) = counters.above_and_level();
                (above.into(), level.into())
            }
            weighting => {
                let frequencies = (weighting == Weighting::TfIdf).then(|| self.frequencies());
                let idf = |key| frequencies.map_or(1.0, |frequencies| frequencies.idf(key));
                let mut sums = WeightedSums::<W>::default();
                for (&key, &count) in bag.keys.iter().zip(&bag.counts) {
                    sums.add(wide(key), f64::from(count) * idf(key));
                }
                sums.above_and_level()
            }
        };
        settle(above_and_level, recipe.tie, recipe.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Document;
    use crate::hamming::distance;
    use crate::simhash::{document_frequencies, sign_corpus};

    fn corpus() -> Corpus {
        let texts = (0..60_u32).map(|n| format!("to be {n} or {} not to be the {} of all", n % 7, n % 3));
        let texts: Vec<String> = texts.chain(["".to_owned(), "。".to_owned()]).collect();
        Corpus::of("made up", texts.iter().map(|text| Document { id: "", text, label: None }))
    }

    #[test]
    fn with_seed_0_they_are_the_signatures_of_the_texts() {
        let (corpus, progress) = (corpus(), Progress::new());
        let weightings = [Weighting::Uniform, Weighting::Tf, Weighting::TfIdf];
        let recipes = weightings.map(|weighting| Recipe { weighting, ..Recipe::DEFAULT });
        for recipe in recipes.into_iter().chain([Recipe::DEFAULT.with_minima()]) {
            let frequencies = document_frequencies(&corpus, &recipe, &progress);
            let bags = Bags::of(&corpus, &recipe, &progress).unwrap();
            let expected = sign_corpus(&corpus, &recipe, frequencies.as_ref(), &progress).unwrap();
            assert_eq!(bags.sign(&recipe, 0), expected, "{recipe}");
        }
    }

    #[test]
    fn another_seed_is_another_hash_function() {
        let progress = Progress::new();
        for recipe in [
            Recipe::DEFAULT,
            Recipe { bits: Bits::MAX, ..Recipe::DEFAULT },
            Recipe { bits: Bits::MAX, ..Recipe::DEFAULT.with_minima() },
        ] {
            // A text of one word has its hash for a signature.
            let words: Vec<String> = (0..200).map(|n| format!("word{n}")).collect();
            let corpus = Corpus::of("words", words.iter().map(|text| Document { id: "", text, label: None }));
            let bags = Bags::of(&corpus, &recipe, &progress).unwrap();
            let [one, two] = [1, 2].map(|seed| bags.sign(&recipe, seed));
            let apart = one.iter().zip(&two).map(|(a, b)| f64::from(distance(a.signature, b.signature)));
            // Half of the bits differ, within five standard deviations.
            let bits = 200.0 * f64::from(recipe.bits.get());
            let share = apart.sum::<f64>() / bits;
            assert!((share - 0.5).abs() < 5.0 * 0.5 / bits.sqrt(), "{recipe}: {share}");
        }
    }

    #[test]
    fn a_recipe_of_one_hash_function_has_no_seeds() {
        for name in ["java", "python", "1e0ng", "keywords20", "hutool"] {
            assert!(!Recipe::named(name).unwrap().has_seeds(), "{name}");
        }
        for name in ["default", "text-dedup", "simhash-rs"] {
            assert!(Recipe::named(name).unwrap().has_seeds(), "{name}");
        }
        let tf = Recipe { weighting: Weighting::Tf, bits: Bits::MAX, ..Recipe::DEFAULT };
        assert!(tf.cuts_as(&Recipe::DEFAULT.with_minima()));
        assert!(!tf.cuts_as(&Recipe::named("text-dedup").unwrap()));
    }
}
