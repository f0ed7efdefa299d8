//! The sums and the bits of the signature.

use super::line::{Laid, bit_line};
use super::{BAND, SQUARE, Scene};
use crate::screens::anatomy::keys::Pane;
use crate::surface::{Paint, Role, Target, counted};
use crate::widgets::bits::{self, sum_text};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use simscope_core::hamming::Life;
use simscope_core::simhash::{self, Fragile, Trace};
use simscope_core::visible;

pub(super) fn sums(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let width = scene.model.recipe.bits;
    let hex = simhash::hex(trace.signature, width);
    let weak = trace.fragile(&scene.model.recipe);
    let named = paint.pick(both!("Sums → signature {hex}", "各位的累加值 → 签名 {hex}"));
    let room = usize::from(area.width.saturating_sub(8)).saturating_sub(visible::width(&named));
    let differs = differs(scene, paint, trace).into_iter().flatten();
    let title = named + &differs.into_iter().find(|text| visible::width(text) <= room).unwrap_or_default();
    // As many as there are marks: a tie has its own, and removing one feature flips it, too.
    let tied = mask_of_ties(trace);
    let marked = Fragile { removing: weak.removing, replacing: weak.replacing & !weak.removing & !tied };
    let dead = scene.model.shares.dead().count_ones();
    let foot = legend(marked, paint, tied, dead, usize::from(area.width.saturating_sub(6)));
    let Some(inner) = paint.panel_of(area, Pane::Sums, 1, &title, &foot) else { return };
    let count = width.get();
    let laid = Laid::of(width, inner);
    if laid.is_grid() {
        let height = chart_lines(inner.height.saturating_sub(4), scene);
        let chart = Rect { x: laid.cells_x, y: inner.y, width: laid.cells, height };
        let band = Band { chart, low: 0, end: count, cell: laid.cell, label: laid.cells_x - inner.x };
        let y = sum_band(scene, paint, band, trace, weak);
        if y < inner.bottom() {
            let line = Rect { x: inner.x + 1, y, width: inner.width - 1, height: 1 };
            bit_line(scene, paint, line, trace, weak);
        }
        return;
    }
    let label = 8;
    let has_room = |columns: u16| inner.width >= columns + label;
    let columns = match u16::from(count) {
        bits if has_room(bits) => bits,
        bits if bits > BAND && has_room(BAND) && inner.height >= 4 => BAND,
        _ => 0,
    };
    if scene.own.is_square || columns == 0 {
        return square(scene, paint, inner, trace, weak);
    }
    let bands = u16::from(count).div_ceil(columns);
    let cell = ((inner.width - label) / columns).clamp(1, 4);
    // Each band has a line of bits and one of marks below its bars; the last line is about one bit.
    let height = match bands {
        1 => inner.height.saturating_sub(3),
        _ => (inner.height.saturating_sub(1) / bands).saturating_sub(2),
    };
    let height = chart_lines(height, scene);
    let mut y = inner.y;
    for band in (0..bands).rev() {
        let low = (band * columns) as u8;
        let end = count.min(low.saturating_add(columns as u8));
        // Bits of one place in their bands stand below each other.
        let indent = label + (columns - u16::from(end - low)) * cell;
        let chart = Rect { x: inner.x + indent, y, width: cell * u16::from(end - low), height };
        sum_band(scene, paint, Band { chart, low, end, cell, label: indent }, trace, weak);
        y = chart.bottom() + if bands == 1 { 2 } else { 2.min(inner.bottom() - chart.bottom()) };
    }
    if y < inner.bottom() {
        let line = Rect { x: inner.x + 1, y, width: inner.width - 1, height: 1 };
        bit_line(scene, paint, line, trace, weak);
    }
}

/// Lines of the bars: an odd number, so that the zero line is in the middle. Below three lines no bar has room; one line is
/// left for the marks of dead bits, where there are any.
fn chart_lines(room: u16, scene: Scene<'_>) -> u16 {
    let shares = &scene.model.shares;
    match room {
        0..3 => room.min(u16::from(shares.dead() | shares.faint() != 0)),
        _ => room - u16::from(room.is_multiple_of(2)),
    }
}

/// In how many bits the document differs from the one that was shown before, longer and shorter; these are underlined.
fn differs(scene: Scene<'_>, paint: &Paint<'_>, trace: &Trace) -> Option<[String; 2]> {
    let (before, signature) = scene.own.before(scene.shared)?;
    let (bits, id) = ((signature ^ trace.signature).count_ones(), scene.shown_id(before));
    let other = counted(bits as usize, "bit", "bits");
    Some([
        paint.pick(both!(" · {other} other than in {id}, underlined", " · {bits} 位（下划线）与 {id} 不同")),
        paint.pick(both!(" · {other} other than before", " · {bits} 位与前一篇不同")),
    ])
}

