//! Two texts side by side, each block of their alignment at the same height.

use super::{Side, Spans, line};
use crate::surface::{Paint, Rect, Role, counted, grouped_digits};
use crate::widgets::hits;
use crate::widgets::prose::{self, Line};
use simscope_core::alignment::{Block, Fold, Gap, Holder, Run};
use simscope_core::visible;
use std::ops::Range;

/// The first row in view: a block, and a row of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Top {
    pub block: usize,
    pub row: usize,
}

/// Both texts of a pair, in rows of `columns`, each block at the same height on both sides.
#[derive(Clone, Copy)]
pub struct Sheet<'t> {
    pub texts: [&'t str; 2],
    pub blocks: &'t [Block],
    pub columns: usize,
    /// One text stands above the other: no blank rows keep their blocks at the same height.
    pub is_stacked: bool,
}

/// What is marked besides what differs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Over<'a> {
    /// The difference that was gone to.
    pub current: Option<&'a Gap>,
    /// What was looked for in the text, in order.
    pub hits: &'a [Range<usize>],
}

/// A row of one side.
enum Row<'t> {
    /// Offsets count from the start of the text.
    Text(Line, Range<usize>),
    Fold(&'t Fold),
    /// The other side has more rows here.
    Empty,
}

impl<'t> Sheet<'t> {
    /// Where the text of a block lies.
    fn place(&self, runs: &[Run], side: Side) -> Range<usize> {
        match (runs.first(), runs.last()) {
            (Some(first), Some(last)) => side.place(first).start..side.place(last).end,
            _ => 0..0,
        }
    }

    fn lines(&self, runs: &[Run], side: Side) -> Vec<(Line, Range<usize>)> {
        let place = self.place(runs, side);
        let text = &self.texts[side as usize][place.clone()];
        let mut lines: Vec<Line> = prose::lines(text, self.columns).collect();
        for line in &mut lines {
            line.iter_mut().for_each(|(offset, _)| *offset += place.start);
        }
        // A row reaches to the start of the next, so that line ends and spaces between two are parts of the first.
        let mut starts: Vec<usize> = Vec::with_capacity(lines.len() + 1);
        starts.push(place.start);
        for (at, line) in lines.iter().enumerate().skip(1) {
            let before = starts[at - 1];
            let start = line.first().map(|&(offset, _)| offset);
            // An empty row holds one line end.
            let ends =
                || self.texts[side as usize].as_bytes()[before..].iter().position(|&byte| byte == b'\n');
            starts.push(start.unwrap_or_else(|| ends().map_or(before, |end| before + end + 1)).max(before));
        }
        starts.push(place.end);
        lines.into_iter().zip(starts.windows(2)).map(|(line, ends)| (line, ends[0]..ends[1])).collect()
    }

    /// The rows that a block takes, on the side that takes more.
    fn height(&self, block: usize) -> usize {
        match &self.blocks[block] {
            Block::Fold(_) => 1,
            Block::Text(runs) => {
                let rows = |side: Side| {
                    prose::lines(&self.texts[side as usize][self.place(runs, side)], self.columns).count()
                };
                rows(Side::A).max(rows(Side::B)).max(1)
            }
        }
    }

    /// Whether this many lines have room for all rows.
    pub fn fits(&self, height: usize) -> bool {
        // Long texts are not laid out to be counted: a sign takes at most four bytes and, but for marks, a column.
        let bytes = |side: Side| -> usize {
            let blocks = self.blocks.iter().map(|block| match block {
                Block::Fold(_) => 0,
                Block::Text(runs) => self.place(runs, side).len(),
            });
            blocks.sum()
        };
        let is_short = [Side::A, Side::B].into_iter().all(|side| bytes(side) / 8 <= self.columns * height);
        is_short && (0..self.blocks.len()).map(|block| self.height(block)).sum::<usize>() <= height
    }

    /// The rows of one text alone.
    pub fn rows_of(&self, side: Side) -> usize {
        (0..self.blocks.len()).map(|block| self.rows(block, side).len()).sum()
    }

