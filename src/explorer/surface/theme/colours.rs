//! The themes by their names.

use super::{Depth, Rgb, Theme};
use ratatui::style::Color;

/// Colours of groups.
pub const GROUPS: usize = 3;

/// What the roles of a theme are drawn in.
#[derive(Debug, PartialEq, Eq)]
pub struct Colours {
    name: &'static str,
    /// Light text on a dark ground.
    is_dark: bool,
    /// Text, ground, that of the selected row; border, dim; blue, yellow, orange, pink, red, green.
    rgb: [u32; 11],
}

/// Each is safe for colour-blind eyes. The first two leave text and ground to the terminal.
#[rustfmt::skip]
static COLOURS: [Colours; 5] = [
    Colours { name: "dark", is_dark: true, rgb: [0xffffff, 0x000000, 0x202f46, 0x4e5460, 0x9297a0, 0x56b4e9, 0xf0e442, 0xe69f00, 0xd686b2, 0xf07658, 0x5cc8a0] },
    Colours { name: "light", is_dark: false, rgb: [0x000000, 0xffffff, 0xcde2fa, 0xaab0ba, 0x5a606a, 0x005fa0, 0x5a5a00, 0xa64000, 0x9a2e6a, 0xb00020, 0x006446] },
    Colours { name: "contrast", is_dark: true, rgb: [0xffffff, 0x000000, 0x003c78, 0x9aa0aa, 0xd2d6dc, 0x78cdff, 0xfff04b, 0xffb428, 0xffa0dc, 0xff9678, 0x78e6be] },
    Colours { name: "soft", is_dark: true, rgb: [0xd8dce4, 0x23272f, 0x343f54, 0x4e5664, 0xa4acba, 0x84bcea, 0xe6d486, 0xe89a5c, 0xdda6ca, 0xec9c88, 0x8cc8a8] },
    Colours { name: "paper", is_dark: false, rgb: [0x2c2620, 0xf6f0e2, 0xe2d6ba, 0xbaae98, 0x5c5448, 0x124c76, 0x4c5000, 0x924000, 0x822660, 0x98001c, 0x1e5a3c] },
];

impl Theme {
    /// On the ground of the terminal.
    pub const fn of(depth: Depth, is_dark: bool, is_ascii: bool) -> Self {
        Self { depth, is_dark, is_ascii, named: None }
    }

    /// The same in the colours of this name, which is one of the settings.
    pub fn called(self, name: &str) -> Self {
        let named = COLOURS[2..].iter().find(|colours| colours.name == name);
        Self { is_dark: named.map_or(name != "light", |colours| colours.is_dark), named, ..self }
    }

    /// Takes what the terminal says of its ground.
    pub fn take_ground(&mut self, is_dark: bool) {
        self.is_dark = self.named.map_or(is_dark, |colours| colours.is_dark);
    }

    pub(super) fn colours(&self) -> [Rgb; 11] {
        let colours = self.named.unwrap_or(&COLOURS[usize::from(!self.is_dark)]);
        let mut colours = colours.rgb.map(|rgb| {
            let [_, red, green, blue] = rgb.to_be_bytes();
            (red, green, blue)
        });
        let [.., yellow, orange, _, red, _] = &mut colours;
        // The nearest colours for yellow and orange would be taken for each other.
        match self.depth {
            Depth::Ansi256 if self.is_dark => (*yellow, *orange) = ((255, 255, 95), (255, 175, 0)),
            Depth::Ansi16 if self.is_dark => (*orange, *red) = ((255, 100, 100), (170, 0, 0)),
            _ => {}
        }
        colours
    }

    /// Text and ground where nothing is coloured, unless they are the terminal's.
    pub fn plain(&self) -> Option<[Color; 2]> {
        let is_own = self.named.is_some() && self.has_colours();
        let [text, ground, ..] = self.colours();
        is_own.then(|| [text, ground].map(|rgb| self.color(rgb)))
    }

    /// The colours of groups that are neighbours.
    pub(super) fn cycle(&self) -> [Rgb; GROUPS] {
        // Of the sixteen colours those of the terminal's own themes differ.
        let of = if self.depth == Depth::Ansi16 { Self { named: None, ..*self } } else { *self };
        let [.., blue, _, _, pink, red, green] = of.colours();
        // Of those of sixteen that are read on a light ground none is green.
        [blue, pink, if self.depth == Depth::Ansi16 && !self.is_dark { red } else { green }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::Role;

    #[test]
    fn neighbouring_groups_have_other_colours_than_what_just_changed_in_every_theme_and_depth() {
        for name in simscope_core::settings::THEMES {
            for depth in [Depth::Ansi16, Depth::Ansi256, Depth::True] {
                let theme = Theme::of(depth, true, false).called(name);
                let roles = [Role::Group(0), Role::Group(1), Role::Group(2), Role::Accent];
                let inks: std::collections::HashSet<_> = roles.map(|role| theme.style(role).fg).into();
                assert_eq!(inks.len(), roles.len(), "{name} {depth:?}: {inks:?}");
            }
        }
    }
}
