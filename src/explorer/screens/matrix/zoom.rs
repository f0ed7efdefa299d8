//! How large the heatmap is drawn.

use crate::surface::pixels::DOTS;
use ratatui::layout::Rect;
use simscope_core::hamming::{Step, Window};
use std::ops::Range;

/// How large a document is drawn; one of the two is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zoom {
    /// Documents to a dot.
    pub step: Step,
    /// Dots to a document.
    pub magnify: Magnify,
}

/// Dots to a cell, at least 1: a ratio, so that few cells fill a given number of dots as evenly as whole dots can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Magnify {
    dots: usize,
    cells: usize,
}

impl Magnify {
    /// The same number of dots to each cell.
    pub fn each(dots: usize) -> Self {
        Self { dots: dots.max(1), cells: 1 }
    }

    /// The given number of cells in exactly the given number of dots; one dot to a cell where the dots are fewer.
    fn filling(cells: usize, dots: usize) -> Self {
        match dots.is_multiple_of(cells) {
            _ if dots <= cells => Self::each(1),
            true => Self::each(dots / cells),
            false => Self { dots, cells },
        }
    }

    /// Dots of the smallest cell.
    pub fn least(self) -> usize {
        self.dots / self.cells
    }

    /// The first dot of a cell; both are counted from the first one that is shown.
    pub fn first(self, cell: isize) -> isize {
        (cell * self.dots as isize).div_euclid(self.cells as isize)
    }

    /// The cell that has a dot.
    pub fn cell(self, dot: usize) -> usize {
        ((dot + 1) * self.cells).div_ceil(self.dots) - 1
    }

    /// Whether a run of documents, one to a cell, takes at least a share `part` / `of` of a dot.
    pub fn is_seen(self, documents: usize, (part, of): (usize, usize)) -> bool {
        of * documents * self.dots >= part * self.cells
    }
}

/// How the heatmap lies in its area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    /// Dots to a document, along both axes; 1 when a dot is of several documents.
    pub magnify: Magnify,
    /// What a dot takes on the screen.
    pub shape: Shape,
    /// What is shown.
    pub window: Window,
}

/// What a dot takes on the screen: a square, as a line is about twice as high as a column is wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The upper or lower half of a cell of the terminal.
    Half,
    /// Two cells side by side, each with a sign.
    Signs,
    /// A pixel or a few of them.
    Pixels,
}

impl Shape {
    /// Lines of dots in one line of the terminal.
    pub fn dots_per_line(self) -> usize {
        match self {
            Self::Half => 2,
            Self::Signs => 1,
            Self::Pixels => DOTS.1,
        }
    }

    /// Dots of an area, across and down.
    pub fn dots(self, area: Rect) -> (usize, usize) {
        (self.across(area.width), usize::from(area.height) * self.dots_per_line())
    }

    /// Columns of the terminal for one dot, if not less than one.
    pub fn columns(self) -> usize {
        if self == Self::Signs { 2 } else { 1 }
    }

    /// Dots of one column, if not less than one.
    pub fn per_column(self) -> usize {
        if self == Self::Pixels { DOTS.0 } else { 1 }
    }

    /// Whole dots in a number of columns.
    pub fn across(self, columns: u16) -> usize {
        usize::from(columns) * self.per_column() / self.columns()
    }
}

impl Geometry {
    /// The places of the order at a dot, counted from the first of these that are shown.
    pub fn span(&self, dot: usize, shown: &Range<usize>) -> Range<usize> {
        let step = self.window.step;
        step.span(step.cell(shown.start) + self.magnify.cell(dot), shown.end)
    }
}

/// More dots to a document are of no use, but to fill the pane.
const LARGEST: usize = 8;

impl Zoom {
    /// The largest at which `len` documents fit into this many dots; where they are fewer they fill them.
    pub(super) fn fitting(len: usize, dots: usize) -> Self {
        let (len, dots) = (len.max(1), dots.max(1));
        Self { step: Step::fitting(len, dots), magnify: Magnify::filling(len, dots) }
    }

    /// Dots of `len` documents.
    pub(super) fn dots(self, len: usize) -> usize {
        self.magnify.first(self.step.cells(len) as isize) as usize
    }

    pub(super) fn nearer(self, shape: Shape) -> Self {
        let largest = LARGEST * shape.per_column();
        match self.step.most() {
            1 if self.magnify.least() >= largest => self,
            1 => Self { magnify: Magnify::each((self.magnify.least() * 2).min(largest)), ..self },
            most => Self { step: Step::each(most / 2), magnify: Magnify::each(1) },
        }
    }

    pub(super) fn farther(self, fitting: Self) -> Self {
        if self.magnify != Magnify::each(1) {
            let half = self.magnify.least() / 2;
            let is_fitting = half <= fitting.magnify.least() && fitting.step.is_one();
            return if is_fitting { fitting } else { Self { magnify: Magnify::each(half), ..self } };
        }
        let most = self.step.most() * 2;
        if most >= fitting.step.most() { fitting } else { Self { step: Step::each(most), ..self } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitting_zoom_is_the_largest_that_shows_everything() {
        for (len, dots, most, magnify, used) in [
            (1, 100, 1, 100, 100),
            (10, 100, 1, 10, 100),
            (30, 100, 1, 3, 100),
            (50, 100, 1, 2, 100),
            (51, 100, 1, 1, 100),
            (100, 100, 1, 1, 100),
            (101, 100, 2, 1, 100),
            (88, 58, 2, 1, 58),
            (343_792, 60, 5730, 1, 60),
        ] {
            let zoom = Zoom::fitting(len, dots);
            assert_eq!(
                (zoom.step.most(), zoom.magnify.least(), zoom.dots(len)),
                (most, magnify, used),
                "{len} in {dots}"
            );
        }
    }

    #[test]
    fn every_dot_is_of_the_cell_whose_dots_hold_it() {
        for (cells, dots) in [(30, 58), (51, 100), (88, 104), (3, 58), (7, 7), (9, 5)] {
            let magnify = Magnify::filling(cells, dots);
            for cell in 0..cells {
                let (first, next) = (magnify.first(cell as isize), magnify.first(cell as isize + 1));
                assert!(next > first && next - first <= magnify.least() as isize + 1, "{cells} in {dots}");
                assert!((first..next).all(|dot| magnify.cell(dot as usize) == cell), "{cells} in {dots}");
            }
        }
    }

    #[test]
    fn zooming_in_and_out_comes_back_to_the_whole() {
        for (len, dots) in [(1000, 60), (88, 58), (20, 60), (59, 60)] {
            let fitting = Zoom::fitting(len, dots);
            let mut zoom = fitting;
            for _ in 0..12 {
                zoom = zoom.nearer(Shape::Half);
            }
            assert_eq!(zoom, Zoom { step: Step::each(1), magnify: Magnify::each(LARGEST) });
            for _ in 0..12 {
                zoom = zoom.farther(fitting);
            }
            assert_eq!(zoom, fitting);
        }
    }
}
