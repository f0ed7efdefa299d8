//! The histogram of distances, and below it precision and recall at every k, over one axis.

use super::Report;
use super::page::{Section, percent};
use crate::display::{Lang, grouped_digits};
use crate::evidence::{Curve, Predicted, Share};
use maud::{Markup, html};

const WIDTH: f64 = 760.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = WIDTH - 14.0;
/// Top and bottom of the bars.
const BARS: (f64, f64) = (26.0, 214.0);
/// Top and bottom of the curves.
const CURVES: (f64, f64) = (258.0, 398.0);
/// Height of the axis and its name.
const FOOT: f64 = 44.0;

/// The scales of the drawing.
struct Axes {
    bits: u8,
    /// Pairs at the distance that most have.
    most: u64,
}

impl Axes {
    fn step(&self) -> f64 {
        (RIGHT - LEFT) / (f64::from(self.bits) + 1.0)
    }

    /// The middle of the bar of a distance.
    fn x(&self, distance: u8) -> f64 {
        LEFT + (f64::from(distance) + 0.5) * self.step()
    }

    /// The height of a number of pairs, on a logarithmic scale on which a single pair is seen.
    fn y(&self, pairs: f64) -> f64 {
        let share = (pairs.log10() + 0.3) / ((self.most.max(10) as f64).log10() + 0.3);
        BARS.1 - (BARS.1 - BARS.0) * share.clamp(0.0, 1.0)
    }
}

fn share_y(share: f64) -> f64 {
    CURVES.1 - (CURVES.1 - CURVES.0) * share.clamp(0.0, 1.0)
}

pub(super) fn section(report: &Report<'_>, lang: Lang) -> Section {
    let bits = report.subject.bits.get();
    let counts = report.subject.spread.pairs().counts();
    let counts = &counts[..counts.len().min(usize::from(bits) + 1)];
    let known = report.known.first();
    let axes = Axes { bits, most: counts.iter().copied().max().unwrap_or(0) };
    let bottom = if known.is_some() { CURVES.1 } else { BARS.1 };
    let height = bottom + FOOT;
    let body = html! {
        figure {
            section.scroll tabindex="0" aria-label=(lang.pick(("Chart of the distances", "距离图"))) {
                svg.chart viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-labelledby="chart-title chart-text" {
                    title id="chart-title" { (lang.pick(("Pairs at each distance, and precision and recall at every k", "各距离的文档对数，以及各 k 的精确率与召回率"))) }
                    desc id="chart-text" { (in_words(report, counts, lang)) }
                    (bars(&axes, counts, report.k(), lang))
                    @if let Some(known) = known { (curves(&axes, &known.curve, known.name(lang), lang)) }
                    (marks(&axes, report, bottom, lang))
                }
            }
            figcaption { (in_words(report, counts, lang)) }
        }
    };
    Section { id: "distances", heading: lang.pick(("Distances", "距离")), is_large: true, body }
}

fn at(value: f64) -> String {
    format!("{value:.1}")
}

fn bars(axes: &Axes, counts: &[u64], k: u8, lang: Lang) -> Markup {
    let width = (axes.step() - 1.0).max(axes.step() * 0.6);
    let powers =
        (0..20).map(|power| 10_u64.pow(power.min(18))).take_while(|&power| power <= axes.most.max(10));
    let powers: Vec<u64> = powers.collect();
    let every = powers.len().div_ceil(5).max(1);
    html! {
        text.name x=(at(RIGHT)) y="14" text-anchor="end" { (lang.pick(("pairs (logarithmic)", "文档对数（对数坐标）"))) }
        @for power in powers.iter().step_by(every) {
            @let y = axes.y(*power as f64);
            line.grid x1=(at(LEFT)) x2=(at(RIGHT)) y1=(at(y)) y2=(at(y)) {}
            text.tick x=(at(LEFT - 8.0)) y=(at(y + 4.0)) text-anchor="end" { (short(*power)) }
        }
        @for (distance, &pairs) in (0_u8..).zip(counts).filter(|(_, pairs)| **pairs > 0) {
            @let top = axes.y(pairs as f64);
            rect class=(if distance <= k { "near" } else { "far" }) x=(at(axes.x(distance) - width / 2.0)) y=(at(top))
                width=(format!("{width:.2}")) height=(at(BARS.1 - top)) {}
        }
        line.axis x1=(at(LEFT)) x2=(at(RIGHT)) y1=(at(BARS.1)) y2=(at(BARS.1)) {}
    }
}

/// A power of ten in few letters.
fn short(power: u64) -> String {
    match power {
        0..10_000 => grouped_digits(power),
        10_000..1_000_000 => format!("{} k", power / 1_000),
        1_000_000..1_000_000_000 => format!("{} M", power / 1_000_000),
        _ => format!("{} G", grouped_digits(power / 1_000_000_000)),
    }
}

