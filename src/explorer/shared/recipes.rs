//! Changing the recipe: the corpus is hashed again in the background, and everything follows.

use super::Shared;
use super::grouping::GROUPING;
use super::reports::{HASH, SPREAD, TREE};
use crate::shared::model::Stage;
use crate::shared::parts::{TOKENIZERS, WEIGHTINGS, changed, cycle, full_recipe, is_same_kind};
use simscope_core::recipe::{Recipe, TieRule};

impl Shared {
    /// Whether the signatures shown are those of an older recipe.
    pub fn is_rehashing(&self) -> bool {
        !self.recipe.has_parts_of(&self.model.recipe)
    }

    pub fn next_tokenizer(&mut self) {
        let tokenizer = cycle(&TOKENIZERS, |t| is_same_kind(t, &self.recipe.tokenizer), 1);
        self.set_recipe(changed(self.recipe, Recipe { tokenizer, ..self.recipe }));
    }

    pub fn next_weighting(&mut self) {
        let weighting = cycle(&WEIGHTINGS, |w| *w == self.recipe.weighting, 1);
        self.set_recipe(changed(self.recipe, Recipe { weighting, ..self.recipe }));
    }

    pub fn toggle_tie(&mut self) {
        let tie = if self.recipe.tie == TieRule::Zero { TieRule::One } else { TieRule::Zero };
        self.set_recipe(changed(self.recipe, Recipe { tie, ..self.recipe }));
    }

    pub fn set_recipe(&mut self, recipe: Recipe) {
        // Another name alone would hash everything again for nothing.
        if recipe.has_parts_of(&self.recipe) {
            return self.warn(("this is the recipe already", "已是该配方"));
        }
        if self.refuses_without_texts() {
            return;
        }
        self.remember();
        self.use_recipe(recipe);
    }

    pub fn use_recipe(&mut self, recipe: Recipe) {
        self.recipe = recipe;
        self.k = self.k.min(recipe.bits.get());
        let full = full_recipe(recipe, self.lang);
        self.say_of(format!("{}{full}", self.lang.pick(("recipe: ", "配方："))));
        // While the corpus is being read the recipe waits; reading ends with a look at it.
        if self.model.stage != Stage::Reading {
            self.rehash();
        }
    }

    /// Hashes the corpus under the recipe asked for; what hung on the old signatures is abandoned.
    pub fn rehash(&mut self) {
        self.stop_all([HASH, TREE, SPREAD]);
        self.stop_all(GROUPING);
        if self.recipe.has_parts_of(&self.model.recipe) && self.model.is_hashed() {
            self.model.analysed.recipe.name = self.recipe.name;
            return self.recipe_is_back();
        }
        self.model.stage = Stage::Hashing;
        self.hash();
    }

    /// The recipe asked for is again that of the signatures: what the change had taken away comes back.
    pub fn recipe_is_back(&mut self) {
        self.recipe = self.model.recipe;
        self.model.stage = Stage::Ready;
        self.k = self.k.min(self.recipe.bits.get());
        self.regroup();
        self.link_or_measure();
    }
}
