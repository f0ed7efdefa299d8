//! The groups in the heatmap: squares on the diagonal, outlined, or marks where they are too small.

use crate::screens::matrix::Scene;
use crate::screens::matrix::keys::Order;
use crate::screens::matrix::zoom::Geometry;
use crate::surface::{Paint, Rect, Role};
use simscope_core::groups::Groups;
use simscope_core::hamming::Window;
use simscope_core::visible;
use std::ops::Range;

/// Sides to which a line goes on from a dot.
const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// The fewest dots of a group that is outlined.
const LEAST: isize = 3;

/// What lies over the dots of a heatmap, row by row.
pub(super) struct Outlines {
    width: usize,
    /// Sides to which lines go.
    lines: Vec<u8>,
    marks: Vec<bool>,
}

impl Outlines {
    /// Outlines these runs of documents just outside their squares, so that none of their own dots is hidden; smaller
    /// ones are marked on the diagonal. The area has `width` × `height` dots.
    pub(super) fn of(
        runs: impl Iterator<Item = Range<usize>>,
        geometry: &Geometry,
        (width, height): (usize, usize),
    ) -> Self {
        let mut all = Self { width, lines: vec![0; width * height], marks: vec![false; width * height] };
        for run in runs.filter(|run| !run.is_empty()) {
            let Geometry { magnify, window: Window { rows, columns, step }, .. } = geometry;
            let dot_of =
                |cell: usize, of: &Range<usize>| magnify.first(cell as isize - step.cell(of.start) as isize);
            let (first, last) = (run.start, run.end - 1);
            // The lines are before the first dot and behind the last one.
            let ends =
                |of: &Range<usize>| (dot_of(step.cell(first), of) - 1, dot_of(step.cell(last) + 1, of));
            let (top, bottom) = ends(rows);
            if bottom - top > LEAST {
                all.outline((top, bottom), ends(columns), height as isize);
                continue;
            }
            for cell in step.cell(first)..=step.cell(last) {
                let (y, x) = (dot_of(cell, rows), dot_of(cell, columns));
                if (0..height as isize).contains(&y) && (0..width as isize).contains(&x) {
                    all.marks[y as usize * width + x as usize] = true;
                }
            }
        }
        all
    }

    fn outline(&mut self, (top, bottom): (isize, isize), (left, right): (isize, isize), height: isize) {
        let width = self.width as isize;
        let mut add = |y: isize, x: isize, sides: [(bool, u8); 2]| {
            if (0..height).contains(&y) && (0..width).contains(&x) {
                let line = &mut self.lines[(y * width + x) as usize];
                *line |= sides.iter().filter(|side| side.0).fold(0, |all, side| all | side.1);
            }
        };
        for x in left.max(0)..=right.min(width - 1) {
            for y in [top, bottom] {
                add(y, x, [(x > left, LEFT), (x < right, RIGHT)]);
            }
        }
        for y in top.max(0)..=bottom.min(height - 1) {
            for x in [left, right] {
                add(y, x, [(y > top, UP), (y < bottom, DOWN)]);
            }
        }
    }

    /// Whether a line goes through a dot.
    pub(super) fn is_line(&self, y: usize, x: usize) -> bool {
        self.lines[y * self.width + x] != 0
    }

    /// Whether a small group is marked at a dot.
    pub(super) fn is_mark(&self, y: usize, x: usize) -> bool {
        self.marks[y * self.width + x]
    }

    /// The sign of the line at a dot; its corners are other ones than those of panes.
    pub(super) fn sign(&self, y: usize, x: usize) -> &'static str {
        let line = self.lines[y * self.width + x];
        match (line & (UP | DOWN) != 0, line & (LEFT | RIGHT) != 0) {
            (true, false) => "│",
            (false, true) => "─",
            _ => match line {
                _ if line == DOWN | RIGHT => "╭",
                _ if line == DOWN | LEFT => "╮",
                _ if line == UP | RIGHT => "╰",
                _ if line == UP | LEFT => "╯",
                _ => "┼",
            },
        }
    }
}

