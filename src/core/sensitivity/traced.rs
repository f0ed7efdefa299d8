//! A text taken apart: its features, and what each of them holds up.

use super::{Influence, Left, Margins, Stretch, length, stretches};
use crate::recipe::Recipe;
use crate::simhash::Trace;

/// What a text is made of, and what holds its signature up.
#[derive(Debug)]
pub struct Traced {
    /// Features, sums, signature.
    pub trace: Trace,
    /// The distinct terms of the text, by which it is found on the curve.
    pub length: u32,
    /// What leaving out each feature does.
    pub influence: Influence,
    /// The same, the one that flips most bits first.
    pub left: Vec<Left>,
    /// The same along the text.
    pub stretches: Vec<Stretch>,
    /// How near each bit is to flipping.
    pub margins: Margins,
}

impl Traced {
    /// Of a text, whose trace under that recipe is known.
    pub fn of(text: &str, trace: Trace, recipe: &Recipe) -> Self {
        let influence = Influence::of(&trace, recipe);
        Self {
            length: if recipe.keeps_all_terms() { trace.features.len() as u32 } else { length(text, recipe) },
            left: influence.heaviest_first(),
            stretches: stretches(text.len(), &trace, &influence.left),
            influence,
            margins: Margins::of(&trace),
            trace,
        }
    }
}
