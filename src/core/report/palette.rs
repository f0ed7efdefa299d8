//! The colours of the page, for a light and a dark ground.

/// A colour with a name, which the style sheet uses as `var(--name)`.
struct Shade {
    name: &'static str,
    light: u32,
    dark: u32,
}

const fn shade(name: &'static str, light: u32, dark: u32) -> Shade {
    Shade { name, light, dark }
}

const PALETTE: [Shade; 17] = [
    shade("ground", 0xff_ff_ff, 0x14_16_1c),
    shade("raised", 0xf4_f5_f8, 0x1e_21_2a),
    shade("line", 0xd3_d7_df, 0x3b_41_4e),
    shade("ink", 0x1b_1e_24, 0xe4_e7_ec),
    shade("dim", 0x55_5b_67, 0xa5_ae_bd),
    shade("near", 0x00_5b_8f, 0x6c_b8_f0),
    shade("gone", 0x8a_1f_11, 0xff_b9_ab),
    shade("gone-ground", 0xfd_e5_e0, 0x4a_21_1b),
    shade("new", 0x0e_59_29, 0xa5_e6_b4),
    shade("new-ground", 0xdb_f3_e1, 0x17_3c_23),
    shade("here", 0xe3_f0_fa, 0x1a_30_42),
    shade("one", 0xff_e2_a8, 0x57_40_0c),
    shade("two", 0xc4_e6_ff, 0x12_42_62),
    shade("three", 0xcf_f0_c4, 0x21_4a_17),
    shade("four", 0xff_d3_da, 0x5e_22_30),
    shade("five", 0xe3_d8_ff, 0x3d_2f_6b),
    shade("six", 0xc8_f0_ea, 0x0f_4a_42),
];

/// The palette as style sheet: light, and dark on a screen where the reader prefers it. Print is always light.
pub(super) fn variables() -> String {
    let list = |of: fn(&Shade) -> u32| -> String {
        PALETTE.iter().map(|shade| format!("--{}:#{:06x};", shade.name, of(shade))).collect()
    };
    let (light, dark) = (list(|shade| shade.light), list(|shade| shade.dark));
    format!(":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text on a ground, as the style sheet has them.
    const TEXT: [(&str, &str); 18] = [
        ("ink", "ground"),
        ("ink", "raised"),
        ("ink", "here"),
        ("dim", "ground"),
        ("dim", "raised"),
        ("dim", "here"),
        ("near", "ground"),
        ("near", "raised"),
        ("near", "here"),
        ("gone", "gone-ground"),
        ("new", "new-ground"),
        ("ink", "gone-ground"),
        ("ink", "one"),
        ("ink", "two"),
        ("ink", "three"),
        ("ink", "four"),
        ("ink", "five"),
        ("ink", "six"),
    ];
    /// What is drawn and says something: bars and lines.
    const DRAWN: [(&str, &str); 1] = [("near", "ground")];

    /// Relative luminance and contrast: WCAG 2.2.
    fn contrast(a: u32, b: u32) -> f64 {
        let luminance = |colour: u32| {
            let [_, r, g, b] = colour.to_be_bytes().map(|byte| {
                let part = f64::from(byte) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn the_contrast_is_that_of_known_colours() {
        assert!((contrast(0x00_00_00, 0xff_ff_ff) - 21.0).abs() < 1e-9);
        // #767676 is the lightest grey with 4.5 : 1 on white.
        assert!(contrast(0x76_76_76, 0xff_ff_ff) >= 4.5 && contrast(0x77_77_77, 0xff_ff_ff) < 4.5);
    }

    #[test]
    fn text_and_lines_have_enough_contrast_in_both_themes() {
        let of = |name: &str| PALETTE.iter().find(|shade| shade.name == name).unwrap();
        for (pairs, least) in [(&TEXT[..], 4.5), (&DRAWN[..], 3.0)] {
            for (ink, ground) in pairs {
                let (ink, ground) = (of(ink), of(ground));
                for (theme, found) in
                    [("light", contrast(ink.light, ground.light)), ("dark", contrast(ink.dark, ground.dark))]
                {
                    assert!(found >= least, "{} on {}, {theme}: {found:.2}", ink.name, ground.name);
                }
            }
        }
    }

    #[test]
    fn the_style_sheets_use_the_palette_and_no_other_colours() {
        let styles = [include_str!("base.css"), include_str!("style.css"), include_str!("sheet.css")];
        for shade in &PALETTE {
            let used = format!("var(--{})", shade.name);
            assert!(styles.iter().any(|style| style.contains(&used)), "{used}");
        }
        for style in styles {
            assert!(!style.contains('#'), "a colour stands in the palette");
            for part in style.split("var(--").skip(1) {
                let name = part.split(')').next().unwrap();
                assert!(variables().contains(&format!("--{name}:")), "{name}");
            }
        }
    }
}
