//! Changing the recipe: the corpus is hashed again in the background, and everything follows.

use super::Shared;
use super::grouping::GROUPING;
use super::reports::{HASH, SPREAD, TREE};
use crate::shared::model::Stage;
use crate::shared::parts::{
    Part, TOKENIZERS, WEIGHTINGS, changed, cycle, is_same_kind, other_width, stepped,
};
use simscope_core::recipe::Recipe;

impl Shared {
    /// Whether the signatures shown are those of an older recipe.
    pub fn is_rehashing(&self) -> bool {
        !self.recipe.has_parts_of(&self.model.recipe)
    }

    /// Another value of a part of the recipe. The tokenizers and weightings that are a program's own are in the list of recipes.
    pub fn step_part(&mut self, part: Part, by: i8) {
        let now = self.recipe;
        let mut next = now;
        match part {
            Part::Tokenizer => {
                next.tokenizer = cycle(&TOKENIZERS, |t| is_same_kind(t, &now.tokenizer), by.into());
            }
            Part::Weighting => next.weighting = cycle(&WEIGHTINGS, |w| *w == now.weighting, by.into()),
            // The panel steps by one.
            Part::Bits => next.bits = other_width(&now, by.into()),
            _ => match stepped(now, part, by.into()) {
                Ok(recipe) => next = recipe,
                Err(phrase) => return self.warn(phrase),
            },
        }
        self.set_recipe(changed(now, next));
    }

    pub fn set_recipe(&mut self, recipe: Recipe) {
        // Another name alone would hash everything again for nothing.
        if recipe.has_parts_of(&self.recipe) {
            return self.warn(("this is the recipe already", "已是该配方"));
        }
        if let Some(fault) = recipe.sketch_fault() {
            return self.warn(fault);
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
        let full = recipe.full(self.lang);
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
