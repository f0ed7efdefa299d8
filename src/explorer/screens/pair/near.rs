//! The documents of the corpus that are nearest to B, while it is typed.

use super::keys::{Pane, View};
use super::state::{Origin, State};
use super::work::NearKey;
use crate::jobs::Work;
use crate::shared::Shared;
use simscope_core::search::{Hit, nearest};

/// The documents nearest to B.
const NEAR: &Work = &Work::new("NearText", ("finding the nearest documents", "查找最近的文档"));

/// As many as are looked at.
const MOST: usize = 100;

impl State {
    fn near_key(&self, shared: &Shared) -> Option<NearKey> {
        let compared = self.compared().filter(|compared| !compared.b.features.is_empty())?;
        let model = &shared.model;
        let is_hashed = model.is_hashed()
            && shared.knows_recipe()
            && compared.key.hashed.recipe.has_parts_of(&model.recipe);
        let signature = compared.b.signature;
        is_hashed.then_some(NearKey { signature, except: self.b.document(), generation: model.generation() })
    }

    /// The documents nearest to B, for a moment to what B was before.
    pub fn near(&self, shared: &Shared) -> &[Hit] {
        let is_of_corpus = self.near.key().is_some_and(|key| key.generation == shared.model.generation());
        self.near.latest().filter(|_| is_of_corpus).map_or(&[], Vec::as_slice)
    }

    /// Whether they are of B as it is now.
    pub fn near_is_current(&self, shared: &Shared) -> bool {
        self.is_current(shared) && self.near_key(shared).is_some_and(|key| self.near.get(&key).is_some())
    }

    pub(super) fn want_near(&mut self, shared: &mut Shared) {
        if self.view != View::Nearest {
            return;
        }
        let Some(key) = self.near_key(shared) else { return };
        let (signatures, features) = (shared.model.signatures.clone(), shared.model.features.clone());
        shared.want(&mut self.near, NEAR, key.clone(), move |_| {
            let of = (key.signature, key.except);
            Some(nearest(&signatures, &features, of, (u8::MAX, MOST)))
        });
    }

    /// A document becomes A and the selected one; B stays.
    pub(super) fn put_in_a(&mut self, shared: &mut Shared, document: u32) {
        if shared.refuses_without_texts() {
            return;
        }
        self.a.load(shared.document(document).text, Origin::Document(document));
        self.note_change(Pane::TextA);
        self.begin_anew();
        shared.select_document(document);
        shared.other = self.b.document().filter(|&other| other != document);
        self.stay(shared);
        let id = shared.shown_id(document);
        shared.say(both!(
            "A is now {id}, and it is the selected document; B stays",
            "A 现为 {id}，并已选择该文档；B 不变"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::model::Generation;
    use std::sync::Arc;

    fn key(signature: u128) -> NearKey {
        NearKey { signature, except: None, generation: Generation::of(&Arc::default()) }
    }

    #[test]
    fn the_nearest_come_first_and_documents_without_features_do_not_count() {
        let signatures = Signatures::from(vec![0b0111_u64, 0, 0b0001, 0b0010, u64::MAX]);
        let near = nearest(&signatures, &[1, 0, 2, 1, 1], &key(0));
        let near: Vec<(u32, u8)> = near.iter().map(|near| (near.document, near.distance)).collect();
        assert_eq!(near, [(2, 1), (3, 1), (0, 3), (4, 64)]);
    }

    #[test]
    fn of_more_than_are_looked_at_none_that_is_nearer_is_missing() {
        let words: Vec<u64> = (0..1000_u64).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let near = nearest(&Signatures::from(words.clone()), &vec![1; 1000], &key(5));
        let mut all: Vec<(u32, u32)> =
            words.iter().zip(0..).map(|(word, document)| ((word ^ 5).count_ones(), document)).collect();
        all.sort_unstable();
        all.truncate(MOST);
        let near: Vec<(u32, u32)> = near.iter().map(|near| (near.distance.into(), near.document)).collect();
        assert_eq!(near, all);
    }
}
