//! The screens, one folder each, and the dispatch to them.

pub mod anatomy;
pub mod clean;
pub mod corpus;
pub mod index;
pub mod matrix;
pub mod pair;
pub mod threshold;

use super::action::{Action, Pane, Screen};
use super::jobs::Found;
use super::room::Room;
use super::shared::Shared;
use super::surface::key::Binding;
use super::surface::keymap::{Keymap, KeymapError, everywhere};
use simscope_core::settings::Settings;

/// The state of every screen.
#[derive(Debug)]
pub struct Screens {
    pub corpus: corpus::State,
    pub anatomy: anatomy::State,
    pub threshold: threshold::State,
    pub matrix: matrix::State,
    pub pair: pair::State,
    pub index: index::State,
    pub clean: clean::State,
}

impl Screens {
    /// As they are when the explorer opens; the signatures have that many bits.
    pub fn new(bits: u8) -> Self {
        Self {
            corpus: corpus::State::default(),
            anatomy: anatomy::State::at_bit(bits - 1),
            threshold: threshold::State::default(),
            matrix: matrix::State::default(),
            pair: pair::State::at_bit(bits - 1),
            index: index::State::default(),
            clean: clean::State::default(),
        }
    }

    pub fn at(&self, screen: Screen) -> &dyn Room {
        match screen {
            Screen::Corpus => &self.corpus,
            Screen::Anatomy => &self.anatomy,
            Screen::Threshold => &self.threshold,
            Screen::Matrix => &self.matrix,
            Screen::Pair => &self.pair,
            Screen::Index => &self.index,
            Screen::Clean => &self.clean,
        }
    }

    /// The screen whose rows `/` filters now.
    pub fn filtered(&self, shared: &Shared) -> Screen {
        let own = self.at(shared.screen).filter_standing(shared);
        if own.is_some() { shared.screen } else { Screen::Corpus }
    }

    pub fn at_mut(&mut self, screen: Screen) -> &mut dyn Room {
        match screen {
            Screen::Corpus => &mut self.corpus,
            Screen::Anatomy => &mut self.anatomy,
            Screen::Threshold => &mut self.threshold,
            Screen::Matrix => &mut self.matrix,
            Screen::Pair => &mut self.pair,
            Screen::Index => &mut self.index,
            Screen::Clean => &mut self.clean,
        }
    }

    /// Carries out an action that is a screen's own. Returns whether it is one.
    pub fn act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Corpus(act) => self.corpus.act(shared, act),
            Action::Anatomy(act) => self.anatomy.act(shared, act),
            Action::Threshold(act) => self.threshold.act(shared, act),
            Action::Matrix(act) => self.matrix.act(shared, act),
            Action::Pair(act) => self.pair.act(shared, act),
            Action::Steps(act) => self.anatomy.act_stepping(shared, act),
            Action::Clean(act) => self.clean.act(shared, act),
            _ => return false,
        }
        true
    }

    /// Hands what a job found to the screen that asked; hands it back where none did.
    pub fn take(&mut self, shared: &mut Shared, found: Found) -> Result<(), Found> {
        let mut found = found;
        for screen in Screen::ALL {
            match self.at_mut(screen).take(shared, found) {
                Ok(()) => return Ok(()),
                Err(back) => found = back,
            }
        }
        Err(found)
    }
}

/// The screen that a pane belongs to, if it is not an overlay's.
pub fn screen_of(pane: Pane) -> Option<Screen> {
    Some(match pane {
        Pane::Corpus(_) => Screen::Corpus,
        Pane::Anatomy(_) => Screen::Anatomy,
        Pane::Threshold(_) => Screen::Threshold,
        Pane::Matrix(_) => Screen::Matrix,
        Pane::Pair(_) => Screen::Pair,
        Pane::Index(_) => Screen::Index,
        Pane::Clean(_) => Screen::Clean,
        Pane::Overlay | Pane::Parts | Pane::Lesson => return None,
    })
}

/// The keys of all screens, and those that hold everywhere, as the settings have them.
///
/// # Errors
/// See [`KeymapError`].
pub fn keymap(settings: &Settings) -> Result<Keymap, KeymapError> {
    fn wide<A: Copy + Into<Action>>(bindings: Vec<Binding<A>>) -> Vec<Binding<Action>> {
        bindings.into_iter().map(|binding| binding.map(Into::into)).collect()
    }
    let screens = [
        (Screen::Corpus, wide(corpus::keys::bindings())),
        (Screen::Anatomy, wide(anatomy::keys::bindings())),
        (Screen::Threshold, wide(threshold::keys::bindings())),
        (Screen::Matrix, wide(matrix::keys::bindings())),
        (Screen::Pair, wide(pair::keys::bindings())),
        (Screen::Anatomy, wide(anatomy::steps::keys::bindings())),
        (Screen::Clean, wide(clean::keys::bindings())),
    ];
    Keymap::load(screens, everywhere(), settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::key::stroke;
    use crate::surface::keymap::Context;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        keymap(&Settings::default()).unwrap();
    }

    #[test]
    fn every_key_of_the_tables_can_be_pressed() {
        let keymap = keymap(&Settings::default()).unwrap();
        for context in [Context::Everywhere].into_iter().chain(Screen::ALL.map(Context::On)) {
            let screen = match context {
                Context::On(screen) => screen,
                Context::Everywhere => Screen::Corpus,
            };
            for binding in keymap.of(context) {
                for key in binding.keys {
                    let action = keymap.stroke(screen, stroke(key).unwrap());
                    assert_eq!(action, Some(binding.action), "{key}");
                }
            }
        }
    }

    #[test]
    fn a_screen_opens_with_the_keys_on_one_of_its_panes() {
        let screens = Screens::new(64);
        for screen in Screen::ALL {
            let room = screens.at(screen);
            assert!(room.panes().contains(&room.focus()), "{screen:?}");
            assert!(room.panes().iter().all(|&pane| screen_of(pane) == Some(screen)));
        }
    }
}
