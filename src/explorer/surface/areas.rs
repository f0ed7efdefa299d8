//! The map of what was drawn where: written by the views, read by the mouse.

use crate::surface::action::{Action, Pane};
use crate::surface::axis::Axis;
use crate::surface::pixels::Pixels;
use ratatui::layout::{Position, Rect};

/// What lies under a rectangle of the last frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A click does this.
    Act(Action),
    /// A track with `last` + 1 stops over its width.
    Slider { last: u8 },
    /// An axis on which a press sets k; over rows of a list only a drag does.
    Axis(Axis),
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
pub struct Areas {
    all: Vec<(Rect, Target)>,
    /// What is framed and has the keys.
    focus: Option<Rect>,
    selected: Option<Position>,
    /// The line that is typed into.
    pub line: Option<Rect>,
    /// Where the terminal's cursor belongs, if a text is typed into.
    pub cursor: Option<Position>,
    /// The picture whose signs are drawn.
    pub pixels: Option<Pixels>,
    /// What lies between head and foot: without what stands over a screen, and with it.
    pub bodies: [Rect; 2],
}

impl Areas {
    /// Notes that `target` was drawn at `area`.
    pub fn push(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.all.push((area, target));
        }
    }

    /// Everything below is covered from here on: an overlay was opened.
    pub fn cover(&mut self) {
        self.all.clear();
        self.cursor = None;
    }

    /// A line that is typed into was drawn here.
    pub fn note_line(&mut self, area: Rect) {
        self.line = Some(area);
    }

    /// What is framed here has the keys.
    pub fn note_focus(&mut self, area: Rect) {
        (self.focus, self.selected) = (Some(area), None);
    }

    /// A row is marked as the selected one of its list.
    pub fn note_selected(&mut self, row: Rect) {
        let at = Position::new(row.x, row.y);
        if self.focus.is_some_and(|focus| focus.contains(at)) {
            self.selected = Some(at);
        }
    }

    /// Where the eye is while the cursor is hidden: the selected row of what has the keys, or else its first place.
    pub fn place(&self) -> Option<Position> {
        let corner = self.focus.map(|focus| Position::new(focus.x + 1, focus.y + 1));
        self.selected.or(corner).filter(|_| self.cursor.is_none())
    }

    /// The topmost target at a position.
    pub fn at(&self, column: u16, row: u16) -> Option<(Rect, Target)> {
        let position = Position::new(column, row);
        self.all.iter().rev().find(|(area, _)| area.contains(position)).copied()
    }

    /// The axis at a position, whatever lies over it.
    pub fn axis_at(&self, column: u16, row: u16) -> Option<Axis> {
        let position = Position::new(column, row);
        self.all.iter().rev().find_map(|(area, target)| match target {
            Target::Axis(axis) if area.contains(position) => Some(*axis),
            _ => None,
        })
    }

    /// The first area of the targets that `wanted` accepts.
    pub fn find(&self, wanted: impl Fn(&Target) -> bool) -> Option<Rect> {
        self.all.iter().find(|(_, target)| wanted(target)).map(|(area, _)| *area)
    }
}
