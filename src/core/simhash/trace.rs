//! The trace: how a signature comes about, step by step.

use super::decimals::{self, Parts};
use super::word::key;
use super::{keywords, minima, settle};
use crate::recipe::{Bits, DocumentFrequencies, Recipe, Row, Sketch, TieRule, Tokenizer, Weighting};
use std::collections::HashMap;
use std::ops::Range;

/// One feature of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// The term, as hashed (not yet made visible); of a [row](Row) its term alone.
    pub term: String,
    /// Occurrences.
    pub count: u32,
    /// Inverse document frequency: the corpus's under tf-idf, jieba's under keywords and tags; `None` otherwise, and without a
    /// corpus, where it counts as 1.
    pub idf: Option<f64>,
    /// What the term adds to or takes from each sum.
    pub weight: f64,
    /// The hash, low `bits` bits; under minhash1 the lowest bits of its values, as in the signature of this feature alone.
    pub hash: u128,
    /// The 64-bit hash, whole: what its values are made of under minhash1.
    pub hash_64: u64,
    /// The bits to whose sums it adds: all. Under minhash1 only those where its [value](super::value) is the smallest of all.
    pub adds: u128,
    /// Where the term occurs in the text, as byte ranges.
    pub spans: Vec<Range<usize>>,
}

impl Feature {
    /// The contribution to the sum of a bit: the weight or its negative; 0 if it [adds](Self::adds) nothing there.
    pub fn push(&self, bit: usize, tie: TieRule) -> f64 {
        if self.adds >> bit & 1 == 0 {
            return 0.0;
        }
        let is_one = self.hash >> bit & 1 == 1;
        if is_one != (tie == TieRule::Inverted) { self.weight } else { -self.weight }
    }
}

/// How a signature came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// In the order of addition: of first occurrence, or descending by weight for keywords.
    pub features: Vec<Feature>,
    /// One sum per bit; index 0 is the least significant bit. Under minhash1 1 if the smallest value is odd, else −1.
    pub sums: Vec<f64>,
    /// The signature.
    pub signature: u128,
    /// What of the text the recipe ignores, as byte ranges.
    pub ignored: Vec<Range<usize>>,
}

impl Trace {
    /// The first feature that adds to the sum of a bit: under minhash1 the one whose value is the smallest.
    pub fn holder(&self, bit: u8) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.adds >> bit & 1 == 1)
    }
}

/// The trace of one text; its signature equals [`Signer::sign`](super::Signer::sign).
///
/// This is the definition, written plainly; the signer computes the same bits faster.
pub fn trace(recipe: &Recipe, frequencies: Option<&DocumentFrequencies>, text: &str) -> Trace {
    let mut features: Vec<Feature> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    let of_corpus = frequencies.filter(|_| recipe.weighting == Weighting::TfIdf);
    recipe.cutter().each(text, |term, span| {
        let key = key(term);
        let place = *places.entry(key).or_insert_with(|| {
            let hash_64 = recipe.hash.of_64(term);
            let hash = match recipe.sketch {
                Sketch::MinHash => minima::signature(&[hash_64], recipe.bits),
                Sketch::SimHash if recipe.bits.is_wide() => recipe.hash.of_128(term),
                Sketch::SimHash => hash_64.into(),
            };
            features.push(Feature {
                term: term.to_owned(),
                count: 0,
                idf: of_corpus.map(|frequencies| frequencies.idf(key)),
                weight: 0.0,
                hash: hash & recipe.bits.mask(),
                hash_64,
                adds: recipe.bits.mask(),
                spans: Vec::new(),
            });
            features.len() - 1
        });
        features[place].count = features[place].count.saturating_add(1);
        features[place].spans.push(span);
    });

    let counted: Vec<(&str, u32)> =
        features.iter().map(|feature| (feature.term.as_str(), feature.count)).collect();
    match keywords::select(recipe.weighting, recipe.tables, text.len(), &counted) {
        Some(keywords) => {
            let weighed = |keyword: &keywords::Keyword| Feature {
                idf: Some(keyword.idf),
                weight: keyword.weight,
                ..features[keyword.term].clone()
            };
            features = keywords.iter().map(weighed).collect();
        }
        None if recipe.weighting == Weighting::Given => {
            let given = features.iter().map(|feature| (feature.count, Row::parse(&feature.term).weight));
            let mut weights: Vec<(u32, f64)> = given.collect();
            decimals::multiply(&mut weights);
            features.iter_mut().zip(weights).for_each(|(feature, (_, weight))| feature.weight = weight);
        }
        None => {
            for feature in &mut features {
                feature.weight = match recipe.weighting {
                    Weighting::Uniform => 1.0,
                    Weighting::TfIdf => f64::from(feature.count) * feature.idf.unwrap_or(1.0),
                    _ => f64::from(feature.count),
                };
            }
        }
    }

    if recipe.tokenizer == Tokenizer::Rows {
        for feature in &mut features {
            feature.term = Row::parse(&feature.term).term.to_owned();
        }
    }

    if recipe.sketch == Sketch::MinHash {
        minima::share_out(&mut features, recipe.bits);
    }
    let parts = Parts::of_features(&features, recipe);
    let mut sums = vec![0.0; usize::from(recipe.bits.get())];
    for feature in &features {
        for (bit, sum) in sums.iter_mut().enumerate() {
            *sum += parts.count(feature.push(bit, recipe.tie));
        }
    }
    sums.iter_mut().for_each(|sum| *sum = parts.value(*sum));
    let signature = signature_of(sums.iter().copied(), recipe);
    let ignored = recipe.ignored(text);
    Trace { features, sums, signature, ignored }
}

/// The signature of sums (bit 0 first) that are inverted already if the tie rule says so.
pub(super) fn signature_of(sums: impl Iterator<Item = f64>, recipe: &Recipe) -> u128 {
    let (mut above, mut level) = (0, 0);
    for (bit, sum) in sums.enumerate() {
        above |= u128::from(sum > 0.0) << bit;
        level |= u128::from(sum == 0.0) << bit;
    }
    settle_sums((above, level), recipe.tie, recipe.bits)
}

/// The signature from the bits with a positive sum (`above`) and those with a sum of 0 (`level`), both after
/// any inversion.
pub(super) fn settle_sums(above_and_level: (u128, u128), tie: TieRule, bits: Bits) -> u128 {
    let tie = if tie == TieRule::Inverted { TieRule::Zero } else { tie };
    settle(above_and_level, tie, bits)
}
