//! The dots of the heatmap, the corners of the groups, and the cursor.

use super::legend::Classes;
use super::outline::Corners;
use super::{GLYPHS, ITSELF, no_pair_ground, shade, within};
use crate::screens::matrix::Scene;
use crate::screens::matrix::work::Shown;
use crate::screens::matrix::zoom::{Geometry, Shape};
use crate::surface::pixels::{DOTS, Pixels};
use crate::surface::{Depth, Paint, Rect, Role, Theme};
use ratatui::style::{Color, Style};
use simscope_core::export::heatmap::{NO_PAIR, NONE, Scale};
use simscope_core::hamming::{Cells, Show};

/// Levels of dots outside the matrix and of corners, which no pair has where one lights its dot.
const CLEAR: u8 = NONE + 1;
const CORNER: u8 = NONE + 2;

/// What is drawn at a dot.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Dot {
    /// Outside the matrix, or not computed yet.
    Nothing,
    /// A document with itself.
    Itself,
    /// Dimmed, or a share of 0.
    Ground,
    Value(f32),
    /// Pairs within k, over the ground of the means: how bright.
    Within(f32),
}

/// All that the dots are read from.
pub(super) struct Dots<'a> {
    pub scene: Scene<'a>,
    pub geometry: &'a Geometry,
    pub shown: &'a Shown,
    pub scale: &'a Scale,
    pub corners: Corners,
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
        let Some(cell) = place.and_then(|(row, column, _)| self.shown.cell((row, column))) else {
            return (Dot::Nothing, is_cursor);
        };
        let minimum = self.shown.cells.minima[cell];
        let value = self.shown.value(cell, self.scale.show, self.scene.k);
        let within = self.shown.within(cell, self.scene.k).filter(|_| self.scale.show == Show::Mean);
        let dot = match within {
            Some(tone) => Dot::Within(tone),
            None if minimum == Cells::ITSELF => Dot::Itself,
            None if self.scene.own.is_dimmed && minimum > self.scene.k => Dot::Ground,
            None if self.scale.place(value).is_none() => Dot::Ground,
            None => Dot::Value(value),
        };
        (dot, is_cursor)
    }

    fn colour(&self, dot: Dot, paint: &Paint<'_>) -> Color {
        let theme = paint.theme;
        match dot {
            Dot::Nothing => Color::Reset,
            Dot::Itself => theme.color(ITSELF),
            Dot::Ground => no_pair_ground(&theme),
            Dot::Value(value) => shade(&theme, self.scale, self.scale.place(value).unwrap_or(1.0)),
            Dot::Within(tone) => within(&theme, tone),
        }
    }

    pub(super) fn draw(&self, paint: &mut Paint<'_>, map: Rect) {
        let shape = self.geometry.shape;
        if shape == Shape::Pixels {
            return self.pixels(paint, map);
        }
        let (lines, columns, classes) = (shape.dots_per_line(), shape.columns(), Classes::of(self.scale));
        for y in 0..map.height {
            for x in 0..shape.dots(map).0 {
                let on_screen = (map.x + (x * columns) as u16, map.y + y);
                let at = (usize::from(y) * lines, x);
                match shape {
                    Shape::Signs => self.sign(paint, on_screen, at, &classes),
                    Shape::Half | Shape::Pixels => self.half_blocks(paint, on_screen, at),
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
        let corner = |y: usize, dot: Dot| Some((*self.corners.get(&(y, at.1))?, dot));
        if let Some((sign, dot)) = corner(at.0, top).or_else(|| corner(at.0 + 1, bottom)) {
            let ink = within(&paint.theme, 1.0);
            paint.put(x, y, sign, Style::new().fg(ink).bg(self.colour(dot, paint)));
        }
        if top_cursor || bottom_cursor {
            self.cursor(paint, (x, y), if top_cursor { top } else { bottom });
        }
    }

    /// All dots as a picture, in which corners are three dots long, and the cursor over it.
    fn pixels(&self, paint: &mut Paint<'_>, map: Rect) {
        let cell = self.scene.start.pixels.unwrap_or_default();
        let (wide, high) = self.geometry.shape.dots(map);
        let (mut dots, mut under) = (Vec::with_capacity(wide * high), Vec::new());
        for (y, x) in (0..high).flat_map(|y| (0..wide).map(move |x| (y, x))) {
            let (dot, is_cursor) = self.at(y, x);
            under.extend(is_cursor.then_some((y, x, dot)));
            dots.push(match dot {
                Dot::Nothing => CLEAR,
                Dot::Itself => NO_PAIR,
                Dot::Ground => NONE,
                Dot::Within(tone) => Scale::within(tone),
                Dot::Value(value) => self.scale.level(value),
            });
        }
        for (&(y, x), sign) in &self.corners {
            for step in 0..3 {
                let arms = match *sign {
                    "╮" => [(Some(y), x.checked_sub(step)), (Some(y + step), Some(x))],
                    _ => [(Some(y), Some(x + step)), (y.checked_sub(step), Some(x))],
                };
                for (y, x) in arms.into_iter().filter_map(|(y, x)| y.zip(x)) {
                    if y < high && x < wide && dots[y * wide + x] != CLEAR {
                        dots[y * wide + x] = CORNER;
                    }
                }
            }
        }
        let theme = Theme { depth: Depth::True, ..paint.theme };
        let colour = |level| {
            let colour = match level {
                NO_PAIR => theme.color(ITSELF),
                NONE => no_pair_ground(&theme),
                CORNER => theme.shaded(Role::Mark, 100),
                _ if self.scale.show == Show::Mean && level > CORNER => within(&theme, 1.0),
                _ => shade(&theme, self.scale, self.scale.place_of(level)),
            };
            if let Color::Rgb(r, g, b) = colour { [r, g, b] } else { [0; 3] }
        };
        let pixels = Pixels::new(map, dots, (0..=NO_PAIR).map(colour).collect(), CLEAR, cell);
        for (y, x) in (0..map.height).flat_map(|y| (0..map.width).map(move |x| (y, x))) {
            if let Some((sign, style)) = pixels.cell(x, y) {
                paint.put(map.x + x, map.y + y, &sign, style);
            }
        }
        paint.areas.pixels = Some(pixels);
        if let Some(&(y, x, dot)) = under.get(under.len() / 2) {
            self.cursor(paint, (map.x + (x / DOTS.0) as u16, map.y + (y / DOTS.1) as u16), dot);
        }
    }

    fn cursor(&self, paint: &mut Paint<'_>, (x, y): (u16, u16), dot: Dot) {
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

    /// One dot in two cells of the terminal, side by side.
    fn sign(&self, paint: &mut Paint<'_>, (x, y): (u16, u16), at: (usize, usize), classes: &Classes<'_>) {
        let (dot, is_cursor) = self.at(at.0, at.1);
        let is_mean = self.scale.show == Show::Mean;
        let (symbol, role) = match dot {
            Dot::Nothing | Dot::Ground => (" ", Role::Text),
            Dot::Itself => ("\\", Role::Text),
            Dot::Within(tone) => (GLYPHS[usize::from(tone < 0.5)], Role::Within),
            Dot::Value(value) => match (classes.class(value), self.scale.show) {
                (0, Show::Nearest) => (GLYPHS[0], Role::Within),
                (class, _) => (GLYPHS[class], if is_mean { Role::Dim } else { Role::Text }),
            },
        };
        let (symbol, role) = match self.corners.get(&at) {
            _ if is_cursor => ("◆", Role::Handle),
            Some(corner) => (*corner, Role::Mark),
            None => (symbol, role),
        };
        let style = paint.style(role);
        // A corner stands close to its square.
        let pair = match symbol {
            "╮" => ["╮", " "],
            "╰" => [" ", "╰"],
            _ => [symbol; 2],
        };
        paint.put(x, y, pair[0], style);
        paint.put(x + 1, y, pair[1], style);
    }
}
