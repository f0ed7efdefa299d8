//! The length curve as a plot in SVG.
//!
//! Drawn by hand: plotters 0.3 rounds every coordinate to whole pixels, which shows in print, and without a
//! font backend it estimates the width of text from its bytes.

mod scale;

use super::sensitivity::{counted, texts_of};
use super::svg::escaped;
use crate::display::Lang;
use crate::recipe::Recipe;
use crate::sensitivity::{Curve, Point};
use crate::visible;
use scale::{Distances, Lengths};
use std::fmt::Write as _;

/// How far edits move texts of any length, as a plot for print.
#[derive(Debug, Clone, Copy)]
pub struct LengthPlot<'a> {
    /// The curve to plot.
    pub curve: &'a Curve,
    /// The recipe it was measured under.
    pub recipe: Recipe,
    /// Largest distance of two near-duplicates.
    pub k: u8,
    /// The length of a text to mark, on the scale of [`Point::features`].
    pub features: Option<u32>,
    /// Name of the corpus that the curve was measured on.
    pub corpus: &'a str,
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 540.0;
/// Margins of the plot.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 68.0;
const BOTTOM: f64 = HEIGHT - 108.0;
/// Width and height of the legend in the upper right corner.
const LEGEND: (f64, f64) = (256.0, 94.0);
const ASIDE: f64 = 9.0;
/// Columns of a caption, so that it fits in any font.
const CAPTION: usize = 120;

// Okabe and Ito's palette ("Color Universal Design", 2008), which is safe for colour blindness. The lines
// differ in their dashes too, for print without colours.
const MEASURED: &str = "#0072b2";
const THEORY: &str = "#4d4d4d";
const BAND: &str = "#d9d9d9";
const THRESHOLD: &str = "#d55e00";

impl LengthPlot<'_> {
    /// The whole file.
    pub fn svg(&self) -> String {
        let edits = self.curve.experiment.edits;
        let words = if edits == 1 { "one word".to_owned() } else { format!("{edits} words") };
        let title = format!("Distance after replacing {words} of a text, by the length of the text");
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">
<title>{title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="{LEFT}" y="28" font-size="16">{title}</text>
"##
        );
        match Axes::of(self) {
            Some(axes) => axes.draw(self, &mut svg),
            None => text(&mut svg, (LEFT, TOP), "start", "Too few words in the corpus to measure a length."),
        }
        self.captions(&mut svg, &words);
        svg.push_str("</svg>\n");
        svg
    }

    fn captions(&self, svg: &mut String, words: &str) {
        let experiment = self.curve.experiment;
        let lines = [
            format!("Recipe: {}", self.recipe),
            format!(
                "Measured on {}: {words} replaced in each of {} texts of every length, seed {}.",
                visible::fit(self.corpus, 40),
                texts_of(self.curve, Lang::En),
                experiment.seed
            ),
            "Theory: f·θ/π, θ the angle between the features before and after; band: the binomials of all texts; no ties (sums of 0).".to_owned(),
        ];
        for (line, y) in lines.iter().zip([HEIGHT - 46.0, HEIGHT - 29.0, HEIGHT - 12.0]) {
            // Writing into a String cannot fail, here and below.
            let line = escaped(&visible::fit(line, CAPTION));
            let _ = writeln!(svg, r##"<text x="{LEFT}" y="{y}" font-size="12" fill="#555">{line}</text>"##);
        }
    }
}

/// The scales of lengths and distances.
struct Axes {
    x: Lengths,
    y: Distances,
}

impl Axes {
    /// `None` without points.
    fn of(plot: &LengthPlot<'_>) -> Option<Self> {
        let points = &plot.curve.points;
        let x = Lengths::new(points.first()?.features, points.last()?.features, LEFT..RIGHT);
        let high = |point: &Point| f64::from(point.band().1.max(point.quantile(0.9)));
        let highest = points.iter().map(high).fold(plot.k.min(plot.recipe.bits.get()).into(), f64::max);
        // Points below the legend must be drawn below it.
        let side = RIGHT - LEGEND.0 - 2.0 * ASIDE;
        let below = points.iter().filter(|point| x.at(point.features) > side).map(high).fold(0.0, f64::max);
        let room = (BOTTOM - TOP) / (BOTTOM - TOP - LEGEND.1 - 2.0 * ASIDE);
        Some(Self { x, y: Distances::new(highest.max(below * room), TOP..BOTTOM) })
    }