/// The room for them beside the map.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edges {
    /// Columns at the left: numbers, and names where they are many.
    pub left: u16,
    /// Lines above: numbers.
    pub top: u16,
}

/// Columns for a number and a blank on each side.
const NUMBER: u16 = 6;
/// Columns for a name before it.
const NAME: u16 = 16;
/// Documents of a map whose groups are named. In a larger one too few groups are large enough for a place of their own.
const MOST_NAMED: usize = 400;

impl Edges {
    /// What there is room for in the area of the screen; nothing where the order is not by group.
    pub fn of(scene: Scene<'_>, area: Rect) -> Self {
        if scene.own.order != Order::Group || scene.own.group.is_some() {
            return Self::default();
        }
        match area.width {
            160.. if scene.own.heat_len(scene.shared) <= MOST_NAMED => Self { left: NAME + NUMBER, top: 1 },
            110.. => Self { left: NUMBER, top: 1 },
            _ => Self::default(),
        }
    }

    /// Where the map lies within its pane.
    pub(super) fn map(self, inner: Rect) -> Rect {
        let (left, top) = (self.left.min(inner.width), self.top.min(inner.height));
        Rect { x: inner.x + left, y: inner.y + top, width: inner.width - left, height: inner.height - top }
    }

    /// Writes the groups at their rows and columns, the largest first. A group is left out if its place is taken, or if it has
    /// less than a quarter of the documents of that place.
    pub(super) fn draw(
        self,
        scene: Scene<'_>,
        paint: &mut Paint<'_>,
        map: Rect,
        (geometry, groups): (&Geometry, &Groups),
    ) {
        let lines = geometry.shape.dots_per_line();
        let mut is_free = vec![true; usize::from(map.height)];
        let (rows, columns) = (&geometry.window.rows, &geometry.window.columns);
        for (number, dots) in largest_first(geometry, groups, rows, lines) {
            let at = (dots.start + dots.end - 1) / 2 / lines;
            if self.left > 0 && is_free.get(at).is_some_and(|is_free| *is_free) {
                is_free[at] = false;
                self.row(scene, paint, (map.x - self.left, map.y + at as u16), (number, groups));
            }
        }
        if self.top == 0 {
            return;
        }
        let mut is_free = vec![true; usize::from(map.width)];
        let wide = geometry.shape.columns();
        for (number, dots) in largest_first(geometry, groups, columns, 1) {
            let text = format!("#{number}");
            let (middle, width) = ((dots.start + dots.end) * wide / 2, visible::width(&text));
            let first = middle.saturating_sub(width.div_ceil(2)).min(is_free.len().saturating_sub(width));
            // A blank parts it from the next one.
            let taken = first.saturating_sub(1)..(first + width + 1).min(is_free.len());
            if width <= is_free.len() && is_free[taken.clone()].iter().all(|is_free| *is_free) {
                is_free[taken].fill(false);
                paint.say(map.x + first as u16, map.y - 1, width as u16, &text, role(scene, groups, number));
            }
        }
    }

    /// The number of a group before one line of the map, and where there is room its name.
    fn row(self, scene: Scene<'_>, paint: &mut Paint<'_>, at: (u16, u16), (group, groups): (usize, &Groups)) {
        let (x, y) = at;
        let name = self.left.saturating_sub(NUMBER);
        if name > 0 {
            let document = scene.model.corpus.get(groups.members(group)[0] as usize);
            paint.name(x + 1, y, name - 1, document.label.unwrap_or(document.id), Role::Dim);
        }
        paint.right(x + name, y, NUMBER - 1, &format!("#{group}"), role(scene, groups, group));
    }
}

/// The group of the selected document stands out.
fn role(scene: Scene<'_>, groups: &Groups, number: usize) -> Role {
    let is_selected =
        scene.selected_document().is_some_and(|document| groups.number_of(document) == Some(number));
    if is_selected { Role::Within } else { Role::Dim }
}

