//! What can be undone.

use std::collections::VecDeque;

/// Edits of the text area that can be undone, and the bytes that they may hold.
pub(super) const MOST_EDITS: usize = 1000;
pub(super) const MOST_BYTES: usize = 16 << 20;

/// How many edits of the text area each change is made of. Characters that are typed one after the other are one change,
/// up to the end of a word.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    done: VecDeque<usize>,
    undone: Vec<usize>,
    /// Changes before those, which cannot be undone any more.
    forgotten: usize,
    pub(super) edits: usize,
    pub(super) bytes: usize,
    run: Option<Run>,
}

/// Characters that were typed one after the other, the last thing that was done.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// Where the cursor was left, as line and character.
    end: (usize, usize),
    last: char,
    characters: usize,
}

/// The longest run, for scripts that have no spaces.
const LONGEST_RUN: usize = 20;

impl Past {
    /// Whether so many bytes more can be held.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.bytes + more <= MOST_BYTES
    }

    /// Notes that so many bytes more are held.
    pub(super) fn hold(&mut self, more: usize) {
        self.bytes += more;
    }

    /// Notes a change made of so many edits.
    pub(super) fn note(&mut self, edits: usize) {
        self.undone.clear();
        self.run = None;
        if edits == 0 {
            return;
        }
        self.done.push_back(edits);
        self.edits += edits;
        // The text area has dropped the oldest just so.
        while self.edits > MOST_EDITS
            && let Some(oldest) = self.done.pop_front()
        {
            self.edits -= oldest;
            self.forgotten += 1;
        }
    }

    /// Forgets all changes.
    pub(super) fn forget(&mut self) {
        *self = Self { forgotten: self.depth(), ..Self::default() };
    }

    /// How many changes were made and not taken back.
    pub(super) fn depth(&self) -> usize {
        self.forgotten + self.done.len()
    }

    /// Whether anything can be undone or redone.
    pub(super) fn is_known(&self) -> bool {
        !self.done.is_empty() || !self.undone.is_empty()
    }

    /// The characters of the run that a character typed there goes on with; 0 where it begins one.
    pub(super) fn run_before(&self, cursor: (usize, usize), c: char) -> usize {
        let goes_on = |run: &Run| {
            let begins_word = run.last.is_whitespace() && !c.is_whitespace();
            run.end == cursor && run.characters < LONGEST_RUN && !begins_word
        };
        self.run.filter(goes_on).map_or(0, |run| run.characters)
    }

    /// Notes that the last change was a character, typed behind a run of so many, and left the cursor there.
    pub(super) fn note_typed(&mut self, c: char, run_before: usize, end: (usize, usize)) {
        if run_before > 0
            && self.done.len() > 1
            && let Some(edits) = self.done.pop_back()
            && let Some(run) = self.done.back_mut()
        {
            *run += edits;
        }
        self.run = Some(Run { end, last: c, characters: run_before + 1 });
    }

    /// What is typed next is a change of its own.
    pub(super) fn end_run(&mut self) {
        self.run = None;
    }

    /// The edits of the last change, which is taken back.
    pub(super) fn undo(&mut self) -> Option<usize> {
        self.run = None;
        let edits = self.done.pop_back()?;
        self.edits -= edits;
        self.undone.push(edits);
        Some(edits)
    }

    /// The edits of the change that was taken back last, which is brought back.
    pub(super) fn redo(&mut self) -> Option<usize> {
        self.run = None;
        let edits = self.undone.pop()?;
        self.edits += edits;
        self.done.push_back(edits);
        Some(edits)
    }
}
