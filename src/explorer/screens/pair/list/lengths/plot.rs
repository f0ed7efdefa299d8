//! The length curve: measured over theory, with k and the text's own length.

use super::{nothing, sentences, tried};
use crate::screens::pair::Scene;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::plot::{Layer, Plot};
use crate::widgets::prose;
use simscope_core::sensitivity::{LENGTHS, Point};
use simscope_core::visible;

pub(super) fn curve(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (points, _) = scene.own.curve_points(scene.shared);
    // The legend is of no use below a plot of a line or two.
    let below = u16::from(area.height >= 9);
    let inner = Rect { height: area.height - below, ..area };
    legend(scene, paint, Rect { y: inner.bottom(), height: below, ..area });
    if inner.is_empty() {
        return;
    }
    let lines = |has_own: bool, is_short: bool| -> Vec<String> {
        let phrases = [tried(scene, is_short).filter(|_| has_own), sentences(scene, is_short)];
        let phrase = phrases.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let lines = prose::lines(&phrase, usize::from(inner.width.saturating_sub(2)));
        let seen = |c: char| if c == '\u{a0}' { ' ' } else { c };
        lines.map(|line| line.into_iter().map(|(_, c)| seen(c)).collect()).collect()
    };
    // The sentences give way to the plot: first that of the edits goes, then they are short ones, and where there is no room
    // at all their end stays, which says the k that is needed.
    let room = |least: u16| usize::from(inner.height.saturating_sub(least));
    let is_narrow = inner.width < 50;
    let mut phrase = lines(true, is_narrow);
    if phrase.len() > room(10) {
        phrase = lines(false, is_narrow);
    }
    if phrase.len() > room(5) {
        phrase = lines(false, true);
    }
    let most = room(4).max(inner.height.min(2).into());
    let cut = phrase.len().saturating_sub(most);
    let lines = &phrase[cut..];
    let role = if scene.own.a_is_current(scene.shared) { Role::Text } else { Role::Dim };
    let below = lines.len() as u16;
    for (line, y) in lines.iter().zip(inner.bottom() - below..inner.bottom()) {
        paint.say(inner.x + 1, y, inner.width - 2, line, role);
    }
    if cut > 0 && below > 0 {
        paint.say(inner.x, inner.bottom() - below, 1, "…", Role::Dim);
    }
    let place = Rect { height: inner.height - below, ..inner };
    if points.is_empty() {
        paint.hollow(place, nothing(scene));
    } else {
        plot(scene, paint, place, points);
    }
}

/// What the signs mean.
fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if area.width < 30 || area.is_empty() {
        return;
    }
    let (mean, range, theory, band, line, here) = match paint.theme.is_ascii {
        true => ("o", "|", "-", ".", "=", ":"),
        false => ("⠒", "⡇", "⢄", "⡪", "⠂", "┊"),
    };
    let k = format!("k={}", scene.k);
    let end = area.width.saturating_sub(4);
    let parts = |range_name: Phrase, band_name: Phrase| {
        [
            (mean, Role::Title, scene.lang.pick(("mean", "均值"))),
            (range, Role::One, scene.lang.pick(range_name)),
            (theory, Role::Zero, scene.lang.pick(("theory", "理论"))),
            (line, Role::Handle, k.as_str()),
            (here, Role::Mark, "A"),
            (band, Role::Border, scene.lang.pick(band_name)),
        ]
    };
    let (range_name, band_name) = (("p10–90", "p10–90"), ("band", "区间"));
    // From the longest words on; a gap is the columns beside the sign and the word.
    let laid = [
        (parts(range_name, ("95 % by theory", "理论 95 %")), 3),
        (parts(range_name, band_name), 3),
        (parts(("80%", "80%"), band_name), 1),
    ];
    let width =
        |sign: &str, phrase: &str, gap: usize| (visible::width(sign) + visible::width(phrase) + gap) as u16;
    let fits = |(parts, gap): &&([(&str, Role, &str); 6], usize)| {
        parts.iter().map(|(sign, _, phrase)| width(sign, phrase, *gap)).sum::<u16>() <= end
    };
    let Some((parts, gap)) = laid.iter().find(fits).or(laid.last()) else { return };
    let space = if *gap == 1 { "" } else { " " };
    let (mut x, y) = (area.x + 2, area.bottom() - 1);
    let end = x + end;
    for (sign, role, phrase) in parts {
        if x + width(sign, phrase, *gap) > end {
            break;
        }
        x += paint.say(x, y, end - x, &format!("{space}{sign}"), *role);
        x += paint.say(x, y, end - x, &format!("{space}{phrase} "), Role::Dim);
    }
}

