//! How far an edit moves a text of n features: measured on passages of a corpus, with the theory.

use super::passages::{Passage, Shelf, replace};
use super::theory::{binomial, quantile, share_of_bits, share_of_minima};
use crate::corpus::Corpus;
use crate::progress::Progress;
use crate::random::Random;
use crate::recipe::{DocumentFrequencies, Recipe, Sketch};
use crate::simhash::trace;
use rayon::prelude::*;

/// The numbers of features at which a curve is measured.
pub const LENGTHS: [u32; 26] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 350, 400, 500,
];

/// The edits of a curve, and on how many texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Experiment {
    /// Words replaced in each text, 1 to [`MOST_EDITS`](Self::MOST_EDITS).
    pub edits: u16,
    /// Seed of the random choices.
    pub seed: u64,
    /// Texts of each length.
    pub texts: u32,
}

impl Experiment {
    /// More than the number of features of the longest texts of a curve.
    pub const MOST_EDITS: u16 = 1000;
}

impl Default for Experiment {
    /// One word, seed 1, 300 texts.
    fn default() -> Self {
        Self { edits: 1, seed: 1, texts: 300 }
    }
}

/// How far the edits move texts of one length.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Distinct terms of each text, as counted by [`length`](super::length): its features, or, under a
    /// weighting that keeps only the heaviest, the terms that those are chosen from.
    pub features: u32,
    /// Width of the signatures.
    pub bits: u8,
    /// `distances[d]`: number of texts moved by d bits.
    pub distances: Vec<u32>,
    /// Mean of θ/π over the texts, where θ is the angle between the weighted features before and after: the
    /// expected share of differing bits.
    pub share: f64,
    /// `expected[d]`: theoretical probability that a text moves by d bits. The mean of the texts' binomial
    /// distributions (f bits, each with probability θ/π, with the text's own θ); wider than the binomial of the
    /// mean θ/π.
    pub expected: Vec<f64>,
}

impl Point {
    /// From the distance (at most `bits`) and θ/π of each text; `None` without texts.
    pub fn of(features: u32, bits: u8, moved: impl IntoIterator<Item = (u8, f64)>) -> Option<Self> {
        let none = usize::from(bits) + 1;
        let (mut distances, mut expected) = (vec![0; none], vec![0.0; none]);
        let (mut texts, mut share) = (0.0, 0.0);
        for (distance, share_of_text) in moved {
            distances[usize::from(distance)] += 1;
            let probabilities = binomial(bits, share_of_text);
            expected.iter_mut().zip(probabilities).for_each(|(sum, probability)| *sum += probability);
            share += share_of_text;
            texts += 1.0;
        }
        expected.iter_mut().for_each(|sum| *sum /= texts);
        (texts > 0.0).then(|| Self { features, bits, distances, share: share / texts, expected })
    }

    /// Number of texts measured.
    pub fn texts(&self) -> u32 {
        self.distances.iter().sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let all: u64 =
            self.distances.iter().zip(0_u64..).map(|(&texts, distance)| u64::from(texts) * distance).sum();
        all as f64 / f64::from(self.texts())
    }

    /// The smallest distance that a share of at least `q` of the texts does not exceed, 0 < `q` ≤ 1.
    pub fn quantile(&self, q: f64) -> u8 {
        let needed = (q * f64::from(self.texts())).ceil() as u32;
        let mut so_far = 0;
        let reached = self.distances.iter().position(|texts| {
            so_far += texts;
            so_far >= needed
        });
        reached.map_or(self.bits, |distance| distance as u8)
    }

    /// The share of the texts that stay within `k`.
    pub fn within(&self, k: u8) -> f64 {
        let within: u32 = self.distances.iter().take(usize::from(k) + 1).sum();
        f64::from(within) / f64::from(self.texts())
    }

    /// The theoretical mean distance: f · θ/π.
    pub fn theory(&self) -> f64 {
        f64::from(self.bits) * self.share
    }

    /// The theoretical 95 % range of distances: quantiles 2.5 % and 97.5 % of [`expected`](Self::expected).
    pub fn band(&self) -> (u8, u8) {
        (quantile(&self.expected, 0.025), quantile(&self.expected, 0.975))
    }
}

/// How far an edit moves texts, by their length.
///
/// Passages of the corpus are cut where they reach n distinct terms (a passage may run into the next document).
/// In each, words are replaced by words from elsewhere in the corpus, and both texts are hashed from scratch.
/// All lengths use the same passages.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The experiment.
    pub experiment: Experiment,
    /// The points by ascending number of features; fewer than [`LENGTHS`] if the corpus has no passages that
    /// long.
    pub points: Vec<Point>,
}

/// Fewest texts of a point, unless fewer were asked for.
const FEWEST_TEXTS: u32 = 30;
/// The share of texts above which a text counts as surviving.
const EVEN: f64 = 0.5;

