//! Labelled pairs whose documents share a group.

use super::rand_index::{PairCounts, adjusted_rand_index};
use super::{Agreement, Curve, LabelledPairs, Purpose};
use crate::corpus::Corpus;
use crate::groups::{self, Dendrogram};
use crate::hamming::{Counted, DISTANCES, Histogram, pairs_of};
use std::collections::HashMap;
use std::hash::Hash;

/// Agreement between "in one group at k" and the labels.
///
/// A group also holds pairs that are farther apart than k, so this judges the groups, as [`LabelledPairs`] judges the
/// pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupedPairs {
    /// As pairs by distance; instead of the distance the smallest k at which both are in one group. Those whose k is
    /// not known, because the tree ends before it, count as the largest distance.
    pairs: LabelledPairs,
    /// Pairs of labelled documents in all; `None` if not every document has its label, but pairs are labelled.
    all: Option<u64>,
}

impl GroupedPairs {
    /// From the label of each document; `None` if no document of the tree has a label.
    pub fn measure(corpus: &Corpus, tree: &Dendrogram) -> Option<Self> {
        Self::of_labels(|document| corpus.get(document as usize).label, tree)
    }

    fn of_labels<'a>(label: impl Fn(u32) -> Option<&'a str>, tree: &Dendrogram) -> Option<Self> {
        let documents = tree.order().iter().filter(|&&document| label(document).is_some()).count();
        let same = joined_inside(&label, tree);
        let labelled = joined_inside(|document| label(document).map(|_| ()), tree);
        let labelled = Counted::new(labelled, tree.exact_up_to());
        let all = Some(pairs_of(documents));
        (documents > 0).then_some(Self { pairs: LabelledPairs { same, labelled }, all })
    }

    /// From labelled pairs: two documents of the tree, and whether they are near-duplicates.
    pub(super) fn of_pairs(pairs: impl Iterator<Item = (u32, u32, bool)>, tree: &Dendrogram) -> Self {
        let heights = groups::Heights::of(tree);
        let (mut same, mut labelled) = (Histogram::default(), Histogram::default());
        for (a, b, is_same) in pairs {
            if let (Some(a), Some(b)) = (tree.position(a), tree.position(b)) {
                let height = heights.joined_at(a, b).map_or(DISTANCES - 1, usize::from);
                labelled.0[height] += 1;
                same.0[height] += u64::from(is_same);
            }
        }
        let labelled = Counted::new(labelled, tree.exact_up_to());
        Self { pairs: LabelledPairs { same, labelled }, all: None }
    }

    /// Precision, recall and F1 over the labelled pairs that share a group at k.
    pub fn at(&self, k: u8) -> Agreement {
        self.pairs.at(k)
    }

    /// What every k does to the pairs that share a group, exactly, as far as the groups are known.
    pub fn curve(&self) -> Curve {
        self.pairs.curve_for(Purpose::Groups)
    }

    /// Whether documents have labels, so that there is an adjusted Rand index, and not pairs.
    pub fn is_of_documents(&self) -> bool {
        self.all.is_some()
    }

    /// The adjusted Rand index of the groups at k and the labels, over the labelled documents; a document in no group
    /// is one of its own. `None` if only pairs are labelled, or if the groups at k are not known.
    pub fn rand_index(&self, k: u8) -> Option<f64> {
        adjusted_rand_index(PairCounts {
            both: self.pairs.same.within(k),
            first: self.pairs.labelled.within(k)?,
            second: self.pairs.same.total(),
            all: self.all?,
        })
    }
}

/// Pairs of documents of the same class by the k from which on they share a group; those that never do, as far as the tree goes, are
/// in the last row. Takes the time of the documents, not of the pairs.
pub(super) fn joined_inside<C: Hash + Eq>(class: impl Fn(u32) -> Option<C>, tree: &Dendrogram) -> Histogram {
    let (heights, mut pairs) = (groups::Heights::of(tree), Histogram::default());
    let mut chains: HashMap<C, Chain> = HashMap::new();
    for (&document, position) in tree.order().iter().zip(0..) {
        if let Some(class) = class(document) {
            chains.entry(class).or_default().add(position, &heights, &mut pairs);
        }
    }
    pairs
}

