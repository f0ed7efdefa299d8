//! The histogram of distances, its bars parted into confirmed pairs and others.

use crate::surface::mouse::column_of;
use crate::surface::{Paint, Rect, Role, Target, count_in};

/// What the histogram shows.
#[derive(Debug, Clone, Copy)]
pub struct Bars<'a> {
    /// Pairs at each distance from 0 on, as far as they are counted.
    pub counts: &'a [u64],
    /// Those of them that are confirmed; without, the bars have one tone.
    pub confirmed: Option<&'a [u64]>,
    /// The largest distance there is: the width of the signature.
    pub bits: u8,
    /// The threshold.
    pub k: u8,
    /// Signs and their k's.
    pub marks: &'a [(&'static str, u8)],
    /// Logarithmic bars; otherwise linear, cut where the bulk would hide the near pairs.
    pub is_log: bool,
}

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Columns at the left of the bars, for the scale.
pub const LABEL: u16 = 7;

/// Which distances have a bar, and of how many columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// The distances from 0 up to, and without, this one.
    pub distances: u16,
    /// Columns of each.
    pub cell: u16,
}

impl Scale {
    /// In that width: the distances up to where most pairs lie; beyond, what is unrelated becomes rarer again. As far as there
    /// is room.
    pub fn of(width: u16, counts: &[u64], bits: u8) -> Self {
        let all = u16::from(bits) + 1;
        let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d))).unwrap_or(0) as u16;
        let wanted = (peak + 1).max(all / 2 + 1).min(all);
        let room = width.saturating_sub(LABEL).max(1);
        let cell = (room / wanted).clamp(1, 3);
        Self { distances: wanted.min(room / cell), cell }
    }

    /// Columns of a histogram in which each of that many distances has `cell`.
    pub fn width(distances: u16, cell: u16) -> u16 {
        LABEL + distances * cell
    }

    /// The distance whose bar is in a column, counted from the left of the bars.
    pub fn distance_at(self, column: u16) -> Option<u8> {
        let distance = column / self.cell;
        (distance < self.distances).then_some(distance as u8)
    }
}

/// Draws bars with an axis below. Returns the count at which bars are cut, if any is.
pub fn histogram(paint: &mut Paint<'_>, area: Rect, bars: Bars<'_>) -> Option<u64> {
    if area.height < 4 || area.width < 14 {
        return None;
    }
    let scale = Scale::of(area.width, bars.counts, bars.bits);
    let shown = &bars.counts[..bars.counts.len().min(scale.distances.into())];
    let chart =
        Rect { x: area.x + LABEL, width: scale.distances * scale.cell, height: area.height - 2, ..area };
    let peak = shown.iter().copied().max().unwrap_or(0);
    let cut = if bars.is_log { peak } else { linear_cut(bars.counts).min(peak) };
    for (distance, &count) in shown.iter().enumerate() {
        let confirmed = bars.confirmed.map(|all| all.get(distance).copied().unwrap_or(0).min(count));
        let place = Rect { x: chart.x + distance as u16 * scale.cell, width: scale.cell, ..chart };
        bar(paint, place, (count, confirmed), cut, bars.is_log);
    }
    for x in chart.x + shown.len() as u16 * scale.cell..chart.right() {
        paint.put(x, chart.bottom() - 1, "·", paint.style(Role::Dim));
    }
    for (y, count) in [(chart.y, cut), (chart.y + chart.height / 2, middle(cut, bars.is_log))] {
        if count > 0 && (y == chart.y || chart.height >= 5) {
            paint.right(area.x, y, LABEL - 1, &count_in(count as f64, LABEL - 1), Role::Dim);
        }
    }
    axis(paint, chart, scale, bars);
    (cut < peak).then_some(cut)
}

