//! The histogram of distances.

use crate::surface::{Paint, Role, Target, grouped_digits};
use ratatui::layout::Rect;
use simscope_core::visible;

/// What the histogram shows.
#[derive(Debug, Clone, Copy)]
pub struct Bars<'a> {
    /// Pairs at each distance from 0 on, as far as they are counted.
    pub counts: &'a [u64],
    /// The largest distance there is: the width of the signature.
    pub bits: u8,
    /// The threshold.
    pub k: u8,
    /// Letters of marks and their k's.
    pub marks: &'a [(&'static str, u8)],
    /// Logarithmic bars; otherwise linear, cut where the bulk would hide the near pairs.
    pub is_log: bool,
    /// Shares by k, drawn above the bars where there is room.
    pub lines: &'a [Shares<'a>],
}

/// A share at every k from 0 on, as a line.
#[derive(Debug, Clone, Copy)]
pub struct Shares<'a> {
    /// The share; nothing where it is not known.
    pub at: &'a [Option<f64>],
    /// The interval of each, where there is one.
    pub band: &'a [Option<(f64, f64)>],
    /// The sign of its points, and the one where only ASCII may be drawn.
    pub sign: (&'static str, &'static str),
    pub role: Role,
}

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Columns at the left of the bars, for the scale.
pub const LABEL: u16 = 8;

/// How many of `distances` distances share a bar in an area of that width.
pub fn distances_a_bar(width: u16, distances: u16) -> u16 {
    distances.div_ceil(width.saturating_sub(LABEL).max(1))
}

/// The width in which every distance has a bar of its own, of this many columns.
pub fn width_of(distances: u16, columns: u16) -> u16 {
    LABEL + distances * columns
}

/// The distance whose bar is in a column of an area of that width, counted from the left of the bars; of several the
/// first.
pub fn distance_at(width: u16, bits: u8, column: u16) -> Option<u8> {
    let distances = u16::from(bits) + 1;
    let shared = distances_a_bar(width, distances);
    let cell = (width.saturating_sub(LABEL) / distances).max(1);
    let distance = column / cell * shared;
    (distance < distances).then_some(distance as u8)
}

/// Draws bars with an axis below; a click on them sets k. Returns the count at which bars are cut, if any.
pub fn histogram(paint: &mut Paint<'_>, area: Rect, bars: Bars<'_>) -> Option<u64> {
    let bits = bars.bits;
    if area.height < 4 || area.width < 14 {
        return None;
    }
    let room = area.width - LABEL;
    // Whole columns a distance where they fit; else several distances share a column.
    let distances = u16::from(bits) + 1;
    let (cell, shared) = ((room / distances).max(1), distances_a_bar(area.width, distances));
    let columns: Vec<u64> = bars.counts.chunks(usize::from(shared)).map(|chunk| chunk.iter().sum()).collect();
    let width = distances.div_ceil(shared) * cell;
    let high = lines_height(area.height, bars.lines);
    let chart = Rect { x: area.x + LABEL, y: area.y + high, width, height: area.height - 2 - high };
    let lines = Rect { y: area.y, height: high, ..chart };
    for shares in bars.lines {
        share_line(paint, lines, *shares, (shared, cell));
    }
    if high > 0 {
        paint.right(area.x, lines.y, 7, "1", Role::Dim);
        paint.right(area.x, lines.bottom() - 1, 7, "0", Role::Dim);
    }
    let peak = columns.iter().copied().max().unwrap_or(0);
    let cut = if bars.is_log { peak } else { linear_cut(&columns) };
    let height = f64::from(chart.height) * 8.0;
    let scale = |count: u64| -> f64 {
        let (count, cut) = (count.min(cut) as f64, cut.max(1) as f64);
        if bars.is_log { (count + 1.0).ln() / (cut + 1.0).ln() * height } else { count / cut * height }
    };
    for (i, &count) in columns.iter().enumerate() {
        let first = i as u16 * shared;
        let role = if first <= u16::from(bars.k) { Role::Within } else { Role::Beyond };
        let style = paint.style(role);
        let eighths = if count == 0 { 0 } else { (scale(count).round() as u16).max(1) };
        for line in 0..chart.height {
            let filled = eighths.saturating_sub(8 * (chart.height - 1 - line)).min(8);
            for x in 0..cell {
                // A narrow gap keeps wide bars apart.
                let symbol = if cell > 2 && x + 1 == cell { " " } else { EIGHTHS[usize::from(filled)] };
                paint.put(chart.x + i as u16 * cell + x, chart.y + line, symbol, style);
            }
        }
        if count > cut {
            let style = paint.style(Role::Warn);
            let shown = if cell > 2 { cell - 1 } else { cell };
            for x in 0..shown {
                paint.put(chart.x + i as u16 * cell + x, chart.y, "▲", style);
            }
        }
    }
    // A column of several distances counts only with all of them.
    let known = if bars.counts.len() == usize::from(distances) {
        width
    } else {
        bars.counts.len() as u16 / shared * cell
    };
    let dim = paint.style(Role::Dim);
    for x in chart.x + known..chart.right() {
        (chart.top()..chart.bottom()).for_each(|y| paint.put(x, y, " ", dim));
        paint.put(x, chart.bottom() - 1, "·", dim);
    }
    scale_labels(paint, area, chart, cut, bars.is_log);
    axis(paint, chart, bits, shared, cell, bars);
    paint.areas.push(Rect { height: chart.height + 2, ..chart }, Target::Slider { bits });
    (cut < peak).then_some(cut)
}

