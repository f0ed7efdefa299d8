//! How large the heatmap is drawn.

use crate::hamming::{Step, Window};
use std::ops::Range;

/// How large a document is drawn; one of the two is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zoom {
    /// Documents to a dot.
    pub step: Step,
    /// Dots to a document.
    pub magnify: usize,
}

/// How the heatmap lies in its area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    /// Dots to a document, along both axes; 1 when a dot is of several documents.
    pub magnify: usize,
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
}

impl Shape {
    /// Lines of dots in one line of the terminal.
    pub fn dots_per_line(self) -> usize {
        match self {
            Self::Half => 2,
            Self::Signs => 1,
        }
    }

    /// Columns of the terminal for one dot.
    pub fn columns(self) -> usize {
        match self {
            Self::Half => 1,
            Self::Signs => 2,
        }
    }
}

impl Geometry {
    /// The places of the order at a dot, counted from the first of these that are shown.
    pub fn span(&self, dot: usize, shown: &Range<usize>) -> Range<usize> {
        let step = self.window.step;
        step.span(step.cell(shown.start) + dot / self.magnify, shown.end)
    }
}

/// More dots to a document are of no use.
const LARGEST: usize = 8;

impl Zoom {
    /// The largest at which `len` documents fit into this many dots (at most eight dots to a document).
    pub(super) fn fitting(len: usize, dots: usize) -> Self {
        let (len, dots) = (len.max(1), dots.max(1));
        Self { step: Step::fitting(len, dots), magnify: (dots / len).clamp(1, LARGEST) }
    }

    /// Dots of `len` documents.
    pub(super) fn dots(self, len: usize) -> usize {
        self.step.cells(len) * self.magnify
    }

    pub(super) fn nearer(self) -> Self {
        match self.step.most() {
            1 => Self { magnify: (self.magnify * 2).min(LARGEST), ..self },
            most => Self { step: Step::each(most / 2), magnify: 1 },
        }
    }

    pub(super) fn farther(self, fitting: Self) -> Self {
        if self.magnify > 1 {
            return Self { magnify: (self.magnify / 2).max(fitting.magnify.min(self.magnify)), ..self };
        }
        let most = self.step.most() * 2;
        if most >= fitting.step.most() { fitting } else { Self { step: Step::each(most), magnify: 1 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitting_zoom_is_the_largest_that_shows_everything() {
        for (len, dots, most, magnify, used) in [
            (10, 100, 1, 8, 80),
            (30, 100, 1, 3, 90),
            (50, 100, 1, 2, 100),
            (51, 100, 1, 1, 51),
            (100, 100, 1, 1, 100),
            (101, 100, 2, 1, 100),
            (88, 58, 2, 1, 58),
            (343_792, 60, 5730, 1, 60),
        ] {
            let zoom = Zoom::fitting(len, dots);
            assert_eq!(
                (zoom.step.most(), zoom.magnify, zoom.dots(len)),
                (most, magnify, used),
                "{len} in {dots}"
            );
        }
    }

    #[test]
    fn zooming_in_and_out_comes_back_to_the_whole() {
        for (len, dots) in [(1000, 60), (88, 58), (20, 60), (59, 60)] {
            let fitting = Zoom::fitting(len, dots);
            let mut zoom = fitting;
            for _ in 0..12 {
                zoom = zoom.nearer();
            }
            assert_eq!(zoom, Zoom { step: Step::each(1), magnify: LARGEST });
            for _ in 0..12 {
                zoom = zoom.farther(fitting);
            }
            assert_eq!(zoom, fitting);
        }
    }
}