/// One bar: what is confirmed below, in colour and solid; what is not above, shaded. Its height in eighths of a line.
fn bar(paint: &mut Paint<'_>, place: Rect, (count, confirmed): (u64, Option<u64>), cut: u64, is_log: bool) {
    let eighths = |count: u64| -> u16 {
        let (count, cut) = (count.min(cut) as f64, cut.max(1) as f64);
        let share = if is_log { (count + 1.0).ln() / (cut + 1.0).ln() } else { count / cut };
        ((share * f64::from(place.height) * 8.0).round() as u16).max(u16::from(count > 0.0))
    };
    let high = eighths(count);
    let solid = match confirmed {
        None => high,
        Some(confirmed) if confirmed == count => high,
        // A logarithm has no parts: there the bar is parted by the share.
        Some(confirmed) if is_log => (u64::from(high) * confirmed / count.max(1)) as u16,
        Some(confirmed) => eighths(confirmed),
    };
    // A cell has one sign: where another tone follows, a part is whole cells. What is not confirmed keeps one where there are two.
    let lines = high.div_ceil(8);
    let is_parted = confirmed.is_some_and(|confirmed| confirmed < count);
    let whole = if lines > 1 { ((solid + 4) / 8).min(lines - 1) } else { u16::from(solid * 2 >= high) };
    // A narrow gap keeps wide bars apart.
    let columns = place.x..place.x + if place.width > 2 { place.width - 1 } else { place.width };
    let role = if confirmed.is_none() { Role::Dim } else { Role::Within };
    for line in 0..place.height {
        let y = place.bottom() - 1 - line;
        let (symbol, role) = match is_parted {
            true if line < whole => ("█", role),
            true if line < lines => ("░", Role::Beyond),
            true => continue,
            false => (EIGHTHS[usize::from(high.saturating_sub(8 * line).min(8))], role),
        };
        columns.clone().for_each(|x| paint.put(x, y, symbol, paint.style(role)));
    }
    if count > cut {
        columns.for_each(|x| paint.put(x, place.y, "▲", paint.style(Role::Warn)));
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

/// The count at half the height.
fn middle(cut: u64, is_log: bool) -> u64 {
    if is_log { ((cut + 1) as f64).sqrt() as u64 } else { cut / 2 }
}

fn axis(paint: &mut Paint<'_>, chart: Rect, scale: Scale, bars: Bars<'_>) {
    let (line, y) = (paint.style(Role::Border), chart.bottom());
    (chart.left()..chart.right()).for_each(|x| paint.put(x, y, "─", line));
    let column = |d: u8| chart.x + u16::from(d).min(scale.distances - 1) * scale.cell + (scale.cell - 1) / 2;
    let step = match (scale.cell, bars.bits) {
        (_, 0..=16) => 2,
        (3, _) => 3,
        (2, _) => 4,
        _ => 8,
    };
    for d in (0..scale.distances as u8).step_by(step) {
        paint.put(column(d), y, "┴", line);
        paint.say(column(d), y + 1, 3, &d.to_string(), Role::Dim);
    }
    for &(sign, mark) in bars.marks.iter().rev() {
        paint.put(column(mark), y, sign, paint.style(Role::Mark));
    }
    paint.put(column(bars.k), y, "▲", paint.style(Role::Handle));
}

/// Draws k on a track from 0 to `bits`, which the mouse drags. Dotted beyond `exact`, where groups are not known; letters at the
/// k's of marks.
pub fn slider(paint: &mut Paint<'_>, line: Rect, (bits, k): (u8, u8), end: Option<u8>, marks: &[(&str, u8)]) {
    paint.areas.push(line, Target::Slider { bits });
    let handle = column_of(line, bits, k);
    let end = end.map_or(line.right(), |end| column_of(line, bits, end));
    for column in line.left()..line.right() {
        let (symbol, role) = match (column < handle, column <= end) {
            (true, true) => ("━", Role::Within),
            (false, true) => ("─", Role::Dim),
            (true, false) => ("·", Role::Warn),
            (false, false) => ("·", Role::Dim),
        };
        paint.put(column, line.y, symbol, paint.style(role));
    }
    for &(name, mark) in marks.iter().rev() {
        paint.put(column_of(line, bits, mark), line.y, name, paint.style(Role::Mark));
    }
    paint.put(handle, line.y, "◆", paint.style(Role::Handle));
}