impl Curve {
    /// Measures a curve; calls `on` with each point as it is done. Returns `None` when cancelled. Advances by
    /// points. `frequencies` as for [`trace`].
    ///
    /// The result depends on the corpus, the recipe and the experiment, not on the number of threads.
    pub fn measure(
        corpus: &Corpus,
        recipe: &Recipe,
        frequencies: Option<&DocumentFrequencies>,
        experiment: Experiment,
        progress: &Progress,
        each: &mut dyn FnMut(&Point),
    ) -> Option<Self> {
        progress.expect(LENGTHS.len() as u64 + 1);
        let shelf = Shelf::new(corpus);
        let passages: Vec<Option<Passage>> = (0..u64::from(experiment.texts))
            .into_par_iter()
            .map(|text| {
                let mut random = Random::of(&[experiment.seed, text]);
                (!progress.is_cancelled()).then(|| shelf.draw(&mut random, recipe, &LENGTHS))
            })
            .collect::<Option<_>>()?;
        let passages: Vec<Passage> = passages.into_iter().flatten().collect();
        progress.advance(1);
        let mut points = Vec::with_capacity(LENGTHS.len());
        for features in LENGTHS {
            let moved: Vec<Option<(u8, f64)>> = (0..passages.len())
                .into_par_iter()
                .map(|passage| {
                    let trials = Trials { recipe, frequencies, experiment, passages: &passages };
                    (!progress.is_cancelled()).then(|| trials.moved(passage, features))
                })
                .collect::<Option<_>>()?;
            progress.advance(1);
            let point = Point::of(features, recipe.bits.get(), moved.into_iter().flatten());
            if let Some(point) = point.filter(|point| point.texts() >= FEWEST_TEXTS.min(experiment.texts)) {
                each(&point);
                points.push(point);
            }
        }
        Some(Self { experiment, points })
    }

    /// The probability that the edits leave a text of this many features within `k`: linear interpolation over
    /// the logarithm of the length, constant beyond the last point. `None` without features or points.
    pub fn within(&self, features: u32, k: u8) -> Option<f64> {
        let last = self.points.last().filter(|_| features > 0)?;
        let above = self.points.iter().position(|point| point.features >= features);
        let Some(above) = above else { return Some(last.within(k)) };
        let upper = &self.points[above];
        let Some(lower) = above.checked_sub(1).map(|below| &self.points[below]) else {
            return Some(upper.within(k));
        };
        let along = (f64::from(features) / f64::from(lower.features)).ln()
            / (f64::from(upper.features) / f64::from(lower.features)).ln();
        Some(lower.within(k) + along * (upper.within(k) - lower.within(k)))
    }

    /// The smallest k within which the edits leave a text of this many features with probability ≥ `share`, by
    /// [`Curve::within`]. `None` without features or points.
    pub fn k_to_survive(&self, features: u32, share: f64) -> Option<u8> {
        let bits = self.points.first()?.bits;
        (0..=bits).find(|&k| self.within(features, k).is_some_and(|within| within >= share))
    }

    /// The fewest and the most texts of a point. Fewer than asked for if passages end early or are cut to
    /// another length.
    pub fn texts(&self) -> Option<(u32, u32)> {
        let texts = || self.points.iter().map(Point::texts);
        texts().min().zip(texts().max())
    }

    /// Whether a document of this many features is too short for `k`: the edits move it by more than `k` with
    /// probability over one half. Always false without features, since such a document is in no group.
    pub fn is_too_short(&self, features: u32, k: u8) -> bool {
        self.within(features, k).is_some_and(|share| share < EVEN)
    }

    /// [`Curve::is_too_short`] for each number of features from 0 to the longest measured. Longer texts are
    /// like the last.
    pub fn too_short(&self, k: u8) -> Vec<bool> {
        let longest = self.points.last().map_or(0, |point| point.features);
        (0..=longest).map(|features| self.is_too_short(features, k)).collect()
    }
}

/// Shared by all texts of a curve.
struct Trials<'a> {
    recipe: &'a Recipe,
    frequencies: Option<&'a DocumentFrequencies>,
    experiment: Experiment,
    passages: &'a [Passage],
}

impl Trials<'_> {
    /// How far the edits move the start of a passage with this many features, and θ/π; `None` if the passage is
    /// shorter, or has no word.
    fn moved(&self, passage: usize, features: u32) -> Option<(u8, f64)> {
        let (text, words) = self.passages[passage].cut(features)?;
        let mut random = Random::of(&[self.experiment.seed, passage as u64, u64::from(features)]);
        let chosen = random.choose(usize::from(self.experiment.edits), words.len());
        let replaced = chosen.into_iter().map(|word| {
            let place = words[word].clone();
            let other = self.other_word(&text[place.clone()], &mut random)?;
            Some((place, other))
        });
        let replaced: Vec<_> = replaced.collect::<Option<_>>()?;
        if replaced.is_empty() {
            return None;
        }
        let before = trace(self.recipe, self.frequencies, text);
        if self.recipe.keeps_all_terms() && before.features.len() as u32 != features {
            return None;
        }
        let after = trace(self.recipe, self.frequencies, &replace(text, &replaced));
        // If one of the texts has no features, the angle is undefined and the bits follow from the tie rule.
        let cosine = before.cosine(&after)?;
        let share = match self.recipe.sketch {
            Sketch::SimHash => share_of_bits(cosine),
            Sketch::MinHash => share_of_minima(cosine, [before.features.len(), after.features.len()]),
        };
        Some(((before.signature ^ after.signature).count_ones() as u8, share))
    }

    /// A word from anywhere in the passages other than `word`.
    fn other_word(&self, word: &str, random: &mut Random) -> Option<&str> {
        /// A corpus that repeats a single word has no other.
        const ATTEMPTS: usize = 64;
        (0..ATTEMPTS).find_map(|_| {
            let other = random.pick(self.passages)?.word(random)?;
            (other.to_lowercase() != word.to_lowercase()).then_some(other)
        })
    }
}

#[cfg(test)]
mod tests;
