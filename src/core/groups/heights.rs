//! From which k on two documents share a group, for many pairs.

use super::dendrogram::{Dendrogram, UNKNOWN};

/// The largest gaps between any two leaves. Takes a byte for each leaf and each power of two below their number.
#[derive(Debug, Clone)]
pub struct Heights {
    /// In list n at each position the largest of the 2ⁿ gaps from there on.
    largest: Vec<Vec<u8>>,
}

impl Heights {
    /// Of a tree.
    pub fn of(tree: &Dendrogram) -> Self {
        let mut largest = vec![tree.gap().to_vec()];
        let mut width = 1;
        while 2 * width <= tree.gap().len() {
            let of_half = &largest[largest.len() - 1];
            largest.push(of_half.iter().zip(&of_half[width..]).map(|(a, b)| *a.max(b)).collect());
            width *= 2;
        }
        Self { largest }
    }

    /// The smallest k at which the leaves at these positions share a group; `None` where that is beyond what the tree knows.
    pub fn joined_at(&self, a: u32, b: u32) -> Option<u8> {
        let (first, end) = (a.min(b) as usize + 1, a.max(b) as usize + 1);
        let Some(level) = (end - first).checked_ilog2() else { return Some(0) };
        let largest = &self.largest[level as usize];
        let height = largest[first].max(largest[end - (1 << level)]);
        (height != UNKNOWN).then_some(height)
    }
}
