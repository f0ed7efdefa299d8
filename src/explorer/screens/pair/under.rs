//! How far apart the two texts are under every recipe.

use super::keys::View;
use super::state::State;
use super::work::Changes;
use crate::jobs::Work;
use crate::shared::Shared;
use simscope_core::contrast::Under;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::Signer;

/// The two texts under every recipe.
const RECIPES: &Work = &Work::new("Recipes", ("signing under every recipe", "按每个配方计算签名"));

/// The two texts under the second recipe.
const SECOND: &Work =
    &Work::new("SecondPair", ("signing the pair under recipe B", "按配方 B 计算该对签名")).of_texts();

/// What the distance under a second recipe follows from: the texts by their last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondKey {
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

    /// Both texts under every recipe, for a moment as they were before.
    pub fn under(&self) -> &[Under] {
        self.under.latest().map_or(&[], Vec::as_slice)
    }

    /// A row: in the order of the recipes, or the least distance for its bits first.
    pub(super) fn under_row(&self, row: usize) -> Option<&Under> {
        let all = self.under();
        if !self.is_list_reordered() {
            return all.get(row);
        }
        let mut places: Vec<usize> = (0..all.len()).collect();
        // What has no distance comes last.
        places.sort_by(|&x, &y| {
            let lacks = all[y].has_features.cmp(&all[x].has_features);
            lacks.then(all[x].share().total_cmp(&all[y].share()))
        });
        all.get(*places.get(row)?)
    }

    /// Whether they are of the texts as they are now.
    pub fn under_is_current(&self, shared: &Shared) -> bool {
        self.texts_key(shared).is_some_and(|key| self.under.get(&key).is_some())
    }

    pub(super) fn want_under(&mut self, shared: &mut Shared) {
        let Some(key) = self.texts_key(shared) else { return };
        if self.view != View::Recipes {
            return;
        }
        let (a, b) = (self.a.text(), self.b.text());
        let frequencies = shared.model.frequencies.clone();
        shared.want(&mut self.under, RECIPES, key, move |progress| {
            Under::each([&a, &b], key.hashed.recipe, frequencies.as_deref(), progress)
        });
    }
}
