//! Bits and signed sums, the most significant bit at the left.

use crate::surface::{Paint, Rect, Role, Target};
use ratatui::style::{Modifier, Style};
pub use simscope_core::display::{sum_text, weight_text};
use simscope_core::simhash::Fragile;

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

/// Bits in cells of several columns, each with its digit in the middle. The digits are those of `value`, their colours those of
/// `up`, the bits in which a feature adds.
pub fn wide_cells(paint: &mut Paint<'_>, at: (u16, u16), cell: u16, value: u128, up: u128, bits: u8) {
    let (one, zero) = (paint.style(Role::One), paint.style(Role::Zero));
    for place in 0..u16::from(bits) {
        let bit = u16::from(bits) - 1 - place;
        let has = |mask: u128| mask >> bit & 1 == 1;
        let (symbol, style) = (if has(value) { "1" } else { "0" }, if has(up) { one } else { zero });
        paint.put(at.0 + place * cell + middle(cell), at.1, symbol, style);
    }
}

/// The column in the middle of a cell, of which the last one stays free where there are several.
pub fn middle(cell: u16) -> u16 {
    cell.saturating_sub(1) / 2
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

/// The gaps left of a column, one between every eight bits, counted from the right as the digits of a hex number are. They
/// keep the eye on its place.
fn gaps(column: u16, columns: u8) -> u16 {
    let first = u16::from(columns % 8);
    match (column >= first, first) {
        (_, 0) => column / 8,
        (true, _) => (column - first) / 8 + 1,
        (false, _) => 0,
    }
}

/// A number of bits, how many stand in one line, and how many columns each has.
#[derive(Clone, Copy)]
pub struct Lines {
    pub bits: u8,
    pub columns: u8,
    pub cell: u16,
}

impl Lines {
    /// Columns of a line of this many bits, with their gaps, where each has one.
    pub fn width(columns: u8) -> u16 {
        u16::from(columns) + u16::from(columns.saturating_sub(1)) / 8
    }
}

/// Draws each bit at its place; a line of bits takes several lines of `area`. Returns those used.
fn each_bit(area: Rect, of: Lines, lines: u16, mut draw: impl FnMut(u8, u16, u16)) -> u16 {
    let (bits, columns) = (of.bits, of.columns.max(1));
    for place in 0..bits {
        let (band, column) = (u16::from(place / columns), u16::from(place % columns));
        let (x, y) = (area.x + of.cell * (column + gaps(column, columns)), area.y + lines * band);
        if x < area.right() && y < area.bottom() {
            draw(bits - 1 - place, x, y);
        }
    }
    (lines * u16::from(bits.div_ceil(columns))).min(area.height)
}

/// Differing bits as marks, `columns` bits a line. Returns the lines used.
pub fn differences(paint: &mut Paint<'_>, area: Rect, value: u128, bits: u8, columns: u8) -> u16 {
    let (mark, dim) = (paint.style(Role::Beyond).patch(paint.style(Role::Warn)), paint.style(Role::Dim));
    each_bit(area, Lines { bits, columns, cell: 1 }, 1, |bit, x, y| {
        let (symbol, style) = if value >> bit & 1 == 1 { ("■", mark) } else { ("·", dim) };
        paint.put(x, y, symbol, style);
    })
}

/// The mark below a bit: that it differs, else that it is fragile.
fn mark(paint: &Paint<'_>, is_flipped: bool, by_removing: Option<bool>) -> (&'static str, Style) {
    match (is_flipped, by_removing.map(fragile_mark)) {
        (true, _) => ("▲", paint.style(Role::Warn)),
        (false, Some(mark)) => (mark, paint.style(Role::Fragile).remove_modifier(Modifier::UNDERLINED)),
        (false, None) => ("·", paint.style(Role::Dim)),
    }
}

/// The mark of a bit that flips without a feature, or only with another one in its place.
pub fn fragile_mark(by_removing: bool) -> &'static str {
    if by_removing { "~" } else { ":" }
}

/// Two signatures with their sums, on one grid.
pub struct Pair<'a> {
    pub signatures: [u128; 2],
    /// Bit 0 first.
    pub sums: [&'a [f64]; 2],
    pub of: Lines,
    /// The bits that are fragile in one of them.
    pub fragile: Fragile,
    /// The bit cursor.
    pub cursor: u8,
}

/// A row of the grid; those of a signature have its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridRow {
    /// The number of the first bit of each eight.
    Numbers,
    Digits(usize),
    /// The sizes of the sums as bars, in as many lines as there are, the lowest 0; the sign is the digit above.
    Sums(usize, u8),
    /// `▲` where they differ, else the mark of a fragile bit.
    Marks,
}

