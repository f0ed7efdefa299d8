//! The histogram of distances, its bars parted into confirmed pairs and others.

use crate::action::Action;
use crate::surface::mouse::column_of;
use crate::surface::{Axis, Paint, Rect, Role, Target, count_in};
use std::ops::Range;

/// What the histogram shows.
#[derive(Debug, Clone, Copy)]
pub struct Bars<'a> {
    /// Pairs at each distance from 0 on, as far as they are counted.
    pub counts: &'a [u64],
    /// Those of them that are confirmed; without, the bars have one tone.
    pub confirmed: Option<&'a [u64]>,
    /// The threshold.
    pub k: u8,
    /// Logarithmic bars; otherwise linear, cut where the bulk would hide the near pairs.
    pub is_log: bool,
}

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Columns of the scale, left of the bars.
const SCALE: u16 = 7;

/// Draws bars, bright within k. Returns the count at which they are cut, if any is.
pub fn histogram(paint: &mut Paint<'_>, area: Rect, axis: Axis, bars: Bars<'_>) -> Option<u64> {
    let (first, last) = (usize::from(axis.first), usize::from(axis.last));
    let shown = &bars.counts[first.min(bars.counts.len())..bars.counts.len().min(last + 1)];
    let peak = shown.iter().copied().max().unwrap_or(0);
    let cut = if bars.is_log { peak } else { linear_cut(bars.counts).min(peak) };
    let plane = Plane { area, cut, is_log: bars.is_log };
    for (distance, &count) in (axis.first..).zip(shown) {
        let at = usize::from(distance);
        let confirmed = bars.confirmed.map(|all| all.get(at).copied().unwrap_or(0).min(count));
        plane.bar(paint, (axis.bar(distance), distance <= bars.k), (count, confirmed));
    }
    let x = axis.columns().start.saturating_sub(SCALE + 1);
    for (y, count) in [(area.y, cut), (area.y + area.height / 2, middle(cut, bars.is_log))] {
        if count > 0 && (y == area.y || area.height >= 5) {
            paint.right(x, y, SCALE, &count_in(count as f64, SCALE), Role::Dim);
        }
    }
    (cut < peak).then_some(cut)
}

/// Where the bars stand.
struct Plane {
    area: Rect,
    /// The count of a bar that fills it.
    cut: u64,
    is_log: bool,
}

impl Plane {
    /// The height of a bar in eighths of a line.
    fn eighths(&self, count: u64) -> u16 {
        let (count, cut) = (count.min(self.cut) as f64, self.cut.max(1) as f64);
        let share = if self.is_log { (count + 1.0).ln() / (cut + 1.0).ln() } else { count / cut };
        ((share * f64::from(self.area.height) * 8.0).round() as u16).max(u16::from(count > 0.0))
    }