/// Some leaves, each counted against all before it.
#[derive(Default)]
struct Chain {
    last: Option<u32>,
    /// Leaves before the last by the height at which they share a group with it, the highest first.
    open: Vec<(usize, u64)>,
}

impl Chain {
    fn add(&mut self, position: u32, heights: &groups::Heights, pairs: &mut Histogram) {
        let Some(last) = self.last.replace(position) else { return };
        let height = heights.joined_at(last, position).map_or(DISTANCES - 1, usize::from);
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
    use crate::hamming::Signatures;
    use crate::progress::Progress;
    use proptest::prelude::*;

    fn measured(labels: &[Option<&str>], tree: &Dendrogram) -> Option<GroupedPairs> {
        GroupedPairs::of_labels(|document| labels[document as usize], tree)
    }

    /// Pairs of labelled documents that share a group at k, and those of them with the same label.
    fn brute(labels: &[Option<&str>], tree: &Dendrogram, k: u8) -> (u64, u64) {
        let groups = tree.cut(k);
        let (mut together, mut right) = (0, 0);
        for a in 0..labels.len() {
            for b in 0..a {
                let share = groups.number_of(a as u32).is_some()
                    && groups.number_of(a as u32) == groups.number_of(b as u32);
                if share && labels[a].is_some() && labels[b].is_some() {
                    together += 1;
                    right += u64::from(labels[a] == labels[b]);
                }
            }
        }
        (together, right)
    }

    proptest! {
        #[test]
        fn pairs_that_share_a_group_are_counted_once_at_every_k(
            documents in prop::collection::vec(
                (0..1024_u64, prop::option::of(prop::sample::select(vec!["a", "b", "c"]))), 1..40),
        ) {
            let labels: Vec<_> = documents.iter().map(|document| document.1).collect();
            let signatures = Signatures::from(documents.iter().map(|document| document.0).collect::<Vec<_>>());
            let all: Vec<u32> = (0..labels.len() as u32).collect();
            let tree = Dendrogram::build(&signatures, &all, &Progress::new()).unwrap();
            let measured = measured(&labels, &tree);
            prop_assert_eq!(measured.is_some(), labels.iter().any(Option::is_some));
            let Some(measured) = measured else { return Ok(()) };
            let known = all.iter().flat_map(|&b| (0..b).map(move |a| (a, b))).filter_map(|(a, b)| {
                Some((b, a, labels[a as usize]? == labels[b as usize]?))
            });
            let of_pairs = GroupedPairs::of_pairs(known, &tree);
            prop_assert_eq!(&of_pairs.pairs, &measured.pairs);
            for k in 0..=12 {
                let counted = (measured.pairs.labelled.within(k).unwrap(), measured.pairs.same.within(k));
                prop_assert_eq!(counted, brute(&labels, &tree, k));
            }
        }
    }

    /// Signatures 0, 1, 3 and far away 0xff00: at k = 1 the first three form a chain.
    #[test]
    fn a_chain_counts_the_pair_that_is_farther_apart_than_k() {
        let signatures = Signatures::from(vec![0_u64, 1, 3, 0xff00]);
        let tree = Dendrogram::build(&signatures, &[0, 1, 2, 3], &Progress::new()).unwrap();
        let grouped = measured(&[Some("a"), Some("b"), Some("a"), Some("c")], &tree).unwrap();
        let at = grouped.at(1);
        // 0–2 is right; 0–1 and 1–2 are not; no pair of label a is missed.
        assert_eq!((at.precision, at.recall, at.f1), (Some(1.0 / 3.0), Some(1.0), Some(0.5)));
        // (1 − 3·1/6) ÷ ((3 + 1)/2 − 3·1/6)
        assert_eq!(grouped.rand_index(1), Some(1.0 / 3.0));
        assert_eq!(grouped.rand_index(0), Some(0.0));
    }
}
