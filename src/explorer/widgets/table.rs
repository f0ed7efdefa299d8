//! A list in columns: heads, the rows in view, the selected one, and what the mouse finds there.

use super::list::List;
use crate::action::{Action, Pane};
use crate::surface::{Paint, Phrase, Role, Target};
use ratatui::layout::Rect;
use simscope_core::visible;

/// A column; a gap of one terminal column follows.
#[derive(Debug, Clone, Copy)]
pub struct Column<T> {
    /// What it is.
    pub what: T,
    /// Its head.
    pub name: Phrase,
    /// Its width without the gap.
    pub width: u16,
    /// Where there is no room, those with a larger number go first; 0 stays.
    pub gives_way: u8,
    /// Numbers end at the right edge, text begins at the left one.
    pub is_number: bool,
}

impl<T> Column<T> {
    /// A column of numbers.
    pub const fn number(what: T, name: Phrase, width: u16, gives_way: u8) -> Self {
        Self { what, name, width, gives_way, is_number: true }
    }

    /// A column of text.
    pub const fn text(what: T, name: Phrase, width: u16) -> Self {
        Self { what, name, width, gives_way: 0, is_number: false }
    }

    /// Writes a text where the column is in a line.
    pub fn say(&self, paint: &mut Paint<'_>, place: Rect, text: &str, role: Role) {
        if self.is_number {
            paint.right(place.x, place.y, place.width, text, role);
        } else {
            paint.say(place.x, place.y, place.width, text, role);
        }
    }
}

/// Terminal columns that columns take, gaps included.
pub fn taken<T>(columns: &[Column<T>]) -> u16 {
    columns.iter().map(|column| column.width + 1).sum()
}

/// Columns that fit into `room`.
pub fn fitting<T: Copy>(columns: &[Column<T>], room: u16) -> Vec<Column<T>> {
    let mut kept = columns.to_vec();
    while taken(&kept) > room {
        let first = kept.iter().map(|column| column.gives_way).max().unwrap_or(0);
        if first == 0 {
            break;
        }
        kept.retain(|column| column.gives_way != first);
    }
    kept
}

/// Each column with its place in a line.
pub fn places<T>(line: Rect, columns: &[Column<T>]) -> impl Iterator<Item = (Rect, &Column<T>)> {
    columns.iter().scan(line.x, move |x, column| {
        let place = Rect { x: *x, width: column.width, height: 1, ..line };
        *x += column.width + 1;
        Some((place, column))
    })
}

/// What of a line is left at the right of its columns.
pub fn rest<T>(line: Rect, columns: &[Column<T>]) -> Rect {
    Rect { height: 1, ..inset(line, taken(columns), 0) }
}

/// Draws the heads.
pub fn heads<T>(paint: &mut Paint<'_>, line: Rect, columns: &[Column<T>]) {
    for (place, column) in places(line, columns) {
        column.say(paint, place, paint.pick(column.name), Role::Title);
    }
}

/// By which column a table is sorted, and which way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sort<T> {
    pub by: T,
    pub is_reversed: bool,
}

impl<T: Copy + PartialEq> Sort<T> {
    /// Ascending.
    pub const fn by(column: T) -> Self {
        Self { by: column, is_reversed: false }
    }

    /// By this column; by the same one the other way round.
    pub fn choose(&mut self, column: T) {
        self.is_reversed = self.by == column && !self.is_reversed;
        self.by = column;
    }

    /// By this column, the largest first; by the same one the other way round.
    pub fn choose_largest(&mut self, column: T) {
        self.is_reversed = self.by != column || !self.is_reversed;
        self.by = column;
    }

    /// The other way round.
    pub fn reverse(&mut self) {
        self.is_reversed ^= true;
    }

