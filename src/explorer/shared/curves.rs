//! The length curves: those measured so far, and the one that is being measured.

use super::{Shared, found_for_all};
use crate::jobs::Work;
use crate::wanted::Wanted;
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{Curve, Experiment, Point};
use std::sync::Arc;

/// How far edits move texts, by length.
pub const CURVE: &Work =
    &Work::new("Curve", ("measuring the length curve", "测量长度曲线")).cancellable().of_texts();

/// What a length curve is measured under.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveKey {
    /// Without its name, which does not matter.
    pub recipe: Recipe,
    pub experiment: Experiment,
}

/// More than anyone looks at in turn; the oldest goes first.
const KEPT: usize = 32;

/// The curves of one corpus.
#[derive(Debug, Default)]
pub struct Curves {
    kept: Vec<(CurveKey, Arc<Curve>)>,
    /// The points so far of the one that was asked for last.
    growing: Wanted<CurveKey, Curve>,
}

impl Curves {
    /// A curve that is whole.
    pub fn get(&self, key: &CurveKey) -> Option<&Arc<Curve>> {
        self.kept.iter().find(|(kept, _)| kept == key).map(|(_, curve)| curve)
    }

    /// A curve as far as it is measured.
    pub fn so_far(&self, key: &CurveKey) -> Option<&Curve> {
        self.get(key).map(Arc::as_ref).or_else(|| self.growing.get(key))
    }

    /// Whether the measuring of this curve was cancelled, or failed.
    pub fn is_ended(&self, key: &CurveKey) -> bool {
        self.growing.is_ended_at(key) && self.get(key).is_none()
    }

    /// Keeps a curve; its experiment is its own.
    pub fn keep(&mut self, recipe: Recipe, curve: Arc<Curve>) {
        let key = CurveKey { recipe: Recipe { name: None, ..recipe }, experiment: curve.experiment };
        self.kept.retain(|(kept, _)| *kept != key);
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push((key, curve));
    }

    fn add(&mut self, key: CurveKey, point: Point) {
        if let Some(curve) = self.growing.get_mut(&key) {
            curve.points.push(point);
        }
    }

    /// Asks for the curves again that were cancelled, or failed. Returns whether there were any.
    pub fn retry(&mut self) -> bool {
        self.growing.retry()
    }
}

impl Shared {
    /// The key of the curve of an experiment under the recipe of the signatures.
    pub fn curve_key(&self, experiment: Experiment) -> CurveKey {
        CurveKey { recipe: Recipe { name: None, ..self.model.recipe }, experiment }
    }

    /// Starts measuring a curve unless it is known, coming, cancelled or failed; one that is being measured gives way.
    pub fn want_curve(&mut self, key: CurveKey) {
        let is_coming = self.runs(CURVE) && self.kept.curves.growing.asked() == Some(&key);
        if is_coming || self.kept.curves.get(&key).is_some() || self.kept.curves.is_ended(&key) {
            return;
        }
        let CurveKey { recipe, experiment } = key;
        let fate = self.kept.curves.growing.ask_anew(key);
        self.kept.curves.growing.put(key, Curve { experiment, points: Vec::new() });
        let (corpus, frequencies) = (self.model.corpus.clone(), self.model.frequencies.clone());
        self.begin_for(fate, CURVE, move |progress, tell| {
            let mut each = |point: &Point| {
                let point = point.clone();
                tell(found_for_all(move |shared| shared.kept.curves.add(key, point)));
            };
            let curve =
                Curve::measure(&corpus, &recipe, frequencies.as_deref(), experiment, progress, &mut each)?;
            Some(found_for_all(move |shared| shared.kept.curves.keep(recipe, Arc::new(curve))))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_curves_are_kept_by_recipe_and_experiment() {
        let mut curves = Curves::default();
        let recipe = Recipe::default();
        let curve = |seed| Curve { experiment: Experiment { seed, ..Experiment::default() }, points: vec![] };
        for seed in 0..=KEPT as u64 {
            curves.keep(recipe, Arc::new(curve(seed)));
        }
        let key =
            |seed| CurveKey { recipe: Recipe { name: None, ..recipe }, experiment: curve(seed).experiment };
        assert!(curves.get(&key(0)).is_none() && curves.get(&key(1)).is_some());
        assert_eq!(curves.kept.len(), KEPT);
    }
}
