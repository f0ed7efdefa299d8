//! An alignment in blocks, one below the other: text side by side, and unchanged stretches folded.

use super::{Alignment, Holder, Run};
use crate::visible;
use std::ops::Range;

/// How much of what is equal stays in view beside a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    /// Line ends.
    pub lines: usize,
    /// Characters, where a line is longer than that.
    pub characters: usize,
}

impl Default for Context {
    fn default() -> Self {
        Self { lines: 1, characters: 160 }
    }
}

/// A part of both texts that is shown at the same height.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Text. Both sides begin at the start of a line, or behind a fold or another block.
    Text(Vec<Run>),
    /// What is equal and not shown.
    Fold(Fold),
}

/// An equal stretch that is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// Its place in A.
    pub a: Range<usize>,
    /// Its place in B.
    pub b: Range<usize>,
    /// Its line ends.
    pub lines: usize,
    /// Its characters.
    pub characters: usize,
}

/// A fold of fewer lines, and of fewer characters, would hide little.
const FEWEST_LINES: usize = 3;
const FEWEST_CHARACTERS: usize = 80;
/// About the most bytes of a block on each side, so that a block in view costs little whatever the text.
const MOST_BYTES: usize = 2048;

impl Alignment {
    /// The blocks of the two texts that were aligned, in order; together they have all runs, of which some are cut. With
    /// a context, what is equal and further from a difference is folded; two equal texts are not.
    pub fn blocks(&self, a: &str, b: &str, context: Option<Context>) -> Vec<Block> {
        let mut blocks = Blocks { a, b, done: Vec::new(), open: Vec::new(), bytes: 0 };
        let context = context.filter(|_| self.runs.len() > 1);
        let chunks =
            self.runs.chunk_by(|one, next| one.holder != Holder::Both && next.holder != Holder::Both);
        let mut chunks = chunks.peekable();
        let mut has_before = false;
        while let Some(chunk) = chunks.next() {
            match (chunk, context) {
                ([run], Some(context)) if run.holder == Holder::Both => {
                    blocks.equal(run, &context, (has_before, chunks.peek().is_some()));
                }
                ([run], None) if run.holder == Holder::Both => blocks.lines(run),
                _ => blocks.differ(chunk),
            }
            has_before = true;
        }
        blocks.close();
        blocks.done
    }
}

struct Blocks<'t> {
    a: &'t str,
    b: &'t str,
    done: Vec<Block>,
    /// The block that goes on.
    open: Vec<Run>,
    /// Its bytes; on both sides the same, or those of the longer run where they differ.
    bytes: usize,
}

impl Blocks<'_> {
    fn close(&mut self) {
        if !self.open.is_empty() {
            self.done.push(Block::Text(std::mem::take(&mut self.open)));
        }
        self.bytes = 0;
    }

    fn push(&mut self, run: Run) {
        if !run.a.is_empty() || !run.b.is_empty() {
            self.open.push(run);
        }
    }

    /// A difference, in as many blocks as it takes.
    fn differ(&mut self, runs: &[Run]) {
        let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return };
        let (mut a, mut b) = (first.a.start..last.a.end, first.b.start..last.b.end);
        loop {
            let room = MOST_BYTES.saturating_sub(self.bytes);
            let end_a = a.start + piece(&self.a[a.clone()], room);
            let end_b = b.start + piece(&self.b[b.clone()], room);
            self.bytes += (end_a - a.start).max(end_b - b.start);
            self.push(Run { holder: Holder::OnlyA, a: a.start..end_a, b: b.start..b.start });
            self.push(Run { holder: Holder::OnlyB, a: end_a..end_a, b: b.start..end_b });
            (a.start, b.start) = (end_a, end_b);
            if a.is_empty() && b.is_empty() {
                return;
            }
            self.close();
        }
    }

    /// An equal run, folded where it is far from what differs: from what stands before it, and behind it, if anything does.
    fn equal(&mut self, run: &Run, context: &Context, (has_before, has_behind): (bool, bool)) {
        let text = run.text(self.a, self.b);
        let head = if has_before { start_of(text, context) } else { 0 };
        let tail = if has_behind { end_of(text, context) } else { text.len() };
        let folded = text.get(head..tail).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', folded.as_bytes()).count();
        let characters = folded.chars().count();
        if lines < FEWEST_LINES && characters < FEWEST_CHARACTERS {
            self.lines(run);
            return;
        }
        let (shown, rest) = halves(run, head);
        let (Run { a, b, .. }, end) = halves(&rest, tail - head);
        self.lines(&shown);
        self.close();
        self.done.push(Block::Fold(Fold { a, b, lines, characters }));
        self.lines(&end);
    }

    /// An equal run: a block ends with each of its lines, and within a line that is too long.
    fn lines(&mut self, run: &Run) {
        // Behind whole lines of one side both go on at the same height.
        if self.a[..run.a.start].ends_with('\n') && self.b[..run.b.start].ends_with('\n') {
            self.close();
        }
        let mut run = run.clone();
        for line in run.clone().text(self.a, self.b).split_inclusive('\n') {
            let mut rest = line;
            while !rest.is_empty() {
                let room = MOST_BYTES.saturating_sub(self.bytes);
                let cut = piece(rest, room);
                let (now, later) = halves(&run, cut);
                self.push(now);
                self.bytes += cut;
                (run, rest) = (later, &rest[cut..]);
                if !rest.is_empty() || line.ends_with('\n') {
                    self.close();
                }
            }
        }
    }
}

/// How much of a text fits into `room` bytes.
fn piece(text: &str, room: usize) -> usize {
    if text.len() <= room { text.len() } else { gap_before(text, room) }
}

/// An equal run, cut after that many bytes of both texts.
fn halves(run: &Run, at: usize) -> (Run, Run) {
    let Run { holder, a, b } = run.clone();
    let (at_a, at_b) = (a.start + at, b.start + at);
    (Run { holder, a: a.start..at_a, b: b.start..at_b }, Run { holder, a: at_a..a.end, b: at_b..b.end })
}

/// Where what stays in view behind a difference ends.
fn start_of(text: &str, context: &Context) -> usize {
    let line_end = memchr::memchr_iter(b'\n', text.as_bytes()).nth(context.lines).map(|end| end + 1);
    let far = text.char_indices().nth(context.characters).map(|(at, _)| gap_before(text, at));
    line_end.unwrap_or(text.len()).min(far.unwrap_or(text.len()))
}

/// Where what stays in view before a difference begins.
fn end_of(text: &str, context: &Context) -> usize {
    let line_start = memchr::memrchr_iter(b'\n', text.as_bytes()).nth(context.lines).map(|end| end + 1);
    let far = text.char_indices().rev().nth(context.characters).map(|(at, _)| gap_before(text, at));
    line_start.unwrap_or(0).max(far.unwrap_or(0))
}

/// The place behind the last white space shortly before `at`, or else the last boundary of a character.
fn gap_before(text: &str, at: usize) -> usize {
    const SHORTLY: usize = 32;
    let end = visible::start_of(text, at).len();
    let start = visible::start_of(text, end.saturating_sub(SHORTLY)).len();
    let gap = text[start..end].char_indices().rfind(|(_, c)| c.is_whitespace());
    gap.map_or(end, |(gap, c)| start + gap + c.len_utf8())
}
