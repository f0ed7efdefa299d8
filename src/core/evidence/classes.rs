//! Pairs of documents of the same class, by distance and by the k from which on they share a group.

use crate::groups::{Dendrogram, Heights};
use crate::hamming::{self, DISTANCES, Histogram, Kernel, Signature, Signatures, Tally, by_width, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;
use std::hash::Hash;

/// Documents of a tree by class.
pub(super) struct Classes<'a> {
    tree: &'a Dendrogram,
    /// By class the places of its documents in the tree, ascending.
    places: Vec<Vec<u32>>,
}

impl<'a> Classes<'a> {
    /// The documents of the tree that have a class.
    pub(super) fn of<C: Hash + Eq>(class: impl Fn(u32) -> Option<C>, tree: &'a Dendrogram) -> Self {
        let mut classes: HashMap<C, Vec<u32>> = HashMap::new();
        for (&document, place) in tree.order().iter().zip(0..) {
            if let Some(class) = class(document) {
                classes.entry(class).or_default().push(place);
            }
        }
        Self { tree, places: classes.into_values().collect() }
    }

    /// How many documents have a class.
    pub(super) fn documents(&self) -> usize {
        self.places.iter().map(Vec::len).sum()
    }

    /// How many pairs have the same one.
    pub(super) fn pairs(&self) -> u64 {
        self.places.iter().map(|places| pairs_of(places.len())).sum()
    }

    /// These pairs by distance; `None` when cancelled.
    pub(super) fn by_distance(&self, signatures: &Signatures, progress: &Progress) -> Option<Histogram> {
        by_width!(signatures, |words| self.inside(words, progress))
    }

    fn inside<S: Signature>(&self, words: &[S], progress: &Progress) -> Option<Histogram> {
        /// A class with at least this many different signatures is counted on all processors.
        const LARGE: usize = 8192;
        let kernel = Kernel::best();
        let document = |&place: &u32| self.tree.order()[place as usize];
        let chosen = self.places.iter().map(|places| {
            let documents: Vec<u32> = places.iter().map(document).collect();
            hamming::select(words, &documents)
        });
        // In the order of the leaves equal signatures are neighbours.
        let different = |signatures: &[S]| signatures.chunk_by(|a, b| a == b).count();
        let (large, small): (Vec<_>, Vec<_>) = chosen.partition(|signatures| different(signatures) >= LARGE);
        let small = (small.par_iter())
            .fold(Tally::new, |mut tally, signatures| {
                if !progress.is_cancelled() {
                    kernel.pairs(signatures, &mut tally);
                }
                tally
            })
            .map(Tally::histogram);
        let mut sum = small.reduce(Histogram::default, |mut sum, part| {
            sum.add(&part);
            sum
        });
        for signatures in large {
            sum.add(&hamming::histogram_of(&signatures, progress)?);
        }
        (!progress.is_cancelled()).then_some(sum)
    }

    /// These pairs by the k from which on they share a group; those that never do, as far as the tree goes, are in the last row. Takes
    /// the time of the documents, not of the pairs.
    pub(super) fn by_join(&self) -> Histogram {
        let (heights, mut pairs) = (Heights::of(self.tree), Histogram::default());
        for places in &self.places {
            let mut chain = Chain::default();
            places.iter().for_each(|&place| chain.add(place, &heights, &mut pairs));
        }
        pairs
    }
}

/// Some leaves, each counted against all before it.
#[derive(Default)]
struct Chain {
    last: Option<u32>,
    /// Leaves before the last by the height at which they share a group with it, the highest first.
    open: Vec<(usize, u64)>,
}

impl Chain {
    fn add(&mut self, place: u32, heights: &Heights, pairs: &mut Histogram) {
        let Some(last) = self.last.replace(place) else { return };
        let height = heights.joined_at(last, place).map_or(DISTANCES - 1, usize::from);
        let mut leaves = 1;
        while let Some((_, lower)) = self.open.pop_if(|&mut (lower, _)| lower <= height) {
            leaves += lower;
        }
        self.open.push((height, leaves));
        self.open.iter().for_each(|&(height, leaves)| pairs.0[height] += leaves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_of_a_million_equal_signatures_is_counted_in_one_go() {
        // All pairs by the kernel would take half a minute.
        let signatures = Signatures::from(vec![7_u64; 1_000_000]);
        let documents: Vec<u32> = (0..1_000_000).collect();
        let tree = Dendrogram::build(&signatures, &documents, &Progress::new()).unwrap();
        let classes = Classes::of(|document| (document > 0).then_some(()), &tree);
        let pairs = classes.by_distance(&signatures, &Progress::new()).unwrap();
        assert_eq!((pairs.0[0], pairs), (pairs_of(999_999), classes.by_join()));
    }
}
