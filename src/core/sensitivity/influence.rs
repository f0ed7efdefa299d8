//! The influence of each feature.

use crate::recipe::Recipe;
use crate::simhash::{Feature, Fragile, Trace};

/// The effect of leaving out each feature.
///
/// A feature is left out with all its occurrences, and the others keep their weights. Removing a word from the
/// text may have another effect: under a weighting of keywords another word takes its place, and a word occurs
/// in several shingles. [`Battery`](super::Battery) measures edits of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Influence {
    /// One entry for each feature of the trace, in its order.
    pub left: Vec<Left>,
    /// The bits that flip when some single feature is left out, or replaced.
    pub fragile: Fragile,
}

/// The effect of leaving out one feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Index of the feature in the trace.
    pub feature: usize,
    /// The bits that flip without it.
    pub flipped: u128,
    /// Whether other features remain. Without any, the text is in no group, whatever its distance. The empty
    /// term of some programs does not count.
    pub has_features: bool,
}

impl Left {
    /// The distance between the signature and that without the feature.
    pub fn distance(self) -> u8 {
        self.flipped.count_ones() as u8
    }

    /// Whether the text without the feature is still in the group of the whole at `k`.
    pub fn is_within(self, k: u8) -> bool {
        self.has_features && self.distance() <= k
    }
}

impl Influence {
    /// Computed from the sums of a trace under `recipe`, without hashing again.
    pub fn of(trace: &Trace, recipe: &Recipe) -> Self {
        let flips = trace.flips_without(recipe);
        let is_counted = |feature: &Feature| !feature.term.is_empty();
        let all = trace.features.iter().filter(|feature| is_counted(feature)).count();
        let left = flips.into_iter().enumerate().map(|(feature, flipped)| {
            let others = all - usize::from(is_counted(&trace.features[feature]));
            Left { feature, flipped, has_features: others > 0 }
        });
        Self { left: left.collect(), fragile: trace.fragile(recipe) }
    }

    /// The features in descending order of flipped bits; equal ones in trace order.
    pub fn heaviest_first(&self) -> Vec<Left> {
        let mut left = self.left.clone();
        left.sort_by_key(|left| std::cmp::Reverse(left.distance()));
        left
    }

    /// The feature that flips most bits, the first of equal ones; `None` without features.
    pub fn heaviest(&self) -> Option<Left> {
        self.left
            .iter()
            .copied()
            .reduce(|best, left| if left.distance() > best.distance() { left } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::named;
    use crate::simhash::trace;

    #[test]
    fn the_heaviest_is_the_first_of_those_in_order() {
        let recipe = Recipe::default();
        let trace = trace(&recipe, None, "the storm closed the river bridge and the night train to the city");
        let influence = Influence::of(&trace, &recipe);
        let order = influence.heaviest_first();
        assert_eq!(order.len(), trace.features.len());
        assert!(order.is_sorted_by_key(|left| std::cmp::Reverse(left.distance())));
        assert_eq!(influence.heaviest(), Some(order[0]));
        assert_eq!(influence.fragile.removing, trace.fragile_bits(&recipe));
    }

    #[test]
    fn without_its_only_feature_a_text_is_in_no_group() {
        let is_within = |recipe: &Recipe, text| -> Vec<bool> {
            let trace = trace(recipe, None, text);
            Influence::of(&trace, recipe).left.into_iter().map(|left| left.is_within(64)).collect()
        };
        assert_eq!(is_within(&Recipe::default(), "city"), [false]);
        assert_eq!(is_within(&Recipe::default(), "the city"), [true, true]);
        // go-demo's empty term between two spaces is not a feature.
        let go_demo = named().iter().find(|named| named.name == "go-demo").unwrap().recipe;
        assert_eq!(is_within(&go_demo, "city  "), [false, true]);
    }

    #[test]
    fn a_text_without_features_has_no_influence() {
        let recipe = Recipe::default();
        let influence = Influence::of(&trace(&recipe, None, "… !"), &recipe);
        assert_eq!(influence, Influence { left: Vec::new(), fragile: Fragile::default() });
        assert_eq!(influence.heaviest(), None);
    }
}
