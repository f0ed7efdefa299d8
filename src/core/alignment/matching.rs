//! The search for equal elements of two lists.

use crate::progress::Progress;
use similar::algorithms::{Compact, DiffHook, myers};
use std::convert::Infallible;
use std::hash::Hash;
use std::time::Instant;

/// How long a search may go on; without a deadline, as long as the bounds of the search allow.
pub(super) struct Search<'p> {
    pub deadline: Option<Instant>,
    pub progress: &'p Progress,
}

/// The same elements in two lists: the first index in each, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub a: usize,
    pub b: usize,
    pub len: usize,
}

impl Search<'_> {
    /// What two lists have in common, ascending in both. `None` if cancelled.
    pub fn matches<T: Hash + Eq>(&self, a: &[T], b: &[T]) -> Option<Vec<Match>> {
        let mut hook = Watched { inner: Compact::new(Matches(Vec::new()), a, b), progress: self.progress };
        myers::diff_deadline(&mut hook, a, 0..a.len(), b, 0..b.len(), self.deadline).ok()?;
        Some(hook.inner.into_inner().0)
    }
}

struct Cancelled;

/// Passes on what the search finds, unless it was cancelled.
struct Watched<'p, D> {
    inner: D,
    progress: &'p Progress,
}

impl<D: DiffHook<Error = Infallible>> Watched<'_, D> {
    fn unless_cancelled(
        &mut self,
        pass: impl FnOnce(&mut D) -> Result<(), Infallible>,
    ) -> Result<(), Cancelled> {
        if self.progress.is_cancelled() {
            return Err(Cancelled);
        }
        pass(&mut self.inner).map_err(|never| match never {})
    }
}

impl<D: DiffHook<Error = Infallible>> DiffHook for Watched<'_, D> {
    type Error = Cancelled;

    fn equal(&mut self, a: usize, b: usize, len: usize) -> Result<(), Cancelled> {
        self.unless_cancelled(|inner| inner.equal(a, b, len))
    }

    fn delete(&mut self, a: usize, len: usize, b: usize) -> Result<(), Cancelled> {
        self.unless_cancelled(|inner| inner.delete(a, len, b))
    }

    fn insert(&mut self, a: usize, b: usize, len: usize) -> Result<(), Cancelled> {
        self.unless_cancelled(|inner| inner.insert(a, b, len))
    }

    fn finish(&mut self) -> Result<(), Cancelled> {
        self.unless_cancelled(D::finish)
    }
}

/// Keeps only what is equal; the rest stands between.
struct Matches(Vec<Match>);

impl DiffHook for Matches {
    type Error = Infallible;

    fn equal(&mut self, a: usize, b: usize, len: usize) -> Result<(), Infallible> {
        self.0.push(Match { a, b, len });
        Ok(())
    }
}
