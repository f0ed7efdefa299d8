//! Where the parts of a changed text come from.

use std::ops::Range;

/// What was replaced, in the order of the text. Between two replacements both texts are the same.
#[derive(Debug, Default)]
pub(super) struct Moved(Vec<Replaced>);

#[derive(Debug)]
struct Replaced {
    /// The place in the changed text; empty where something was dropped.
    now: Range<usize>,
    /// The place in the original.
    was: Range<usize>,
}

impl Moved {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, now: Range<usize>, was: Range<usize>) {
        self.0.push(Replaced { now, was });
    }

    /// The range in the original that a range of the changed text comes from. What was replaced counts as a whole; what was
    /// dropped belongs to a range only if it lies within.
    pub(super) fn origin(&self, span: Range<usize>) -> Range<usize> {
        let passed = self.0.partition_point(|replaced| replaced.now.end <= span.start);
        let start = match self.0.get(passed) {
            Some(replaced) if replaced.now.start < span.start => replaced.was.start,
            _ => self.after(passed, span.start),
        };
        if span.is_empty() {
            return start..start;
        }
        let begun = self.0.partition_point(|replaced| replaced.now.start < span.end);
        let end = match begun.checked_sub(1).map(|last| &self.0[last]) {
            Some(replaced) if replaced.now.end >= span.end => replaced.was.end,
            _ => self.after(begun, span.end),
        };
        start..end
    }

    /// A place behind that many replacements.
    fn after(&self, passed: usize, at: usize) -> usize {
        passed.checked_sub(1).map_or(at, |last| at - self.0[last].now.end + self.0[last].was.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lead_back() {
        // "ab[123]cd" without the digits, then `X` for `cd`.
        let mut moved = Moved::default();
        moved.push(2..2, 2..7);
        moved.push(2..3, 7..9);
        assert_eq!(moved.origin(0..2), 0..2);
        assert_eq!(moved.origin(0..3), 0..9);
        assert_eq!(moved.origin(2..3), 7..9);
        assert_eq!(moved.origin(2..4), 7..10);
        assert_eq!(moved.origin(3..4), 9..10);
        assert_eq!(moved.origin(1..1), 1..1);
    }
}
