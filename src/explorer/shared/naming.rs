//! Keys as sentences and the borders of panes name them: those that are in force.

use super::Shared;
use crate::action::Action;
use crate::surface::Phrase;
use crate::surface::keymap::Keys;

/// A sentence of the explorer. One that stands in the code may name actions, `‹resume›`; one that was put together may hold a
/// text of the corpus, and is shown as it is.
pub trait Sentence {
    /// With the keys in force.
    fn spelled(self, keys: Keys<'_>) -> String;
}

impl Sentence for &'static str {
    fn spelled(self, keys: Keys<'_>) -> String {
        keys.spell(self)
    }
}

impl Sentence for String {
    fn spelled(self, _keys: Keys<'_>) -> String {
        self
    }
}

impl Shared {
    /// The keys in force on this screen.
    pub fn keys(&self) -> Keys<'_> {
        Keys { keymap: &self.keymap, screen: self.screen, lang: self.lang }
    }

    /// The key of an action in a sentence, as [`Keys::of`].
    pub fn key(&self, action: impl Into<Action>) -> String {
        self.keys().of(action.into())
    }

    /// A sentence in the language of the explorer, with the keys in force.
    pub fn keyed(&self, phrase: Phrase) -> String {
        self.keys().spell(self.lang.pick(phrase))
    }

    /// Keys with what they do here, `z fold · X swap`; an action without a key is left out.
    pub fn keys_for(&self, actions: &[(Action, Phrase)]) -> String {
        let named = actions.iter().filter_map(|&(action, does)| {
            let key = self.keys().written(self.keymap.key_of(self.screen, action)?);
            Some(format!("{key} {}", self.lang.pick(does)))
        });
        named.collect::<Vec<_>>().join(" · ")
    }
}