    /// What stands behind the head of this column: the direction, if the table is sorted by it.
    pub fn mark(self, column: T) -> &'static str {
        match (self.by == column, self.is_reversed) {
            (false, _) => "",
            (true, false) => "▴",
            (true, true) => "▾",
        }
    }

    /// By the column behind this one, ascending.
    pub fn step(&mut self, columns: &[T]) {
        let at = columns.iter().position(|column| *column == self.by).map_or(0, |at| at + 1);
        if let Some(&column) = columns.get(at % columns.len().max(1)) {
            *self = Self::by(column);
        }
    }
}

/// Draws heads that sort when they are clicked, where `act` gives an action for them, and marks the one sorted by.
pub fn sorted_heads<T: Copy + PartialEq>(
    paint: &mut Paint<'_>,
    line: Rect,
    columns: &[Column<T>],
    sort: Sort<T>,
    act: impl Fn(T) -> Option<Action>,
) {
    for (place, column) in places(line, columns) {
        let name = paint.pick(column.name);
        sorted_head(paint, place, (name, column.is_number), sort.mark(column.what), act(column.what));
    }
}

/// Draws one such head, by its name and whether it stands over numbers.
pub fn sorted_head(
    paint: &mut Paint<'_>,
    place: Rect,
    (name, is_number): (&str, bool),
    mark: &str,
    action: Option<Action>,
) {
    let role = if mark.is_empty() { Role::Title } else { Role::Accent };
    // The mark stays where the name has to give way.
    let room = usize::from(place.width).saturating_sub(visible::width(mark));
    let name = format!("{}{mark}", visible::fit(name, room));
    if is_number {
        paint.right(place.x, place.y, place.width, &name, role);
    } else {
        paint.say(place.x, place.y, place.width, &name, role);
    }
    if let Some(action) = action {
        paint.areas.push(place, Target::Act(action));
    }
}

/// Draws the cells of a row.
pub fn cells<T>(
    paint: &mut Paint<'_>,
    line: Rect,
    columns: &[Column<T>],
    cell: impl Fn(&Column<T>) -> (String, Role),
) {
    for (place, column) in places(line, columns) {
        let (text, role) = cell(column);
        column.say(paint, place, &text, role);
    }
}

/// Draws those of `count` rows that are in view, each by `draw`, and marks that of the list beneath its cells, some of
/// which may have a ground of their own.
pub fn rows(
    paint: &mut Paint<'_>,
    body: Rect,
    pane: impl Into<Pane>,
    (list, count): (List, usize),
    mut draw: impl FnMut(&mut Paint<'_>, Rect, usize),
) {
    marked_rows(paint, body, pane, (list, count), None, |paint, row, at| {
        if at == list.selected {
            paint.select(row);
        }
        draw(paint, row, at);
    });
}

/// The same, with the mark of a row, if any, over its cells.
pub fn marked_rows(
    paint: &mut Paint<'_>,
    body: Rect,
    pane: impl Into<Pane>,
    (list, count): (List, usize),
    marked: Option<usize>,
    mut draw: impl FnMut(&mut Paint<'_>, Rect, usize),
) {
    let first = list.first(usize::from(body.height), count);
    paint.areas.push(body, Target::Rows { pane: pane.into(), first, rows: count });
    for (y, at) in (body.y..body.bottom()).zip(first..count) {
        let row = Rect { y, height: 1, ..body };
        draw(paint, row, at);
        if marked == Some(at) {
            paint.select(row);
        }
    }
}

/// An area without its first columns and lines.
pub fn inset(area: Rect, columns: u16, lines: u16) -> Rect {
    Rect {
        x: area.x + columns,
        y: area.y + lines,
        width: area.width.saturating_sub(columns),
        height: area.height.saturating_sub(lines),
    }
}

/// An area in two, the upper one with this many lines.
pub fn split(area: Rect, lines: u16) -> [Rect; 2] {
    [Rect { height: lines.min(area.height), ..area }, inset(area, 0, lines.min(area.height))]
}

/// An area in two, the left one with this many columns.
pub fn beside(area: Rect, columns: u16) -> [Rect; 2] {
    [Rect { width: columns.min(area.width), ..area }, inset(area, columns.min(area.width), 0)]
}
