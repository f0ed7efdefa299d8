//! What the jobs of the screen Matrix find.

use super::keys::Order;
use crate::hamming::{Cells, Signatures, Window};
use std::sync::Arc;

#[derive(Debug)]
pub enum News {
    /// Heatmap cells.
    Cells(CellsKey, Shown),
    /// The closest pair of a heatmap cell, as documents of its row and its column.
    Closest { pair: (u32, u32), at: (usize, usize) },
}

/// What cells follow from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellsKey {
    pub order: Order,
    /// The part.
    pub window: Window,
    /// The generation of the signatures and, in the order by group, of the tree.
    pub of: (u64, u64),
}

/// Computed cells, and what they show.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The order, with its signatures.
    pub arranged: Arc<Arranged>,
    /// The part.
    pub window: Window,
    pub cells: Cells,
}

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
