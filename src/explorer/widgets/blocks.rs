//! A signature cut into blocks, each in its colour, in the order in which a table reads its bits.

use crate::surface::{Paint, Rect, Role};
use simscope_core::search::{Cut, Layout};

/// The letter of a block; block 0, the most significant, is A.
pub fn letter(block: u8) -> char {
    (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').nth(block.into()).map_or('+', char::from)
}

/// The bits of a signature in some order.
#[derive(Debug, Clone)]
pub struct Strip<'a> {
    /// The signature.
    pub value: u128,
    /// Its blocks.
    pub cut: &'a Cut,
    /// The bits from left to right; 0 is the least significant.
    pub order: Vec<u8>,
    /// How many of them lead.
    pub leading: usize,
    /// Bits in which another signature differs: each is a hole in its block.
    pub flips: u128,
}

impl<'a> Strip<'a> {
    /// In its own order, the most significant bit first, all bright.
    pub fn whole(value: u128, flips: u128, cut: &'a Cut) -> Self {
        let bits = cut.bits().get();
        Self { value, cut, order: (0..bits).rev().collect(), leading: bits.into(), flips }
    }

    /// As a table reads it.
    pub fn of_table(value: u128, flips: u128, cut: &'a Cut, layout: &Layout) -> Self {
        let order = layout.pieces().iter().flat_map(|piece| piece.clone().rev()).collect();
        Self { value, cut, order, leading: layout.lead_bits().into(), flips }
    }

    /// Columns that the strip takes.
    pub fn columns(bits: u8, is_packed: bool) -> u16 {
        u16::from(bits).div_ceil(if is_packed { 2 } else { 1 })
    }

    /// Draws it in the first line of `area`: a digit for each bit, or, packed, a half block for each 1 of two bits. Where
    /// not all fit, the last column says so.
    pub fn draw(&self, paint: &mut Paint<'_>, area: Rect, is_packed: bool) {
        let is_one = |bit: u8| self.value >> bit & 1 == 1;
        for (column, bits) in self.order.chunks(if is_packed { 2 } else { 1 }).enumerate() {
            let at = if is_packed { 2 * column } else { column };
            let symbol = match (bits, is_packed) {
                (&[bit], false) => ["0", "1"][usize::from(is_one(bit))],
                (&[bit], true) => ["·", "▖"][usize::from(is_one(bit))],
                (&[left, right, ..], _) => match (is_one(left), is_one(right)) {
                    (false, false) => "·",
                    (false, true) => "▗",
                    (true, false) => "▖",
                    (true, true) => "▄",
                },
                ([], _) => continue,
            };
            let style = match bits.iter().any(|&bit| self.flips >> bit & 1 == 1) {
                true => paint.style(Role::Warn),
                false => paint.theme.block(self.cut.block_of(bits[0]), at < self.leading),
            };
            if column >= area.width.into() {
                paint.say(area.right().saturating_sub(1), area.y, 1, "…", Role::Dim);
                break;
            }
            paint.put(area.x + column as u16, area.y, symbol, style);
        }
    }
}

/// The letters of the blocks above a strip in its own order, with their ranges of bits where these fit.
pub fn letters(paint: &mut Paint<'_>, area: Rect, cut: &Cut, is_packed: bool) {
    let bits = cut.bits().get();
    for block in 0..cut.blocks() {
        let range = cut.range(block);
        let column = |place: u8| u16::from(place).div_ceil(if is_packed { 2 } else { 1 });
        let (start, end) = (column(bits - range.end), column(bits - range.start).min(area.width));
        if start >= end {
            break;
        }
        let name = letter(block).to_string();
        let long = format!("{name} {}-{}", range.end - 1, range.start);
        let text = if long.len() < usize::from(end - start) { long } else { name };
        let style = paint.theme.block(block, true);
        for at in start..end {
            paint.put(area.x + at, area.y, " ", style);
        }
        paint.text(area.x + start, area.y, end - start, &text, style);
    }
}

/// The blocks in which two signatures differ: a block that is whole shows its letter on its colour, one that is hit
/// the number of its flipped bits. `cell` columns each.
pub fn survivors(paint: &mut Paint<'_>, area: Rect, cut: &Cut, difference: u128, cell: u16) {
    for block in 0..cut.blocks() {
        let at = u16::from(block) * cell;
        if at + cell > area.width {
            break;
        }
        let range = cut.range(block);
        let flips = (range.start..range.end).filter(|bit| difference >> bit & 1 == 1).count();
        let (text, style) = match flips {
            0 => (letter(block).to_string(), paint.theme.block(block, true)),
            1..=9 => (flips.to_string(), paint.style(Role::Warn)),
            _ => ("+".to_owned(), paint.style(Role::Warn)),
        };
        let left = (cell - 1) / 2;
        for column in 0..cell {
            let symbol = if column == left { text.as_str() } else { " " };
            paint.put(area.x + at + column, area.y, symbol, style);
        }
    }
}
