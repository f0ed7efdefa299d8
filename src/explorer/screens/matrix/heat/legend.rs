//! What the colours or signs of the dots mean, in numbers.

use super::{GLYPHS, ITSELF, no_pair_ground, shade, within};
use crate::screens::matrix::Scene;
use crate::surface::{Paint, Rect, Role};
use ratatui::style::{Color, Modifier, Style};
use simscope_core::export::heatmap::{Scale, Tick};
use simscope_core::hamming::Show;
use simscope_core::visible;

/// Columns of colours that are enough.
const LONGEST: usize = 64;

/// Draws the legend into the lower border of the heatmap.
pub(super) fn legend(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    line: Rect,
    (scale, has_tones): (&Scale, bool),
) {
    let line = Rect { x: line.x + 2, width: line.width.saturating_sub(4), ..line };
    let is_glyphs = scene.own.is_glyphs || !paint.theme.has_heat();
    let used =
        if is_glyphs { signs(paint, line, scale) } else { colours(scene, paint, line, (scale, has_tones)) };
    // A blank on each side parts it from the border.
    for x in [line.x, line.x + used + 1] {
        if used > 0 && x < line.right() {
            paint.put(x, line.y, " ", Style::new());
        }
    }
}

/// Writes a text in its own colour, not in that of the border.
fn write(paint: &mut Paint<'_>, line: Rect, text: &str, role: Role) -> u16 {
    let style = paint.style(role);
    let style = style.fg(style.fg.unwrap_or(Color::Reset)).remove_modifier(Modifier::DIM);
    paint.text(line.x, line.y, line.width, text, style)
}

