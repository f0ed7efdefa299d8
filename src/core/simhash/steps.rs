//! The steps from a text to its signature, each of which can be shown by itself: the features, their weights and hashes,
//! the signed addition bit by bit, the sums, their signs, the signature.

mod minima;
mod sentence;

use super::decimals::Parts;
use super::{Feature, Trace};
use crate::recipe::Recipe;
use std::ops::Range;
use std::sync::Arc;

/// A part of the way, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The text: one step.
    Text,
    /// What it is cut into: a step a feature.
    Features,
    /// A step a feature.
    Weights,
    /// A step a feature.
    Hashes,
    /// The signed addition: for each feature a step a bit, from the most significant one down.
    Adding,
    /// The sums are complete: one step.
    Sums,
    /// The sign of each sum: a step a bit, from the most significant one down.
    Signs,
    /// The signature: one step.
    Signature,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Stage; 8] = [
        Stage::Text,
        Stage::Features,
        Stage::Weights,
        Stage::Hashes,
        Stage::Adding,
        Stage::Sums,
        Stage::Signs,
        Stage::Signature,
    ];
}

/// What one step does. Features are named by their place in [`Trace::features`], bits from 0, the least significant one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// The text is there.
    Text,
    /// It has this feature.
    Feature(usize),
    /// The feature gets its weight.
    Weight(usize),
    /// The feature gets its hash.
    Hash(usize),
    /// One bit of a feature is added to one sum.
    Add(Addition),
    /// All features are added.
    Sums,
    /// A sum becomes a bit.
    Sign {
        /// Of the signature.
        bit: u8,
        /// Of all features.
        sum: f64,
        /// What it becomes; a sum of 0 by the tie rule.
        is_one: bool,
    },
    /// The bits are the signature.
    Signature,
}

/// One bit of a feature, added to the sum of that bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Addition {
    /// Place of the feature.
    pub feature: usize,
    /// The bit.
    pub bit: u8,
    /// Whether the hash has 1 there.
    pub is_one: bool,
    /// What is added: the weight or its negative, by the bit and the tie rule; see [`Feature::push`].
    pub push: f64,
    /// The sum before.
    pub before: f64,
    /// The sum after: `before + push`; of decimals that were written, their exact sum.
    pub after: f64,
}

impl Step {
    /// The feature that the step is about.
    pub fn feature(&self) -> Option<usize> {
        match *self {
            Self::Feature(at) | Self::Weight(at) | Self::Hash(at) => Some(at),
            Self::Add(addition) => Some(addition.feature),
            _ => None,
        }
    }

    /// The bit that the step is about.
    pub fn bit(&self) -> Option<u8> {
        match *self {
            Self::Add(addition) => Some(addition.bit),
            Self::Sign { bit, .. } => Some(bit),
            _ => None,
        }
    }
}

/// The steps of one trace, numbered from 0. None is kept: each is computed when it is asked for.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::recipe::Recipe;
/// use simscope::simhash::steps::{Stage, Step, Steps};
/// use simscope::simhash::trace;
/// use std::sync::Arc;
/// let recipe = Recipe::default();
/// let trace = Arc::new(trace(&recipe, None, "to be or not to be"));
/// let steps = Steps::of(&trace, &recipe);
/// assert_eq!(steps.len(), 1 + 3 * 4 + 4 * 64 + 1 + 64 + 1);
/// let Step::Add(first) = steps.at(steps.first_of(Stage::Adding)) else { panic!() };
/// assert_eq!((first.feature, first.bit, first.before, first.after), (0, 63, 0.0, first.push));
/// assert_eq!(steps.sums_after(steps.len() - 1), trace.sums);
/// ```
#[derive(Debug, Clone)]
pub struct Steps {
    trace: Arc<Trace>,
    recipe: Recipe,
    parts: Parts,
    /// The sums before every [`EVERY`]th feature, end to end.
    kept: Vec<f64>,
}

/// Features between two rows of sums that are kept: what has to be added up again for one step at most.
const EVERY: usize = 64;

impl Steps {
    /// The steps of a trace that was made by this recipe. Adds everything up once.
    pub fn of(trace: &Arc<Trace>, recipe: &Recipe) -> Self {
        let bits = usize::from(recipe.bits.get());
        let mut kept = Vec::with_capacity(bits * (trace.features.len() / EVERY + 1));
        let parts = Parts::of_features(&trace.features, recipe);
        let mut steps = Self { trace: trace.clone(), recipe: *recipe, parts, kept: Vec::new() };
        let mut sums = vec![0.0; bits];
        for (at, feature) in trace.features.iter().enumerate() {
            if at % EVERY == 0 {
                kept.extend_from_slice(&sums);
            }
            steps.add(&mut sums, feature);
        }
        steps.kept = kept;
        steps
    }

    /// What they are of.
    pub fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// What they were made by.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Number of steps: with n features and b bits 1 + 3n + nb + 1 + b + 1.
    #[expect(clippy::len_without_is_empty, reason = "there always are some")]
    pub fn len(&self) -> usize {
        self.first_of(Stage::Signature) + 1
    }

    fn bits(&self) -> usize {
        usize::from(self.recipe.bits.get())
    }

    fn features(&self) -> usize {
        self.trace.features.len()
    }

    /// Steps of a stage; a text without features has none of four of them.
    fn len_of(&self, stage: Stage) -> usize {
        match stage {
            Stage::Text | Stage::Sums | Stage::Signature => 1,
            Stage::Features | Stage::Weights | Stage::Hashes => self.features(),
            Stage::Adding => self.features() * self.bits(),
            Stage::Signs => self.bits(),
        }
    }

