//! What changed between two texts.

use crate::recipe::Recipe;
use crate::simhash::Trace;
use std::collections::HashMap;

/// Two signatures under one recipe, and the reason for their difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The bits that differ.
    pub flipped: u128,
    /// The features whose weight differs: first those of A, in its order, then those that only B has.
    pub changes: Vec<Change>,
    /// One for each flipped bit, in ascending order.
    pub crossings: Vec<Crossing>,
}

/// A feature that is gained, lost, or weighted differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The term, not yet made visible.
    pub term: String,
    /// Its weight in A; 0 if A lacks it.
    pub before: f64,
    /// Its weight in B; 0 if B lacks it.
    pub after: f64,
}

/// A sum whose bit flipped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The bit, 0 = least significant.
    pub bit: u8,
    /// Its sum in A; the magnitude is how far the sum had to move.
    pub before: f64,
    /// Its sum in B.
    pub after: f64,
}

impl Difference {
    /// The difference from `a` to `b`, both traces under `recipe`.
    pub fn between(a: &Trace, b: &Trace, recipe: &Recipe) -> Self {
        let flipped = a.signature ^ b.signature;
        let crossings = (0..recipe.bits.get()).filter(|bit| flipped >> bit & 1 == 1).map(|bit| {
            let sum = |trace: &Trace| trace.sums[usize::from(bit)];
            Crossing { bit, before: sum(a), after: sum(b) }
        });
        Self { flipped, changes: changes(a, b), crossings: crossings.collect() }
    }

    /// The number of bits that differ.
    pub fn distance(&self) -> u8 {
        self.flipped.count_ones() as u8
    }
}

fn changes(a: &Trace, b: &Trace) -> Vec<Change> {
    let weights = |trace: &'_ Trace| -> HashMap<String, f64> {
        trace.features.iter().map(|feature| (feature.term.clone(), feature.weight)).collect()
    };
    let (in_a, in_b) = (weights(a), weights(b));
    let weight = |of: &HashMap<String, f64>, term: &str| of.get(term).copied().unwrap_or(0.0);
    let (first, second) = (a.features.iter(), b.features.iter());
    first
        .chain(second.filter(|feature| !in_a.contains_key(&feature.term)))
        .map(|feature| Change {
            term: feature.term.clone(),
            before: weight(&in_a, &feature.term),
            after: weight(&in_b, &feature.term),
        })
        .filter(|change| change.before != change.after)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Tokenizer, Weighting};
    use crate::simhash::{Signer, trace};
    use proptest::prelude::*;

    fn recipe() -> Recipe {
        Recipe { tokenizer: Tokenizer::Whitespace, weighting: Weighting::Tf, ..Recipe::default() }
    }

    #[test]
    fn features_gained_lost_and_reweighed_are_told() {
        let of = |text| trace(&recipe(), None, text);
        let difference = Difference::between(&of("to the city to"), &of("to the coast"), &recipe());
        let told: Vec<_> = difference.changes.iter().map(|c| (c.term.as_str(), c.before, c.after)).collect();
        assert_eq!(told, [("to", 2.0, 1.0), ("city", 1.0, 0.0), ("coast", 0.0, 1.0)]);
    }

    proptest! {
        #[test]
        fn it_accounts_for_every_bit_and_every_sum(a in "[a-d ]{0,30}", b in "[a-d ]{0,30}") {
            let recipe = recipe();
            let (of_a, of_b) = (trace(&recipe, None, &a), trace(&recipe, None, &b));
            let difference = Difference::between(&of_a, &of_b, &recipe);
            let mut signer = Signer::new(&recipe, None);
            let flipped = signer.sign(&a).signature ^ signer.sign(&b).signature;
            prop_assert_eq!(difference.flipped, flipped);
            prop_assert_eq!(u32::from(difference.distance()), flipped.count_ones());
            prop_assert_eq!(difference.crossings.len() as u32, flipped.count_ones());
            for crossing in &difference.crossings {
                // The sum moved by the weights of the changed features, and by nothing else.
                let moved: f64 = difference.changes.iter().map(|change| {
                    let is_one = recipe.hash.of_64(&change.term) >> crossing.bit & 1 == 1;
                    (change.after - change.before) * if is_one { 1.0 } else { -1.0 }
                }).sum();
                prop_assert_eq!(crossing.after - crossing.before, moved);
                prop_assert_ne!(crossing.before > 0.0, crossing.after > 0.0);
            }
        }
    }
}
