//! The features with their bits, the running sums, and the signature as far as it is known.

use super::Shown;
use crate::screens::anatomy::steps::grid::{Grid, NUMBERED};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::bits::{self, sum_within, weight_text};
use crate::widgets::hits::term_text;
use ratatui::layout::Rect;
use ratatui::style::Style;
use simscope_core::simhash::steps::{Stage, Step};
use simscope_core::simhash::{self, Feature};
use simscope_core::visible;

/// How far a feature is known at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Term,
    Weight,
    /// And its hash.
    All,
}

impl Shown<'_> {
    fn feature(&self) -> Option<usize> {
        self.steps.at(self.at).feature()
    }

    fn known(&self, place: usize) -> Known {
        let is_reached = self.feature().is_none_or(|now| place <= now);
        match (self.stage, is_reached) {
            (Stage::Text, _) | (Stage::Features, false) => Known::Nothing,
            (Stage::Features, true) | (Stage::Weights, false) => Known::Term,
            (Stage::Weights, true) | (Stage::Hashes, false) => Known::Weight,
            _ => Known::All,
        }
    }

    /// Whether a bit of a feature is in the sums.
    fn is_added(&self, place: usize, bit: u8) -> bool {
        match self.steps.at(self.at) {
            Step::Add(now) => place < now.feature || place == now.feature && bit >= now.bit,
            _ => self.stage > Stage::Adding,
        }
    }

    /// The bit that is being added, or whose sum becomes a bit.
    fn bit_now(&self) -> Option<u8> {
        self.steps.at(self.at).bit().filter(|_| !self.is_whole)
    }
}

pub(super) fn rows(paint: &mut Paint<'_>, grid: &Grid, shown: &Shown<'_>) {
    ruler(paint, grid, shown);
    let features = &shown.steps.trace().features;
    for (place, feature) in features.iter().enumerate().skip(grid.first).take(grid.shown) {
        let y = grid.rows.y + (place - grid.first) as u16 * grid.every;
        if y >= grid.rows.bottom() {
            break;
        }
        let known = shown.known(place);
        if known == Known::Nothing {
            continue;
        }
        let is_now = shown.feature() == Some(place);
        let (term, role) = term_text(&feature.term);
        let role = if is_now { Role::Accent } else { role };
        paint.say(grid.term.0, y, grid.term.1.saturating_sub(1), term, role);
        if is_now {
            paint.put(grid.rows.x, y, "▸", paint.style(Role::Focus));
        }
        if known == Known::Term {
            continue;
        }
        paint.right(grid.weight.0, y, grid.weight.1, &weight_text(feature.weight), Role::Text);
        if known == Known::All {
            cells(paint, grid, shown, (place, feature), y);
            let hex = simhash::hex(feature.hash, shown.steps.recipe().bits);
            paint.say(grid.hex.0, y, grid.hex.1, &hex, Role::Dim);
        }
    }
}

/// Heads: which features these are, and the numbers of the bits.
fn ruler(paint: &mut Paint<'_>, grid: &Grid, shown: &Shown<'_>) {
    let all = shown.steps.trace().features.len();
    let (from, to) = (grouped_digits(grid.first + 1), grouped_digits(grid.first + grid.shown));
    let [full, short] = [format!("{from}-{to} / {}", grouped_digits(all)), format!("{from}-{to}")];
    let head = match grid.shown < all {
        true if visible::width(&full) < usize::from(grid.term.1) => full,
        true => short,
        false => paint.pick(("feature", "特征")).to_owned(),
    };
    paint.say(grid.term.0, grid.ruler, grid.term.1, &head, Role::Title);
    if shown.stage >= Stage::Weights {
        let head = if grid.weight.1 > 6 { ("weight", "权重") } else { ("w", "权") };
        paint.right(grid.weight.0, grid.ruler, grid.weight.1, paint.pick(head), Role::Title);
    }
    if shown.stage < Stage::Hashes {
        return;
    }
    paint.say(grid.hex.0, grid.ruler, grid.hex.1, paint.pick(("hash", "哈希")), Role::Title);
    let now = shown.bit_now();
    for bit in grid.bits() {
        let Some(x) = grid.column(bit) else { continue };
        let number = bit.to_string();
        let role = if now == Some(bit) { Role::Handle } else { Role::Dim };
        if grid.cell > 2 {
            say_in(paint, (x, grid.ruler), grid.cell, &number, paint.style(role));
        } else if (bit + 1).is_multiple_of(8) || bit + 1 == grid.end {
            // The number of the current bit stands in the sentence; here it has its own mark.
            paint.say(x, grid.ruler, 3, &number, Role::Dim);
        }
    }
    if let Some(x) = now.and_then(|bit| grid.column(bit)).filter(|_| grid.cell <= 2) {
        paint.put(x, grid.ruler, "▼", paint.style(Role::Handle));
    }
}

