//! What can be undone.

use std::collections::VecDeque;

/// Edits that can be undone, and the bytes that they may hold.
pub(super) const MOST_EDITS: usize = 1000;
pub(super) const MOST_BYTES: usize = 16 << 20;

/// The longest run of typed characters that is one change, for scripts that have no spaces.
const LONGEST_RUN: usize = 20;

/// One text in place of another.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// Where both begin.
    pub at: usize,
    pub removed: String,
    pub inserted: String,
    /// Removing counts as one, inserting as one, and every character typed behind.
    edits: usize,
}

impl Change {
    pub fn new(at: usize, removed: &str, inserted: &str) -> Self {
        let edits = usize::from(!removed.is_empty()) + usize::from(!inserted.is_empty());
        Self { at, removed: removed.to_owned(), inserted: inserted.to_owned(), edits }
    }

    fn bytes(&self) -> usize {
        self.removed.len() + self.inserted.len()
    }
}

/// The changes that led to a text, and those that were taken back. Characters that are typed one after the other are
/// one change, up to the end of a word.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    done: VecDeque<Change>,
    undone: Vec<Change>,
    /// Changes before those, which cannot be undone any more.
    forgotten: usize,
    /// Edits of `done`.
    pub(super) edits: usize,
    /// Bytes of `done` and `undone`.
    pub(super) bytes: usize,
    run: Option<Run>,
}

/// Characters that were typed one after the other, the last thing that was done.
#[derive(Debug, Clone, Copy)]
struct Run {
    last: char,
    characters: usize,
}

impl Past {
    /// Notes a change, which may be a typed character; forgets the oldest where it is too much.
    pub(super) fn note(&mut self, change: Change, typed: Option<char>) {
        self.bytes -= self.undone.drain(..).map(|undone| undone.bytes()).sum::<usize>();
        self.bytes += change.bytes();
        self.edits += change.edits;
        let run = typed.map_or(0, |c| self.run_before(&change, c));
        self.run = typed.map(|last| Run { last, characters: run + 1 });
        match self.done.back_mut().filter(|_| run > 0) {
            Some(last) => {
                last.inserted.push_str(&change.inserted);
                last.edits += change.edits;
            }
            None => self.done.push_back(change),
        }
        while (self.edits > MOST_EDITS || self.bytes > MOST_BYTES)
            && let Some(oldest) = self.done.pop_front()
        {
            self.edits -= oldest.edits;
            self.bytes -= oldest.bytes();
            self.forgotten += 1;
        }
    }

    /// The length of the run that a typed character extends; 0 if it starts a new one.
    fn run_before(&self, change: &Change, c: char) -> usize {
        let (Some(run), Some(last)) = (self.run, self.done.back()) else { return 0 };
        let is_behind = change.removed.is_empty() && change.at == last.at + last.inserted.len();
        let begins_word = run.last.is_whitespace() && !c.is_whitespace();
        if is_behind && run.characters < LONGEST_RUN && !begins_word { run.characters } else { 0 }
    }

    /// How many changes were made and not taken back.
    pub(super) fn depth(&self) -> usize {
        self.forgotten + self.done.len()
    }

    /// Whether anything can be undone or redone.
    pub(super) fn is_known(&self) -> bool {
        !self.done.is_empty() || !self.undone.is_empty()
    }

    /// What is typed next is a change of its own.
    pub(super) fn end_run(&mut self) {
        self.run = None;
    }

    /// The last change, which is taken back.
    pub(super) fn undo(&mut self) -> Option<Change> {
        self.end_run();
        let change = self.done.pop_back()?;
        self.edits -= change.edits;
        self.undone.push(change.clone());
        Some(change)
    }

    /// The change that was taken back last, which is brought back.
    pub(super) fn redo(&mut self) -> Option<Change> {
        self.end_run();
        let change = self.undone.pop()?;
        self.edits += change.edits;
        self.done.push_back(change.clone());
        Some(change)
    }
}
