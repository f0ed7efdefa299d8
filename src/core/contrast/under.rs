//! Two texts under every recipe.

use crate::display::Lang;
use crate::hamming::distance;
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe, named};
use crate::simhash::Signer;

/// Two texts under one recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct Under {
    /// The recipe.
    pub recipe: Recipe,
    /// The distance of the signatures, in bits.
    pub distance: u8,
    /// Both texts have features.
    pub has_features: bool,
}

impl Under {
    /// Signs both texts under each. Only the recipe in force may need document frequencies. `None` if cancelled.
    pub fn each(
        texts: [&str; 2],
        now: Recipe,
        frequencies: Option<&DocumentFrequencies>,
        progress: &Progress,
    ) -> Option<Vec<Self>> {
        let under = |recipe: Recipe| {
            progress.unless_cancelled()?;
            let mut signer = Signer::new(&recipe, frequencies.filter(|_| recipe.has_parts_of(&now)));
            let [a, b] = texts.map(|text| signer.sign(text));
            let distance = distance(a.signature, b.signature);
            Some(Self { recipe, distance, has_features: a.features > 0 && b.features > 0 })
        };
        recipes(now).map(under).collect()
    }

    /// The distance as a share of the bits, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.distance) / f64::from(self.recipe.bits.get())
    }

    /// The name of the recipe, as far as it has one; with its bits, if it is a named one of another width.
    pub fn name(&self, lang: Lang) -> String {
        self.recipe.label().unwrap_or_else(|| lang.pick(("edited", "已编辑")).to_owned())
    }
}

/// The named recipes, before them the one in force if it is none of them.
fn recipes(now: Recipe) -> impl Iterator<Item = Recipe> {
    let is_named = named().iter().any(|named| named.recipe.has_parts_of(&now));
    (!is_named).then_some(now).into_iter().chain(named().iter().map(|named| named.recipe))
}