/// Writes a text into the middle of a cell.
fn say_in(paint: &mut Paint<'_>, (x, y): (u16, u16), cell: u16, text: &str, style: Style) {
    let width = visible::width(text) as u16;
    let indent = (bits::middle(cell) + 1).saturating_sub(width.div_ceil(2)).min(cell.saturating_sub(width));
    paint.text(x + indent, y, cell - indent, text, style);
}

fn cells(paint: &mut Paint<'_>, grid: &Grid, shown: &Shown<'_>, (place, feature): (usize, &Feature), y: u16) {
    let tie = shown.steps.recipe().tie;
    let is_now = shown.feature() == Some(place);
    for bit in grid.bits() {
        let Some(x) = grid.column(bit) else { continue };
        let digit = if feature.hash >> bit & 1 == 1 { "1" } else { "0" };
        let push = feature.push(usize::from(bit), tie);
        let is_added = shown.is_added(place, bit);
        let is_lit = feature.adds >> bit & 1 == 1 && (is_added || shown.stage < Stage::Adding);
        let role = match (is_lit, push.is_sign_positive()) {
            (false, _) => Role::Dim,
            (true, true) => Role::One,
            (true, false) => Role::Zero,
        };
        let style = paint.style(role);
        let is_here = is_now && shown.stage == Stage::Adding && shown.bit_now() == Some(bit);
        let number = sum_within(push, grid.cell - 1).filter(|_| is_added && is_lit && grid.cell >= NUMBERED);
        match (is_here, number) {
            (true, _) if grid.cell > 2 => {
                let style = style.patch(paint.style(Role::Selected));
                say_in(paint, (x, y), grid.cell, &format!("[{digit}]"), style);
            }
            (true, _) => paint.put(x, y, digit, style.patch(paint.style(Role::Selected))),
            (false, Some(number)) => say_in(paint, (x, y), grid.cell, &number, style),
            (false, None) => say_in(paint, (x, y), grid.cell, digit, style),
        }
    }
}

/// The sums so far; below them the bits that they became.
pub(super) fn sums(paint: &mut Paint<'_>, grid: &Grid, shown: &Shown<'_>) {
    let sums = shown.steps.sums_after(shown.at);
    let now = shown.bit_now();
    if let Some(y) = grid.rule {
        let style = paint.style(Role::Border);
        let end = grid.cells_x + u16::from(grid.end - grid.low) * grid.cell;
        (grid.term.0..end).for_each(|x| paint.put(x, y, "─", style));
    }
    let label = grid.cells_x.saturating_sub(grid.term.0 + 2);
    let phrase = match shown.stage {
        Stage::Adding if label > 11 => ("sums so far", "当前累加值"),
        _ if label < 6 => ("sums", "Σ"),
        _ => ("sums", "累加值"),
    };
    let middle = grid.sums.y + grid.sums.height / 2;
    paint.say(grid.term.0, middle, label, paint.pick(phrase), Role::Title);
    match grid.cell >= NUMBERED {
        true => numbers(paint, grid, &sums, now),
        false => bars(paint, grid, shown, &sums, now),
    }
    if let (Some(y), Some(x)) = (grid.pointer, now.and_then(|bit| grid.column(bit))) {
        let mark = if shown.stage == Stage::Adding { "▲" } else { "▼" };
        say_in(paint, (x, y), grid.cell, mark, paint.style(Role::Handle));
    }
    if shown.stage >= Stage::Signs {
        signs(paint, grid, shown, label);
    }
}

