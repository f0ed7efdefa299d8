//! A text to type into, which holds any text exactly and shows it safely: of several lines, or of one.
//!
//! The text is one string; the cursor and the other end of the selection are offsets into it, always between
//! two `clusters`. The `rows` say where wrapped lines begin; a change of the text moves them along.

mod clusters;
mod keys;
mod past;
mod rows;
#[cfg(test)]
mod tests;
mod view;

pub use keys::{TooMuch, Typed, Why};
use past::{Change, Past};
use ratatui::layout::Rect;
use rows::{Rows, Wrap};
use std::borrow::Cow;
use std::ops::Range;

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// The most lines.
pub const MAX_LINES: usize = 20_000;
/// Texts of up to this many bytes are wrapped between words; longer ones anywhere, which is faster.
pub const WRAPPED_AT_WORDS: usize = 128 << 10;

/// A text with a cursor, a selection and a past.
///
/// Texts up to [`WRAPPED_AT_WORDS`] are wrapped between words, longer ones anywhere. Ctrl-Z goes back by what was typed
/// of a word, pasted or deleted at once; up to 1,000 characters or pieces, or as many as make 16 MiB.
#[derive(Debug, Clone)]
pub struct Editor {
    text: String,
    cursor: usize,
    /// The end of the selection at which the cursor is not.
    anchor: Option<usize>,
    /// What was cut or copied last.
    kept: String,
    past: Past,
    is_line: bool,
    rows: Rows,
    /// Where the text was drawn last.
    drawn: Rect,
    /// Scrolled along with another text, to where the cursor need not be; until it is moved.
    is_away: bool,
    /// The rows above what was drawn last, or in a line the columns left of it.
    scrolled: usize,
}

/// Towards which end of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Back,
    Forward,
}

impl Default for Editor {
    fn default() -> Self {
        Self::of(String::new(), false)
    }
}

impl Editor {
    /// An editor of that text, with the cursor at its start.
    ///
    /// # Errors
    /// See [`TooMuch`].
    pub fn new(text: &str) -> Result<Self, TooMuch> {
        check(text.len(), line_feeds(text))?;
        Ok(Self::of(text.to_owned(), false))
    }

    /// An editor of one line, with the cursor at its end. Line feeds become spaces, and the keys of a shell hold too.
    pub fn line(text: &str) -> Self {
        let mut line = Self::of(text.replace('\n', " "), true);
        line.cursor = line.text.len();
        line
    }

    fn of(text: String, is_line: bool) -> Self {
        // Nothing is wrapped before the first time it is drawn.
        let rows = Rows::new(&text, Wrap { columns: usize::MAX, at_words: true });
        Self {
            text,
            cursor: 0,
            anchor: None,
            kept: String::new(),
            past: Past::default(),
            is_line,
            is_away: false,
            rows,
            drawn: Rect::default(),
            scrolled: 0,
        }
    }

    /// The text, as it was given and typed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// A copy of the text.
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The bytes of the text.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// How many changes led to the text: those that can be taken back, and those before. Typing on in a word is part of
    /// the same change.
    pub fn depth(&self) -> usize {
        self.past.depth()
    }

    /// Whether there is a change to take back or to bring back.
    pub fn has_past(&self) -> bool {
        self.past.is_known()
    }

    /// Puts another text in place of this one, with the cursor at its start. Ctrl-Z brings back what was there.
    ///
    /// # Errors
    /// See [`TooMuch`].
    pub fn replace_all(&mut self, text: &str) -> Result<(), TooMuch> {
        check(text.len(), line_feeds(text))?;
        self.replace(0..self.text.len(), text, None);
        self.cursor = 0;
        self.is_away = false;
        Ok(())
    }

    /// Takes in pasted text in place of the selection. Terminals send line ends as carriage returns: those become line
    /// feeds.
    pub fn paste(&mut self, text: &str) -> Typed {
        match text.contains('\r') {
            true => self.insert(&text.replace("\r\n", "\n").replace('\r', "\n"), None),
            false => self.insert(text, None),
        }
    }

    /// What is selected.
    pub fn selected(&self) -> Option<String> {
        let selection = self.selection();
        (!selection.is_empty()).then(|| self.text[selection].to_owned())
    }

    /// The bytes that are selected; none at the cursor where nothing is.
    fn selection(&self) -> Range<usize> {
        let anchor = self.anchor.unwrap_or(self.cursor);
        anchor.min(self.cursor)..anchor.max(self.cursor)
    }

    /// Puts text in place of the selection; it may be a typed character.
    fn insert(&mut self, text: &str, typed: Option<char>) -> Typed {
        if text.is_empty() {
            return Typed::Nothing(Why::NothingKept);
        }
        let text = if self.is_line { Cow::from(text.replace('\n', " ")) } else { Cow::from(text) };
        let selection = self.selection();
        let bytes = self.text.len() - selection.len() + text.len();
        let gone = line_feeds(&self.text[selection.clone()]);
        if let Err(too_much) = check(bytes, line_feeds(&self.text) - gone + line_feeds(&text)) {
            return Typed::Refused(too_much);
        }
        self.replace(selection, &text, typed);
        Typed::Changed
    }

    /// Removes the selection, or else the text between the cursor and that offset.
    fn delete_to(&mut self, offset: usize) -> Typed {
        let mut gone = self.selection();
        if gone.is_empty() {
            gone = offset.min(self.cursor)..offset.max(self.cursor);
        }
        if gone.is_empty() {
            self.anchor = None;
            return Typed::Nothing(Why::AtTheEnd);
        }
        self.replace(gone, "", None);
        Typed::Changed
    }

