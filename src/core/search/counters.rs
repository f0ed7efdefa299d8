//! Results and costs of a search.

use std::ops::AddAssign;

/// A signature within k of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    /// Index of the signature.
    pub index: u32,
    /// Its distance.
    pub distance: u8,
}

/// Cost of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Look-ups in a table or a set.
    pub probes: u64,
    /// Candidates: signatures (for all pairs: pairs) found in a bucket, counted once for each table.
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