    /// The first step of a stage; of one without steps, where they would be.
    pub fn first_of(&self, stage: Stage) -> usize {
        Stage::ALL.into_iter().take_while(|before| *before < stage).map(|before| self.len_of(before)).sum()
    }

    /// The steps of a stage.
    pub fn range_of(&self, stage: Stage) -> Range<usize> {
        let first = self.first_of(stage);
        first..first + self.len_of(stage)
    }

    /// The stage of a step; of a number that is too large, the last one.
    pub fn stage_at(&self, at: usize) -> Stage {
        Stage::ALL.into_iter().find(|stage| self.range_of(*stage).contains(&at)).unwrap_or(Stage::Signature)
    }

    /// The step that adds a bit of a feature.
    pub fn of_addition(&self, feature: usize, bit: u8) -> usize {
        self.first_of(Stage::Adding) + feature * self.bits() + self.place_of(bit)
    }

    /// The step at which a sum becomes that bit.
    pub fn of_sign(&self, bit: u8) -> usize {
        self.first_of(Stage::Signs) + self.place_of(bit)
    }

    /// How many bits come before one.
    fn place_of(&self, bit: u8) -> usize {
        self.bits().saturating_sub(1 + usize::from(bit))
    }

    fn bit_at(&self, place: usize) -> u8 {
        self.recipe.bits.get() - 1 - place as u8
    }

    /// A step; of a number that is too large, the last one.
    pub fn at(&self, at: usize) -> Step {
        let stage = self.stage_at(at);
        let place = at.saturating_sub(self.first_of(stage));
        match stage {
            Stage::Text => Step::Text,
            Stage::Features => Step::Feature(place),
            Stage::Weights => Step::Weight(place),
            Stage::Hashes => Step::Hash(place),
            Stage::Adding => {
                let (feature, bit) = (place / self.bits(), self.bit_at(place % self.bits()));
                let (of, at) = (&self.trace.features[feature], usize::from(bit));
                let push = of.push(at, self.recipe.tie);
                let before = self.sum_before(feature, at);
                let is_one = of.hash >> bit & 1 == 1;
                Step::Add(Addition {
                    feature,
                    bit,
                    is_one,
                    push,
                    before,
                    after: self.parts.add(before, push),
                })
            }
            Stage::Sums => Step::Sums,
            Stage::Signs => {
                let bit = self.bit_at(place);
                let is_one = self.trace.signature >> bit & 1 == 1;
                Step::Sign { bit, sum: self.trace.sums[usize::from(bit)], is_one }
            }
            Stage::Signature => Step::Signature,
        }
    }

    /// Adds a feature to all sums, as [`trace`](super::trace) does.
    fn add(&self, sums: &mut [f64], feature: &Feature) {
        for (bit, sum) in sums.iter_mut().enumerate() {
            *sum = self.parts.add(*sum, feature.push(bit, self.recipe.tie));
        }
    }

    /// The sum of a bit before a feature is added.
    fn sum_before(&self, feature: usize, bit: usize) -> f64 {
        let (kept, again) = self.since(feature);
        again.iter().fold(kept[bit], |sum, feature| self.parts.add(sum, feature.push(bit, self.recipe.tie)))
    }

    /// The last sums kept before a feature, and the features added since.
    fn since(&self, feature: usize) -> (&[f64], &[Feature]) {
        let row = feature / EVERY;
        let kept = &self.kept[row * self.bits()..(row + 1) * self.bits()];
        (kept, &self.trace.features[row * EVERY..feature])
    }

    /// The sums as they stand after a step, bit 0 first. Before the addition all are 0.
    pub fn sums_after(&self, at: usize) -> Vec<f64> {
        let adding = self.range_of(Stage::Adding);
        if at < adding.start {
            return vec![0.0; self.bits()];
        }
        if at >= adding.end {
            return self.trace.sums.clone();
        }
        let (feature, place) = ((at - adding.start) / self.bits(), (at - adding.start) % self.bits());
        let (kept, again) = self.since(feature);
        let mut sums = kept.to_vec();
        again.iter().for_each(|feature| self.add(&mut sums, feature));
        let feature = &self.trace.features[feature];
        for (bit, sum) in sums.iter_mut().enumerate().skip(self.bit_at(place).into()) {
            *sum = self.parts.add(*sum, feature.push(bit, self.recipe.tie));
        }
        sums
    }

    /// The last step of the larger step that this one is part of: in the addition all bits of a feature, elsewhere a stage.
    pub fn end_of_whole(&self, at: usize) -> usize {
        let stage = self.range_of(self.stage_at(at));
        let adding = self.first_of(Stage::Adding);
        match self.stage_at(at) {
            Stage::Adding => at - (at - adding) % self.bits() + self.bits() - 1,
            _ => stage.end.max(1) - 1,
        }
    }

    /// The end of the next larger step, or of this one where there is more to come of it.
    pub fn next_whole(&self, at: usize) -> usize {
        let end = self.end_of_whole(at);
        if end > at { end } else { self.end_of_whole((at + 1).min(self.len() - 1)) }
    }

    /// The end of the larger step before; of the first one the beginning.
    pub fn whole_before(&self, at: usize) -> usize {
        let first = match self.at(at) {
            Step::Add(addition) => self.of_addition(addition.feature, self.bit_at(0)),
            _ => self.first_of(self.stage_at(at)),
        };
        first.saturating_sub(1)
    }
}

#[cfg(test)]
mod tests;
