//! What jobs find, in the form that the explorer keeps.

use crate::groups::Groups;
use crate::hamming::Signatures;
use crate::tui::action::Order;
use std::sync::Arc;

/// Documents and their signatures in the order in which the heatmap shows them.
#[derive(Debug)]
pub struct Arranged {
    /// The order asked for.
    pub order: Order,
    /// Documents.
    pub documents: Arc<[u32]>,
    /// Their signatures.
    pub signatures: Signatures,
    /// All signatures, in the order of the input, from which these were taken.
    pub source: Arc<Signatures>,
}

/// One row of the sweep as the explorer knows it: the tree gives the groups at once, the spread the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepLine {
    /// The threshold.
    pub k: u8,
    /// Groups.
    pub groups: usize,
    /// Documents in groups.
    pub grouped: usize,
    /// Size of the largest.
    pub largest: usize,
    /// Pairs within k, once measured.
    pub pairs: Option<u64>,
    /// Chains, once measured.
    pub chains: Option<usize>,
}

impl SweepLine {
    /// The line of a partition, without what the spread adds.
    pub fn of(groups: &Groups) -> Self {
        Self {
            k: groups.k(),
            groups: groups.count(),
            grouped: groups.grouped(),
            largest: groups.largest(),
            pairs: None,
            chains: None,
        }
    }
}