/// What the marks mean, with their counts, as far as there is room.
fn legend(marked: Fragile, paint: &Paint<'_>, tied: u128, dead: u32, room: usize) -> String {
    let (removing, replacing) = (marked.removing.count_ones(), marked.replacing.count_ones());
    let ties = tied.count_ones();
    let mark = if marked.removing & tied == 0 { "~" } else { "~ or =" };
    let dead = match dead {
        0 => String::new(),
        dead => paint.pick(both!("   x dead ({dead})", "  x 恒定位（{dead}）")),
    };
    let texts = [
        paint.pick((
            format!("{mark} removing one feature flips it ({removing})   : replacing one does ({replacing})   = tie ({ties}){dead}"),
            format!("{} 去掉一个特征就翻转（{removing}）  : 替换一个才翻转（{replacing}）  = 平票（{ties}）{dead}", mark.replace("or", "或")),
        )),
        paint.pick((
            format!("flips: {mark} removing one ({removing})  : replacing one ({replacing})  = tie ({ties})"),
            format!("翻转：{} 去掉一个（{removing}） : 替换一个（{replacing}） = 平票（{ties}）", mark.replace("or", "或")),
        )),
        format!("{mark} {removing}  : {replacing}  = {ties}"),
    ];
    texts.into_iter().find(|text| visible::width(text) <= room).unwrap_or_default()
}

/// The bits whose sum is 0.
fn mask_of_ties(trace: &Trace) -> u128 {
    trace.sums.iter().enumerate().filter(|(_, sum)| **sum == 0.0).fold(0, |mask, (bit, _)| mask | 1 << bit)
}

/// Some of the sums in one line of bars.
struct Band {
    /// Where the bars are; bits and marks stand below.
    chart: Rect,
    /// The bits, up to `end`.
    low: u8,
    end: u8,
    /// Columns of a bit.
    cell: u16,
    /// Columns at the left for the scale.
    label: u16,
}

/// Draws the bars, in a wide grid the sums, then bits and marks. Returns the line below.
fn sum_band(scene: Scene<'_>, paint: &mut Paint<'_>, band: Band, trace: &Trace, weak: Fragile) -> u16 {
    let Band { chart, low, end, cell, label } = band;
    let is_all = usize::from(end - low) == trace.sums.len();
    let cursor = scene.own.bit;
    let largest = trace.sums.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let place = cursor.checked_sub(low).map(usize::from);
    let sums = &trace.sums[usize::from(low)..usize::from(end)];
    let (left, zero_line) = (chart.x - label, chart.y + chart.height / 2);
    if chart.height >= 3 {
        bits::signed_bars(paint, chart, sums, largest, cell, place);
        paint.right(left, chart.y, label - 1, &sum_text(largest), Role::Dim);
        paint.right(left, chart.bottom() - 1, label - 1, &sum_text(-largest), Role::Dim);
        paint.right(left, zero_line, label - 1, "0", Role::Dim);
    }
    for bit in (low..end).filter(|_| chart.height > 0) {
        let x = chart.x + u16::from(end - 1 - bit) * cell + if cell > 2 { bits::middle(cell) } else { 0 };
        if let Some((mark, role)) = life_mark(scene, bit) {
            paint.put(x, zero_line, mark, paint.style(role));
        }
    }
    let mut y = chart.bottom();
    let fitted = |sum: &f64| bits::sum_within(*sum, cell.saturating_sub(1));
    // Without their signs, which the bars have, before they go altogether.
    let unsigned =
        |sum: &f64| bits::sum_within(*sum, cell).map(|text| text.trim_start_matches(['+', '−']).to_owned());
    let signed: Option<Vec<String>> = sums.iter().map(fitted).collect();
    let (phrase, numbers) = match signed {
        Some(numbers) => (("sums", "累加值"), Some(numbers)),
        None if label > 8 => (("|sums|", "|累加值|"), sums.iter().map(unsigned).collect()),
        None => (("|sums|", "|Σ|"), sums.iter().map(unsigned).collect()),
    };
    if let Some(numbers) = numbers.filter(|_| is_all && cell > 2) {
        paint.right(left, y, label - 1, paint.pick(phrase), Role::Dim);
        for (bit, number) in numbers.iter().enumerate() {
            let middle = chart.x + (sums.len() - 1 - bit) as u16 * cell + bits::middle(cell);
            let width = visible::width(number) as u16;
            let role = match sums[bit] {
                0.0 => Role::Tie,
                sum if sum > 0.0 => Role::One,
                _ => Role::Zero,
            };
            paint.say(middle - width / 2, y, width, number, role);
        }
        y += 1;
    }
    let phrase = if is_all { paint.pick(("bits", "位")).to_owned() } else { format!("{}-{low}", end - 1) };
    paint.right(left, y, label - 1, &phrase, Role::Dim);
    for bit in low..end {
        let is_set = trace.signature >> bit & 1 == 1;
        let x = chart.x + u16::from(end - 1 - bit) * cell + if cell > 2 { bits::middle(cell) } else { 0 };
        let style = paint.style(digit_role(scene, bit, is_set));
        let is_other =
            scene.own.before(scene.shared).is_some_and(|(_, of)| (of ^ trace.signature) >> bit & 1 == 1);
        let style = if is_other { style.add_modifier(Modifier::UNDERLINED) } else { style };
        paint.put(x, y, if is_set { "1" } else { "0" }, style);
        let mark = warning_mark(trace, weak, bit);
        // The mark of the selected bit stays, so that they can be counted.
        match mark {
            Some((mark, _)) if bit == cursor => {
                let style = paint.style(Role::Handle).add_modifier(Modifier::REVERSED);
                paint.put(x, y + 1, mark, style);
            }
            Some((mark, role)) => {
                // Underlined are the digits of other bits only.
                paint.put(x, y + 1, mark, paint.style(role).remove_modifier(Modifier::UNDERLINED));
            }
            None if bit == cursor => paint.put(x, y + 1, "▲", paint.style(Role::Handle)),
            None => {}
        }
    }
    // The same bits on every line: the first of `end` is where the band begins.
    for y in chart.y..y + 2 {
        let line = Rect { y, height: 1, ..chart };
        paint.areas.push(line, Target::Bits { bits: end, columns: end - low, cell: cell as u8 });
    }
    y + 2
}

