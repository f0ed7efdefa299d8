//! The groups in the heatmap: corners of their squares on the diagonal, and their names at its edges.

use super::groups_shown;
use crate::screens::matrix::keys::Order;
use crate::screens::matrix::part::{AT_ONCE, Part};
use crate::screens::matrix::work::Shown;
use crate::screens::matrix::zoom::Geometry;
use crate::screens::matrix::{PAIR, Scene};
use crate::surface::{Paint, Rect, Role};
use simscope_core::hamming::Window;
use simscope_core::visible;
use std::collections::HashMap;
use std::ops::Range;

/// The fewest dots of a group that has corners.
const LEAST: isize = 3;

/// Dots, row and column, with the sign of the corner over them.
pub(super) type Corners = HashMap<(usize, usize), &'static str>;

/// The upper right and the lower left corners of these runs of documents, just outside their squares. There a document before
/// a group meets one behind it, so that no corner hides a pair of any group.
pub(super) fn corners(
    runs: impl Iterator<Item = Range<usize>>,
    geometry: &Geometry,
    (width, height): (usize, usize),
) -> Corners {
    let Geometry { magnify, window: Window { rows, columns, step }, .. } = geometry;
    let mut all = Corners::new();
    for run in runs.filter(|run| !run.is_empty()) {
        let dot_of =
            |cell: usize, of: &Range<usize>| magnify.first(cell as isize - step.cell(of.start) as isize);
        // The dots before the first one and behind the last one.
        let ends = |of| (dot_of(step.cell(run.start), of) - 1, dot_of(step.cell(run.end - 1) + 1, of));
        let ((top, bottom), (left, right)) = (ends(rows), ends(columns));
        for (y, x, sign) in [(top, right, "╮"), (bottom, left, "╰")] {
            let is_seen = (0..height as isize).contains(&y) && (0..width as isize).contains(&x);
            if is_seen && bottom - top > LEAST {
                all.insert((y as usize, x as usize), sign);
            }
        }
    }
    all
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
/// The fewest and the most columns for a name before it.
const NAME: Range<u16> = 10..24;
/// From the first width on there is room for names, from the second on for numbers.
const WIDE: Range<u16> = 80..110;

impl Edges {
    /// What there is room for in the area of the screen beside map and pair; nothing where the order is not by group, or
    /// without groups.
    pub fn of(scene: Scene<'_>, area: Rect) -> Self {
        let own = scene.own;
        let has_none = scene.groups.as_ref().is_some_and(|groups| groups.count() == 0);
        if own.order != Order::Group
            || matches!(own.part, Part::Group(_))
            || has_none
            || area.width < WIDE.start
        {
            return Self::default();
        }
        // Of many documents too few groups are large enough for a place of their own.
        let is_named = own.heat_len(scene.shared) <= AT_ONCE || own.numbers(scene.shared).is_some();
        if area.width < WIDE.end {
            return Self { left: if is_named { NAME.start } else { 0 }, top: 0 };
        }
        let map = own.map_width(scene.shared, area.height.saturating_sub(3)) + 2;
        let name = area.width.saturating_sub(map + NUMBER + PAIR).min(NAME.end);
        Self { left: NUMBER + if is_named && name >= NAME.start { name } else { 0 }, top: 1 }
    }

    /// Where the map lies within its pane.
    pub(super) fn map(self, inner: Rect) -> Rect {
        let (left, top) = (self.left.min(inner.width), self.top.min(inner.height));
        Rect { x: inner.x + left, y: inner.y + top, width: inner.width - left, height: inner.height - top }
    }

    /// Writes the groups at their rows and columns, the largest first. A group is left out if its place is taken, or if it has
    /// less than an eighth of the documents of that place.
    pub(super) fn draw(
        self,
        scene: Scene<'_>,
        paint: &mut Paint<'_>,
        map: Rect,
        (geometry, shown): (&Geometry, &Shown),
    ) {
        let lines = geometry.shape.dots_per_line();
        let mut is_free = vec![true; usize::from(map.height)];
        let (rows, columns) = (&geometry.window.rows, &geometry.window.columns);
        for (number, first, dots) in largest_first(scene, (geometry, shown), rows, lines) {
            let at = (dots.start + dots.end - 1) / 2 / lines;
            if self.left > 0 && is_free.get(at).is_some_and(|is_free| *is_free) {
                is_free[at] = false;
                self.row(scene, paint, (map.x - self.left, map.y + at as u16), (number, first));
            }
        }
        if self.top == 0 {
            return;
        }
        let mut is_free = vec![true; usize::from(map.width)];
        let (wide, each) = (geometry.shape.columns(), geometry.shape.per_column());
        for (number, _, dots) in largest_first(scene, (geometry, shown), columns, each) {
            let text = format!("#{number}");
            let (middle, width) = ((dots.start + dots.end) * wide / each / 2, visible::width(&text));
            let first = middle.saturating_sub(width.div_ceil(2)).min(is_free.len().saturating_sub(width));
            // A blank parts it from the next one.
            let taken = first.saturating_sub(1)..(first + width + 1).min(is_free.len());
            if width <= is_free.len() && is_free[taken.clone()].iter().all(|is_free| *is_free) {
                is_free[taken].fill(false);
                paint.say(map.x + first as u16, map.y - 1, width as u16, &text, role(scene, number));
            }
        }
    }

    /// The number of a group before one line of the map, and where there is room the name of its first document.
    fn row(self, scene: Scene<'_>, paint: &mut Paint<'_>, (x, y): (u16, u16), (group, first): (usize, u32)) {
        let is_bare = self.top == 0;
        let name = if is_bare { self.left } else { self.left.saturating_sub(NUMBER) };
        if name > 0 {
            let document = scene.model.corpus.get(first as usize);
            let role = if is_bare { role(scene, group) } else { Role::Dim };
            paint.name(x + 1, y, name - 2, document.label.unwrap_or(document.id), role);
        }
        if is_bare {
            return;
        }
        paint.right(x + name, y, NUMBER - 1, &format!("#{group}"), role(scene, group));
    }
}

/// The group of the selected document stands out.
fn role(scene: Scene<'_>, number: usize) -> Role {
    let selected = scene.selected_document().zip(scene.groups.as_ref());
    let is_selected = selected.is_some_and(|(document, groups)| groups.number_of(document) == Some(number));
    if is_selected { Role::Within } else { Role::Dim }
}

/// The groups that are shown along an axis, with their first documents and their dots; no group that is less than an eighth
/// of the documents of `together` dots.
fn largest_first(
    scene: Scene<'_>,
    (geometry, of): (&Geometry, &Shown),
    shown: &Range<usize>,
    together: usize,
) -> Vec<(usize, u32, Range<usize>)> {
    let step = geometry.window.step;
    let begin = step.cell(shown.start);
    let mut all: Vec<_> = groups_shown(scene, of, shown)
        .into_iter()
        .filter(|run| geometry.magnify.is_seen(run.len(), (step.most() * together, 8)))
        .filter_map(|run| {
            let (first, last) = (run.start.max(shown.start), run.end.min(shown.end).checked_sub(1)?);
            let dot = |cell: usize| geometry.magnify.first((cell - begin) as isize) as usize;
            let document = of.arranged.documents[run.start];
            let number = scene.groups.as_ref()?.number_of(document)?;
            Some((number, document, dot(step.cell(first))..dot(step.cell(last) + 1)))
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

    proptest! {
        /// No corner covers a dot of a group, and a panned window shows a part of the whole.
        #[test]
        fn corners_hide_no_dot_of_a_group(
            rows in 0..12_usize, columns in 0..12_usize, cuts in prop::collection::vec(1..9_usize, 1..9),
            scale in 1..4_usize, magnify in prop::sample::select(vec![1_usize, 2, 4]),
        ) {
            let magnify = if scale > 1 { 1 } else { magnify };
            let geometry = |rows: usize, columns: usize| {
                let step = Step::each(scale);
                let window = Window { rows: rows..rows + 100, columns: columns..columns + 100, step };
                Geometry { magnify: Magnify::each(magnify), shape: Shape::Half, window }
            };
            let mut ends = cuts;
            for i in 1..ends.len() {
                ends[i] += ends[i - 1];
            }
            let runs = || ends.windows(2).map(|pair| pair[0]..pair[1]);
            let whole = corners(runs(), &geometry(0, 0), (200, 200));
            let large = runs().filter(|run| magnify * ((run.end - 1) / scale + 1 - run.start / scale) >= 3);
            // The first group begins at the edge: one of its corners has no room.
            let at_edge = large.clone().filter(|run| run.start < scale).count() * 2;
            prop_assert_eq!(whole.len(), 2 * large.count() - at_edge);
            for &(y, x) in whole.keys() {
                let is_in = |run: &Range<usize>, dot: usize| {
                    let cell = dot / magnify;
                    run.start < (cell + 1) * scale && cell * scale < run.end
                };
                prop_assert!(!runs().any(|run| is_in(&run, y) && is_in(&run, x)));
            }
            let panned = corners(runs(), &geometry(rows * scale, columns * scale), (30, 20));
            for (y, x) in (0..20).flat_map(|y| (0..30).map(move |x| (y, x))) {
                prop_assert_eq!(panned.get(&(y, x)), whole.get(&(y + rows * magnify, x + columns * magnify)));
            }
        }
    }
}