fn name(paint: &Paint<'_>, show: Show) -> &'static str {
    paint.pick(match show {
        Show::Nearest => ("d", "d"),
        Show::Mean => ("mean d", "均值 d"),
        Show::Share => ("share", "占比"),
    })
}

fn within_k(scale: &Scale) -> (String, String) {
    both!(" within k = {}", " k = {} 以内", scale.k)
}

/// Numbers with the colours between them.
fn colours(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, (scale, has_tones): (&Scale, bool)) -> u16 {
    let mut x = line.x + 1;
    let room = usize::from(line.width.saturating_sub(2));
    let name = name(paint, scale.show);
    // Squares beside the bar: a share of 0, and where there is room a dot of no pair.
    let none = (scale.show == Show::Share).then(|| (no_pair_ground(&paint.theme), " 0"));
    // Over the means lies what is within k, which is no place on their scale.
    let is_mean = scale.show == Show::Mean;
    let has_tones = is_mean && has_tones && room >= 56;
    let near = paint.pick(within_k(scale));
    let near = if has_tones { format!("{}{near}", paint.pick((" most", " 多数"))) } else { near };
    let few = has_tones.then(|| (within(&paint.theme, 0.15), paint.pick((" some,", " 部分，"))));
    let near = few.into_iter().chain(is_mean.then(|| (within(&paint.theme, 1.0), &*near)));
    let scale = &if is_mean { Scale { k: u8::MAX, ..*scale } } else { *scale };
    let itself = (room >= 48).then(|| (paint.theme.color(ITSELF), paint.pick((" itself", " 自身"))));
    let squares: Vec<(Color, &str)> = near.chain(none).chain(itself).collect();
    let beside: usize = squares.iter().map(|(_, text)| visible::width(text) + 2).sum();
    let text = |ticks: &[Tick]| {
        let numbers: usize = ticks.iter().map(|tick| visible::width(&tick.label) + 2).sum();
        visible::width(name) + 1 + numbers + beside
    };
    // As many numbers as leave three columns for the colours before each.
    let fits = |ticks: &Vec<Tick>| text(ticks) + 3 * (ticks.len() - 1) <= room;
    let ticks = (0..8).rev().map(|count| scale.ticks(count)).find(fits).unwrap_or_else(|| scale.ticks(0));
    let bar = room.saturating_sub(text(&ticks)).clamp(2, LONGEST) as f32;
    let is_beyond = |place: f32| {
        let k = scale.place(scale.k.into()).unwrap_or(1.0);
        scene.own.is_dimmed && scale.show == Show::Nearest && place > k
    };
    let right = line.right().saturating_sub(1);
    x += paint.say(x, line.y, right - x, &format!("{name} "), Role::Dim);
    for (i, tick) in ticks.iter().enumerate() {
        if let Some(before) = i.checked_sub(1).map(|before| &ticks[before]) {
            let span = tick.place - before.place;
            let columns = ((bar * span) as u16).max(1);
            for column in 0..columns.min(right.saturating_sub(x)) {
                let place = before.place + span * (f32::from(column) + 0.5) / f32::from(columns);
                let colour = match is_beyond(place) {
                    true => no_pair_ground(&paint.theme),
                    false => shade(&paint.theme, scale, place),
                };
                paint.put(x, line.y, "█", Style::new().fg(colour));
                x += 1;
            }
            x += paint.say(x, line.y, right.saturating_sub(x), " ", Role::Dim);
        }
        let role = if tick.is_k { Role::Handle } else { Role::Text };
        x += write(paint, Rect { x, width: right.saturating_sub(x), ..line }, &tick.label, role);
        x += paint.say(x, line.y, right.saturating_sub(x), " ", Role::Dim);
    }
    for (colour, text) in squares {
        paint.put(x, line.y, "█", Style::new().fg(colour));
        x +=
            1 + write(paint, Rect { x: x + 1, width: right.saturating_sub(x + 1), ..line }, text, Role::Text);
        x += paint.say(x, line.y, right.saturating_sub(x), " ", Role::Dim);
    }
    // Without the blank behind the last of them.
    x - line.x - 2
}

/// The signs, each with its numbers.
fn signs(paint: &mut Paint<'_>, line: Rect, scale: &Scale) -> u16 {
    let blank = paint.pick(("blank ", "空白 "));
    let mut pieces = Classes::of(scale).labels();
    if scale.show == Show::Mean {
        pieces.insert(0, (0, paint.pick(within_k(scale)).trim_start().to_owned()));
    }
    let name = format!("{} ", name(paint, scale.show));
    let width = |pieces: &[(usize, String)], name: &str, blank: &str| {
        let pieces = pieces.iter().map(|(class, label)| {
            let sign = if *class == 4 { blank } else { GLYPHS[*class] };
            visible::width(paint.shown(sign).trim_end()) + visible::width(&paint.shown(label)) + 2
        });
        visible::width(name) + pieces.sum::<usize>()
    };
    let room = usize::from(line.width.saturating_sub(1));
    let (name, blank) = match () {
        () if width(&pieces, &name, blank) <= room => (&*name, blank),
        () if width(&pieces, "", blank) <= room => ("", blank),
        () => ("", " "),
    };
    // A blank is what lies beyond the others, also where there is no room to say so.
    if width(&pieces, name, blank) > room {
        pieces.pop();
    }
    let (mut x, right) = (line.x + 1, line.right().saturating_sub(1));
    x += paint.say(x, line.y, right.saturating_sub(x), name, Role::Dim);
    for (i, (class, label)) in pieces.iter().enumerate() {
        let sign = if *class == 4 { blank } else { GLYPHS[*class] };
        // What lies within k has its colour among the dots as well.
        let role = if *class == 0 && scale.show != Show::Share { Role::Within } else { Role::Text };
        let gap = if i > 0 { " " } else { "" };
        x += paint.say(x, line.y, right.saturating_sub(x), gap, Role::Dim);
        // A sign such as - before a number would make it a negative one.
        for text in [sign.trim_end(), "=", label] {
            x += write(paint, Rect { x, width: right.saturating_sub(x), ..line }, text, role);
        }
    }
    // The signs that are not on the scale, where there is room.
    let itself = paint.pick(("  \\=itself", "  \\=自身"));
    if scale.show != Show::Share && x + visible::width(paint.shown(itself).as_ref()) as u16 <= right {
        x += write(paint, Rect { x, width: right - x, ..line }, itself, Role::Text);
    }
    x - line.x - 1
}

/// Values in five classes, for signs: 0 is nearest, 4 is blank.
pub(super) struct Classes<'a> {
    scale: &'a Scale,
    /// The last value of each class but the last; for shares the first value that is of the next class.
    bounds: [f32; 4],
}

impl<'a> Classes<'a> {
    /// The classes of a scale: of the nearest, the first reaches to k.
    pub(super) fn of(scale: &'a Scale) -> Self {
        let bounds = match scale.show {
            Show::Nearest => {
                let k = u16::from(scale.k);
                let far = k.max(24 * u16::from(scale.bits) / 64);
                [k, k + (far - k) / 4, k + (far - k) / 2, far].map(f32::from)
            }
            Show::Mean => {
                // Thirds, in whole numbers unless they are too few. The signs of the first two classes are of what is within k.
                let span = scale.far - scale.near;
                let step = if span >= 3.0 { (span / 3.0).ceil() } else { span / 3.0 };
                [f32::NEG_INFINITY, f32::NEG_INFINITY, scale.near + step, scale.near + 2.0 * step]
            }
            Show::Share => {
                let decades = -scale.far.log10();
                let step = (decades / 4.0).ceil().max(1.0);
                let power = |i: f32| 10_f32.powf(-(step * i).min(decades));
                [power(1.0), power(2.0), power(3.0), 0.0]
            }
        };
        Self { scale, bounds }
    }