/// Lines for the shares: a third of the chart, and none in a low one.
fn lines_height(height: u16, lines: &[Shares<'_>]) -> u16 {
    if lines.is_empty() || height < 9 { 0 } else { (height / 3).clamp(3, 8) }
}

/// One line of shares; in a column of several distances the last of them counts.
fn share_line(paint: &mut Paint<'_>, area: Rect, shares: Shares<'_>, (shared, cell): (u16, u16)) {
    if area.height == 0 {
        return;
    }
    let sign = if paint.theme.is_ascii { shares.sign.1 } else { shares.sign.0 };
    let style = paint.style(shares.role);
    let row = |share: f64| ((1.0 - share.clamp(0.0, 1.0)) * f64::from(area.height - 1)).round() as u16;
    let last = shares.at.len().saturating_sub(1);
    let columns = (0..shares.at.len()).step_by(usize::from(shared)).take(usize::from(area.width / cell));
    for (column, first) in columns.enumerate() {
        let at = (first + usize::from(shared) - 1).min(last);
        let Some(share) = shares.at[at] else { continue };
        let x = area.x + column as u16 * cell;
        if let Some(&Some((low, high))) = shares.band.get(at) {
            for (x, y) in (x..x + cell).flat_map(|x| (row(high)..=row(low)).map(move |y| (x, y))) {
                paint.put(
                    x,
                    area.y + y,
                    if paint.theme.is_ascii { ":" } else { "░" },
                    paint.style(Role::Dim),
                );
            }
        }
        (x..x + cell).for_each(|x| paint.put(x, area.y + row(share), sign, style));
    }
}

/// Linear bars are cut at twice the highest bar of the near pairs: these stay visible beside the bulk of unrelated ones,
/// whose bars are thousands of times as high. It does not depend on k, so that no bar moves when k does.
fn linear_cut(columns: &[u64]) -> u64 {
    let peak = columns.iter().copied().max().unwrap_or(0);
    let near = near(columns);
    if near == 0 { peak } else { peak.min((near * 2).max(4)) }
}

/// The highest bar that lies nearer than a quarter of the distance of the peak.
pub fn near(counts: &[u64]) -> u64 {
    let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d))).unwrap_or(0);
    counts.iter().take(peak.div_ceil(4)).copied().max().unwrap_or(0)
}

fn scale_labels(paint: &mut Paint<'_>, area: Rect, chart: Rect, cut: u64, is_log: bool) {
    let short = |count: u64| {
        let text = grouped_digits(count);
        if visible::width(&text) <= 7 { text } else { format!("{:.1e}", count as f64) }
    };
    paint.right(area.x, chart.y, 7, &short(cut), Role::Dim);
    let middle = if is_log { ((cut + 1) as f64).sqrt() as u64 } else { cut / 2 };
    if chart.height >= 5 && middle > 0 {
        paint.right(area.x, chart.y + chart.height / 2, 7, &short(middle), Role::Dim);
    }
}

fn axis(paint: &mut Paint<'_>, chart: Rect, bits: u8, shared: u16, cell: u16, bars: Bars<'_>) {
    let line = paint.style(Role::Border);
    let y = chart.bottom();
    for x in chart.left()..chart.right() {
        paint.put(x, y, "─", line);
    }
    let column = |d: u8| chart.x + u16::from(d) / shared * cell + (cell - 1) / 2;
    let step = match bits {
        0..=16 => 2,
        17..=64 => 8,
        _ => 16,
    };
    let mut free = chart.x;
    for d in (0..=bits).step_by(step) {
        paint.put(column(d), y, "┴", line);
        if column(d) >= free {
            free = column(d) + 1 + paint.say(column(d), y + 1, 3, &d.to_string(), Role::Dim);
        }
    }
    for &(name, mark) in bars.marks.iter().rev() {
        paint.put(column(mark.min(bits)), y, name, paint.style(Role::Mark));
    }
    paint.put(column(bars.k.min(bits)), y, "▲", paint.style(Role::Handle));
}