    fn draw(&self, plot: &LengthPlot<'_>, svg: &mut String) {
        let points = &plot.curve.points;
        self.grid(svg);
        self.band(points, svg);
        self.line(points, Point::theory, (THEORY, r#"stroke-dasharray="7 4""#), svg);
        self.bars(points, svg);
        self.line(points, Point::mean, (MEASURED, ""), svg);
        self.threshold(plot, svg);
        if let Some(features) = plot.features.filter(|&features| features > 0) {
            self.mark(features, &plot.recipe, svg);
        }
        legend(plot.k, svg);
    }

    fn grid(&self, svg: &mut String) {
        for (distance, y) in self.y.ticks() {
            let _ = writeln!(svg, r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="#eee"/>"##);
            text(svg, (LEFT - 8.0, y + 4.5), "end", &distance.to_string());
        }
        for (features, x) in self.x.ticks() {
            let _ = writeln!(svg, r##"<path d="M{x:.1} {BOTTOM}v5" stroke="#222"/>"##);
            text(svg, (x, BOTTOM + 20.0), "middle", &features.to_string());
        }
        let _ = writeln!(svg, r##"<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#222"/>"##);
        text(svg, ((LEFT + RIGHT) / 2.0, BOTTOM + 40.0), "middle", "features of the text (distinct terms)");
        let (x, y) = (22.0, (TOP + BOTTOM) / 2.0);
        let _ = writeln!(
            svg,
            r#"<text transform="translate({x} {y}) rotate(-90)" text-anchor="middle">distance (bits)</text>"#
        );
    }

    fn band(&self, points: &[Point], svg: &mut String) {
        let at = |point: &Point, distance: u8| self.place(point, distance.into());
        let there = points.iter().map(|point| at(point, point.band().0));
        let back = points.iter().rev().map(|point| at(point, point.band().1));
        let outline: Vec<String> = there.chain(back).collect();
        let _ = writeln!(svg, r#"<polygon fill="{BAND}" points="{}"/>"#, outline.join(" "));
    }

    fn line(
        &self,
        points: &[Point],
        distance: impl Fn(&Point) -> f64,
        (colour, dashes): (&str, &str),
        svg: &mut String,
    ) {
        let places: Vec<String> = points.iter().map(|point| self.place(point, distance(point))).collect();
        let places = places.join(" ");
        let _ = writeln!(
            svg,
            r#"<polyline fill="none" stroke="{colour}" stroke-width="2" {dashes} points="{places}"/>"#
        );
    }

    /// From the 10th to the 90th percentile, with a dot at the mean.
    fn bars(&self, points: &[Point], svg: &mut String) {
        for point in points {
            let x = self.x.at(point.features);
            let [low, high] = [0.1, 0.9].map(|q| self.y.at(point.quantile(q).into()));
            let mean = self.y.at(point.mean());
            let _ = writeln!(
                svg,
                r#"<path d="M{left:.1} {low:.1}h6m-3 0V{high:.1}m-3 0h6" fill="none" stroke="{MEASURED}"/><circle cx="{x:.1}" cy="{mean:.1}" r="3" fill="{MEASURED}"/>"#,
                left = x - 3.0
            );
        }
    }

    fn threshold(&self, plot: &LengthPlot<'_>, svg: &mut String) {
        if plot.k > plot.recipe.bits.get() {
            return;
        }
        let y = self.y.at(plot.k.into());
        let _ = writeln!(
            svg,
            r#"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="{THRESHOLD}" stroke-width="2" stroke-dasharray="10 3 2 3"/>"#
        );
    }

    /// A line at the length of a text, or at the margin if it lies outside the axis.
    fn mark(&self, features: u32, recipe: &Recipe, svg: &mut String) {
        let x = self.x.at(features).clamp(LEFT, RIGHT);
        let mut label = format!("this text: {}", counted(features, recipe, Lang::En));
        match self.x.at(features) {
            at if at < LEFT => label.insert_str(0, "← "),
            at if at > RIGHT => label.push_str(" →"),
            _ => {}
        }
        let _ = writeln!(
            svg,
            r##"<path d="M{x:.1} {}V{BOTTOM}" stroke="#222" stroke-width="1.5" stroke-dasharray="2 3"/>"##,
            TOP - 8.0
        );
        let anchor = match (x - LEFT) / (RIGHT - LEFT) {
            ..0.1 => "start",
            0.9.. => "end",
            _ => "middle",
        };
        text(svg, (x, TOP - 13.0), anchor, &label);
    }

    fn place(&self, point: &Point, distance: f64) -> String {
        format!("{:.1},{:.1}", self.x.at(point.features), self.y.at(distance))
    }
}

/// Upper right corner: the curve falls, so that the space there is free.
fn legend(k: u8, svg: &mut String) {
    let (width, height) = LEGEND;
    let (left, top) = (RIGHT - width - ASIDE, TOP + ASIDE);
    let _ = writeln!(
        svg,
        r##"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fff" fill-opacity="0.9" stroke="#ccc"/>"##
    );
    let (x, row) = (left + 12.0, |n: f64| top + 18.0 + 21.0 * n);
    let _ = writeln!(
        svg,
        r#"<path d="M{x} {y}h32" stroke="{MEASURED}" stroke-width="2"/><path d="M{bar} {from}h6m-3 0v12m-3 0h6" fill="none" stroke="{MEASURED}"/><circle cx="{dot}" cy="{y}" r="3" fill="{MEASURED}"/>
<path d="M{x} {theory}h32" stroke="{THEORY}" stroke-width="2" stroke-dasharray="7 4"/>
<rect x="{x}" y="{band}" width="32" height="12" fill="{BAND}"/>
<path d="M{x} {threshold}h32" stroke="{THRESHOLD}" stroke-width="2" stroke-dasharray="10 3 2 3"/>"#,
        y = row(0.0),
        bar = x + 13.0,
        from = row(0.0) - 6.0,
        dot = x + 16.0,
        theory = row(1.0),
        band = row(2.0) - 6.0,
        threshold = row(3.0)
    );
    let labels =
        ["measured: mean, p10 to p90", "theory: f·θ/π", "95 % of texts by theory", &format!("d = k = {k}")];
    for (n, label) in (0..4_u8).zip(labels) {
        text(svg, (x + 42.0, row(n.into()) + 4.5), "start", label);
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let _ = writeln!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#, escaped(text));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensitivity::Experiment;

    fn plot(points: Vec<Point>, features: Option<u32>, k: u8) -> String {
        let curve = Curve { experiment: Experiment::default(), points };
        LengthPlot { curve: &curve, recipe: Recipe::DEFAULT, k, features, corpus: "a<b\u{1b}" }.svg()
    }

    fn point(features: u32, distance: u8, share: f64) -> Point {
        Point::of(features, 64, [(distance, share); 30]).unwrap()
    }

    #[test]
    fn a_plot_has_its_parts_and_no_markup_of_strangers() {
        let svg = plot(vec![point(1, 31, 0.5), point(500, 1, 0.02)], Some(20), 3);
        for part in
            ["<polygon", "<polyline", "this text: 20 features", "d = k = 3", "a&lt;b␛", "seed 1", "xxh3"]
        {
            assert!(svg.contains(part), "{part}");
        }
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn a_text_beyond_what_was_measured_is_marked_at_the_side() {
        let points = || vec![point(5, 20, 0.3), point(50, 6, 0.1)];
        assert!(plot(points(), Some(900), 3).contains("this text: 900 features →"));
        assert!(plot(points(), Some(1), 3).contains("← this text: 1 feature<"));
        assert!(!plot(points(), Some(0), 3).contains("this text"));
        assert!(!plot(points(), None, 3).contains("this text"));
    }

    #[test]
    fn one_point_or_none_is_a_plot_too() {
        let svg = plot(vec![point(7, 0, 0.0)], Some(7), 128);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(plot(Vec::new(), Some(7), 3).contains("Too few words"));
    }
}
