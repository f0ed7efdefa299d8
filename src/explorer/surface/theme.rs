//! What a role looks like: light and dark, four colour depths, one palette safe for colour-blind eyes.
//!
//! Blue means 1, up, inside k; orange means 0, down, outside k (Okabe and Ito's pair); lightness alone
//! orders the heatmap. Every role that colour tells has a second cue: a glyph, a sign or an attribute.

mod chosen;
mod colours;
mod heat;

pub use chosen::{choose, chosen};
use colours::Colours;
pub use colours::GROUPS;
use ratatui::style::{Color, Modifier, Style};
pub use simscope_core::display::Depth;

/// What a piece of the screen is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Less important text.
    Dim,
    /// A heading of a column or a pane.
    Title,
    /// The line around a pane.
    Border,
    /// The line around the pane that has the keys.
    Focus,
    /// Numbers and words to look at.
    Accent,
    /// A key that can be pressed.
    Key,
    /// The selected row.
    Selected,
    /// A bit that is 1, a weight that pushes up.
    One,
    /// A bit that is 0, a weight that pushes down.
    Zero,
    /// A sum of exactly zero.
    Tie,
    /// A bit that one feature less would flip.
    Fragile,
    /// A bit that is the same in all documents.
    Dead,
    /// Within k.
    Within,
    /// Lines of a group, whose neighbours have another number.
    Group(u8),
    /// Beyond k.
    Beyond,
    /// A warning: chains, skipped input.
    Warn,
    /// The mark A.
    Mark,
    /// A piece of text that the selection points at.
    Highlight,
    /// The handle of the slider.
    Handle,
}

/// A resolved theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Colours available.
    pub depth: Depth,
    /// Light text on a dark ground.
    pub is_dark: bool,
    /// Only ASCII for frames, bars and marks.
    pub is_ascii: bool,
    /// Colours with a ground of their own, in place of those for the ground of the terminal.
    pub named: Option<&'static Colours>,
}

pub type Rgb = (u8, u8, u8);

