//! A list in columns, which are declared beside its rows: heads, the rows in view, the selected one, and what the mouse finds
//! there.

use super::list::List;
use crate::action::{Action, Pane};
use crate::surface::{Paint, Phrase, Rect, Role, Target};
use simscope_core::visible;

/// What a list is made of.
pub trait Rows: Copy + 'static {
    /// What is known beside a row when it is drawn.
    type In<'a>: Copy;
    /// A row, with all that its cells and its order need.
    type Row<'a>;
    /// Where the list is reversed, equal rows stay as they stood.
    const KEEPS_TIES: bool = false;

    /// What a click on the head of a column does that the list is sorted by.
    fn click(_what: &'static str) -> Option<Action> {
        None
    }
}

/// Declares a list by its name, its rows, and what a cell is drawn from; then the act that sorts it, and more of [`Rows`].
macro_rules! list {
    ($vis:vis $name:ident of $row:ty, in $scene:ty $(, $sort:path)? $(; $($more:tt)+)?) => {
        #[derive(Clone, Copy)]
        $vis struct $name;

        impl crate::widgets::table::Rows for $name {
            type In<'a> = $scene;
            type Row<'a> = $row;
            $($($more)+)?
            $(fn click(what: &'static str) -> Option<crate::action::Action> {
                Some($sort(what).into())
            })?
        }
    };
}
pub(crate) use list;

/// A column of a list.
pub struct Column<L: Rows> {
    /// What it is; the English name tells it from the others.
    pub what: Phrase,
    /// Its heading.
    pub head: Phrase,
    /// Its width, and that of the gap that follows.
    pub width: u16,
    pub gap: u16,
    /// Where there is no room, those with a larger number go first; 0 stays.
    pub gives_way: u8,
    /// Numbers end at the right edge, text begins at the left one.
    pub is_number: bool,
    pub is_largest_first: bool,
    pub cell: Cell<L>,
    pub order: Order<L>,
}

/// Computes the text of the cell of a row.
type Plain<L> = for<'a> fn(<L as Rows>::In<'a>, &<L as Rows>::Row<'a>) -> String;
/// The same with its colour.
type Text<L> = for<'a> fn(<L as Rows>::In<'a>, &<L as Rows>::Row<'a>) -> (String, Role);
/// Draws the cell into its place.
type Drawn<L> = for<'a> fn(<L as Rows>::In<'a>, &<L as Rows>::Row<'a>, &mut Paint<'_>, Rect);

/// The content of a cell.
pub enum Cell<L: Rows> {
    Plain(Plain<L>),
    Text(Text<L>),
    Drawn(Drawn<L>),
}

/// How a list is sorted by a column.
pub enum Order<L: Rows> {
    /// Not at all.
    No,
    /// As the rows were found.
    Found,
    /// By a number; what is not known has the largest.
    Number(for<'a> fn(&L::Row<'a>) -> u128),
    /// By the first text, then by the second.
    Texts(for<'a, 'r> fn(&'r L::Row<'a>) -> [&'r str; 2]),
}

macro_rules! copied {
    ($($name:ident),*) => { $(
        impl<L: Rows> Copy for $name<L> {}

        impl<L: Rows> Clone for $name<L> {
            fn clone(&self) -> Self {
                *self
            }
        }
    )* };
}
copied!(Column, Cell, Order);

impl<L: Rows> Column<L> {
    /// A column of numbers.
    pub const fn number(head: Phrase, width: u16, gives_way: u8, cell: Text<L>) -> Self {
        Self { gives_way, is_number: true, cell: Cell::Text(cell), ..Self::blank(head, width) }
    }

    /// A column of text.
    pub const fn text_of(head: Phrase, width: u16, cell: Text<L>) -> Self {
        Self { cell: Cell::Text(cell), ..Self::blank(head, width) }
    }

    /// A column of numbers without colours.
    pub const fn plain(head: Phrase, width: u16, gives_way: u8, cell: Plain<L>) -> Self {
        Self { gives_way, is_number: true, cell: Cell::Plain(cell), ..Self::blank(head, width) }
    }

    /// A column that is drawn by itself.
    pub const fn drawn(head: Phrase, width: u16, cell: Drawn<L>) -> Self {
        Self { cell: Cell::Drawn(cell), ..Self::blank(head, width) }
    }

    /// A column without cells.
    pub const fn blank(head: Phrase, width: u16) -> Self {
        Self {
            what: head,
            head,
            width,
            gap: 1,
            gives_way: 0,
            is_number: false,
            is_largest_first: false,
            cell: Cell::Drawn(|_, _, _, _| {}),
            order: Order::No,
        }
    }

    /// Sorted by it, the list begins with the largest.
    pub const fn largest_first(self) -> Self {
        Self { is_largest_first: true, ..self }
    }

    /// Sorted in this way.
    pub const fn by(self, order: Order<L>) -> Self {
        Self { order, ..self }
    }

    /// With another head than its name.
    pub const fn headed(self, head: Phrase) -> Self {
        Self { head, ..self }
    }

    /// As wide as that.
    pub const fn wide(self, width: u16) -> Self {
        Self { width, ..self }
    }

    /// With this number of blank columns behind it.
    pub const fn gap(self, gap: u16) -> Self {
        Self { gap, ..self }
    }

    /// Draws the cell of a row.
    pub fn draw<'a>(&self, paint: &mut Paint<'_>, place: Rect, scene: L::In<'a>, row: &L::Row<'a>) {
        let (text, role) = match self.cell {
            _ if place.width == 0 => return,
            Cell::Drawn(draw) => return draw(scene, row, paint, place),
            Cell::Plain(text) => (text(scene, row), Role::Text),
            Cell::Text(text) => text(scene, row),
        };
        if self.is_number {
            paint.right(place.x, place.y, place.width, &text, role);
        } else {
            paint.say(place.x, place.y, place.width, &text, role);
        }
    }
}

