//! The distance of the two texts under the recipe beside that of the corpus.

use super::state::State;
use super::work::Changes;
use crate::jobs::Work;
use crate::shared::Shared;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::Signer;

/// The two texts under the second recipe.
const SECOND: &Work =
    &Work::new("SecondPair", ("signing the pair under recipe B", "按配方 B 计算该对签名")).of_texts();

/// What the distance under a second recipe follows from: the texts by their last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SecondKey {
    texts: Changes,
    recipe: Recipe,
}

/// The distance of the texts under a second recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Second {
    Known(u8),
    Awaited,
    /// tf-idf takes the whole corpus.
    NotAlone,
}

impl State {
    fn second_key(&self, recipe: Recipe) -> SecondKey {
        SecondKey { texts: self.changes(), recipe }
    }

    /// The distance of the texts under a recipe that is not that of the corpus.
    pub fn second(&self, recipe: Recipe) -> Second {
        match self.second.get(&self.second_key(recipe)) {
            _ if recipe.weighting == Weighting::TfIdf => Second::NotAlone,
            Some(&distance) => Second::Known(distance),
            None => Second::Awaited,
        }
    }

    pub(super) fn want_second(&mut self, shared: &mut Shared) {
        let Some(recipe) = shared.second.filter(|recipe| recipe.weighting != Weighting::TfIdf) else {
            return;
        };
        let (key, texts) = (self.second_key(recipe), [self.a.text(), self.b.text()]);
        shared.want(&mut self.second, SECOND, key, move |_| {
            let mut signer = Signer::new(&recipe, None);
            let [a, b] = texts.map(|text| signer.sign(&text).signature);
            Some(simscope_core::hamming::distance(a, b))
        });
    }
}
