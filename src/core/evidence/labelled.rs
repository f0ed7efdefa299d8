//! What labels say of every k: how many pairs of the same label are within it, or share a group.

use super::advice::Basis;
use super::classes::Classes;
use super::curve::{self, Curve, Predicted, Purpose};
use super::intervals::{Z95, wilson_of_pairs};
use super::rand_index::{PairCounts, adjusted_rand_index};
use super::{PairLabels, Share};
use crate::corpus::Corpus;
use crate::groups::{Dendrogram, Heights};
use crate::hamming::{Counted, DISTANCES, Histogram, Signatures, distance};
use crate::progress::Progress;
use rayon::prelude::*;

/// What labels say of every k, exactly, as far as pairs are counted. A group also holds pairs that are farther apart than k.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled {
    /// Of the pairs within k.
    pub pairs: Curve,
    /// Of the pairs that share a group at k.
    pub groups: Curve,
    /// By k the adjusted Rand index of the groups and the labels, over the labelled documents; a document in no group is one of its own.
    /// `None` if pairs are labelled, and not documents.
    pub rand_index: Option<Vec<Option<f64>>>,
}

/// Largest number of pairs counted here if all pairs are too many to count: a few seconds' work.
const MOST_PAIRS: u64 = 1 << 36;

impl Labelled {
    /// By the labels of the documents of a tree; `all` are their pairs, as far as they are counted, and `last` is the last k. `None` if
    /// no document has a label, or if the pairs of the labels are too many to count.
    pub fn of_documents(
        corpus: &Corpus,
        signatures: &Signatures,
        tree: &Dendrogram,
        all: &Counted,
        last: u8,
    ) -> Option<Self> {
        Self::of(|document| corpus.get(document as usize).label, signatures, tree, all, last)
    }

    fn of<'a>(
        label: impl Fn(u32) -> Option<&'a str>,
        signatures: &Signatures,
        tree: &Dendrogram,
        all: &Counted,
        last: u8,
    ) -> Option<Self> {
        let labels = Classes::of(&label, tree);
        let labelled = Classes::of(|document| label(document).map(|_| ()), tree);
        let is_complete = labelled.documents() == tree.order().len();
        let work = labels.pairs() + if is_complete { 0 } else { labelled.pairs() };
        if labelled.documents() == 0 || (all.whole().is_none() && work > MOST_PAIRS) {
            return None;
        }
        // A progress of its own cannot be cancelled, so there is always a result.
        let count = |of: &Classes<'_>| of.by_distance(signatures, &Progress::new()).unwrap_or_default();
        let compared = if is_complete { all.clone() } else { Counted::all(count(&labelled)) };
        let pairs = Counts { same: count(&labels), labelled: compared };
        let joined = Counted::new(labelled.by_join(), tree.exact_up_to());
        let groups = Counts { same: labels.by_join(), labelled: joined };
        let rand_index = (0..=last).map(|k| {
            adjusted_rand_index(PairCounts {
                both: groups.same.within(k),
                first: groups.labelled.within(k)?,
                second: groups.same.total(),
                all: labelled.pairs(),
            })
        });
        Some(Self {
            pairs: pairs.curve(Purpose::Pairs, last),
            rand_index: Some(rand_index.collect()),
            groups: groups.curve(Purpose::Groups, last),
        })
    }

    /// By labelled pairs of the documents of a tree. For the pairs within k there are 95 % intervals, by [`wilson_of_pairs`]: for the
    /// labelled pairs as a sample of all pairs that could have been labelled, drawn within k for the precision, and among the
    /// near-duplicates for the recall.
    pub fn of_pairs(known: &PairLabels, signatures: &Signatures, tree: &Dendrogram, last: u8) -> Self {
        let heights = Heights::of(tree);
        let signature = |document: u32| signatures.get(document as usize);
        let distances: Vec<u8> =
            known.pairs().iter().map(|&(a, b, _)| distance(signature(a), signature(b))).collect();
        let all = || known.pairs().iter().zip(&distances);
        let by_distance = all().map(|(pair, &distance)| (usize::from(distance), pair.2));
        let by_join = known.pairs().iter().filter_map(|&(a, b, is_same)| {
            let joined = heights.joined_at(tree.position(a)?, tree.position(b)?);
            Some((joined.map_or(DISTANCES - 1, usize::from), is_same))
        });
        let mut pairs = Counts::of(by_distance, u8::MAX).curve(Purpose::Pairs, last);
        pairs.rows.par_iter_mut().for_each(|row| {
            let is_found = |distance: &u8| *distance <= row.k;
            let within: Vec<_> = all().filter(|one| is_found(one.1)).map(|(pair, _)| *pair).collect();
            let same = all().filter(|(pair, _)| pair.2);
            let found: Vec<_> = same.map(|(&(a, b, _), distance)| (a, b, is_found(distance))).collect();
            for (share, trials) in [(&mut row.precision, within), (&mut row.recall, found)] {
                if let Some((share, (low, high))) = share.as_mut().zip(wilson_of_pairs(&trials, Z95)) {
                    (share.low, share.high) = (low.min(share.share), high.max(share.share));
                }
            }
        });
        let groups = Counts::of(by_join, tree.exact_up_to()).curve(Purpose::Groups, last);
        Self { pairs, groups, rand_index: None }
    }
}

/// Labelled pairs by distance, or by the k from which on they share a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counts {
    /// Those of the same label.
    pub(super) same: Histogram,
    /// Those whose documents both have a label, the same or not.
    pub(super) labelled: Counted,
}

impl Counts {
    /// Of pairs by row, and whether they are near-duplicates.
    fn of(pairs: impl Iterator<Item = (usize, bool)>, up_to: u8) -> Self {
        let (mut same, mut labelled) = (Histogram::default(), Histogram::default());
        for (row, is_same) in pairs {
            labelled.0[row] += 1;
            same.0[row] += u64::from(is_same);
        }
        Self { same, labelled: Counted::new(labelled, up_to) }
    }

    /// What every k does, up to the last, as far as pairs are counted. Where all labelled pairs are of one kind, precision would be 1 or
    /// 0 whatever is found, and is not defined.
    pub(super) fn curve(&self, purpose: Purpose, last: u8) -> Curve {
        let positive = self.same.total();
        let is_one_kind = self.labelled.whole().is_some_and(|all| [0, all.total()].contains(&positive));
        let share = |part: u64, whole: u64| (whole > 0).then(|| Share::exact(part as f64 / whole as f64));
        let row = |k: u8| {
            let (right, pairs) = (self.same.within(k), self.labelled.within(k)?);
            let precision = share(right, pairs).filter(|_| !is_one_kind);
            // 2 / (1/precision + 1/recall), simplified.
            let f1 = share(2 * right, pairs + positive).filter(|_| precision.is_some() && positive > 0);
            Some(Predicted {
                k,
                pairs,
                right: right as f64,
                missed: (positive - right) as f64,
                precision,
                recall: share(right, positive),
                f1: f1.map(|f1| f1.share),
                basis: Basis::Labels,
            })
        };
        let rows: Vec<Predicted> = (0..=last).map_while(row).collect();
        let best = curve::best(rows.iter().map(|row| (row.pairs, row.right)), positive as f64);
        Curve { purpose, rows, best }
    }
}

#[cfg(test)]
mod tests;
