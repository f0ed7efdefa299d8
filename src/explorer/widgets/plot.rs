//! A plot of dots, eight in each cell: braille where the terminal has it, else one sign a cell.

use crate::surface::{Paint, Rect};
use ratatui::style::Style;
use std::sync::atomic::{AtomicBool, Ordering};

/// What lies in a cell, from the lowest layer up: the highest gives a cell its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// An area behind the lines.
    Ground,
    /// A limit, behind the lines too.
    Limit,
    /// A line.
    Line,
    /// A range.
    Range,
    /// A value.
    Value,
}

/// Dots in layers.
#[derive(Debug, Clone)]
pub struct Plot {
    columns: u16,
    rows: u16,
    cells: Vec<[u8; LAYERS.len()]>,
}

impl Plot {
    /// Nothing yet, of this many cells.
    pub fn new(columns: u16, rows: u16) -> Self {
        Self { columns, rows, cells: vec![[0; LAYERS.len()]; usize::from(columns) * usize::from(rows)] }
    }

    /// Dots from left to right.
    pub fn width(&self) -> u16 {
        2 * self.columns
    }

    /// Dots from the top down.
    pub fn height(&self) -> u16 {
        4 * self.rows
    }

    /// Sets a dot, from the left and from the bottom; nothing outside.
    pub fn dot(&mut self, layer: Layer, x: u16, from_bottom: u16) {
        if x >= self.width() || from_bottom >= self.height() {
            return;
        }
        let y = self.height() - 1 - from_bottom;
        let cell = usize::from(y / 4) * usize::from(self.columns) + usize::from(x / 2);
        self.cells[cell][layer as usize] |= BRAILLE[usize::from(y % 4)][usize::from(x % 2)];
    }

    /// The highest layer of a cell.
    pub fn top(&self, column: u16, row: u16) -> Option<Layer> {
        let at = usize::from(row) * usize::from(self.columns) + usize::from(column);
        let layers = self.cells.get(at)?;
        LAYERS.into_iter().find(|&layer| layers[layer as usize] != 0)
    }

    /// Draws it; `look` gives each layer its style and its sign where there is no braille.
    pub fn draw(
        &self,
        paint: &mut Paint<'_>,
        area: Rect,
        look: impl Fn(&Paint<'_>, Layer) -> (Style, &'static str),
    ) {
        for (at, layers) in self.cells.iter().enumerate() {
            let columns = usize::from(self.columns);
            let (column, row) = ((at % columns) as u16, (at / columns) as u16);
            let Some(top) = self.top(column, row) else { continue };
            let (style, plain) = look(paint, top);
            // The ground is seen only where nothing stands on it.
            let dots = match top {
                Layer::Ground => layers[0],
                _ => layers[1..].iter().fold(0, |all, dots| all | dots),
            };
            let sign = match IN_HALF_BLOCKS.load(Ordering::Relaxed) {
                true => half_block(dots),
                false => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
            };
            let mut buffer = [0; 4];
            let symbol = if paint.theme.is_ascii { plain } else { &*sign.encode_utf8(&mut buffer) };
            if column < area.width && row < area.height {
                paint.put(area.x + column, area.y + row, symbol, style);
            }
        }
    }
}

/// The font of the terminal has no braille; it is the same for all plots.
static IN_HALF_BLOCKS: AtomicBool = AtomicBool::new(false);

/// From now on plots are drawn in half blocks, two dots high, which the fonts of consoles have.
pub fn draw_half_blocks() {
    IN_HALF_BLOCKS.store(true, Ordering::Relaxed);
}

/// The halves of a cell in which there is a dot.
fn half_block(dots: u8) -> char {
    const UPPER: u8 = 0x01 | 0x08 | 0x02 | 0x10;
    match (dots & UPPER != 0, dots & !UPPER != 0) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    }
}

/// From the highest down.
const LAYERS: [Layer; 5] = [Layer::Value, Layer::Range, Layer::Line, Layer::Limit, Layer::Ground];
/// The bit of each dot of a cell, by its row from the top and its column.
const BRAILLE: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::lang::Lang;
    use crate::surface::theme::{Depth, Theme};
    use ratatui::buffer::Buffer;

    #[test]
    fn a_plot_of_more_cells_than_a_short_number_counts_is_drawn_where_it_lies() {
        let area = Rect::new(0, 0, 300, 220);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::of(Depth::True, true, false);
        let mut paint = Paint::on(&mut buffer, theme, Lang::En);
        let mut plot = Plot::new(300, 220);
        plot.dot(Layer::Value, 599, 0);
        plot.draw(&mut paint, area, |_, _| (Style::new(), "o"));
        let drawn = buffer.content().iter().position(|cell| cell.symbol() != " ");
        assert_eq!(drawn, Some(300 * 220 - 1));
    }

    #[test]
    fn every_dot_is_in_its_half() {
        for (y, halves) in BRAILLE.iter().enumerate() {
            for &dot in halves {
                assert_eq!(half_block(dot), if y < 2 { '▀' } else { '▄' });
            }
        }
        assert_eq!((half_block(0x81), half_block(0)), ('█', ' '));
    }

    #[test]
    fn every_dot_has_its_own_bit() {
        let mut plot = Plot::new(1, 1);
        for x in 0..2 {
            for y in 0..4 {
                let before = plot.cells[0][0];
                plot.dot(Layer::Ground, x, y);
                assert_eq!((plot.cells[0][0] & !before).count_ones(), 1);
            }
        }
        assert_eq!(plot.cells[0], [0xff, 0, 0, 0, 0]);
        plot.dot(Layer::Value, 2, 0);
        plot.dot(Layer::Value, 0, 4);
        assert_eq!(plot.cells[0][Layer::Value as usize], 0);
    }
}