fn role_of(sum: f64) -> Role {
    match sum {
        0.0 => Role::Tie,
        sum if sum > 0.0 => Role::One,
        _ => Role::Zero,
    }
}

fn numbers(paint: &mut Paint<'_>, grid: &Grid, sums: &[f64], now: Option<u8>) {
    for bit in grid.bits() {
        let (sum, Some(x)) = (sums[usize::from(bit)], grid.column(bit)) else { continue };
        let (y, style) = (grid.sums.y, paint.style(role_of(sum)));
        let text = sum_within(sum, grid.cell - 1).unwrap_or_else(|| "~".to_owned());
        if now != Some(bit) {
            say_in(paint, (x, y), grid.cell, &text, style);
            continue;
        }
        let bracketed = format!("[{text}]");
        let fits = visible::width(&bracketed) <= usize::from(grid.cell);
        let style = style.patch(paint.style(Role::Selected));
        say_in(paint, (x, y), grid.cell, if fits { &bracketed } else { &text }, style);
    }
}

fn bars(paint: &mut Paint<'_>, grid: &Grid, shown: &Shown<'_>, sums: &[f64], now: Option<u8>) {
    let (low, end) = (usize::from(grid.low), usize::from(grid.end));
    if grid.sums.height > 1 {
        // One scale for all steps, unless a sum is larger on the way than any is in the end.
        let all = sums.iter().chain(&shown.steps.trace().sums);
        let largest = all.fold(0.0f64, |largest, sum| largest.max(sum.abs()));
        let cursor = now.and_then(|bit| usize::from(bit).checked_sub(low)).filter(|at| *at < end - low);
        let area = Rect { width: grid.sums.width, ..grid.sums };
        bits::signed_bars(paint, area, &sums[low..end], largest, grid.cell, cursor);
        return;
    }
    for bit in grid.bits() {
        let (sum, Some(x)) = (sums[usize::from(bit)], grid.column(bit)) else { continue };
        let sign = match sum {
            0.0 => "0",
            sum if sum > 0.0 => "+",
            _ => "−",
        };
        let style = paint.style(role_of(sum));
        let style = if now == Some(bit) { style.patch(paint.style(Role::Selected)) } else { style };
        paint.put(x, grid.sums.y, sign, style);
    }
}

fn signs(paint: &mut Paint<'_>, grid: &Grid, shown: &Shown<'_>, label: u16) {
    paint.say(grid.term.0, grid.sign, label, paint.pick(("signature", "签名")), Role::Title);
    let trace = shown.steps.trace();
    let now = shown.steps.at(shown.at).bit();
    for bit in grid.bits() {
        let Some(x) = grid.column(bit) else { continue };
        let is_known = now.is_none_or(|now| bit >= now);
        let is_one = trace.signature >> bit & 1 == 1;
        let (text, role) = match (is_known, is_one) {
            (false, _) => ("·", Role::Dim),
            (true, true) => ("1", Role::One),
            (true, false) => ("0", Role::Zero),
        };
        let style = paint.style(role);
        let is_now = shown.bit_now() == Some(bit);
        let style = if is_now { style.patch(paint.style(Role::Selected)) } else { style };
        match is_now && grid.cell > 2 {
            true => say_in(paint, (x, grid.sign), grid.cell, &format!("[{text}]"), style),
            false => say_in(paint, (x, grid.sign), grid.cell, text, style),
        }
    }
    let hex = simhash::hex(trace.signature, shown.steps.recipe().bits);
    if shown.stage == Stage::Signature {
        paint.say(grid.hex.0, grid.sign, grid.hex.1, &hex, Role::Accent);
    }
}
