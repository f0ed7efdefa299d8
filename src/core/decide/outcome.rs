//! What becomes of every document.

/// What becomes of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fate {
    /// Kept: it is in no group.
    #[default]
    Single,
    /// Kept, by the rule or by hand: no better kept document of its group covers it.
    Kept,
    /// Kept: it was excluded from its group.
    Excluded,
    /// Kept: its group is left as it is, or waits for a decision.
    Left,
    /// Dropped against a kept document.
    Dropped {
        /// The kept document nearest to it.
        kept: u32,
        /// Their distance, at most k.
        distance: u8,
    },
}

impl Fate {
    /// Whether the document goes.
    pub fn is_dropped(self) -> bool {
        matches!(self, Self::Dropped { .. })
    }
}

/// What becomes of all documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// By document.
    pub fates: Vec<Fate>,
    /// Groups of which something was said: accepted, left, later, and split ones.
    pub totals: Totals,
}

/// Numbers over all groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Documents that go.
    pub dropped: usize,
    /// Of these, with the same signature as the one that is kept.
    pub equal: usize,
    /// Documents that were excluded from their group.
    pub excluded: usize,
    /// Groups that were accepted.
    pub accepted: usize,
    /// Groups that are left as they are.
    pub left: usize,
    /// Groups that wait for a decision.
    pub later: usize,
    /// Groups that were taken apart.
    pub split: usize,
    /// Groups with a decision of any kind.
    pub decided: usize,
}

impl Outcome {
    /// Whether a document stays.
    pub fn is_kept(&self, document: usize) -> bool {
        !self.fates[document].is_dropped()
    }
}
