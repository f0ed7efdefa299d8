//! The features with their bits, the running sums, and the signature as far as it is known.

use super::Shown;
use super::grid::{NUMBERED, Rows};
use crate::screens::anatomy::role_of;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::bits::{self, sum_within, weight_text};
use crate::widgets::hits::term_text;
use ratatui::layout::Position;
use simscope_core::simhash::steps::{Stage, Step};
use simscope_core::simhash::{self, Feature};
use simscope_core::visible;

impl Shown<'_> {
    fn feature(&self) -> Option<usize> {
        self.steps.at(self.at).feature()
    }

    /// Whether what this stage adds is known of a feature.
    fn knows(&self, place: usize, of: Stage) -> bool {
        let is_reached = self.feature().is_none_or(|now| place <= now);
        self.stage > of || self.stage == of && is_reached
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

    pub(super) fn rows(&self, paint: &mut Paint<'_>) {
        let (Rows { area, first, shown, every }, across) = (self.grid.rows, self.grid.across);
        self.ruler(paint);
        let features = &self.steps.trace().features;
        for (place, feature) in features.iter().enumerate().skip(first).take(shown) {
            let y = area.y + (place - first) as u16 * every;
            if !self.knows(place, Stage::Features) || y >= area.bottom() {
                break;
            }
            let is_now = self.feature() == Some(place);
            let (term, role) = term_text(&feature.term);
            let role = if is_now { Role::Accent } else { role };
            paint.say(across.term.0, y, across.term.1.saturating_sub(1), term, role);
            if is_now {
                paint.put(area.x, y, "▸", paint.style(Role::Focus));
            }
            if self.knows(place, Stage::Weights) {
                paint.right(across.weight.0, y, across.weight.1, &weight_text(feature.weight), Role::Text);
            }
            if self.knows(place, Stage::Hashes) {
                self.row(paint, y, (place, feature));
                let hex = simhash::hex(feature.hash, self.steps.recipe().bits);
                paint.say(across.hex.0, y, across.hex.1, &hex, Role::Dim);
            }
        }
    }

    /// Heads: which features these are, and the numbers of the bits.
    fn ruler(&self, paint: &mut Paint<'_>) {
        let (Rows { first, shown, .. }, across) = (self.grid.rows, self.grid.across);
        let all = self.steps.trace().features.len();
        let short = format!("{}-{}", grouped_digits(first + 1), grouped_digits(first + shown));
        let full = format!("{short} / {}", grouped_digits(all));
        let head = match shown < all {
            true if visible::width(&full) < usize::from(across.term.1) => full,
            true => short,
            false => paint.pick(("feature", "特征")).to_owned(),
        };
        let y = self.grid.ruler;
        paint.say(across.term.0, y, across.term.1, &head, Role::Title);
        if self.stage >= Stage::Weights {
            let head = if across.weight.1 > 6 { ("weight", "权重") } else { ("w", "权") };
            paint.right(across.weight.0, y, across.weight.1, paint.pick(head), Role::Title);
        }
        if self.stage < Stage::Hashes {
            return;
        }
        paint.say(across.hex.0, y, across.hex.1, paint.pick(("hash", "哈希")), Role::Title);
        let now = self.bit_now();
        for (bit, x) in across.columns() {
            let number = bit.to_string();
            if across.cell > 2 {
                let role = if now == Some(bit) { Role::Handle } else { Role::Dim };
                self.write(paint, Position::new(x, y), &number, (role, false));
                continue;
            }
            if (bit + 1).is_multiple_of(8) || bit + 1 == across.end {
                paint.say(x, y, 3, &number, Role::Dim);
            }
            // The number of the current bit stands in the sentence; here it has its own mark.
            if now == Some(bit) {
                paint.put(x, y, "▼", paint.style(Role::Handle));
            }
        }
    }

    /// Writes a text into the middle of a cell; where the step stands on it, in brackets if they have room.
    fn write(&self, paint: &mut Paint<'_>, at: Position, text: &str, (role, is_here): (Role, bool)) {
        let cell = self.grid.across.cell;
        let bracketed = format!("[{text}]");
        let text = if is_here && visible::width(&bracketed) <= usize::from(cell) { &bracketed } else { text };
        let width = visible::width(text) as u16;
        let indent =
            (bits::middle(cell) + 1).saturating_sub(width.div_ceil(2)).min(cell.saturating_sub(width));
        let style = paint.style(role);
        let style = if is_here { style.patch(paint.style(Role::Selected)) } else { style };
        paint.text(at.x + indent, at.y, cell - indent, text, style);
    }

    /// The bits of a feature.
    fn row(&self, paint: &mut Paint<'_>, y: u16, (place, feature): (usize, &Feature)) {
        let (tie, cell) = (self.steps.recipe().tie, self.grid.across.cell);
        let now = self.bit_now().filter(|_| self.feature() == Some(place) && self.stage == Stage::Adding);
        for (bit, x) in self.grid.across.columns() {
            let digit = if feature.hash >> bit & 1 == 1 { "1" } else { "0" };
            let push = feature.push(usize::from(bit), tie);
            let is_added = self.is_added(place, bit);
            let is_lit = feature.adds >> bit & 1 == 1 && (is_added || self.stage < Stage::Adding);
            let role = match (is_lit, push.is_sign_positive()) {
                (false, _) => Role::Dim,
                (true, true) => Role::One,
                (true, false) => Role::Zero,
            };
            let is_here = now == Some(bit);
            let has_number = is_added && is_lit && cell >= NUMBERED && !is_here;
            let number = sum_within(push, cell - 1).filter(|_| has_number);
            self.write(paint, Position::new(x, y), number.as_deref().unwrap_or(digit), (role, is_here));
        }
    }

    /// The sums so far; below them the bits that they became.
    pub(super) fn sums(&self, paint: &mut Paint<'_>) {
        let grid = &self.grid;
        let sums = self.steps.sums_after(self.at);
        if let Some(y) = grid.rule {
            let style = paint.style(Role::Border);
            (grid.across.term.0..grid.sums.right()).for_each(|x| paint.put(x, y, "─", style));
        }
        let label = grid.across.cells_x.saturating_sub(grid.across.term.0 + 2);
        let phrase = match self.stage {
            Stage::Adding if label > 11 => ("sums so far", "当前累加值"),
            _ if label < 6 => ("sums", "Σ"),
            _ => ("sums", "累加值"),
        };
        let middle = grid.sums.y + grid.sums.height / 2;
        paint.say(grid.across.term.0, middle, label, paint.pick(phrase), Role::Title);
        match grid.across.cell >= NUMBERED {
            true => self.numbers(paint, &sums),
            false => self.bars(paint, &sums),
        }
        if let (Some(y), Some(x)) = (grid.pointer, self.bit_now().and_then(|bit| grid.across.column(bit))) {
            let mark = if self.stage == Stage::Adding { "▲" } else { "▼" };
            self.write(paint, Position::new(x, y), mark, (Role::Handle, false));
        }
        if self.stage >= Stage::Signs {
            self.signs(paint, label);
        }
    }

    fn numbers(&self, paint: &mut Paint<'_>, sums: &[f64]) {
        for (bit, x) in self.grid.across.columns() {
            let sum = sums[usize::from(bit)];
            let text = sum_within(sum, self.grid.across.cell - 1).unwrap_or_else(|| "~".to_owned());
            let is_here = self.bit_now() == Some(bit);
            self.write(paint, Position::new(x, self.grid.sums.y), &text, (role_of(sum), is_here));
        }
    }

    fn bars(&self, paint: &mut Paint<'_>, sums: &[f64]) {
        let (grid, now) = (&self.grid, self.bit_now());
        if grid.sums.height > 1 {
            let (low, end) = (usize::from(grid.across.low), usize::from(grid.across.end));
            // One scale for all steps, unless a sum is larger on the way than any is in the end.
            let all = sums.iter().chain(&self.steps.trace().sums);
            let largest = all.fold(0.0f64, |largest, sum| largest.max(sum.abs()));
            let cursor = now.and_then(|bit| usize::from(bit).checked_sub(low)).filter(|at| *at < end - low);
            bits::signed_bars(paint, grid.sums, &sums[low..end], largest, grid.across.cell, cursor);
            return;
        }
        for (bit, x) in grid.across.columns() {
            let sum = sums[usize::from(bit)];
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

    fn signs(&self, paint: &mut Paint<'_>, label: u16) {
        let (grid, trace) = (&self.grid, self.steps.trace());
        paint.say(grid.across.term.0, grid.sign, label, paint.pick(("signature", "签名")), Role::Title);
        let now = self.steps.at(self.at).bit();
        for (bit, x) in grid.across.columns() {
            let is_known = now.is_none_or(|now| bit >= now);
            let (text, role) = match (is_known, trace.signature >> bit & 1 == 1) {
                (false, _) => ("·", Role::Dim),
                (true, true) => ("1", Role::One),
                (true, false) => ("0", Role::Zero),
            };
            self.write(paint, Position::new(x, grid.sign), text, (role, self.bit_now() == Some(bit)));
        }
        if self.stage == Stage::Signature {
            let hex = simhash::hex(trace.signature, self.steps.recipe().bits);
            paint.say(grid.across.hex.0, grid.sign, grid.across.hex.1, &hex, Role::Accent);
        }
    }
}
