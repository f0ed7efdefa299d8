//! Where the columns of the features stand, and of the sums below them.

use crate::widgets::bits;
use ratatui::layout::Rect;
use simscope_core::recipe::Bits;

/// Bits of a line where a signature is drawn in two.
pub const BAND: u16 = 64;

/// The most bits that stand in one grid from the features down to the signature.
pub const FEW: u8 = 32;

/// Columns of a cell that has room for a sum.
const NUMBERED: u16 = 4;

/// Where the columns of the features stand.
pub struct Laid {
    pub bits: Bits,
    /// Where a column a bit would leave no room for the terms, two bits share one.
    pub is_packed: bool,
    /// Columns of a bit.
    pub cell: u16,
    /// Columns of the bits; 0 where they have no room.
    pub cells: u16,
    /// Columns of the hash in hex; 0 where it has no room.
    pub hex: u16,
    pub term: u16,
    pub count: u16,
    pub weight: u16,
    pub cells_x: u16,
    pub hex_x: u16,
}

impl Laid {
    pub fn of(bits: Bits, inner: Rect) -> Self {
        let digits = (bits.hex_digits() as u16).max(3);
        let columns = u16::from(bits.get());
        let is_packed = columns > BAND && inner.width < columns + 40;
        let cell = cell_of(columns, inner.width);
        let cells = if is_packed { bits::packed_columns(bits.get()) } else { columns * cell };
        let has_cells = inner.width >= cells + 14;
        let hex = if !has_cells || inner.width >= cells + digits + 30 { digits } else { 0 };
        // Beside the cells of a narrow screen only term and weight have room.
        let (count, weight) = if has_cells && inner.width < cells + 24 { (0, 4) } else { (6, 8) };
        // Where there is room, the cells do not touch the frame.
        let gap = u16::from(is_packed && hex == 0 && inner.width > cells + 24);
        let cells = if has_cells { cells } else { 0 };
        let taken = [cells, hex].into_iter().filter(|&width| width > 0).map(|width| width + 1).sum::<u16>();
        let term = inner.width.saturating_sub(count + weight + taken + 2 + gap);
        let cells_x = inner.x + 2 + term + count + weight + 1;
        let hex_x = if has_cells { cells_x + cells + 1 } else { cells_x };
        Self { bits, is_packed, cell, cells, hex, term, count, weight, cells_x, hex_x }
    }

    /// Columns of all but the terms, where nothing gives way.
    pub fn taken(bits: Bits) -> u16 {
        let columns = u16::from(bits.get());
        columns * cell_of(columns, u16::MAX) + (bits.hex_digits() as u16).max(3) + 6 + 8 + 2 + 2
    }

    /// Whether sums and signature stand in the columns of the features.
    pub fn is_grid(&self) -> bool {
        self.bits.get() <= FEW && self.cells > 0
    }
}

/// Columns of a bit: with few bits room for a digit and space around it, as far as the terms leave it.
fn cell_of(bits: u16, width: u16) -> u16 {
    match bits {
        0..=16 => {
            let cell = |besides: u16| width.saturating_sub(besides) / bits.max(1);
            // The hash in hex comes before wider cells, as long as a number has room in them.
            let with_hex = cell(33);
            (if with_hex >= NUMBERED { with_hex } else { cell(26) }).clamp(1, 6)
        }
        17..=32 => (width.saturating_sub(30) / bits).clamp(1, 3),
        _ => 1,
    }
}