/// Draws the grid; each line of bits takes these rows. Bits can be clicked.
pub fn grid(paint: &mut Paint<'_>, area: Rect, pair: &Pair<'_>, rows: &[GridRow]) {
    let largest = pair.sums.iter().flat_map(|sums| sums.iter()).map(|sum| sum.abs()).fold(0.0, f64::max);
    let flipped = pair.signatures[0] ^ pair.signatures[1];
    let Lines { bits, columns, cell } = pair.of;
    let tall = rows.iter().filter(|row| matches!(row, GridRow::Sums(0, _))).count() as u8;
    clickable(paint, area, pair.of, rows.len() as u16);
    each_bit(area, pair.of, rows.len() as u16, |bit, x, y| {
        let is_flipped = flipped >> bit & 1 == 1;
        for (y, row) in (y..area.bottom()).zip(rows) {
            let (symbol, style) = match row {
                GridRow::Numbers if begins_eight((bits - 1 - bit) % columns, columns) => {
                    let number = bit.to_string();
                    // Above the one bit of a short first group only one digit has room.
                    if cell > 1 || columns % 8 != 1 || number.len() == 1 || bit + 1 != bits {
                        paint.say(x, y, area.right().saturating_sub(x).min(3), &number, Role::Dim);
                    }
                    continue;
                }
                GridRow::Numbers => continue,
                GridRow::Digits(side) => digit(paint, pair.signatures[*side] >> bit & 1 == 1, is_flipped),
                GridRow::Sums(side, line) => {
                    bar(paint, pair.sums[*side][usize::from(bit)] / largest, (*line, tall))
                }
                GridRow::Marks => mark(paint, is_flipped, pair.fragile.by_removing(bit)),
            };
            let is_selected = bit == pair.cursor;
            let selected = match row {
                GridRow::Sums(..) => selected_bar(paint),
                _ => paint.style(Role::Selected),
            };
            let style = if is_selected { style.patch(selected) } else { style };
            // A wide bar leaves a gap to the next.
            let wide = if matches!(row, GridRow::Sums(..)) { (cell - cell / 3).max(1) } else { 1 };
            (x..x + wide).for_each(|x| paint.put(x, y, symbol, style));
        }
    });
}

/// Whether a group of eight bits begins in a column.
fn begins_eight(column: u8, columns: u8) -> bool {
    column == 0 || (column % 8) == columns % 8
}

/// How a bar of the selected bit is drawn: reverse video, which marks it where there are few colours, would empty full
/// cells and fill empty ones.
fn selected_bar(paint: &Paint<'_>) -> Style {
    paint.style(Role::Selected).remove_modifier(Modifier::REVERSED).add_modifier(Modifier::BOLD)
}

/// A line of the bar of a sum, which is a share of the largest, in the colour of its sign; a tie is a 0.
fn bar(paint: &Paint<'_>, sum: f64, (line, tall): (u8, u8)) -> (&'static str, Style) {
    const BARS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    if sum == 0.0 || sum.is_nan() {
        return (if line == 0 { "0" } else { " " }, paint.style(Role::Tie));
    }
    let eighths = ((sum.abs() * 8.0 * f64::from(tall)).ceil() as usize).max(1);
    let here = eighths.saturating_sub(8 * usize::from(line)).min(8);
    (BARS[here], paint.style(if sum > 0.0 { Role::One } else { Role::Zero }))
}

/// Each byte of a line of bits gives its bits when it is clicked, on all lines that the line of bits takes.
pub fn clickable(paint: &mut Paint<'_>, place: Rect, of: Lines, lines: u16) {
    let Lines { bits, columns, cell } = Lines { columns: of.columns.max(1), ..of };
    for first in (0..bits).filter(|first| begins_eight(first % columns, columns)) {
        let (band, column) = (u16::from(first / columns), u16::from(first % columns));
        let bits = bits - first;
        let group = if column == 0 && columns % 8 > 0 { columns % 8 } else { 8 };
        let width = group.min(columns - column as u8).min(bits);
        let (x, top) = (place.x + cell * (column + gaps(column, columns)), place.y + lines * band);
        for y in top..(top + lines).min(place.bottom()) {
            let area = Rect { x, y, width: cell * u16::from(width), height: 1 };
            paint.areas.push(area, Target::Bits { bits, columns: width, cell: cell as u8 });
        }
    }
}

