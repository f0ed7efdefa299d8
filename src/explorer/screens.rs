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
use super::shared::{Apply, Shared};
use super::surface::key::Binding;
use super::surface::keymap::{Keymap, KeymapError, everywhere};
use simscope_core::settings::Settings;

/// The screens, each with its folder and its state as the explorer opens, where the signatures have that many bits.
macro_rules! screens {
    ($($screen:ident $folder:ident $state:expr),+ $(,)?) => {
        /// The state of every screen.
        #[derive(Debug)]
        pub struct Screens {
            $(pub $folder: $folder::State),+
        }

        impl Screens {
            /// As they are when the explorer opens; the signatures have that many bits.
            pub fn new(bits: u8) -> Self {
                Self { $($folder: ($state)(bits)),+ }
            }

            pub fn at(&self, screen: Screen) -> &dyn Room {
                match screen {
                    $(Screen::$screen => &self.$folder),+
                }
            }

            pub fn at_mut(&mut self, screen: Screen) -> &mut dyn Room {
                match screen {
                    $(Screen::$screen => &mut self.$folder),+
                }
            }

            /// Carries out an action that is a screen's own. Returns whether it is one.
            pub fn act(&mut self, shared: &mut Shared, action: Action) -> bool {
                match action {
                    $(Action::$screen(act) => self.$folder.act(shared, act),)+
                    _ => return false,
                }
                true
            }

            /// Hands what a job found to the screen that asked, unless it is for another state; hands it back where none did.
            pub fn take(&mut self, shared: &mut Shared, mut found: Found) -> Result<(), Found> {
                $(match found.downcast::<Apply<$folder::State>>() {
                    Ok(apply) => {
                        apply(&mut self.$folder, shared);
                        return Ok(());
                    }
                    Err(back) => found = back,
                })+
                Err(found)
            }
        }

        /// The screen that a pane belongs to, if it is not an overlay's.
        pub fn screen_of(pane: Pane) -> Option<Screen> {
            Some(match pane {
                $(Pane::$screen(_) => Screen::$screen,)+
                Pane::Overlay | Pane::Parts | Pane::Lesson => return None,
            })
        }

        /// The keys of all screens, and those that hold everywhere, as the settings have them.
        ///
        /// # Errors
        /// See [`KeymapError`].
        pub fn keymap(settings: &Settings) -> Result<Keymap, KeymapError> {
            let screens = [$((Screen::$screen, wide($folder::keys::bindings()))),+];
            Keymap::load(screens, everywhere(), settings)
        }
    };
}

screens! {
    Corpus corpus |_| corpus::State::new(),
    Anatomy anatomy |bits| anatomy::State::at_bit(bits - 1),
    Threshold threshold |_| threshold::State::default(),
    Matrix matrix |_| matrix::State::default(),
    Pair pair |bits| pair::State::at_bit(bits - 1),
    Clean clean |_| clean::State::default(),
    Index index |_| index::State::new(),
}

impl Screens {
    /// The screen whose rows `/` filters now.
    pub fn filtered(&self, shared: &Shared) -> Screen {
        if self.at(shared.screen).filter_standing(shared).is_some() { shared.screen } else { Screen::Corpus }
    }
}

/// The keys of a screen among those of all.
fn wide<A: Copy + Into<Action>>(bindings: Vec<Binding<A>>) -> Vec<Binding<Action>> {
    bindings.into_iter().map(|binding| binding.map(Into::into)).collect()
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
            let panes = screens.at(screen).panes();
            assert!(panes.all.contains(&panes.focus), "{screen:?}");
            assert!(panes.all.iter().all(|&pane| screen_of(pane) == Some(screen)));
        }
    }
}
