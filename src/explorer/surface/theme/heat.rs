//! The colours of the heatmap: lightness alone orders them at every depth.

use super::{Depth, Rgb, Theme};
use ratatui::style::Color;
use simscope_core::export::heatmap;

impl Theme {
    /// The heatmap's colour at `share` (0 = equal, 1 = as far as chance or farther). Near is the end that
    /// stands out most from the ground, so that lightness alone tells the order, and far the end that fades into it.
    pub fn heat(&self, share: f64) -> Color {
        let share = share.clamp(0.0, 1.0);
        // The nearest of few colours would be the same for most distances, and not in their order.
        let step = |steps: usize| ((1.0 - share) * (steps - 1) as f64).round() as usize;
        let theme = usize::from(!self.is_dark);
        match self.depth {
            Depth::Ansi256 => Color::Indexed(HEAT_256[theme][step(HEAT_256[theme].len())]),
            Depth::Ansi16 => HEAT_16[theme][step(HEAT_16[theme].len())],
            Depth::Mono | Depth::True => self.color(heat(share, self.is_dark)),
        }
    }
}

/// The heatmap's colours on dark and on light, far pairs first: of xterm's those along viridis and YlGnBu whose lightness rises,
/// or falls, with each. Of the green levels of the cube each gives some steps.
const HEAT_256: [&[u8]; 2] = [
    &[53, 54, 55, 24, 25, 31, 37, 43, 114, 149, 155, 191, 227],
    &[230, 193, 157, 151, 115, 79, 38, 32, 25, 19, 18, 17],
];

/// Of the sixteen those whose lightness has one order in the palettes of xterm, VGA and Visual Studio Code.
const HEAT_16: [&[Color]; 2] = [
    &[Color::Black, Color::Blue, Color::Cyan, Color::LightGreen, Color::LightYellow],
    &[Color::White, Color::Gray, Color::Cyan, Color::Blue],
];

/// YlGnBu of nine colours (Brewer, colorbrewer2.org), the darkest first: safe for colour-blind eyes.
const ON_LIGHT: [heatmap::Colour; 9] = [
    [8, 29, 88],
    [37, 52, 148],
    [34, 94, 168],
    [29, 145, 192],
    [65, 182, 196],
    [127, 205, 187],
    [199, 233, 180],
    [237, 248, 177],
    [255, 255, 217],
];

fn heat(share: f64, is_dark: bool) -> Rgb {
    let [red, green, blue] =
        if is_dark { heatmap::viridis(1.0 - share) } else { heatmap::blend(&ON_LIGHT, share) };
    (red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance((r, g, b): Rgb) -> f64 {
        0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
    }

    #[test]
    fn lightness_alone_orders_the_heatmap_and_near_stands_out_from_the_ground() {
        for is_dark in [true, false] {
            let ground = if is_dark { 0.0 } else { 255.0 };
            let from_ground = |step: u8| (luminance(heat(f64::from(step) / 64.0, is_dark)) - ground).abs();
            assert!((0..64).all(|step| from_ground(step) > from_ground(step + 1)), "dark: {is_dark}");
        }
    }

    #[test]
    fn heat_of_few_colours_has_many_steps_whose_lightness_is_in_order() {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        // The colours of three palettes of sixteen, in the order of `HEAT_16` on dark, then grey and white.
        let (black, white) = ((0, 0, 0), (255, 255, 255));
        let palettes: [[Rgb; 7]; 3] = [
            [black, (0, 0, 238), (0, 205, 205), (0, 255, 0), (255, 255, 0), (229, 229, 229), white],
            [black, (0, 0, 170), (0, 170, 170), (85, 255, 85), (255, 255, 85), (170, 170, 170), white],
            [black, (36, 114, 200), (17, 168, 205), (35, 209, 139), (245, 245, 67), (229, 229, 229), white],
        ];
        let of_16 = |color: Color, palette: &[Rgb; 7]| {
            let all = [HEAT_16[0], &[Color::Gray, Color::White]].concat();
            palette[all.iter().position(|of| *of == color).unwrap()]
        };
        for (depth, is_dark, steps) in [
            (Depth::Ansi256, true, 13),
            (Depth::Ansi256, false, 12),
            (Depth::Ansi16, true, 5),
            (Depth::Ansi16, false, 4),
        ] {
            let theme = Theme::of(depth, is_dark, false);
            let mut colours: Vec<Color> = (0..=64).map(|step| theme.heat(f64::from(step) / 64.0)).collect();
            colours.dedup();
            assert_eq!(colours.len(), steps, "{depth:?} dark: {is_dark}");
            for palette in &palettes {
                let from_ground = |color: &Color| {
                    let light = luminance(match *color {
                        Color::Indexed(index) => {
                            let level = |of: u8| LEVELS[usize::from((index - 16) / of % 6)];
                            (level(36), level(6), level(1))
                        }
                        color => of_16(color, palette),
                    });
                    if is_dark { light } else { 255.0 - light }
                };
                let is_ordered =
                    colours.windows(2).all(|two| from_ground(&two[0]) > from_ground(&two[1]) + 2.0);
                assert!(is_ordered, "{depth:?} dark: {is_dark} {colours:?}");
            }
        }
    }
}
