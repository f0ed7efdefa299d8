//! Bits and signed sums, the most significant bit at the left.

use crate::tui::surface::{Paint, Role};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// One cell a bit: a block where it is 1 (a little low, so that lines stay apart), a dot where it is 0; the
/// bits of `dead` have their own colour, and a cross where they are 0.
pub fn cells(paint: &mut Paint<'_>, x: u16, y: u16, value: u128, bits: u8, dead: u128) {
    let (one, zero, end) = (paint.style(Role::One), paint.style(Role::Zero), paint.style(Role::Dead));
    for place in 0..u16::from(bits) {
        let bit = u16::from(bits) - 1 - place;
        let (symbol, style) = match (value >> bit & 1 == 1, dead >> bit & 1 == 1) {
            (true, false) => ("▇", one),
            (false, false) => ("·", zero),
            (true, true) => ("▇", end),
            (false, true) => ("x", end),
        };
        paint.put(x + place, y, symbol, style);
    }
}

/// Two bits a column, in the left and the right half of it, for what is too wide for [`cells`].
/// Where both are of `dead`, as there.
pub fn packed(paint: &mut Paint<'_>, x: u16, y: u16, value: u128, bits: u8, dead: u128) {
    let (one, zero, end) = (paint.style(Role::One), paint.style(Role::Zero), paint.style(Role::Dead));
    let columns = packed_columns(bits);
    for column in 0..columns {
        let low = 2 * (columns - 1 - column);
        // With an odd number of bits the leftmost column has one.
        let here = if low + 1 < u16::from(bits) { 3 } else { 1 };
        let is_dead = dead >> low & here == here;
        let one = if is_dead { end } else { one };
        let (symbol, style) = match value >> low & 3 {
            0 if is_dead => ("x", end),
            0 => ("·", zero),
            1 => ("▗", one),
            2 => ("▖", one),
            _ => ("▄", one),
        };
        paint.put(x + column, y, symbol, style);
    }
}

/// Columns that [`packed`] takes.
pub fn packed_columns(bits: u8) -> u16 {
    u16::from(bits).div_ceil(2)
}

/// Differing bits as marks, `columns` bits a line. Returns the lines used.
pub fn differences(paint: &mut Paint<'_>, area: Rect, value: u128, bits: u8, columns: u8) -> u16 {
    let (mark, dim) = (paint.style(Role::Beyond).patch(paint.style(Role::Warn)), paint.style(Role::Dim));
    let lines = bits.div_ceil(columns);
    for place in 0..bits {
        let (line, column) = (u16::from(place / columns), u16::from(place % columns));
        // A gap after every eight bits keeps the eye on its place.
        let x = area.x + column + column / 8;
        if line < area.height && x < area.right() {
            let is_set = value >> (bits - 1 - place) & 1 == 1;
            let (symbol, style) = if is_set { ("■", mark) } else { ("·", dim) };
            paint.put(x, area.y + line, symbol, style);
        }
    }
    u16::from(lines).min(area.height)
}

/// Two signatures, `columns` bits a line with a gap after every eight, and below each line of both marks: `▲` under the bits
/// of `flipped`, where they differ, `~` under those of `fragile`. Digits that differ stand out. Returns the lines used.
pub fn both(
    paint: &mut Paint<'_>,
    area: Rect,
    (a, b): (u128, u128),
    bits: u8,
    columns: u8,
    (flipped, fragile): (u128, u128),
) -> u16 {
    let (plain, mark, weak) = (paint.style(Role::Dim), paint.style(Role::Warn), paint.style(Role::Fragile));
    let weak = weak.remove_modifier(Modifier::UNDERLINED);
    for place in 0..bits {
        let (band, column) = (u16::from(place / columns), u16::from(place % columns));
        let (x, y) = (area.x + column + column / 8, area.y + 3 * band);
        let bit = bits - 1 - place;
        let has = |mask: u128| mask >> bit & 1 == 1;
        let digit = |value: bool| if value { "1" } else { "0" };
        let style = |value: bool| match (has(flipped), value) {
            (false, _) => plain,
            (true, true) => paint.theme.style(Role::One).add_modifier(Modifier::UNDERLINED),
            (true, false) => paint.theme.style(Role::Zero).add_modifier(Modifier::UNDERLINED),
        };
        let (of_a, of_b) = (style(has(a)), style(has(b)));
        let (symbol, marked) = match (has(flipped), has(fragile)) {
            (true, _) => ("▲", mark),
            (false, true) => ("~", weak),
            (false, false) => ("·", plain),
        };
        let lines = [(digit(has(a)), of_a), (digit(has(b)), of_b), (symbol, marked)];
        for (line, (symbol, style)) in lines.into_iter().enumerate() {
            let y = y + line as u16;
            if y < area.bottom() && x < area.right() {
                paint.put(x, y, symbol, style);
            }
        }
    }
    (3 * u16::from(bits.div_ceil(columns))).min(area.height)
}

