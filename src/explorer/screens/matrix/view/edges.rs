//! The numbers and names of groups along the edges of the heatmap.

use super::Scene;
use crate::screens::matrix::keys::Order;
use crate::screens::matrix::zoom::Geometry;
use crate::surface::{Paint, Role};
use ratatui::layout::Rect;
use simscope_core::groups::Groups;
use simscope_core::visible;
use std::ops::Range;

/// The room for them beside the map.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edges {
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
    pub(super) fn of(scene: Scene<'_>, area: Rect) -> Self {
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
    fn row(
        self,
        scene: Scene<'_>,
        paint: &mut Paint<'_>,
        at: (u16, u16),
        (number, groups): (usize, &Groups),
    ) {
        let (x, y) = at;
        let name = self.left.saturating_sub(NUMBER);
        if name > 0 {
            let document = scene.model.corpus.get(groups.members(number)[0] as usize);
            let name_of = document.label.unwrap_or(document.id);
            paint.name(x + 1, y, name - 1, name_of, Role::Dim);
        }
        paint.right(x + name, y, NUMBER - 1, &format!("#{number}"), role(scene, groups, number));
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
            let dots = dot(step.cell(first))..dot(step.cell(last) + 1);
            Some((groups.number_at(run.start as u32)?, dots))
        })
        .collect();
    all.sort_unstable_by_key(|group| group.0);
    all
}