impl Theme {
    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        let (ink, extra) = self.ink(role);
        let mut style = Style::new().add_modifier(extra);
        let chosen = chosen::of(role).filter(|_| self.has_colours());
        let chosen = |is_ground: bool| chosen.filter(|_| chosen::is_ground(role) == is_ground);
        let (ink, ground) = (chosen(false).or(ink), chosen(true).or(self.ground(role)));
        if role == Role::Text {
            // Text does not take the colour of the cell below it.
            style = style.fg(Color::Reset);
        }
        if let Some(rgb) = ink {
            style = style.fg(if ground.is_some() { self.color(rgb) } else { self.on_plain(rgb) });
        }
        if let Some(rgb) = ground {
            style = style.bg(self.color(rgb));
        }
        style
    }

    fn ink(&self, role: Role) -> (Option<Rgb>, Modifier) {
        let [_, _, _, border, grey, blue, yellow, orange, pink, red, _] = self.colours();
        let some = |ink: Rgb| if self.depth == Depth::Mono { None } else { Some(ink) };
        let mono = |modifier| {
            if self.depth == Depth::Mono { modifier } else { Modifier::empty() }
        };
        let plain = Modifier::empty();
        // Of sixteen colours the grey of dim text is that of ordinary text on a dark ground, and none that stands out is read on
        // a light one.
        let is_of_16 = self.depth == Depth::Ansi16;
        let dim = if is_of_16 && self.is_dark { Modifier::DIM } else { mono(Modifier::DIM) };
        match role {
            Role::Text => (None, plain),
            Role::Accent | Role::Handle if is_of_16 && !self.is_dark => (Some((0, 0, 0)), Modifier::BOLD),
            Role::Dim => (some(grey), dim),
            Role::Title => (None, Modifier::BOLD),
            Role::Border => (some(border), mono(Modifier::DIM)),
            Role::Focus => (some(blue), plain),
            Role::Accent | Role::Handle => (some(yellow), Modifier::BOLD),
            Role::Key | Role::Within => (some(blue), Modifier::BOLD),
            Role::Group(number) => (some(self.cycle()[usize::from(number) % GROUPS]), Modifier::BOLD),
            Role::Selected => {
                (None, if self.depth <= Depth::Ansi16 { Modifier::REVERSED } else { Modifier::BOLD })
            }
            Role::One => (some(blue), mono(Modifier::BOLD)),
            Role::Zero => (some(orange), mono(Modifier::DIM)),
            Role::Tie | Role::Mark => (some(pink), Modifier::BOLD),
            Role::Fragile => (some(pink), Modifier::UNDERLINED),
            Role::Dead => (some(red), Modifier::BOLD),
            Role::Beyond => (some(grey), if is_of_16 { dim } else { plain }),
            Role::Warn => (some(orange), Modifier::BOLD),
            Role::Highlight => {
                (some((20, 20, 20)), if self.depth == Depth::Mono { Modifier::REVERSED } else { plain })
            }
        }
    }

    fn ground(&self, role: Role) -> Option<Rgb> {
        match role {
            Role::Selected if self.depth > Depth::Ansi16 => Some(self.colours()[2]),
            Role::Highlight if self.depth > Depth::Mono => Some((240, 200, 60)),
            _ => None,
        }
    }

    /// A bit of a block of a signature. Where it leads a table it is on its block's colour, elsewhere in a darker
    /// shade of it; the letters of the blocks are the second cue.
    pub fn block(&self, block: u8, is_leading: bool) -> Style {
        // Okabe and Ito's colours, where needed lightened until black can be read on them.
        const COLOURS: [Rgb; 9] = [
            (86, 180, 233),
            (230, 159, 0),
            (60, 190, 140),
            (240, 228, 66),
            (140, 150, 248),
            (238, 120, 70),
            (218, 146, 188),
            (178, 182, 188),
            (248, 248, 248),
        ];
        let rgb = COLOURS[usize::from(block) % COLOURS.len()];
        let part = |(r, g, b): Rgb, percent: u16| {
            let part = |c: u8| (u16::from(c) * percent / 100) as u8;
            (part(r), part(g), part(b))
        };
        match (self.depth, is_leading) {
            (Depth::Mono, true) if block % 2 == 1 => {
                Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD | Modifier::UNDERLINED)
            }
            (Depth::Mono, true) => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            (Depth::Mono, false) => Style::new().add_modifier(Modifier::DIM),
            (_, true) => Style::new().fg(self.color((12, 12, 14))).bg(self.color(rgb)),
            (Depth::Ansi16, false) => self.style(Role::Dim),
            (_, false) => Style::new().fg(self.color(part(rgb, if self.is_dark { 62 } else { 50 }))),
        }
    }

    /// The ground of a role, shaded by a percentage.
    pub fn shaded(&self, role: Role, percent: u16) -> Color {
        let (r, g, b) = chosen::of(role).or(self.ink(role).0).unwrap_or_default();
        let ground = if self.is_dark { 0 } else { 255 };
        let part = |c: u8| ((u16::from(c) * percent + ground * (100 - percent)) / 100) as u8;
        self.color((part(r), part(g), part(b)))
    }

    /// The nearest colour that the terminal can show.
    pub fn color(&self, (r, g, b): Rgb) -> Color {
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::True => Color::Rgb(r, g, b),
            Depth::Ansi256 => Color::Indexed(nearest_256((r, g, b))),
            Depth::Ansi16 => nearest_of(PALETTE.iter(), (r, g, b)),
        }
    }

    /// The nearest colour for text on the ground of the terminal; of sixteen, yellow, grey and the bright ones are not read on a
    /// light one.
    fn on_plain(&self, rgb: Rgb) -> Color {
        if self.depth != Depth::Ansi16 || self.is_dark {
            return self.color(rgb);
        }
        let is_read = |color: &Color| {
            matches!(color, Color::Black | Color::Red | Color::Blue | Color::Magenta | Color::DarkGray)
        };
        nearest_of(PALETTE.iter().filter(|(_, color)| is_read(color)), rgb)
    }

    /// Whether the terminal shows any colours.
    pub fn has_colours(&self) -> bool {
        self.depth != Depth::Mono
    }

    /// Whether half-block heatmap cells can be told apart here; otherwise glyphs are used.
    pub fn has_heat(&self) -> bool {
        self.has_colours() && !self.is_ascii
    }

    /// Whether colours have shades here.
    pub fn has_shades(&self) -> bool {
        self.depth >= Depth::Ansi256 && !self.is_ascii
    }
}

fn distance_squared(a: Rgb, b: Rgb) -> i32 {
    let square = |x: u8, y: u8| (i32::from(x) - i32::from(y)).pow(2);
    square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
}

/// xterm's colours 16 to 255: a 6 × 6 × 6 cube and 24 greys.
fn nearest_256(rgb: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |v: u8| (0..6).min_by_key(|&i| v.abs_diff(LEVELS[i])).unwrap_or(0);
    let (r, g, b) = (level(rgb.0), level(rgb.1), level(rgb.2));
    let cube = (LEVELS[r], LEVELS[g], LEVELS[b]);
    let mean = (u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2)) / 3;
    let step = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = 8 + 10 * step;
    if distance_squared(rgb, (grey, grey, grey)) < distance_squared(rgb, cube) {
        232 + step
    } else {
        16 + (36 * r + 6 * g + b) as u8
    }
}

const PALETTE: [(Rgb, Color); 16] = [
    ((0, 0, 0), Color::Black),
    ((170, 0, 0), Color::Red),
    ((0, 140, 0), Color::Green),
    ((190, 120, 0), Color::Yellow),
    ((0, 70, 170), Color::Blue),
    ((170, 60, 130), Color::Magenta),
    ((0, 140, 160), Color::Cyan),
    ((170, 170, 170), Color::Gray),
    ((105, 110, 120), Color::DarkGray),
    ((255, 100, 100), Color::LightRed),
    ((100, 230, 100), Color::LightGreen),
    ((245, 230, 70), Color::LightYellow),
    ((80, 150, 250), Color::LightBlue),
    ((220, 130, 190), Color::LightMagenta),
    ((90, 190, 235), Color::LightCyan),
    ((255, 255, 255), Color::White),
];