/// Columns left of the plot, for the scale.
const SCALE: u16 = 4;

/// Where lengths and distances lie, in dots.
struct Axes {
    width: u16,
    height: u16,
    most: f64,
}

impl Axes {
    /// Lengths are on a logarithmic scale, which does not move while the curve grows.
    fn x(&self, features: u32) -> u16 {
        let last = f64::from(LENGTHS[LENGTHS.len() - 1]);
        let share = (f64::from(features.max(1)).ln() / last.ln()).min(1.0);
        (share * f64::from(self.width - 1)).round() as u16
    }

    fn y(&self, distance: f64) -> u16 {
        (distance / self.most * f64::from(self.height - 1)).round() as u16
    }
}

fn plot(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, points: &[Point]) {
    let place = Rect {
        x: area.x + SCALE,
        width: area.width.saturating_sub(SCALE + 1),
        height: area.height.saturating_sub(2),
        ..area
    };
    if place.width < 10 || place.height < 2 {
        return paint.hollow(area, ("‹open› shows a table", "按 ‹open› 看表格"));
    }
    let mut plot = Plot::new(place.width, place.height);
    let bits = scene.model.recipe.bits.get();
    let highest = points.iter().map(|point| point.band().1.max(point.quantile(0.9))).max().unwrap_or(bits);
    // A k far above everything would flatten the curve.
    let most = if scene.k <= highest.saturating_mul(2) { highest.max(scene.k) } else { highest };
    let axes = Axes { width: plot.width(), height: plot.height(), most: f64::from(most.max(1)) };
    let here = scene.own.compared().map(|compared| compared.a.length).filter(|&length| length > 0);
    threshold(&mut plot, &axes, scene.k);
    measured(&mut plot, &axes, points);
    theory(&mut plot, &axes, points);
    plot.draw(paint, place, |paint, layer| match layer {
        Layer::Ground => (paint.style(Role::Border), "."),
        Layer::Limit => (paint.style(Role::Handle), "="),
        Layer::Line => (paint.style(Role::Zero), "-"),
        Layer::Range => (paint.style(Role::One), "|"),
        Layer::Value => (paint.style(Role::Title), "o"),
    });
    scale(paint, area, place, &axes);
    if let Some(here) = here {
        own_length(paint, place, &axes, &plot, here);
    }
    // Last, as a line through a wide character would leave half of it.
    caption(paint, place);
}

/// k, behind what is measured: every other dot, in the row of dots that is its own.
fn threshold(plot: &mut Plot, axes: &Axes, k: u8) {
    let k = f64::from(k);
    if k <= axes.most {
        (0..axes.width).filter(|x| x % 2 == 0).for_each(|x| plot.dot(Layer::Limit, x, axes.y(k)));
    }
}

/// The mean of each length as a dash, from p10 to p90 as a line.
fn measured(plot: &mut Plot, axes: &Axes, points: &[Point]) {
    for point in points {
        // The left dots of a cell, so that the dash fills it.
        let x = axes.x(point.features) & !1;
        let (low, high) = (point.quantile(0.1), point.quantile(0.9));
        for y in axes.y(low.into())..=axes.y(high.into()) {
            plot.dot(Layer::Range, x, y);
        }
        let mean = axes.y(point.mean());
        plot.dot(Layer::Value, x, mean);
        plot.dot(Layer::Value, x + 1, mean);
    }
}