/// A bit as a digit, which stands out where it changed.
fn digit(paint: &Paint<'_>, is_one: bool, has_changed: bool) -> (&'static str, Style) {
    let style = paint.style(match (has_changed, is_one) {
        (false, _) => Role::Dim,
        (true, true) => Role::One,
        (true, false) => Role::Zero,
    });
    let underlined = if has_changed { Modifier::UNDERLINED } else { Modifier::empty() };
    (if is_one { "1" } else { "0" }, style.add_modifier(underlined))
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
        // A wide cell leaves a gap to the next.
        let bar = x..x + if cell > 2 { cell - 1 } else { cell };
        for column in x..x + cell {
            let is_tie = *sum == 0.0 && column == x + middle(cell);
            let (symbol, style) = if is_tie { ("0", tie) } else { ("─", line) };
            paint.put(column, zero_line, symbol, style);
            if !bar.contains(&column) {
                continue;
            }
            // In thirds of a line, as nearly as there are signs for them; the smallest sum still shows.
            let thirds = if largest > 0.0 {
                ((sum.abs() / largest * f64::from(arm * 3)).round() as u16).max(u16::from(*sum != 0.0))
            } else {
                0
            };
            for third in (0..thirds).step_by(3) {
                let filled = usize::from((thirds - third).min(3)) - 1;
                let offset = 1 + third / 3;
                if *sum > 0.0 && offset <= zero_line - area.y {
                    paint.put(column, zero_line - offset, ["▂", "▅", "█"][filled], up);
                } else if *sum < 0.0 && zero_line + offset < area.bottom() {
                    paint.put(column, zero_line + offset, ["▔", "▀", "█"][filled], down);
                }
            }
        }
        if Some(bit) == cursor {
            let column = Rect { x, y: area.y, width: cell, height: area.height };
            let zero = Rect { y: zero_line, height: 1, ..column };
            for (place, style) in [(column, selected_bar(paint)), (zero, paint.style(Role::Selected))] {
                paint.buffer.set_style(place.intersection(paint.buffer.area), style);
            }
        }
    }
}

/// A sum in at most that many columns: with fewer decimals where they have no room. `None` where it has none at all. What is
/// not 0 keeps its sign.
pub fn sum_within(sum: f64, columns: u16) -> Option<String> {
    let sign = if sum > 0.0 { '+' } else { '−' };
    let rounded = |decimals: usize| format!("{sign}{:.decimals$}", sum.abs());
    let texts = [Some(sum_text(sum)), (sum != 0.0).then(|| rounded(1)), (sum != 0.0).then(|| rounded(0))];
    texts.into_iter().flatten().find(|text| text.chars().count() <= usize::from(columns))
}

/// A bar of this share of the area, in half columns; a share above 0 has at least one half.
pub fn bar_of(paint: &mut Paint<'_>, area: Rect, share: f64, role: Role) {
    let halves = (share * f64::from(2 * area.width)).round() as u16;
    let halves = halves.min(2 * area.width).max(u16::from(share > 0.0 && area.width > 0));
    let bar = "━".repeat(usize::from(halves / 2)) + if halves % 2 == 1 { "╸" } else { "" };
    paint.say(area.x, area.y, area.width, &bar, role);
}

#[cfg(test)]
mod tests {
    use super::{begins_eight, gaps, sum_within};

    #[test]
    fn bits_are_grouped_by_eight_from_the_right() {
        let drawn = |columns: u8| {
            let mut line = vec![' '; 80];
            (0..columns)
                .for_each(|column| line[usize::from(u16::from(column) + gaps(column.into(), columns))] = 'b');
            line.into_iter().collect::<String>().trim_end().to_owned()
        };
        assert_eq!(drawn(9), "b bbbbbbbb");
        assert_eq!(drawn(8), "bbbbbbbb");
        assert_eq!(drawn(5), "bbbbb");
        assert_eq!(drawn(20), "bbbb bbbbbbbb bbbbbbbb");
        assert_eq!(drawn(16), "bbbbbbbb bbbbbbbb");
        let begins =
            |columns| (0..columns).filter(|&column| begins_eight(column, columns)).collect::<Vec<u8>>();
        assert_eq!(begins(20), [0, 4, 12]);
        assert_eq!(begins(16), [0, 8]);
    }

    #[test]
    fn a_sum_is_rounded_to_its_room_and_never_looks_like_a_tie() {
        let within = |sum, columns| sum_within(sum, columns);
        assert_eq!(within(12.0, 3).as_deref(), Some("+12"));
        assert_eq!(within(-3.25, 5).as_deref(), Some("−3.25"));
        assert_eq!(within(-3.25, 4).as_deref(), Some("−3.2"));
        assert_eq!(within(0.4, 2).as_deref(), Some("+0"));
        assert_eq!(within(0.0, 1).as_deref(), Some("0"));
        assert_eq!(within(-120.0, 3), None);
    }
}