/// The role of a bit of the signature.
fn digit_role(scene: Scene<'_>, bit: u8, is_set: bool) -> Role {
    match (scene.model.shares.life(bit), is_set) {
        (Life::Dead, _) => Role::Dead,
        (_, true) => Role::One,
        (_, false) => Role::Zero,
    }
}

/// The mark of a bit that is a tie, or hangs on one feature. What the corpus says of a bit has a place of its own, so that
/// these marks are complete.
fn warning_mark(trace: &Trace, weak: Fragile, bit: u8) -> Option<(&'static str, Role)> {
    match weak.by_removing(bit) {
        _ if trace.sums[usize::from(bit)] == 0.0 => Some(("=", Role::Tie)),
        by_removing => by_removing.map(|by_removing| (bits::fragile_mark(by_removing), Role::Fragile)),
    }
}

/// The mark of a bit that is the same in all documents, or nearly all: on the zero line, or before the digit.
fn life_mark(scene: Scene<'_>, bit: u8) -> Option<(&'static str, Role)> {
    match scene.model.shares.life(bit) {
        Life::Alive => None,
        Life::Faint => Some(("'", Role::Dead)),
        Life::Dead => Some(("x", Role::Dead)),
    }
}

/// Bits in a line of the square in a panel of that width: eight, or sixteen where many have room.
pub fn square_columns(panel: u16, bits: u8) -> u8 {
    if u16::from(bits) > BAND && panel >= SQUARE { 16 } else { 8.min(bits) }
}

/// Whether the bits stand in two lines in a panel of that width.
pub fn is_banded(panel: u16, bits: u8) -> bool {
    u16::from(bits) > BAND && panel < u16::from(bits) + 10
}

/// Lines of eight or sixteen bits, each with its sum.
fn square(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, trace: &Trace, weak: Fragile) {
    let count = scene.model.recipe.bits.get();
    let columns = square_columns(inner.width + 2, count);
    let lines = u16::from(count.div_ceil(columns));
    // Each line begins with the number of its first bit.
    let label = 3;
    let cell = (inner.width.saturating_sub(4 + label) / u16::from(columns)).clamp(4, 12);
    let has_line = inner.height > lines;
    // The lines that hold the cursor stay in view where not all fit.
    let room = inner.height - u16::from(has_line);
    let cursor_line = u16::from((count - 1 - scene.own.bit) / columns);
    let first = (cursor_line + 1).saturating_sub(room).min(lines.saturating_sub(room));
    for place in 0..count {
        let (line, column) = (u16::from(place / columns), u16::from(place % columns));
        if line < first || line - first >= room {
            continue;
        }
        let bit = count - 1 - place;
        let at = usize::from(bit);
        let (x, y) = (inner.x + 1 + label + column * cell, inner.y + line - first);
        if column == 0 {
            paint.right(inner.x, y, label, &bit.to_string(), Role::Dim);
        }
        let is_set = trace.signature >> bit & 1 == 1;
        let role = digit_role(scene, bit, is_set);
        paint.put(x, y, if is_set { "1" } else { "0" }, paint.style(role));
        if let Some((mark, role)) = life_mark(scene, bit) {
            paint.put(x - 1, y, mark, paint.style(role));
        }
        if let Some((mark, role)) = warning_mark(trace, weak, bit) {
            paint.put(x + 1, y, mark, paint.style(role).remove_modifier(Modifier::UNDERLINED));
        }
        if let Some(sum) = bits::sum_within(trace.sums[at], cell - 3) {
            paint.say(x + 2, y, cell - 3, &sum, role);
        }
        if bit == scene.own.bit {
            let style = paint.style(Role::Selected);
            paint.buffer.set_style(Rect { x, y, width: cell - 1, height: 1 }, style);
        }
    }
    let grid = Rect {
        x: inner.x + 1 + label,
        y: inner.y,
        width: cell * u16::from(columns),
        height: lines.min(room),
    };
    // The first bit in view is that of line `first`.
    let bits = count - first as u8 * columns;
    paint.areas.push(grid, Target::Bits { bits, columns, cell: cell as u8 });
    if has_line {
        let line = Rect { x: inner.x + 1, y: inner.y + room.min(lines), width: inner.width - 1, height: 1 };
        bit_line(scene, paint, line, trace, weak);
    }
}