/// The theory as a line, its band as a pattern behind it.
fn theory(plot: &mut Plot, axes: &Axes, points: &[Point]) {
    let between = |x: u16, value: &dyn Fn(&Point) -> f64| -> Option<f64> {
        let at = points.iter().position(|point| axes.x(point.features) >= x)?;
        let upper = &points[at];
        let Some(lower) = at.checked_sub(1).map(|at| &points[at]) else {
            return (axes.x(upper.features) == x).then(|| value(upper));
        };
        let (from, to) = (f64::from(axes.x(lower.features)), f64::from(axes.x(upper.features)));
        let along = if to > from { (f64::from(x) - from) / (to - from) } else { 1.0 };
        Some(value(lower) + along * (value(upper) - value(lower)))
    };
    for x in 0..axes.width {
        let Some(mean) = between(x, &Point::theory) else { continue };
        plot.dot(Layer::Line, x, axes.y(mean));
        let low = between(x, &|point| point.band().0.into()).unwrap_or(mean);
        let high = between(x, &|point| point.band().1.into()).unwrap_or(mean);
        for y in axes.y(low)..=axes.y(high) {
            if (x + y) % 2 == 0 {
                plot.dot(Layer::Ground, x, y);
            }
        }
    }
}

/// Numbers of bits at the left, numbers of features below.
fn scale(paint: &mut Paint<'_>, area: Rect, place: Rect, axes: &Axes) {
    let line = paint.style(Role::Border);
    let row = |bits: u16| place.bottom() - 1 - (axes.y(bits.into()) / 4).min(place.height - 1);
    let most = axes.most as u16;
    // Round numbers, as many as have two rows between them.
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|&step| row(0) - row(step.min(most)) >= 3);
    let step = step.filter(|&step| step <= most).unwrap_or(most.max(1));
    for bits in (0..=most).step_by(step.into()) {
        paint.right(area.x, row(bits), SCALE - 1, &bits.to_string(), Role::Dim);
    }
    (place.left()..place.right()).for_each(|x| paint.put(x, place.bottom(), "─", line));
    let mut free = place.x;
    for features in [1, 2, 5, 10, 20, 50, 100, 200, 500] {
        let x = place.x + axes.x(features) / 2;
        let text = features.to_string();
        let start = (x + 1).saturating_sub(text.len() as u16 / 2 + 1).max(place.x);
        if start >= free && start + text.len() as u16 <= area.right() {
            paint.put(x, place.bottom(), "┴", line);
            free = start + paint.say(start, place.bottom() + 1, 4, &text, Role::Dim) + 1;
        }
    }
}

/// What the axes are.
fn caption(paint: &mut Paint<'_>, place: Rect) {
    let phrase = paint.pick(("bits flipped ↑ · features →", "翻转位数 ↑ · 特征数 →"));
    let width = visible::width(phrase) as u16;
    if place.width > width + 20 {
        paint.right(place.x, place.y, place.width, phrase, Role::Dim);
    }
}

/// The length of A.
fn own_length(paint: &mut Paint<'_>, place: Rect, axes: &Axes, plot: &Plot, features: u32) {
    let x = place.x + axes.x(features) / 2;
    let style = paint.style(Role::Mark);
    let symbol = if paint.theme.is_ascii { ":" } else { "┊" };
    for y in place.top()..place.bottom() {
        let top = plot.top(x - place.x, y - place.y);
        let is_blank = paint.buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == " ");
        if top == Some(Layer::Ground) || top.is_none() && is_blank {
            paint.put(x, y, symbol, style);
        }
    }
    paint.put(x, place.bottom(), "▲", style);
}
