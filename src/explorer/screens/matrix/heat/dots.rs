//! The dots of the heatmap, the outlines of the groups, and the cursor.

use super::legend::Classes;
use super::outline::Outlines;
use super::{GLYPHS, ITSELF, groups_shown, no_pair_ground};
use crate::screens::matrix::Scene;
use crate::screens::matrix::work::Shown;
use crate::screens::matrix::zoom::{Geometry, Shape};
use crate::surface::{Paint, Rect, Role};
use ratatui::style::{Color, Style};
use simscope_core::export::heatmap::Scale;
use simscope_core::hamming::{Cells, Show};

/// What is drawn at a dot.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Dot {
    /// Outside the matrix, or not computed yet.
    Nothing,
    /// The outline of a group.
    Line,
    /// A group too small for an outline.
    Mark,
    /// A document with itself.
    Itself,
    /// Dimmed, or a share of 0.
    Ground,
    Value(f32),
}

/// All that the dots are read from.
pub(super) struct Dots<'a> {
    pub scene: Scene<'a>,
    pub geometry: &'a Geometry,
    pub shown: &'a Shown,
    pub scale: &'a Scale,
    pub outlines: Outlines,
}

impl Dots<'_> {
    /// The places of the order at a dot, and whether they are those of the cursor.
    fn place(&self, y: usize, x: usize) -> Option<(usize, usize, bool)> {
        let Geometry { window, .. } = self.geometry;
        let row = self.geometry.span(y, &window.rows);
        let column = self.geometry.span(x, &window.columns);
        let (at_row, at_column) = self.scene.own.cursor;
        let is_cursor = row.contains(&at_row) && column.contains(&at_column);
        (!row.is_empty() && !column.is_empty()).then_some((row.start, column.start, is_cursor))
    }

    /// What is drawn at a dot, and whether the cursor is there.
    fn at(&self, y: usize, x: usize) -> (Dot, bool) {
        let place = self.place(y, x);
        let is_cursor = place.is_some_and(|place| place.2);
        if self.outlines.is_line(y, x) {
            return (Dot::Line, is_cursor);
        }
        let Some(cell) = place.and_then(|(row, column, _)| self.shown.cell((row, column))) else {
            return (Dot::Nothing, is_cursor);
        };
        let minimum = self.shown.cells.minima[cell];
        let value = self.shown.value(cell, self.scale.show, self.scene.k);
        // Where a dot has a value of its own that says more, a mark does not hide it.
        let is_mark = self.outlines.is_mark(y, x) && self.scale.show == Show::Nearest;
        let dot = match () {
            () if is_mark => Dot::Mark,
            () if minimum == Cells::ITSELF => Dot::Itself,
            () if self.scene.own.is_dimmed && minimum > self.scene.k => Dot::Ground,
            () if self.scale.place(value).is_none() => Dot::Ground,
            () => Dot::Value(value),
        };
        (dot, is_cursor)
    }

    fn colour(&self, dot: Dot, paint: &Paint<'_>) -> Color {
        let theme = paint.theme;
        match dot {
            Dot::Nothing => Color::Reset,
            // Not of the scale of colours, and seen on its dark end as on its bright one.
            Dot::Line | Dot::Mark => theme.color(if theme.is_dark { (255, 105, 180) } else { (214, 0, 110) }),
            Dot::Itself => theme.color(ITSELF),
            Dot::Ground => no_pair_ground(&theme),
            Dot::Value(value) => theme.heat(self.scale.place(value).unwrap_or(1.0).into()),
        }
    }

    pub(super) fn draw(&self, paint: &mut Paint<'_>, map: Rect) {
        let shape = self.geometry.shape;
        let (lines, columns, classes) = (shape.dots_per_line(), shape.columns(), Classes::of(self.scale));
        for y in 0..map.height {
            for x in 0..shape.dots(map).0 {
                let on_screen = (map.x + (x * columns) as u16, map.y + y);
                let at = (usize::from(y) * lines, x);
                match shape {
                    Shape::Signs => self.sign(paint, on_screen, at, &classes),
                    Shape::Half => self.half_blocks(paint, on_screen, at),
                }
            }
        }
    }

    /// Two dots in each cell of the terminal.
    fn half_blocks(&self, paint: &mut Paint<'_>, (x, y): (u16, u16), at: (usize, usize)) {
        let (top, top_cursor) = self.at(at.0, at.1);
        let (bottom, bottom_cursor) = self.at(at.0 + 1, at.1);
        // Where the upper half is outside, the lower half is drawn instead.
        if top == Dot::Nothing && bottom != Dot::Nothing {
            paint.put(x, y, "▄", Style::new().fg(self.colour(bottom, paint)));
        } else if top != Dot::Nothing {
            let style = Style::new().fg(self.colour(top, paint)).bg(self.colour(bottom, paint));
            paint.put(x, y, "▀", style);
        }
        if top_cursor || bottom_cursor {
            let dot = if top_cursor { top } else { bottom };
            let handle = paint.style(Role::Handle).fg;
            let plain = if paint.theme.is_dark { Color::Black } else { Color::White };
            let is_far = match dot {
                Dot::Value(value) => self.scale.place(value).is_none_or(|place| place > 0.6),
                Dot::Ground => true,
                _ => false,
            };
            let ink = if is_far { handle.unwrap_or(plain) } else { plain };
            paint.put(x, y, "◆", Style::new().fg(ink).bg(self.colour(dot, paint)));
        }
    }

    /// One dot in two cells of the terminal, side by side.
    fn sign(&self, paint: &mut Paint<'_>, (x, y): (u16, u16), at: (usize, usize), classes: &Classes<'_>) {
        let (dot, is_cursor) = self.at(at.0, at.1);
        let (symbol, role) = match dot {
            Dot::Nothing | Dot::Ground => (" ", Role::Text),
            Dot::Line => (self.outlines.sign(at.0, at.1), Role::Mark),
            Dot::Mark => ("×", Role::Mark),
            Dot::Itself => ("\\", Role::Text),
            Dot::Value(value) => {
                let class = classes.class(value);
                let is_within = class == 0 && self.scale.show == Show::Nearest;
                (GLYPHS[class], if is_within { Role::Within } else { Role::Text })
            }
        };
        let (symbol, role) = if is_cursor { ("◆", Role::Handle) } else { (symbol, role) };
        let style = paint.style(role);
        paint.put(x, y, symbol, style);
        // Lines go on only to the right.
        let beside = match symbol {
            "│" | "╮" | "╯" => " ",
            "╭" | "╰" | "┼" => "─",
            _ => symbol,
        };
        paint.put(x + 1, y, beside, style);
    }
}

/// The groups that lie in the window, outlined, where the order is theirs.
pub(super) fn outlines(scene: Scene<'_>, geometry: &Geometry, shown: &Shown, map: Rect) -> Outlines {
    let window = &geometry.window;
    let runs = groups_shown(scene, shown).map_or(&[][..], |groups| groups.runs_in(window.rows.clone()));
    let is_seen =
        |run: &std::ops::Range<usize>| run.end >= window.columns.start && run.start <= window.columns.end;
    Outlines::of(runs.iter().map(|run| run.range()).filter(is_seen), geometry, geometry.shape.dots(map))
}
