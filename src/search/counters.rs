//! What a search found, and what it cost.

use std::ops::AddAssign;

/// A signature within k of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    /// Which.
    pub index: u32,
    /// How far.
    pub distance: u8,
}

/// What a search cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Look-ups in a table or a set.
    pub probes: u64,
    /// Signatures (of all pairs: pairs) that the look-ups brought up, once for each table that did.
    pub candidates: u64,
    /// Distances computed.
    pub distances: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, more: Self) {
        self.probes += more.probes;
        self.candidates += more.candidates;
        self.distances += more.distances;
    }
}
