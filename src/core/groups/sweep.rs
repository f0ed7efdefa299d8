//! The sweep: the groups at each k, in numbers.

use super::dendrogram::{Dendrogram, runs_within};
use super::partition::Run;
use super::spread::Spread;

/// One row of the sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepRow {
    /// The threshold.
    pub k: u8,
    /// Pairs within k; `None` where they are not counted.
    pub pairs: Option<u64>,
    /// Groups.
    pub groups: usize,
    /// Documents in groups.
    pub grouped: usize,
    /// Size of the largest group; 1 if all documents are single, 0 without documents.
    pub largest: usize,
    /// Groups whose diameter exceeds k; `None` if one of these is unknown, or if pairs are not counted.
    pub chains: Option<usize>,
}

/// The sweep for k = 0…bits, up to the k at which the tree is exact; pairs and chains as far as measured.
pub fn sweep(tree: &Dendrogram, spread: Option<&Spread>, bits: u8) -> Vec<SweepRow> {
    (0..=bits.min(tree.exact_up_to()))
        .map(|k| {
            let runs = runs_within(tree.gap(), k);
            let counted = spread.and_then(|spread| Some((spread, spread.pairs().within(k)?)));
            SweepRow {
                k,
                pairs: counted.map(|(_, pairs)| pairs),
                groups: runs.len(),
                grouped: runs.iter().map(|run| run.len as usize).sum(),
                largest: runs.iter().map(|run| run.len as usize).max().unwrap_or(tree.order().len().min(1)),
                chains: counted.and_then(|(spread, _)| chains(&runs, spread, k)),
            }
        })
        .collect()
}

fn chains(runs: &[Run], spread: &Spread, k: u8) -> Option<usize> {
    runs.iter().try_fold(0, |chains, &run| Some(chains + usize::from(spread.exceeds(run, k)?)))
}
