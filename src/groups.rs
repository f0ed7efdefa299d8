//! The dendrogram, groups at k, leaders, the sweep over k.

use crate::hamming::Histogram;
use crate::progress::Progress;
use std::sync::Arc;

/// All partitions by "distance ≤ k" at once (single linkage), as leaf order and gaps.
///
/// Canonical: a function of the signatures and the order of the documents alone. Within every node of the
/// tree the children stand in the order of their first document, so the first leaf of a group is the
/// document of the group that comes first in the corpus: its representative.
#[derive(Debug, Clone)]
pub struct Dendrogram {
    order: Arc<[u32]>,
    gap: Vec<u8>,
}

impl Dendrogram {
    /// The exact tree over the given documents (indices into `signatures`, ascending; empty documents are
    /// left out by the caller). `None` when cancelled. Advances by pairs; expects n(n−1)/2 of the distinct signatures.
    pub fn build(signatures: &[u64], documents: &[u32], progress: &Progress) -> Option<Self> {
        let _ = (signatures, documents, progress);
        todo!()
    }
    /// Documents in leaf order.
    pub fn order(&self) -> &Arc<[u32]> {
        &self.order
    }
    /// Height at which each leaf joins the one before it; `gap[0]` is 255.
    pub fn gap(&self) -> &[u8] {
        &self.gap
    }
    /// Where a document stands in `order`; `None` if it was left out.
    pub fn position(&self, document: u32) -> Option<u32> {
        let _ = document;
        todo!()
    }
    /// A nearest neighbour of a document and its distance; exact. `None` if it is alone or was left out.
    pub fn nearest(&self, document: u32) -> Option<(u32, u8)> {
        let _ = document;
        todo!()
    }
    /// The groups at k.
    pub fn cut(&self, k: u8) -> Groups {
        let _ = k;
        todo!()
    }
    /// How many groups-or-single-documents at `k` the documents of `run` (a run of `order`) fall into.
    pub fn pieces(&self, run: Run, k: u8) -> usize {
        let _ = (run, k);
        todo!()
    }
}

/// A run of leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// First leaf.
    pub start: u32,
    /// Number of leaves.
    pub len: u32,
}

/// A partition of the documents. Groups have at least two documents and are numbered from 1, the largest
/// first, equal sizes in leaf order.
#[derive(Debug, Clone)]
pub struct Groups {
    k: u8,
    order: Arc<[u32]>,
}

impl Groups {
    /// The threshold.
    pub fn k(&self) -> u8 {
        self.k
    }
    /// Number of groups.
    pub fn count(&self) -> usize {
        todo!()
    }
    /// Number of documents in groups.
    pub fn grouped(&self) -> usize {
        todo!()
    }
    /// Size of the largest group; 1 if there is no group but a document, 0 without documents.
    pub fn largest(&self) -> usize {
        todo!()
    }
    /// The run of group `number` (1 to count).
    pub fn run(&self, number: usize) -> Run {
        let _ = number;
        todo!()
    }
    /// Documents of group `number`; the first is the representative.
    pub fn members(&self, number: usize) -> &[u32] {
        let run = self.run(number);
        &self.order[run.start as usize..(run.start + run.len) as usize]
    }
    /// The group of the leaf at `position`, or `None` if it is alone.
    pub fn number_at(&self, position: u32) -> Option<usize> {
        let _ = position;
        todo!()
    }
    /// The group of a document.
    pub fn number_of(&self, document: u32) -> Option<usize> {
        let _ = document;
        todo!()
    }
}

/// Diameter and mean distance of every group at every k, from one pass over all pairs.
#[derive(Debug, Clone)]
pub struct Spread {
    histogram: Histogram,
}

/// How far apart the members of a group are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupSpread {
    /// Largest distance.
    pub diameter: u8,
    /// Smallest distance.
    pub minimum: u8,
    /// Mean distance over the pairs.
    pub mean: f64,
}

impl Spread {
    /// Measures every node of the tree; each pair is visited once, at the node that joins it. `None` when
    /// cancelled. Advances by pairs.
    pub fn measure(tree: &Dendrogram, signatures: &[u64], progress: &Progress) -> Option<Self> {
        let _ = (tree, signatures, progress);
        todo!()
    }
    /// All pairwise distances.
    pub fn histogram(&self) -> &Histogram {
        &self.histogram
    }
    /// The spread of a group of at least two leaves.
    pub fn of(&self, tree: &Dendrogram, run: Run) -> GroupSpread {
        let _ = (tree, run);
        todo!()
    }
}

/// One row of the sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepRow {
    /// The threshold.
    pub k: u8,
    /// Pairs within k.
    pub pairs: u64,
    /// Groups.
    pub groups: usize,
    /// Documents in groups.
    pub grouped: usize,
    /// Size of the largest group.
    pub largest: usize,
    /// Groups whose diameter exceeds k.
    pub chains: usize,
}

/// The sweep: k = 0…bits.
pub fn sweep(tree: &Dendrogram, spread: &Spread, bits: u8) -> Vec<SweepRow> {
    let _ = (tree, spread, bits);
    todo!()
}

/// Groups around leaders: first come, first kept. Each document joins the first (oldest) leader within k,
/// or becomes one. The leader is the first member of its group. `None` when cancelled. Advances by documents.
pub fn leaders(signatures: &[u64], documents: &[u32], k: u8, progress: &Progress) -> Option<Groups> {
    let _ = (signatures, documents, k, progress);
    todo!()
}

/// The spread of any set of documents, pair by pair (leaders' groups, marks).
pub fn spread_of(signatures: &[u64], members: &[u32]) -> Option<GroupSpread> {
    let _ = (signatures, members);
    todo!()
}
