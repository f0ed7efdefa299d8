//! The lines of the dendrogram in the rows in view. The line of a row ends at the distance at which it joins a row above.

use crate::surface::{Axis, Paint, Role};
use simscope_core::groups::Run;
use std::ops::Range;

// Sides of a cell to which a line goes.
const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
/// The line is of a group at k.
const WITHIN: u8 = 16;

/// The cells of some rows.
pub(super) struct Grid {
    axis: Axis,
    shown: Range<usize>,
    cells: Vec<u8>,
    is_grouped: Vec<bool>,
}

/// Rows below the view that are searched for merges with rows in view.
const MOST_BELOW: usize = 4096;

/// What the lines are read from.
struct Heights<'a> {
    gap: &'a [u8],
    rows: &'a [Run],
    last: u8,
}

impl Heights<'_> {
    /// The distance at which a row joins the rows above it; `None` for the first row of a part.
    fn at(&self, row: usize) -> Option<u8> {
        let (start, above) = (self.rows.get(row)?.start, self.rows.get(row.checked_sub(1)?)?);
        let height = self.gap[start as usize];
        (above.start + above.len == start && height <= self.last).then_some(height)
    }

    /// The first of the rows above that have joined nearer than `height`; not before `least`.
    fn top(&self, mut row: usize, height: u8, least: usize) -> usize {
        while row > least && self.at(row).is_some_and(|at| at < height) {
            row -= 1;
        }
        row
    }
}

impl Grid {
    pub(super) fn of(gap: &[u8], rows: &[Run], shown: Range<usize>, (axis, k): (Axis, u8)) -> Self {
        let heights = Heights { gap, rows, last: axis.last };
        let is_grouped = |row: usize| {
            let joins = |row| heights.at(row).is_some_and(|height| height <= k);
            rows[row].len > 1 || joins(row) || joins(row + 1)
        };
        let mut grid = Self {
            axis,
            cells: vec![0; shown.len() * axis.columns().len()],
            is_grouped: shown.clone().map(is_grouped).collect(),
            shown: shown.clone(),
        };
        // One row above those in view stands for all of them.
        let least = shown.start.saturating_sub(1);
        for row in shown.clone() {
            let height = heights.at(row);
            if let Some(height) = height {
                let top = heights.top(row - 1, height, least);
                grid.join(top..row, height, k);
            }
        }
        let mut highest = None;
        for row in (shown.end..rows.len()).take(MOST_BELOW) {
            let Some(height) = heights.at(row) else { break };
            if highest.is_none_or(|highest| height > highest) {
                let top = heights.top(shown.end - 1, height, least);
                grid.join(top..row, height, k);
                highest = Some(height);
            }
        }
        shown.for_each(|row| grid.go_on(row, heights.at(row).map(|height| axis.join(height)), k));
        grid
    }

    fn at(&self, row: usize, column: u16) -> u8 {
        let columns = self.axis.columns();
        self.cells[(row - self.shown.start) * columns.len() + usize::from(column - columns.start)]
    }

    fn add(&mut self, row: usize, column: u16, sides: u8) {
        let columns = self.axis.columns();
        if self.shown.contains(&row) && columns.contains(&column) {
            let at = (row - self.shown.start) * columns.len() + usize::from(column - columns.start);
            self.cells[at] |= sides;
        }
    }

    /// A row joins the first of those above it.
    fn join(&mut self, rows: Range<usize>, height: u8, k: u8) {
        let (column, within) = (self.axis.join(height), if height <= k { WITHIN } else { 0 });
        for row in rows.start.max(self.shown.start)..=rows.end {
            let sides = match (row == rows.start, row == rows.end) {
                (true, _) => LEFT | DOWN,
                (_, true) => LEFT | UP,
                _ => UP | DOWN,
            };
            self.add(row, column, sides | within);
        }
    }

    /// The line of a row up to where it joins; a group goes on to the line at k at least.
    fn go_on(&mut self, row: usize, end: Option<u16>, k: u8) {
        let (is_grouped, line) = (self.is_grouped(row), self.axis.line(k));
        let columns = self.axis.columns();
        let start = columns.start;
        let joined = |column: &u16| self.at(row, *column) & DOWN != 0;
        let end = end.unwrap_or_else(|| {
            columns.rev().find(joined).unwrap_or(start).max(if is_grouped { line + 1 } else { start })
        });
        for column in start..end {
            let within = if is_grouped && column <= line { WITHIN } else { 0 };
            self.add(row, column, LEFT | RIGHT | within);
        }
    }

    /// Whether a row in view is of a group at k.
    pub(super) fn is_grouped(&self, row: usize) -> bool {
        self.is_grouped[row - self.shown.start]
    }

    pub(super) fn draw(&self, paint: &mut Paint<'_>, y: u16, row: usize, role: Role) {
        let columns = self.axis.columns();
        let first = (row - self.shown.start) * columns.len();
        for (x, cell) in columns.clone().zip(&self.cells[first..first + columns.len()]) {
            let is_within = cell & WITHIN != 0;
            let role = if is_within { role } else { Role::Dim };
            if let Some(symbol) = symbol(cell & !WITHIN, is_within) {
                paint.put(x, y, symbol, paint.style(role));
            }
        }
    }
}

fn symbol(sides: u8, is_within: bool) -> Option<&'static str> {
    let [heavy, light] = match sides {
        0 => return None,
        _ if sides & (UP | DOWN) == 0 => ["━", "·"],
        _ if sides & (LEFT | RIGHT) == 0 => ["┃", "│"],
        _ if sides == LEFT | DOWN => ["┓", "╮"],
        _ if sides == LEFT | UP => ["┛", "╯"],
        _ if sides == LEFT | UP | DOWN => ["┫", "┤"],
        _ if sides == LEFT | RIGHT | DOWN => ["┳", "┬"],
        _ if sides == LEFT | RIGHT | UP => ["┻", "┴"],
        _ => ["╋", "┼"],
    };
    Some(if is_within { heavy } else { light })
}