fn curves(axes: &Axes, curve: &Curve, by: &str, lang: Lang) -> Markup {
    let (precision, recall) = lang.pick((("precision", "recall"), ("精确率", "召回率")));
    let lines: [(&str, &str, OfRow); 2] =
        [("recall", recall, |row| row.recall), ("precision", precision, |row| row.precision)];
    html! {
        text.name x=(at(LEFT)) y=(at(CURVES.0 - 12.0)) { (lang.pick((format!("share of pairs ({by})"), format!("文档对比例（{by}）")))) }
        @for percent in [0_u8, 50, 100] {
            @let y = share_y(f64::from(percent) / 100.0);
            line.grid x1=(at(LEFT)) x2=(at(RIGHT)) y1=(at(y)) y2=(at(y)) {}
            text.tick x=(at(LEFT - 8.0)) y=(at(y + 4.0)) text-anchor="end" { (percent) " %" }
        }
        @for (class, name, of) in lines {
            @for run in runs(curve, axes.bits, of) {
                polygon class={ "band " (class) } points=(band(axes, &run)) {}
                polyline class={ "curve " (class) } points=(line(axes, &run)) {}
            }
            (legend(class, name))
        }
        line.axis x1=(at(LEFT)) x2=(at(RIGHT)) y1=(at(CURVES.1)) y2=(at(CURVES.1)) {}
    }
}

/// A sample of the line and its name, in the right upper corner.
fn legend(class: &str, name: &str) -> Markup {
    let x = RIGHT - if class == "recall" { 84.0 } else { 196.0 };
    let y = CURVES.0 - 16.0;
    html! {
        polyline class={ "curve " (class) } points={ (at(x)) "," (at(y)) " " (at(x + 24.0)) "," (at(y)) } {}
        text class={ "name " (class) } x=(at(x + 30.0)) y=(at(y + 4.0)) { (name) }
    }
}

type Point = (u8, Share);
type OfRow = fn(&Predicted) -> Option<Share>;

/// The stretches of a curve over which it is known; it may have rows beyond the bits.
fn runs(curve: &Curve, bits: u8, of: OfRow) -> Vec<Vec<Point>> {
    let points: Vec<Option<Point>> =
        curve.rows.iter().filter(|row| row.k <= bits).map(|row| Some((row.k, of(row)?))).collect();
    points
        .split(Option::is_none)
        .map(|run| run.iter().flatten().copied().collect())
        .filter(|run: &Vec<Point>| !run.is_empty())
        .collect()
}

fn line(axes: &Axes, run: &[Point]) -> String {
    let places: Vec<String> =
        run.iter().map(|(k, share)| format!("{:.1},{:.1}", axes.x(*k), share_y(share.share))).collect();
    places.join(" ")
}

fn band(axes: &Axes, run: &[Point]) -> String {
    let place = |k: u8, share: f64| format!("{:.1},{:.1}", axes.x(k), share_y(share));
    let there = run.iter().map(|(k, share)| place(*k, share.high));
    let back = run.iter().rev().map(|(k, share)| place(*k, share.low));
    there.chain(back).collect::<Vec<_>>().join(" ")
}

/// The axis of distances, and k.
fn marks(axes: &Axes, report: &Report<'_>, bottom: f64, lang: Lang) -> Markup {
    let every = if axes.bits > 80 { 16 } else { 8 };
    let k = report.k();
    let x = axes.x(k) + axes.step() / 2.0;
    let is_left = x > (LEFT + RIGHT) / 2.0;
    html! {
        @for distance in (0..=axes.bits).step_by(every) {
            text.tick x=(at(axes.x(distance))) y=(at(bottom + 18.0)) text-anchor="middle" { (distance) }
        }
        text.name x=(at(RIGHT)) y=(at(bottom + 38.0)) text-anchor="end" { (lang.pick(("distance (differing bits), k", "距离（不同的位数）、k"))) }
        line.here x1=(at(x)) x2=(at(x)) y1="6" y2=(at(BARS.1)) {}
        @if bottom > BARS.1 { line.here x1=(at(x)) x2=(at(x)) y1=(at(CURVES.0)) y2=(at(bottom)) {} }
        text.here x=(at(if is_left { x - 6.0 } else { x + 6.0 })) y="16" text-anchor=(if is_left { "end" } else { "start" }) { "k = " (k) }
    }
}

/// The drawing in words.
fn in_words(report: &Report<'_>, counts: &[u64], lang: Lang) -> String {
    let k = report.k();
    let mut said = match report.subject.spread.pairs().within(k) {
        Some(within) => {
            let within = grouped_digits(within);
            lang.pick((
                format!("{within} pairs lie within k = {k}."),
                format!("距离不超过 k = {k} 的文档对有 {within} 对。"),
            ))
        }
        None => String::new(),
    };
    let is_whole = counts.len() > usize::from(report.subject.bits.get());
    let peak = (0..counts.len()).max_by_key(|&distance| (counts[distance], std::cmp::Reverse(distance)));
    match peak.filter(|_| is_whole) {
        Some(peak) => {
            let most = grouped_digits(counts[peak]);
            said += &lang.pick((
                format!(" Most pairs, {most}, lie at distance {peak}."),
                format!("距离 {peak} 处最多，有 {most} 对。"),
            ));
        }
        None => {
            let last = counts.len().saturating_sub(1);
            said += &lang
                .pick((format!(" Distances are counted up to {last}."), format!("距离统计到 {last} 为止。")));
        }
    }
    if let Some(precision) = report.known.first().and_then(|known| known.curve.at(k)?.precision) {
        let precision = percent(precision.share);
        said += &lang.pick((
            format!(" At k the precision is {precision}."),
            format!("在此 k 处精确率为 {precision}。"),
        ));
    }
    let is_wide = |share: Option<Share>| share.is_some_and(|share| share.high > share.low);
    let mut rows = report.known.iter().take(1).flat_map(|known| &known.curve.rows);
    if rows.any(|row| is_wide(row.precision) || is_wide(row.recall)) {
        said += lang.pick((" The shaded bands are 95 % intervals.", "阴影为 95 % 区间。"));
    }
    said
}