fn nearest_of<'c>(colours: impl Iterator<Item = &'c (Rgb, Color)>, rgb: Rgb) -> Color {
    colours.min_by_key(|(of, _)| distance_squared(rgb, *of)).map_or(Color::Reset, |(_, color)| *color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_selected_and_what_is_warned_of_are_told_apart_in_every_theme_and_depth() {
        for name in simscope_core::settings::THEMES {
            for depth in [Depth::Ansi16, Depth::Ansi256, Depth::True] {
                let theme = Theme::of(depth, true, false).called(name);
                let [accent, warn] = [Role::Accent, Role::Warn].map(|role| theme.ink(role).0.unwrap());
                let far = distance_squared(accent, warn);
                assert!(far >= 50 * 50, "{name} {depth:?}: {accent:?} {warn:?} {far}");
                assert_ne!(theme.style(Role::Accent).fg, theme.style(Role::Warn).fg, "{name} {depth:?}");
            }
        }
    }

    /// What text is written in.
    const READ: [Role; 16] = [
        Role::Group(0),
        Role::Group(1),
        Role::Group(2),
        Role::Dim,
        Role::Focus,
        Role::Accent,
        Role::Key,
        Role::One,
        Role::Zero,
        Role::Tie,
        Role::Fragile,
        Role::Dead,
        Role::Within,
        Role::Beyond,
        Role::Warn,
        Role::Mark,
    ];

    /// The contrast of two colours (WCAG 2.2).
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let linear = |c: u8| match f64::from(c) / 255.0 {
            c if c <= 0.040_45 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        let light = |(r, g, b): Rgb| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn all_that_is_read_stands_out_from_its_ground_also_in_the_selected_row() {
        for name in simscope_core::settings::THEMES {
            let theme = Theme::of(Depth::True, true, false).called(name);
            let [text, ground, ..] = theme.colours();
            let grounds = match name {
                "dark" => vec![(0, 0, 0), (30, 30, 30)],
                "light" => vec![(255, 255, 255), (253, 246, 227)],
                _ => vec![ground],
            };
            let inks = READ.map(|role| (format!("{role:?}"), theme.ink(role).0.unwrap()));
            for (role, ink) in inks.into_iter().chain([("text".to_owned(), text)]) {
                for ground in grounds.iter().copied().chain(theme.ground(Role::Selected)) {
                    let ratio = contrast(ink, ground);
                    assert!(ratio >= 4.5, "{role} on {ground:?} of {name}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn no_colour_reaches_a_terminal_without_colours() {
        let theme = Theme::of(Depth::Mono, true, false);
        for role in [Role::One, Role::Zero, Role::Selected, Role::Highlight, Role::Warn, Role::Border] {
            let style = theme.style(role);
            assert!(style.fg.is_none() && style.bg.is_none(), "{role:?}");
        }
    }

    #[test]
    fn sixteen_colours_are_read_on_their_ground_and_dim_is_not_text() {
        let light = Theme::of(Depth::Ansi16, false, false);
        for role in READ.into_iter().chain([Role::Border, Role::Handle]) {
            let ink = light.style(role).fg;
            let is_read = matches!(
                ink,
                Some(Color::Black | Color::Red | Color::Blue | Color::Magenta | Color::DarkGray)
            );
            assert!(is_read, "{role:?} {ink:?}");
        }
        assert_ne!(light.style(Role::Accent), light.style(Role::Warn));
        let dark = Theme { is_dark: true, ..light };
        assert!(dark.style(Role::Dim).add_modifier.contains(Modifier::DIM));
        assert!(dark.style(Role::Beyond).add_modifier.contains(Modifier::DIM));
    }

    #[test]
    fn nine_blocks_have_nine_colours_at_every_depth() {
        for depth in [Depth::Ansi16, Depth::Ansi256, Depth::True] {
            let theme = Theme::of(depth, true, false);
            let grounds: std::collections::HashSet<_> =
                (0..9).map(|block| theme.block(block, true).bg).collect();
            assert_eq!(grounds.len(), 9, "{depth:?}: {grounds:?}");
        }
    }

    #[test]
    fn every_colour_is_quantised_to_the_depth() {
        for (depth, is_of_depth) in [
            (Depth::Ansi256, (|c| matches!(c, Color::Indexed(16..))) as fn(Color) -> bool),
            (Depth::Ansi16, |c| !matches!(c, Color::Indexed(_) | Color::Rgb(..) | Color::Reset)),
        ] {
            let theme = Theme::of(depth, true, false);
            assert!((0..=20).all(|i| is_of_depth(theme.heat(f64::from(i) / 20.0))), "{depth:?}");
        }
    }
}
