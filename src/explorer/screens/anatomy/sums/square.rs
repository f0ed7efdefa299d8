//! The sums in lines of eight or sixteen bits.

use super::Shown;
use crate::screens::anatomy::laid::BAND;
use crate::surface::{Paint, Rect, Role, Target};
use crate::widgets::bits;
use ratatui::style::Modifier;

/// Columns of a panel that has room for sixteen sums in a line.
pub const SQUARE: u16 = 105;

/// Columns for the number of the first bit of a line.
const NUMBER: u16 = 3;

/// Bits in a line in a panel of that width: eight, or sixteen where many have room.
pub(super) fn columns(panel: u16, bits: u8) -> u8 {
    if u16::from(bits) > BAND && panel >= SQUARE { 16 } else { 8.min(bits) }
}

impl Shown<'_> {
    /// Draws the lines, each bit with its sum. Returns the line below.
    pub(super) fn square(self, paint: &mut Paint<'_>, inner: Rect) -> u16 {
        let count = self.scene.model.recipe.bits.get();
        let columns = columns(inner.width + 2, count);
        let lines = u16::from(count.div_ceil(columns));
        let cell = (inner.width.saturating_sub(4 + NUMBER) / u16::from(columns)).clamp(4, 12);
        // The lines that hold the cursor stay in view where not all fit; one more is about the bit.
        let room = inner.height - u16::from(inner.height > lines);
        let cursor_line = u16::from((count - 1 - self.scene.own.bit) / columns);
        let first = (cursor_line + 1).saturating_sub(room).min(lines.saturating_sub(room));
        let (x, height) = (inner.x + 1 + NUMBER, lines.min(room));
        for place in 0..count {
            let (line, column) = (u16::from(place / columns), u16::from(place % columns));
            if line < first || line - first >= room {
                continue;
            }
            let (bit, y) = (count - 1 - place, inner.y + line - first);
            if column == 0 {
                paint.right(inner.x, y, NUMBER, &bit.to_string(), Role::Dim);
            }
            self.cell(paint, Rect { x: x + column * cell, y, width: cell - 1, height: 1 }, bit);
        }
        let grid = Rect { x, y: inner.y, width: cell * u16::from(columns), height };
        // The first bit in view is that of line `first`.
        let bits = count - first as u8 * columns;
        paint.areas.push(grid, Target::Bits { bits, columns, cell: cell as u8 });
        inner.y + height
    }

    /// A bit with its marks and its sum.
    fn cell(self, paint: &mut Paint<'_>, area: Rect, bit: u8) {
        let (Rect { x, y, .. }, room) = (area, area.width - 2);
        let (digit, role) = self.digit(bit);
        paint.put(x, y, digit, paint.style(role));
        if let Some((mark, role)) = self.life(bit) {
            paint.put(x - 1, y, mark, paint.style(role));
        }
        if let Some((mark, role)) = self.warning(bit) {
            paint.put(x + 1, y, mark, paint.style(role).remove_modifier(Modifier::UNDERLINED));
        }
        if let Some(sum) = bits::sum_within(self.trace.sums[usize::from(bit)], room) {
            paint.say(x + 2, y, room, &sum, role);
        }
        if bit == self.scene.own.bit {
            paint.buffer.set_style(area, paint.style(Role::Selected));
        }
    }
}
