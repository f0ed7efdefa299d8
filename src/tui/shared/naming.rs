//! Keys as the borders of panes name them: those that are in force.

use super::Shared;
use crate::tui::action::Action;
use crate::tui::surface::Phrase;

impl Shared {
    /// Keys with what they do here, `z fold · X swap`; an action without a key is left out.
    pub fn keys_for(&self, actions: &[(Action, Phrase)]) -> String {
        let named = actions.iter().filter_map(|&(action, does)| {
            let key = self.key_name(self.keymap.key_of(self.screen, action)?);
            Some(format!("{key} {}", self.lang.pick(does)))
        });
        named.collect::<Vec<_>>().join(" · ")
    }

    /// A key as it is written in a sentence.
    fn key_name(&self, key: &str) -> String {
        match key {
            "space" => self.lang.pick(("Space", "空格")).to_owned(),
            _ => match key.strip_prefix("ctrl-") {
                Some(letter) => format!("Ctrl-{}", letter.to_uppercase()),
                None if key.len() > 1 && key.is_ascii() => key[..1].to_uppercase() + &key[1..],
                None => key.to_owned(),
            },
        }
    }
}