    /// Changes the text, and notes that.
    fn replace(&mut self, range: Range<usize>, with: &str, typed: Option<char>) {
        if !range.is_empty() || !with.is_empty() {
            self.past.note(Change::new(range.start, &self.text[range.clone()], with), typed);
        }
        self.put(range, with);
    }

    /// Changes the text, with the cursor behind what is new.
    fn put(&mut self, range: Range<usize>, with: &str) {
        self.text.replace_range(range.clone(), with);
        let wrap = self.wrap(self.rows.wrap.columns);
        if self.rows.wrap == wrap {
            self.rows.follow(&self.text, range.clone(), with.len());
        } else {
            self.rows = Rows::new(&self.text, wrap);
        }
        self.anchor = None;
        // A mark that was typed, or came to stand there, joins the letter before it.
        self.cursor = self.boundary(range.start + with.len(), Direction::Forward);
        self.is_away = false;
    }

    /// Takes back the last change, if there is one.
    pub fn take_back(&mut self) {
        self.undo();
    }

    fn undo(&mut self) -> Typed {
        let Some(change) = self.past.undo() else { return Typed::Nothing(Why::NothingToUndo) };
        self.put(change.at..change.at + change.inserted.len(), &change.removed);
        Typed::Undone
    }

    /// Brings back a change that was taken back.
    fn redo(&mut self) -> Typed {
        let Some(change) = self.past.redo() else { return Typed::Nothing(Why::NothingToRedo) };
        self.put(change.at..change.at + change.removed.len(), &change.inserted);
        Typed::Redone
    }

    /// How the text is wrapped in `columns`.
    fn wrap(&self, columns: usize) -> Wrap {
        Wrap { columns, at_words: self.text.len() <= WRAPPED_AT_WORDS }
    }

    /// The boundary between clusters at an offset, or the next one in that direction.
    fn boundary(&self, offset: usize, direction: Direction) -> usize {
        let inside =
            self.rows.clusters(&self.text, self.rows.row_of(offset)).find(|cluster| cluster.end > offset);
        match inside {
            Some(cluster) if cluster.start < offset && direction == Direction::Back => cluster.start,
            Some(cluster) if cluster.start < offset => cluster.end,
            _ => offset,
        }
    }

    /// The boundary next to the cursor in that direction: over a cluster or a line feed.
    fn beside(&self, direction: Direction) -> usize {
        match direction {
            Direction::Back => self.boundary(self.cursor.saturating_sub(1), direction),
            Direction::Forward => self.boundary((self.cursor + 1).min(self.text.len()), direction),
        }
    }

    /// The row of the cursor, and its column.
    fn place(&self, rows: &Rows) -> (usize, usize) {
        let row = rows.row_of(self.cursor);
        let before = rows.clusters(&self.text, row).take_while(|cluster| cluster.end <= self.cursor);
        (row, before.map(|cluster| cluster.columns).sum())
    }

    /// The boundary at or before a column of a row. Behind the end of a wrapped row that is the start of the next one;
    /// with `stays`, the start of the last cluster on the row.
    fn offset_at(&self, row: usize, column: usize, stays: bool) -> usize {
        let rows = &self.rows;
        let row = row.min(rows.count() - 1);
        let range = rows.range(&self.text, row);
        let (mut offset, mut end) = (range.start, 0);
        for cluster in rows.clusters(&self.text, row) {
            end += cluster.columns;
            if end > column || (stays && rows.row_of(cluster.end) > row) {
                break;
            }
            offset = cluster.end;
        }
        offset
    }

    /// Puts the cursor there; the text from where it was is selected, or was before, or nothing is any more.
    fn go(&mut self, offset: usize, selects: bool) {
        self.anchor = selects.then(|| self.anchor.unwrap_or(self.cursor));
        self.cursor = offset;
        self.is_away = false;
    }

    /// Puts the cursor where the mouse was pressed, in the area that was last drawn into.
    pub fn click(&mut self, column: u16, row: u16) {
        self.go(self.pointed_at(column, row), false);
    }

    /// Selects from where the cursor was to where the mouse is.
    pub fn drag_to(&mut self, column: u16, row: u16) {
        self.go(self.pointed_at(column, row), true);
    }

    fn pointed_at(&self, column: u16, row: u16) -> usize {
        let (column, row, scrolled) = (usize::from(column), usize::from(row), self.scrolled);
        match self.is_line {
            true => self.offset_at(0, scrolled + column, false),
            false => self.offset_at(scrolled + row, column, false),
        }
    }

    /// Scrolls by this many rows, down if positive. The cursor stays on the screen; a selection is given up.
    pub fn scroll(&mut self, by: i16) {
        let page = usize::from(self.drawn.height);
        let last = self.rows.count().saturating_sub(page);
        let top = self.scrolled.saturating_add_signed(by.into()).min(last);
        if self.is_line || top == self.scrolled {
            return;
        }
        self.scrolled = top;
        let (row, column) = self.place(&self.rows);
        let nearest = row.clamp(top, top + page.saturating_sub(1));
        self.go(if nearest == row { self.cursor } else { self.offset_at(nearest, column, true) }, false);
    }
}

fn line_feeds(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

fn check(bytes: usize, line_feeds: usize) -> Result<(), TooMuch> {
    match () {
        () if bytes > MAX_TEXT => Err(TooMuch::Bytes(bytes)),
        () if line_feeds >= MAX_LINES => Err(TooMuch::Lines(line_feeds + 1)),
        () => Ok(()),
    }
}