/// The text where there is no number.
pub fn dash() -> (String, Role) {
    ("–".to_owned(), Role::Dim)
}

/// The text where a number is not known yet.
pub fn dots() -> (String, Role) {
    ("…".to_owned(), Role::Dim)
}

/// Terminal columns that columns take, gaps included.
pub fn taken<L: Rows>(columns: &[Column<L>]) -> u16 {
    columns.iter().map(|column| column.width + column.gap).sum()
}

/// Columns that fit into `room`.
pub fn fitting<L: Rows>(columns: &[Column<L>], room: u16) -> Vec<Column<L>> {
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
pub fn places<L: Rows>(line: Rect, columns: &[Column<L>]) -> impl Iterator<Item = (Rect, &Column<L>)> {
    columns.iter().scan(line.x, move |x, column| {
        let place = Rect { x: *x, width: column.width, height: 1, ..line };
        *x += column.width + column.gap;
        Some((place, column))
    })
}

/// Draws the heads; those that sort do when they are clicked, and the one sorted by is marked.
pub fn heads<L: Rows>(paint: &mut Paint<'_>, line: Rect, columns: &[Column<L>], sort: Sort<&str>) {
    for (place, column) in places(line, columns) {
        let action = if matches!(column.order, Order::No) { None } else { L::click(column.what.0) };
        let name = paint.pick(column.head);
        // Nothing is sorted by a column without a name.
        let mark = if column.what.0.is_empty() { "" } else { sort.mark(column.what.0) };
        sorted_head(paint, place, name, column.is_number, mark, action);
    }
}

/// Draws the cells of a row.
pub fn cells<'a, L: Rows>(
    paint: &mut Paint<'_>,
    line: Rect,
    columns: &[Column<L>],
    scene: L::In<'a>,
    row: &L::Row<'a>,
) {
    places(line, columns).for_each(|(place, column)| column.draw(paint, place, scene, row));
}

/// By what a table is sorted, and which way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sort<T> {
    pub by: T,
    pub is_reversed: bool,
}

impl<T: Copy + PartialEq> Sort<T> {
    /// Ascending.
    pub const fn by(column: T) -> Self {
        Self { by: column, is_reversed: false }
    }

    /// Sorts by a column; again reverses. Where a column begins reversed is said with each.
    pub fn take(&mut self, by: T, mut columns: impl Iterator<Item = (T, bool)>) {
        if self.by == by {
            self.is_reversed ^= true;
        } else {
            let begins_reversed = columns.find(|(column, _)| *column == by).is_some_and(|(_, is)| is);
            *self = Self { by, is_reversed: begins_reversed };
        }
    }

    /// The sign behind the heading of this column: the direction, if the table is sorted by it.
    pub fn mark(self, column: T) -> &'static str {
        match (self.by == column, self.is_reversed) {
            (false, _) => "",
            (true, false) => "▴",
            (true, true) => "▾",
        }
    }
}

/// Draws a head by its name and whether it stands over numbers.
pub fn sorted_head(
    paint: &mut Paint<'_>,
    place: Rect,
    name: &str,
    is_number: bool,
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

/// The rows of a list, as many as there are, and which of them is marked.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    pub list: List,
    pub count: usize,
    pub marked: Option<usize>,
    /// The mark lies over the cells, not beneath them: some may have a ground of their own.
    pub is_over: bool,
}

impl Lines {
    /// With the selected row marked.
    pub fn of(list: List, count: usize, is_over: bool) -> Self {
        Self { list, count, marked: Some(list.selected), is_over }
    }
}

/// Draws those rows that are in view, each by `draw`.
pub fn rows(
    paint: &mut Paint<'_>,
    body: Rect,
    pane: impl Into<Pane>,
    lines: Lines,
    mut draw: impl FnMut(&mut Paint<'_>, Rect, usize),
) {
    let Lines { list, count, marked, is_over } = lines;
    let first = list.first(usize::from(body.height), count);
    paint.areas.push(body, Target::Rows { pane: pane.into(), first, rows: count });
    for (y, at) in (body.y..body.bottom()).zip(first..count) {
        let row = Rect { y, height: 1, ..body };
        if marked == Some(at) && !is_over {
            paint.select(row);
        }
        draw(paint, row, at);
        if marked == Some(at) && is_over {
            paint.select(row);
        }
    }
    thumb(paint, body, first, count);
}

/// Where in the list the rows in view are, if there are others: in the margin, else in the last column.
fn thumb(paint: &mut Paint<'_>, body: Rect, first: usize, count: usize) {
    let height = usize::from(body.height);
    if count <= height || body.is_empty() {
        return;
    }
    let long = (height * height / count).max(1);
    let top = (first * (height - long)).div_ceil(count - height);
    let is_free = |y| paint.buffer.cell((body.right(), y)).is_some_and(|cell| cell.symbol() == " ");
    let x = body.right() - u16::from(!(body.y..body.bottom()).all(is_free));
    for y in body.y + top as u16..body.y + (top + long) as u16 {
        paint.clear(Rect { x, y, width: 1, height: 1 });
        paint.put(x, y, "▐", paint.style(Role::Border));
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