    /// One bar: what is confirmed below, solid; what is not above, shaded. A shade fills whole cells; within them the two parts keep
    /// their proportion, and each that there is is seen.
    fn bar(
        &self,
        paint: &mut Paint<'_>,
        (columns, is_within): (Range<u16>, bool),
        (count, confirmed): (u64, Option<u64>),
    ) {
        let Self { area, cut, is_log } = *self;
        let high = self.eighths(count);
        let lines = high.div_ceil(8);
        let [role, other] = if is_within { [Role::Within, Role::Zero] } else { [Role::Beyond; 2] };
        let (shade, percent) = if is_within { ("▒", 50) } else { ("░", 25) };
        let solid = match confirmed.filter(|confirmed| *confirmed < count) {
            None => 8 * lines,
            Some(0) => 0,
            Some(confirmed) => {
                // A logarithm has no parts: there the bar is parted by the share. The sign of a cut is of what is not confirmed.
                let is_cut = count > cut && !is_log;
                let share = |of: u64, all: u64| (u64::from(8 * lines) * of / all.max(1)) as u16;
                let solid = if is_cut { share(confirmed.min(cut), cut) } else { share(confirmed, count) };
                solid.min(8 * lines - if is_cut { 8 } else { 1 }).max(1)
            }
        };
        let is_parted = confirmed.is_some_and(|confirmed| confirmed < count);
        for line in 0..lines {
            let y = area.bottom() - 1 - line;
            let below = usize::from(solid.saturating_sub(8 * line).min(8));
            let (symbol, style) = match below {
                _ if !is_parted => (EIGHTHS[usize::from((high - 8 * line).min(8))], paint.style(role)),
                8 => ("█", paint.style(role)),
                0 => (shade, paint.style(other)),
                _ if paint.theme.has_shades() => {
                    (EIGHTHS[below], paint.style(role).bg(paint.theme.shaded(other, percent)))
                }
                // One sign for a cell of both.
                _ => ("▓", paint.style(role)),
            };
            columns.clone().for_each(|x| paint.put(x, y, symbol, style));
        }
        if count > cut {
            let style = paint.style(if is_parted { other } else { role });
            columns.for_each(|x| paint.put(x, area.y, "▲", style));
        }
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

/// Writes the distances, those within k bright, with `signs` and the knob behind theirs, and those signs with their numbers that are
/// beyond the axis. Where a distance has few columns, k is on a line. Beyond `exact` groups are not known. Returns the column after it.
pub fn track(
    paint: &mut Paint<'_>,
    y: u16,
    (axis, k): (Axis, u8),
    exact: Option<u8>,
    signs: &[(&'static str, u8)],
) -> u16 {
    let columns = axis.columns();
    paint
        .areas
        .push(Rect { x: columns.start, y, width: columns.len() as u16, height: 1 }, Target::Axis(axis));
    for distance in axis.distances() {
        let role = match (exact.is_some_and(|exact| distance > exact), distance <= k) {
            (true, _) => Role::Warn,
            (false, true) => Role::Within,
            (false, false) => Role::Dim,
        };
        let is_signed = |at: u8| at == k || signs.iter().any(|(_, sign)| *sign == at);
        if axis.cell >= NUMBERED && axis.last < 100 {
            let x = axis.line(distance) - 2;
            paint.right(x, y, 2, &distance.to_string(), if distance == k { Role::Handle } else { role });
        } else if axis.cell == NUMBERED - 1 && axis.last < 100 {
            // Every other number has room, if no sign stands in it.
            let x = axis.line(distance) - 2;
            if distance % 2 == 0 && (distance < 10 || !is_signed(distance - 1)) {
                let role = if distance == k { Role::Handle } else { role };
                paint.right(x, y, 2, &distance.to_string(), role);
            }
        } else {
            let symbol = match role {
                Role::Within => "━",
                Role::Warn => "·",
                _ => "─",
            };
            (axis.bar(distance).start..=axis.line(distance))
                .for_each(|x| paint.put(x, y, symbol, paint.style(role)));
        }
    }
    if axis.is_cut() {
        paint.put(axis.end(), y, "…", paint.style(Role::Dim));
    }
    let mut end = columns.end;
    for &(sign, at) in signs.iter().filter(|(sign, at)| *at > axis.last && *sign != BEFORE) {
        let text = format!("{sign}{at}");
        let width = paint.say(end, y, 4, &text, sign_role(sign));
        paint.areas.push(Rect { x: end, y, width, height: 1 }, Target::Act(Action::SetK(at)));
        end += width + 1;
    }
    for &(sign, at) in signs.iter().rev().filter(|(_, at)| axis.has(*at)) {
        paint.put(axis.line(at), y, sign, paint.style(sign_role(sign)));
    }
    paint.put(axis.line(k), y, "◆", paint.style(Role::Handle));
    end
}

/// The k before the last move.
pub const BEFORE: &str = "▏";

/// The role of a sign at a k.
pub fn sign_role(sign: &str) -> Role {
    if sign == BEFORE { Role::Text } else { Role::Mark }
}

/// Columns of a distance in which its number has room.
const NUMBERED: u16 = 3;

/// Writes the numbers of as many distances as have room, as the track does where all have.
pub fn numbers(paint: &mut Paint<'_>, y: u16, axis: Axis, k: u8) {
    let digits = if axis.last > 99 { 3 } else { 2 };
    let step = (digits + 1_u16).div_ceil(axis.cell).next_power_of_two();
    for distance in axis.distances().step_by(step.into()) {
        let role = if distance <= k { Role::Within } else { Role::Dim };
        let text = distance.to_string();
        match axis.cell >= NUMBERED && digits == 2 {
            true => paint.right(axis.line(distance) - 2, y, 2, &text, role),
            false => drop(paint.say(axis.bar(distance).start, y, digits, &text, role)),
        }
    }
}

/// Draws the stop `at` of a track from 0 to `last`, which the mouse drags.
pub fn slider(paint: &mut Paint<'_>, line: Rect, (last, at): (u8, u8)) {
    paint.areas.push(line, Target::Slider { last });
    let handle = column_of(line, last, at);
    for column in line.left()..line.right() {
        let (symbol, role) = if column < handle { ("━", Role::Within) } else { ("─", Role::Dim) };
        paint.put(column, line.y, symbol, paint.style(role));
    }
    paint.put(handle, line.y, "◆", paint.style(Role::Handle));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::theme::Depth;
    use crate::surface::{Lang, Theme};
    use ratatui::buffer::Buffer;

    fn drawn(width: u16, reach: u8, k: u8, signs: &[(&'static str, u8)]) -> (String, u16) {
        let area = Rect::new(0, 0, width + 6, 1);
        let mut buffer = Buffer::empty(area);
        let mut paint = Paint::on(&mut buffer, Theme::of(Depth::True, true, false), Lang::En);
        let axis = Axis::of(Rect { x: 1, width, ..area }, (reach, k + 4), 64);
        let end = track(&mut paint, 0, (axis, k), None, signs);
        ((0..area.width).map(|x| paint.buffer[(x, 0)].symbol()).collect(), end)
    }

    #[test]
    fn the_track_has_numbers_where_two_columns_are_a_distance_and_signs_beyond_it_have_theirs() {
        let (narrow, _) = drawn(44, 20, 3, &[("●", 15), ("☆", 16)]);
        assert_eq!(narrow.trim_end(), " 0   2  ◆4   6   8  10  12  14  ● ☆ 18  20 …");
        let (far, end) = drawn(38, 11, 3, &[("●", 7), ("☆", 23)]);
        assert_eq!(far.trim_end(), "  0  1  2  3◆ 4  5  6  7● 8  9 10 11 …☆23");
        assert_eq!(end, 42);
    }
}