/// Sums as bars around a zero line in the middle of `area`, one column of `cell` a bit. Blue above is
/// positive, orange below negative, both scaled to `largest`; a tie is a 0 on the line. Nothing without height.
pub fn signed_bars(
    paint: &mut Paint<'_>,
    area: Rect,
    sums: &[f64],
    largest: f64,
    cell: u16,
    cursor: Option<usize>,
) {
    if area.is_empty() {
        return;
    }
    let arm = area.height.saturating_sub(1) / 2;
    let zero_line = area.y + arm;
    let (up, down, line, tie) =
        (paint.style(Role::One), paint.style(Role::Zero), paint.style(Role::Border), paint.style(Role::Tie));
    for (place, sum) in sums.iter().rev().enumerate() {
        let x = area.x + place as u16 * cell;
        let bit = sums.len() - 1 - place;
        for column in x..x + cell {
            if *sum == 0.0 {
                paint.put(column, zero_line, "0", tie);
            } else {
                paint.put(column, zero_line, "─", line);
            }
            // In halves of a line; the smallest sum still shows.
            let halves = if largest > 0.0 {
                ((sum.abs() / largest * f64::from(arm * 2)).round() as u16).max(u16::from(*sum != 0.0))
            } else {
                0
            };
            for half in (0..halves).step_by(2) {
                let is_full = half + 1 < halves;
                let offset = 1 + half / 2;
                if *sum > 0.0 && offset <= zero_line - area.y {
                    paint.put(column, zero_line - offset, if is_full { "█" } else { "▄" }, up);
                } else if *sum < 0.0 && zero_line + offset < area.bottom() {
                    paint.put(column, zero_line + offset, if is_full { "█" } else { "▀" }, down);
                }
            }
        }
        if Some(bit) == cursor {
            let style = paint.style(Role::Selected);
            let column = Rect { x, y: area.y, width: cell, height: area.height };
            paint.buffer.set_style(column.intersection(paint.buffer.area), style);
        }
    }
}

/// A sum without needless decimals: `+3`, `−0.25`, `0`.
pub fn sum_text(sum: f64) -> String {
    if sum == 0.0 {
        return "0".into();
    }
    let sign = if sum > 0.0 { '+' } else { '−' };
    format!("{sign}{}", weight_text(sum.abs()))
}

/// A weight without needless decimals.
pub fn weight_text(weight: f64) -> String {
    // An empty sum of floats is −0.
    let weight = weight + 0.0;
    if weight.fract() == 0.0 && weight < 1e9 { format!("{weight:.0}") } else { format!("{weight:.2}") }
}

/// Bits as digits, `columns` a line with a gap after every eight; those of `changed` stand out, those of
/// `dead` have their own colour. Returns the lines used.
pub fn digits(
    paint: &mut Paint<'_>,
    area: Rect,
    (value, bits): (u128, u8),
    columns: u8,
    (changed, dead): (u128, u128),
) -> u16 {
    let columns = columns.max(1);
    for place in 0..bits {
        let (line, column) = (u16::from(place / columns), u16::from(place % columns));
        let (x, y) = (area.x + column + column / 8, area.y + line);
        if line >= area.height || x >= area.right() {
            continue;
        }
        let bit = bits - 1 - place;
        let has = |mask: u128| mask >> bit & 1 == 1;
        let role = match (has(dead), has(changed), has(value)) {
            (true, ..) => Role::Dead,
            (_, false, _) => Role::Dim,
            (_, true, true) => Role::One,
            (_, true, false) => Role::Zero,
        };
        let mut style = paint.style(role);
        if has(changed) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        paint.put(x, y, if has(value) { "1" } else { "0" }, style);
    }
    u16::from(bits.div_ceil(columns)).min(area.height)
}
