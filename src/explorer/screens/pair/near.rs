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
