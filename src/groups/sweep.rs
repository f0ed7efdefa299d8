//! What each k would do.

use super::dendrogram::{Dendrogram, runs_within};
use super::spread::Spread;

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
    /// Size of the largest group; 1 if there is no group but a document, 0 without documents.
    pub largest: usize,
    /// Groups whose diameter exceeds k.
    pub chains: usize,
}

/// The sweep: k = 0…bits.
pub fn sweep(tree: &Dendrogram, spread: &Spread, bits: u8) -> Vec<SweepRow> {
    (0..=bits)
        .map(|k| {
            let runs = runs_within(tree.gap(), k);
            SweepRow {
                k,
                pairs: spread.histogram().within(k),
                groups: runs.len(),
                grouped: runs.iter().map(|run| run.len as usize).sum(),
                largest: runs.iter().map(|run| run.len as usize).max().unwrap_or(tree.order().len().min(1)),
                chains: runs.iter().filter(|&&run| spread.exceeds(run, k)).count(),
            }
        })
        .collect()
}
