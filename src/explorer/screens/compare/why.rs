//! Why the exact measures of a pair and its distance agree, or do not.

use super::news::Weighed;
use super::state::State;
use crate::shared::Shared;
use crate::surface::grouped_digits;
use simscope_core::measures::Measure;
use std::f64::consts::PI;

impl State {
    /// The cosine that the distance estimates, beside the exact one, and the features that make it.
    pub(super) fn why_measures(&self, shared: &Shared, weighed: &Weighed) -> String {
        let (lang, bits, d) = (shared.lang, shared.model.recipe.bits, weighed.difference.distance());
        let estimated = (PI * f64::from(d) / f64::from(bits.get())).cos();
        let both = weighed.shared.len();
        let all = both + weighed.only.iter().map(Vec::len).sum::<usize>();
        let (both, all) = (grouped_digits(both), grouped_digits(all));
        let exact = self.measured(shared, Measure::Cosine);
        let exact = exact.map_or("…".to_owned(), |exact| format!("{exact:.3}"));
        lang.pick((
            format!("{d} of {bits} bits differ, which estimates a cosine of {estimated:.3}; it is {exact}, because both have {both} of their {all} features."),
            format!("{bits} 位中 {d} 位不同，据此估计余弦为 {estimated:.3}；实为 {exact}，因为 {all} 个特征中两者共有 {both} 个。"),
        ))
    }
}
