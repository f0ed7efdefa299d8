//! Small figures for notebooks, as SVG without scripts.

use super::columns::Column;
use super::given::Given;
use super::run::detached;
use super::searching::{Asked, given, written};
use super::tables::shown;
use arrow_array::{ArrayRef, UInt8Array, UInt32Array};
use pyo3::prelude::*;
use simscope::analysis::{self, Order, Phase, Reach, Watched, arrange};
use simscope::export::heatmap::{Picture, Scale, svg};
use simscope::groups::Effort;
use simscope::hamming::{Cells, Step, Window, cells};
use std::fmt::Write;
use std::sync::Arc;

/// About so many pixels has a side of the matrix.
const PIXELS: usize = 384;
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 220.0;
/// Space around the curves: left, top, right, bottom.
const MARGINS: [f64; 4] = [52.0, 28.0, 84.0, 34.0];
/// Colours that most people tell apart (Okabe and Ito).
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// A chart of curves over k = 0, 1, …: counts on a logarithmic scale, or shares from 0 to 1. `mark` is a k that is named.
#[pyfunction]
pub(super) fn chart(
    title: &str,
    curves: Vec<(String, Vec<Option<f64>>)>,
    is_share: bool,
    mark: Option<usize>,
) -> String {
    let [left, top, right, bottom] = MARGINS;
    let values = || curves.iter().flat_map(|(_, values)| values.iter().flatten().copied());
    let scaled = |value: f64| if is_share { value } else { (1.0 + value).log10() };
    let most = if is_share { 1.0 } else { scaled(values().fold(9.0, f64::max)) };
    let last = curves.iter().map(|(_, values)| values.len()).max().unwrap_or(0).saturating_sub(1).max(1);
    let x = |k: usize| left + (WIDTH - left - right) * k as f64 / last as f64;
    let y = |value: f64| HEIGHT - bottom - (HEIGHT - top - bottom) * scaled(value) / most;
    let title = shown(title, 70);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11" fill="#222"><title>{title}</title><rect width="100%" height="100%" fill="#fff"/><text x="{left}" y="16" font-size="13">{title}</text>"##
    );
    let mut text = |x: f64, y: f64, anchor: &str, colour: &str, what: &str| {
        let _ = write!(
            out,
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{colour}">{what}</text>"#
        );
    };
    let end = WIDTH - right;
    let powers = (0..=most as u32).map(|power| 10_f64.powi(power as i32));
    let ticks: Vec<f64> =
        if is_share { vec![0.0, 0.5, 1.0] } else { [0.0].into_iter().chain(powers).collect() };
    for tick in &ticks {
        text(left - 6.0, y(*tick) + 4.0, "end", "#555", &tick.to_string());
    }
    for k in (0..=last).step_by((last / 8).max(1)) {
        text(x(k), HEIGHT - bottom + 14.0, "middle", "#555", &k.to_string());
    }
    text(end, HEIGHT - 6.0, "end", "#555", "k");
    for (at, (name, _)) in curves.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        text(end + 8.0, top + 12.0 + 16.0 * at as f64, "start", colour, &shown(name, 14));
    }
    if let Some(k) = mark {
        text(x(k), top - 2.0, "middle", "#555", &format!("k = {k}"));
        let (x, low) = (x(k), HEIGHT - bottom);
        let _ = write!(out, r##"<path d="M{x:.1} {top}V{low:.1}" stroke="#999" stroke-dasharray="3"/>"##);
    }
    for tick in ticks {
        let y = y(tick);
        let _ = write!(out, r##"<path d="M{left} {y:.1}H{end}" stroke="#ddd"/>"##);
    }
    for (at, (_, values)) in curves.iter().enumerate() {
        let (mut path, mut is_drawn) = (String::new(), false);
        for (k, value) in values.iter().enumerate() {
            if let Some(value) = value {
                let _ = write!(path, "{}{:.1} {:.1}", if is_drawn { 'L' } else { 'M' }, x(k), y(*value));
            }
            is_drawn = value.is_some();
        }
        let colour = COLOURS[at % COLOURS.len()];
        let _ = write!(out, r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>"#);
    }
    out + "</svg>"
}

/// The matrix of distances, as `simscope heatmap` draws it: the rows in their order, how many of them a cell has along each side, the cells
/// in a row, the smallest distance in each cell, and the picture.
#[pyfunction]
pub(super) fn heatmap(
    py: Python<'_>,
    signatures: Asked<'_>,
    k: u8,
    size: usize,
    bar: Option<Py<PyAny>>,
) -> PyResult<(Column, usize, usize, Column, String)> {
    let Given { signatures, rows, bits } = given(&signatures, "heatmap")?;
    let (order, each, cells) = detached(py, bar.as_ref(), |watching| {
        let reach = (Reach::AtLeast(bits.get()), &Effort::DEFAULT);
        let tree = analysis::tree(&signatures, &rows, bits, reach, watching)?;
        let order = arrange(Order::Group, rows.clone(), Some(&tree), &signatures);
        let each = order.len().div_ceil(size).max(1);
        let chosen = signatures.select(&order);
        let window = Window { rows: 0..order.len(), columns: 0..order.len(), step: Step::each(each) };
        let cells = watching.during(Phase::Comparing, |progress| cells(&chosen, &window, None, progress))?;
        Some((order, each, cells))
    })?;
    let scale = Scale::nearest(bits.get(), k);
    let levels: Vec<u8> = (0..cells.minima.len()).map(|cell| scale.level(cells.nearest(cell))).collect();
    let picture = Picture {
        width: cells.width,
        levels: &levels,
        scale,
        pixels: (PIXELS / cells.width.max(1)).max(1),
        title: &format!("{} rows", order.len()),
        each,
    };
    let picture = written(|out| if levels.is_empty() { Ok(()) } else { svg(&picture, out) })?;
    let minima = cells.minima.iter().map(|&minimum| (minimum != Cells::ITSELF).then_some(minimum));
    let minima: ArrayRef = Arc::new(minima.collect::<UInt8Array>());
    let order: ArrayRef = Arc::new(UInt32Array::from(order.to_vec()));
    Ok((Column(order), each, cells.width, Column(minima), picture))
}