/// The groups that are shown along an axis, with their dots; no group that is less than a quarter of the documents of
/// `together` dots.
fn largest_first(
    geometry: &Geometry,
    groups: &Groups,
    shown: &Range<usize>,
    together: usize,
) -> Vec<(usize, Range<usize>)> {
    let step = geometry.window.step;
    let begin = step.cell(shown.start);
    let mut all: Vec<(usize, Range<usize>)> = groups
        .runs_in(shown.clone())
        .iter()
        .map(|run| run.range())
        .filter(|run| geometry.magnify.is_seen(run.len(), (step.most() * together, 4)))
        .filter_map(|run| {
            let (first, last) = (run.start.max(shown.start), run.end.min(shown.end).checked_sub(1)?);
            let dot = |cell: usize| geometry.magnify.first((cell - begin) as isize) as usize;
            Some((groups.number_at(run.start as u32)?, dot(step.cell(first))..dot(step.cell(last) + 1)))
        })
        .collect();
    all.sort_unstable_by_key(|group| group.0);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::matrix::zoom::{Magnify, Shape};
    use proptest::prelude::*;
    use simscope_core::hamming::Step;

    fn geometry(rows: usize, columns: usize, scale: usize, magnify: usize) -> Geometry {
        let step = Step::each(scale);
        let window = Window { rows: rows..rows + 100, columns: columns..columns + 100, step };
        Geometry { magnify: Magnify::each(magnify), shape: Shape::Half, window }
    }

    fn drawn(outlines: &Outlines) -> String {
        let sign = |at: usize| match (outlines.lines[at], outlines.marks[at]) {
            (0, false) => " ",
            (0, true) => "x",
            _ => outlines.sign(at / outlines.width, at % outlines.width),
        };
        let rows = (0..outlines.lines.len()).step_by(outlines.width);
        rows.map(|row| (row..row + outlines.width).map(sign).collect::<String>().trim_end().to_owned() + "\n")
            .collect()
    }

    #[test]
    fn groups_of_three_dots_are_outlined_and_smaller_ones_marked() {
        let outlines = Outlines::of([1..4, 5..7, 9..10].into_iter(), &geometry(0, 0, 1, 1), (9, 9));
        insta::assert_snapshot!(drawn(&outlines), @r"
        ╭───╮
        │   │
        │   │
        │   │
        ╰───╯
             x
              x
        ");
        // The same documents two to a dot, and one at two dots.
        let half = Outlines::of([2..8, 10..14].into_iter(), &geometry(0, 0, 2, 1), (8, 8));
        assert!(half.is_line(0, 0) && half.is_line(4, 4) && !half.is_line(5, 5));
        assert!(half.is_mark(5, 5) && half.is_mark(6, 6) && !half.is_mark(1, 1));
        let double = Outlines::of(std::iter::once(1..3), &geometry(0, 0, 1, 2), (8, 8));
        assert!(double.is_line(1, 1) && double.is_line(6, 6) && !double.is_line(2, 2));
    }

    proptest! {
        /// A window that is panned shows a part of the whole.
        #[test]
        fn a_panned_window_shows_the_same_lines(
            rows in 0..12_usize, columns in 0..12_usize, cuts in prop::collection::vec(1..9_usize, 1..6),
            scale in 1..4_usize, magnify in prop::sample::select(vec![1_usize, 2, 4]),
        ) {
            let magnify = if scale > 1 { 1 } else { magnify };
            let mut ends = cuts.clone();
            for i in 1..ends.len() {
                ends[i] += ends[i - 1];
            }
            let runs = || ends.windows(2).map(|pair| pair[0]..pair[1]);
            let whole = Outlines::of(runs(), &geometry(0, 0, scale, magnify), (200, 200));
            let panned = Outlines::of(runs(), &geometry(rows * scale, columns * scale, scale, magnify), (30, 20));
            for y in 0..20 {
                for x in 0..30 {
                    let (far_y, far_x) = (y + rows * magnify, x + columns * magnify);
                    prop_assert_eq!(panned.is_line(y, x), whole.is_line(far_y, far_x));
                    prop_assert_eq!(panned.is_mark(y, x), whole.is_mark(far_y, far_x));
                    prop_assert!(!panned.is_line(y, x) || panned.sign(y, x) == whole.sign(far_y, far_x));
                }
            }
        }
    }
}
