//! The length curves measured so far, by recipe and experiment.

use crate::recipe::Recipe;
use crate::sensitivity::{Curve, Experiment};
use std::sync::Arc;

/// More than anyone looks at in turn; the oldest goes first.
const KEPT: usize = 32;

/// The curves of one corpus.
#[derive(Debug, Default)]
pub struct Curves(Vec<(Recipe, Experiment, Arc<Curve>)>);

impl Curves {
    /// A curve that is at hand.
    pub fn get(&self, recipe: Recipe, experiment: Experiment) -> Option<&Arc<Curve>> {
        let recipe = parts(recipe);
        self.0.iter().find(|(of, kept, _)| (*of, *kept) == (recipe, experiment)).map(|(.., curve)| curve)
    }

    /// Keeps a curve; its experiment is its own.
    pub fn keep(&mut self, recipe: Recipe, curve: Arc<Curve>) {
        let (recipe, experiment) = (parts(recipe), curve.experiment);
        self.0.retain(|(of, kept, _)| (*of, *kept) != (recipe, experiment));
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push((recipe, experiment, curve));
    }
}

/// What it is called does not matter.
fn parts(recipe: Recipe) -> Recipe {
    Recipe { name: None, ..recipe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_by_its_recipe_and_experiment() {
        let (mut curves, recipe) = (Curves::default(), Recipe::DEFAULT);
        let experiment = Experiment::default();
        let curve = Arc::new(Curve { experiment, points: Vec::new() });
        curves.keep(recipe, curve.clone());
        assert_eq!(curves.get(recipe, experiment), Some(&curve));
        assert_eq!(curves.get(recipe, Experiment { edits: 2, ..experiment }), None);
        let other = Recipe { bits: crate::recipe::Bits::new(32).expect("a width"), ..recipe };
        assert_eq!(curves.get(other, experiment), None);
    }
}
