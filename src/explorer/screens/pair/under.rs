//! How far apart the two texts are under every recipe.

use super::keys::View;
use super::state::State;
use super::work::Under;
use crate::jobs::Work;
use crate::shared::Shared;
use simscope_core::progress::Progress;
use simscope_core::recipe::{DocumentFrequencies, Recipe, Weighting, named};
use simscope_core::simhash::Signer;

/// The two texts under every recipe.
const RECIPES: &Work = &Work::new("Recipes", ("signing under every recipe", "按每个配方计算签名"));

/// The named recipes, before them the one in force if it is none of them.
fn recipes(now: Recipe) -> impl Iterator<Item = Recipe> {
    let is_named = named().iter().any(|named| named.recipe.has_parts_of(&now));
    (!is_named).then_some(now).into_iter().chain(named().iter().map(|named| named.recipe))
}

/// Signs both texts under each. Only the recipe in force may need document frequencies. `None` if cancelled.
fn sign(
    texts: [&str; 2],
    now: Recipe,
    frequencies: Option<&DocumentFrequencies>,
    progress: &Progress,
) -> Option<Vec<Under>> {
    let under = |recipe: Recipe| {
        if progress.is_cancelled() {
            return None;
        }
        let frequencies = frequencies.filter(|_| recipe.has_parts_of(&now));
        let mut signer = Signer::new(&recipe, frequencies);
        let [a, b] = texts.map(|text| signer.sign(text));
        let distance = simscope_core::hamming::distance(a.signature, b.signature);
        Some(Under { recipe, distance, has_features: a.features > 0 && b.features > 0 })
    };
    recipes(now).map(under).collect()
}

/// The two texts under the second recipe.
const SECOND: &Work =
    &Work::new("SecondPair", ("signing the pair under recipe B", "按配方 B 计算该对签名")).of_texts();

/// What the distance under a second recipe follows from: the texts by their last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondKey {
    texts: (u64, u64),
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
        SecondKey { texts: (self.a.change, self.b.change), recipe }
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
            sign([&a, &b], key.hashed.recipe, frequencies.as_deref(), progress)
        });
    }
}
