//! Some of the sums in one line of bars, with their bits and marks below.

use super::Shown;
use crate::screens::anatomy::role_of;
use crate::surface::{Paint, Rect, Role, Target};
use crate::widgets::bits::{self, sum_text};
use ratatui::style::Modifier;
use simscope_core::visible;

/// Which sums, and where.
pub(super) struct Band {
    /// Where the bars are; bits and marks stand below.
    pub chart: Rect,
    /// The bits, up to `end`.
    pub low: u8,
    pub end: u8,
    /// Columns of a bit.
    pub cell: u16,
    /// Columns at the left for the scale.
    pub label: u16,
}

impl Band {
    /// Where what is of a bit stands.
    fn column(&self, bit: u8) -> u16 {
        let within = if self.cell > 2 { bits::middle(self.cell) } else { 0 };
        self.chart.x + u16::from(self.end - 1 - bit) * self.cell + within
    }

    fn label(&self, paint: &mut Paint<'_>, y: u16, text: &str) {
        paint.right(self.chart.x - self.label, y, self.label - 1, text, Role::Dim);
    }
}

impl Shown<'_> {
    /// Draws the bars, in a wide grid the sums, then bits and marks. Returns the line below.
    pub(super) fn band(self, paint: &mut Paint<'_>, band: Band) -> u16 {
        self.bars(paint, &band);
        let Band { chart, low, end, cell, .. } = band;
        let is_all = usize::from(end - low) == self.trace.sums.len();
        let has_numbers = is_all && cell > 2 && self.numbers(paint, &band);
        let y = chart.bottom() + u16::from(has_numbers);
        let phrase =
            if is_all { paint.pick(("bits", "位")).to_owned() } else { format!("{}-{low}", end - 1) };
        band.label(paint, y, &phrase);
        for bit in low..end {
            self.bit(paint, (band.column(bit), y), bit);
        }
        // The same bits on every line: the first of `end` is where the band begins.
        for y in chart.y..y + 2 {
            let line = Rect { y, height: 1, ..chart };
            paint.areas.push(line, Target::Bits { bits: end, columns: end - low, cell: cell as u8 });
        }
        y + 2
    }

    fn bars(self, paint: &mut Paint<'_>, band: &Band) {
        let &Band { chart, low, end, cell, .. } = band;
        let zero_line = chart.y + chart.height / 2;
        if chart.height >= 3 {
            let largest = self.trace.sums.iter().fold(0.0f64, |a, b| a.max(b.abs()));
            let cursor = self.scene.own.bit.checked_sub(low).map(usize::from);
            let sums = &self.trace.sums[usize::from(low)..usize::from(end)];
            bits::signed_bars(paint, chart, sums, largest, cell, cursor);
            band.label(paint, chart.y, &sum_text(largest));
            band.label(paint, chart.bottom() - 1, &sum_text(-largest));
            band.label(paint, zero_line, "0");
        }
        for bit in (low..end).filter(|_| chart.height > 0) {
            if let Some((mark, role)) = self.life(bit) {
                paint.put(band.column(bit), zero_line, mark, paint.style(role));
            }
        }
    }

    /// All sums as numbers, where each has room. Returns whether they have.
    fn numbers(self, paint: &mut Paint<'_>, band: &Band) -> bool {
        let (sums, cell) = (&self.trace.sums, band.cell);
        let fitted = |sum: &f64| bits::sum_within(*sum, cell - 1);
        // Without their signs, which the bars have, before they go altogether.
        let unsigned = |sum: &f64| {
            bits::sum_within(*sum, cell).map(|text| text.trim_start_matches(['+', '−']).to_owned())
        };
        let signed: Option<Vec<String>> = sums.iter().map(fitted).collect();
        let phrase = match signed {
            Some(_) => ("sums", "累加值"),
            None if band.label > 8 => ("|sums|", "|累加值|"),
            None => ("|sums|", "|Σ|"),
        };
        let Some(numbers) = signed.or_else(|| sums.iter().map(unsigned).collect()) else { return false };
        let y = band.chart.bottom();
        band.label(paint, y, paint.pick(phrase));
        for (bit, number) in numbers.iter().enumerate() {
            let width = visible::width(number) as u16;
            paint.say(band.column(bit as u8) - width / 2, y, width, number, role_of(sums[bit]));
        }
        true
    }

    /// A bit of the signature, and its mark below.
    fn bit(self, paint: &mut Paint<'_>, (x, y): (u16, u16), bit: u8) {
        let (own, is_here) = (self.scene.own, bit == self.scene.own.bit);
        let (digit, role) = self.digit(bit);
        let flipped = own.before(self.scene.shared).map_or(0, |(_, of)| of ^ self.trace.signature);
        let style = paint.style(role);
        let style = if flipped >> bit & 1 == 1 { style.add_modifier(Modifier::UNDERLINED) } else { style };
        paint.put(x, y, digit, style);
        // The mark of the selected bit stays, so that they can be counted.
        match self.warning(bit) {
            Some((mark, _)) if is_here => {
                paint.put(x, y + 1, mark, paint.style(Role::Handle).add_modifier(Modifier::REVERSED));
            }
            Some((mark, role)) => {
                // Underlined are the digits of other bits only.
                paint.put(x, y + 1, mark, paint.style(role).remove_modifier(Modifier::UNDERLINED));
            }
            None if is_here => paint.put(x, y + 1, "▲", paint.style(Role::Handle)),
            None => {}
        }
    }
}
