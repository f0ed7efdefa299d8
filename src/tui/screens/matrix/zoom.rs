//! How large the heatmap is drawn.

use crate::hamming::Window;

/// How large a document is drawn; one of the two is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zoom {
    /// Documents to a dot.
    pub scale: usize,
    /// Dots to a document.
    pub magnify: usize,
}

/// How the heatmap lies in its area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    /// Dots to a document, along both axes; 1 when `window.scale` is above 1.
    pub magnify: usize,
    /// Lines of dots in one terminal line: 2 or 1.
    pub dots_per_line: usize,
    /// What is shown.
    pub window: Window,
}

/// More dots to a document are of no use.
const LARGEST: usize = 8;

impl Zoom {
    /// The largest at which `len` documents fit into this many dots (at most four dots to a document).
    pub(super) fn fitting(len: usize, dots: usize) -> Self {
        let (len, dots) = (len.max(1), dots.max(1));
        let magnify = [4, 2, 1].into_iter().find(|magnify| len * magnify <= dots).unwrap_or(1);
        Self { scale: len.div_ceil(dots), magnify }
    }

    pub(super) fn nearer(self) -> Self {
        match self.scale {
            1 => Self { scale: 1, magnify: (self.magnify * 2).min(LARGEST) },
            scale => Self { scale: scale / 2, magnify: 1 },
        }
    }

    pub(super) fn farther(self, fitting: Self) -> Self {
        if self.magnify > 1 {
            return Self { scale: 1, magnify: (self.magnify / 2).max(fitting.magnify.min(self.magnify)) };
        }
        Self { scale: (self.scale * 2).min(fitting.scale.max(self.scale)), magnify: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitting_zoom_is_the_largest_that_shows_everything() {
        for (len, dots, scale, magnify) in [
            (10, 100, 1, 4),
            (50, 100, 1, 2),
            (51, 100, 1, 1),
            (100, 100, 1, 1),
            (101, 100, 2, 1),
            (343_792, 60, 5730, 1),
        ] {
            assert_eq!(Zoom::fitting(len, dots), Zoom { scale, magnify }, "{len} in {dots}");
        }
    }

    #[test]
    fn zooming_in_and_out_comes_back_to_the_whole() {
        let fitting = Zoom::fitting(1000, 60);
        let mut zoom = fitting;
        for _ in 0..12 {
            zoom = zoom.nearer();
        }
        assert_eq!(zoom, Zoom { scale: 1, magnify: LARGEST });
        for _ in 0..12 {
            zoom = zoom.farther(fitting);
        }
        assert!(zoom.scale >= fitting.scale, "{zoom:?}");
    }
}