    /// The class of a value.
    pub(super) fn class(&self, value: f32) -> usize {
        let is_beyond = |bound: &&f32| match self.scale.show {
            Show::Share => value <= **bound,
            _ => value > **bound,
        };
        self.bounds.iter().filter(is_beyond).count()
    }

    /// The numbers of the classes that there are.
    pub(super) fn labels(&self) -> Vec<(usize, String)> {
        let [.., c, d] = self.bounds;
        match self.scale.show {
            Show::Nearest => {
                let mut labels = Vec::new();
                let mut first = 0.0;
                for (class, last) in self.bounds.into_iter().enumerate() {
                    if first == last {
                        labels.push((class, format!("{last}")));
                    } else if first < last {
                        labels.push((class, format!("{first}-{last}")));
                    }
                    first = last + 1.0;
                }
                if first <= f32::from(self.scale.bits) {
                    labels.push((4, format!("{first}+")));
                }
                labels
            }
            Show::Mean => {
                let number = |bound: f32| {
                    if bound.fract() == 0.0 { format!("{bound}") } else { format!("{bound:.1}") }
                };
                vec![
                    (2, format!("≤{}", number(c))),
                    (3, format!("≤{}", number(d))),
                    (4, format!(">{}", number(d))),
                ]
            }
            Show::Share => {
                let mut labels = Vec::new();
                let mut above = f32::INFINITY;
                for (class, bound) in self.bounds.into_iter().enumerate() {
                    if bound < above {
                        // A bound of 32 bits has three digits that mean something.
                        let percent = format!("{:.2e}", bound * 100.0).parse::<f64>().unwrap_or_default();
                        labels.push((class, format!(">{percent} %")));
                    }
                    above = bound;
                }
                labels.push((4, "0".into()));
                labels
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> String {
        let labels = Classes::of(scale).labels();
        labels.iter().map(|(class, label)| format!("{class}:{label}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn signs_have_numbers_at_every_k() {
        for (bits, k, text) in [
            (64, 3, "0:0-3 1:4-8 2:9-13 3:14-24 4:25+"),
            (64, 0, "0:0 1:1-6 2:7-12 3:13-24 4:25+"),
            (64, 23, "0:0-23 3:24 4:25+"),
            (64, 40, "0:0-40 4:41+"),
            (64, 64, "0:0-64"),
            (128, 6, "0:0-6 1:7-16 2:17-27 3:28-48 4:49+"),
        ] {
            assert_eq!(labels(&Scale::nearest(bits, k)), text);
        }
        assert_eq!(labels(&Scale::mean(&[20.0, 30.0], 64, 3)), "2:≤24 3:≤28 4:>28");
        assert_eq!(labels(&Scale::mean(&[24.5, 25.5], 64, 3)), "2:≤24.7 3:≤25.3 4:>25.3");
        assert_eq!(labels(&Scale::share(100, 64, 3)), "0:>10 % 1:>1 % 2:>0.1 % 3:>0 % 4:0");
        assert_eq!(labels(&Scale::share(1, 64, 3)), "0:>10 % 3:>0 % 4:0");
        assert_eq!(labels(&Scale::share(5730, 64, 3)), "0:>1 % 1:>0.01 % 2:>0.0001 % 3:>0 % 4:0");
    }

    #[test]
    fn a_value_is_of_the_class_whose_numbers_hold_it() {
        for k in 0..=64_u8 {
            let scale = Scale::nearest(64, k);
            let classes = Classes::of(&scale);
            for (class, label) in classes.labels() {
                let mut ends = label.trim_end_matches('+').split('-').map(|end| end.parse::<f32>().unwrap());
                let first = ends.next().unwrap();
                assert_eq!(
                    (classes.class(first), classes.class(ends.next().unwrap_or(first))),
                    (class, class)
                );
            }
            assert_eq!(classes.class(f32::from(k)), 0);
        }
        let scale = Scale::share(100, 64, 3);
        let classes = Classes::of(&scale);
        let of = [1.0, 0.2, 0.1, 0.005, 0.0005, 0.0001, 0.0].map(|share| classes.class(share));
        assert_eq!(of, [0, 0, 1, 2, 3, 3, 4]);
    }
}
