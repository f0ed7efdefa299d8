//! The map of what was drawn where: written by the views, read by the mouse.

use crate::action::{Action, Pane};
use ratatui::layout::{Position, Rect};

/// What lies under a rectangle of the last frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A click does this.
    Act(Action),
    /// The track of the k slider; `bits` + 1 stops over its width.
    Slider {
        /// Width of the signature.
        bits: u8,
    },
    /// Rows of a list, one line each; the first line shows row `first` of `rows`.
    Rows {
        /// The list.
        pane: Pane,
        /// Index of the first row shown.
        first: usize,
        /// Rows in the list.
        rows: usize,
    },
    /// A pane that only takes the keys and the wheel.
    Pane(Pane),
    /// Cells of bits, the most significant first, `columns` bits a line, `cell` columns each.
    Bits {
        /// Width of the signature.
        bits: u8,
        /// Bits in one line.
        columns: u8,
        /// Terminal columns of one bit.
        cell: u8,
    },
    /// A plane without rows, such as a text or the heatmap, on which every place counts.
    Plane(Pane),
}

/// Rectangles and their targets; later ones lie on top.
#[derive(Debug, Clone, Default)]
pub struct Areas(Vec<(Rect, Target)>);

impl Areas {
    /// Notes that `target` was drawn at `area`.
    pub fn push(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.0.push((area, target));
        }
    }

    /// Everything below is covered from here on: an overlay was opened.
    pub fn cover(&mut self) {
        self.0.clear();
    }

    /// The topmost target at a position.
    pub fn at(&self, column: u16, row: u16) -> Option<(Rect, Target)> {
        let position = Position::new(column, row);
        self.0.iter().rev().find(|(area, _)| area.contains(position)).copied()
    }

    /// The first area of the targets that `wanted` accepts.
    pub fn find(&self, wanted: impl Fn(&Target) -> bool) -> Option<Rect> {
        self.0.iter().find(|(_, target)| wanted(target)).map(|(area, _)| *area)
    }
}