    /// Whether something equal is folded.
    pub fn is_folded(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Fold(_)))
    }

    /// `by` rows further down, or up; not beyond the place from which on all is in `height` rows.
    pub fn moved(&self, from: Top, by: isize, height: usize) -> Top {
        let Some(last) = self.blocks.len().checked_sub(1) else { return Top::default() };
        let block = from.block.min(last);
        let mut at = Top { block, row: from.row.min(self.height(block) - 1) };
        for _ in 0..by.unsigned_abs() {
            let Some(next) = (if by < 0 { self.above(at) } else { self.below(at) }) else { break };
            at = next;
        }
        // From the last row up, as many as are shown.
        let mut lowest = Top { block: last, row: self.height(last) - 1 };
        for _ in 1..height {
            let Some(above) = self.above(lowest) else { break };
            lowest = above;
        }
        at.min(lowest)
    }

    /// The last place, as of [`Sheet::moved`].
    pub fn end(&self, height: usize) -> Top {
        self.moved(Top { block: usize::MAX, row: usize::MAX }, 0, height)
    }

    fn above(&self, at: Top) -> Option<Top> {
        match (at.row, at.block) {
            (0, 0) => None,
            (0, block) => Some(Top { block: block - 1, row: self.height(block - 1) - 1 }),
            (row, block) => Some(Top { block, row: row - 1 }),
        }
    }

    fn below(&self, at: Top) -> Option<Top> {
        if at.row + 1 < self.height(at.block) {
            return Some(Top { block: at.block, row: at.row + 1 });
        }
        (at.block + 1 < self.blocks.len()).then_some(Top { block: at.block + 1, row: 0 })
    }

    /// Where a difference begins.
    pub fn row_of(&self, difference: &Gap) -> Top {
        let reaches = |block: &Block| match block {
            Block::Fold(_) => false,
            Block::Text(runs) => runs.iter().any(|run| is_in(run, difference)),
        };
        let Some(block) = self.blocks.iter().position(reaches) else { return Top::default() };
        let Block::Text(runs) = &self.blocks[block] else { return Top { block, row: 0 } };
        let row = |side: Side| {
            let at = side.of(difference).start;
            let has = !side.of(difference).is_empty();
            self.lines(runs, side).iter().position(|(_, place)| place.contains(&at)).filter(|_| has)
        };
        let row = [row(Side::A), row(Side::B)].into_iter().flatten().min();
        Top { block, row: row.unwrap_or(0) }
    }

    /// Draws one side from a row on. The rows of the current difference have a bar at their left, the others where the
    /// texts differ the sign of the side.
    pub fn draw(
        &self,
        paint: &mut Paint<'_>,
        area: Rect,
        top: Top,
        (side, spans): (Side, Spans<'_>),
        Over { current, hits }: Over<'_>,
    ) {
        let mut y = area.y;
        // What was scrolled to may have come into view with all before it.
        let top = if top != Top::default() && self.fits(area.height.into()) { Top::default() } else { top };
        for block in top.block..self.blocks.len() {
            let skipped = if block == top.block { top.row } else { 0 };
            for row in self.rows(block, side).into_iter().skip(skipped) {
                if y >= area.bottom() {
                    return;
                }
                match row {
                    Row::Fold(fold) => folded(paint, Rect { y, height: 1, ..area }, fold),
                    Row::Text(shown, place) => {
                        line(paint, (area.x + 1, y), area.width - 1, &shown, side, spans);
                        hits::over(paint, (area.x + 1, y), area.width - 1, &shown, hits);
                        gutter(paint, (area.x, y), &place, side, spans, current);
                    }
                    Row::Empty => {}
                }
                y += 1;
            }
        }
    }

    fn rows(&self, block: usize, side: Side) -> Vec<Row<'t>> {
        match &self.blocks[block] {
            Block::Fold(fold) => vec![Row::Fold(fold)],
            Block::Text(runs) => {
                let mut rows: Vec<Row<'t>> =
                    self.lines(runs, side).into_iter().map(|(line, place)| Row::Text(line, place)).collect();
                if !self.is_stacked {
                    rows.resize_with(self.height(block).max(rows.len()), || Row::Empty);
                }
                rows
            }
        }
    }
}

/// Whether a run, cut or not, is a part of a difference.
fn is_in(run: &Run, difference: &Gap) -> bool {
    run.holder != Holder::Both
        && difference.a.start <= run.a.start
        && run.a.end <= difference.a.end
        && difference.b.start <= run.b.start
        && run.b.end <= difference.b.end
}

/// The sign at the left of a row.
fn gutter(
    paint: &mut Paint<'_>,
    at: (u16, u16),
    row: &Range<usize>,
    side: Side,
    spans: Spans<'_>,
    current: Option<&Gap>,
) {
    let meets = |span: &Range<usize>| span.start < row.end && row.start < span.end;
    let next = spans.places.partition_point(|span| span.end <= row.start);
    let is_marked = spans.places.get(next).is_some_and(meets);
    let of_current = current.map(|difference| side.of(difference));
    // Where this text lacks what the other has, the row with that place is marked.
    let is_current =
        of_current.is_some_and(|span| meets(span) || (span.is_empty() && row.contains(&span.start)));
    match (is_current, is_marked) {
        (true, _) => paint.put(at.0, at.1, "▌", paint.style(Role::Handle)),
        (false, true) if spans.are_shared => paint.put(at.0, at.1, "=", paint.style(Role::Dim)),
        (false, true) => paint.put(at.0, at.1, side.sign(), paint.style(side.role())),
        (false, false) => {}
    }
}

/// Draws the replacement of an equal stretch.
fn folded(paint: &mut Paint<'_>, area: Rect, fold: &Fold) {
    let text = match fold.lines {
        0 | 1 => paint.pick((
            format!("… {} equal …", counted(fold.characters, "character", "characters")),
            format!("… 相同 {} 字符 …", grouped_digits(fold.characters)),
        )),
        lines => paint.pick((
            format!("… {} equal …", counted(lines, "line", "lines")),
            format!("… 相同 {} 行 …", grouped_digits(lines)),
        )),
    };
    let width = visible::width(&text) as u16;
    let x = area.x + area.width.saturating_sub(width) / 2;
    paint.say(x, area.y, area.width, &text, Role::Dim);
}

#[cfg(test)]
mod tests;
