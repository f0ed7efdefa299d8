//! How good every k is: by the texts, by labels, or by judgements.

mod advice;
mod background;
mod confirmed;
mod curve;
mod in_groups;
mod intervals;
mod kind;
mod pair_labels;
mod rand_index;
mod reasons;
mod selection;
mod share;
mod targets;
mod truth;

pub use advice::{Advice, Basis, Reason, Verdict};
pub use background::Background;
pub use confirmed::{Confirmed, Counting, Radius, Subject};
pub use curve::{Curve, Predicted, Purpose};
pub use in_groups::GroupedPairs;
pub(crate) use intervals::score;
pub use intervals::{Z95, wilson, wilson_of_pairs};
pub use kind::Kind;
pub use pair_labels::{Intervals, PairLabels, Unusable};
pub use rand_index::{PairCounts, adjusted_rand_index};
pub use selection::Selection;
pub use share::Share;
pub use targets::Targets;
pub use truth::Truth;

use crate::corpus::Corpus;
use crate::hamming::{self, Counted, Histogram, Kernel, Signature, Signatures, Tally, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;

/// Distances of the pairs whose documents have the same label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledPairs {
    /// Pairs of the same label, by distance.
    pub same: Histogram,
    /// Pairs whose documents both have a label (the same or not), by distance.
    pub labelled: Counted,
}

/// Agreement between "distance ≤ k" and the labels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Share of the pairs within k that have the same label; `None` if there are no pairs or not all are
    /// counted, or if all labelled pairs are of one kind, so that it would be 1 or 0 whatever is found.
    pub precision: Option<f64>,
    /// Share of the pairs of the same label that are within k; `None` without such pairs.
    pub recall: Option<f64>,
    /// Harmonic mean of both; `None` if one is `None`, 0 if both are 0.
    pub f1: Option<f64>,
}

impl LabelledPairs {
    /// Counts the pairs of the same label; `None` if no document has a label. `all` are the pairs of
    /// `documents`, as far as they are counted. If they were too many to count, also `None` if the pairs of the
    /// labels are too many.
    pub fn measure(
        corpus: &Corpus,
        documents: &[u32],
        signatures: &Signatures,
        all: &Counted,
    ) -> Option<Self> {
        Self::of(|document| corpus.get(document as usize).label, documents, signatures, all)
    }

    /// As [`LabelledPairs::measure`], from the label of each document.
    fn of<'a>(
        label: impl Fn(u32) -> Option<&'a str>,
        documents: &[u32],
        signatures: &Signatures,
        all: &Counted,
    ) -> Option<Self> {
        let mut by_label: HashMap<&str, Vec<u32>> = HashMap::new();
        for &document in documents {
            if let Some(label) = label(document) {
                by_label.entry(label).or_default().push(document);
            }
        }
        let labels: Vec<Vec<u32>> = by_label.into_values().collect();
        let labelled = labels.concat();
        let others = if labelled.len() < documents.len() { pairs_of(labelled.len()) } else { 0 };
        let work = labels.iter().map(|label| pairs_of(label.len())).sum::<u64>() + others;
        if labels.is_empty() || (all.whole().is_none() && work > MOST_PAIRS) {
            return None;
        }
        // A progress of its own cannot be cancelled, so there is always a result.
        let count =
            |classes: &[Vec<u32>]| inside_each(classes, signatures, &Progress::new()).unwrap_or_default();
        let same = count(&labels);
        let is_complete = labelled.len() == documents.len();
        let labelled = if is_complete { all.clone() } else { Counted::all(count(&[labelled])) };
        Some(Self { same, labelled })
    }

    /// What every k does to pairs, exactly, as far as they are counted.
    pub fn curve(&self) -> Curve {
        self.curve_for(Purpose::Pairs)
    }

    fn curve_for(&self, purpose: Purpose) -> Curve {
        let counts = self.labelled.counts();
        let rows = (0..counts.len() as u8).map(|k| {
            let (right, at) = (self.same.within(k), self.at(k));
            Predicted {
                k,
                pairs: self.labelled.within(k).unwrap_or(0),
                right: right as f64,
                missed: (self.same.total() - right) as f64,
                precision: at.precision.map(Share::exact),
                recall: at.recall.map(Share::exact),
                f1: at.f1,
                basis: Basis::Labels,
            }
        });
        let rows: Vec<Predicted> = rows.collect();
        let sums = rows.iter().map(|row| (row.pairs, row.right));
        Curve { purpose, best: curve::best(sums, self.same.total() as f64), rows }
    }

    /// Agreement at k.
    pub fn at(&self, k: u8) -> Agreement {
        let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        let right = self.same.within(k);
        let positive = self.same.total();
        let is_one_kind = self.labelled.whole().is_some_and(|all| [0, all.total()].contains(&positive));
        let within = self.labelled.within(k).filter(|&pairs| pairs > 0 && !is_one_kind);
        Agreement {
            precision: within.and_then(|within| share(right, within)),
            recall: share(right, positive),
            // 2 / (1/precision + 1/recall), simplified.
            f1: within.filter(|_| positive > 0).and_then(|within| share(2 * right, within + positive)),
        }
    }
}

/// Largest number of pairs counted here if all pairs are too many to count: a few seconds' work.
const MOST_PAIRS: u64 = 1 << 36;

/// Pairs inside each class of documents, by distance; `None` when cancelled.
fn inside_each(classes: &[Vec<u32>], signatures: &Signatures, progress: &Progress) -> Option<Histogram> {
    match signatures {
        Signatures::Narrow(words) => inside(classes, words, progress),
        Signatures::Wide(words) => inside(classes, words, progress),
    }
}

fn inside<S: Signature>(classes: &[Vec<u32>], words: &[S], progress: &Progress) -> Option<Histogram> {
    /// A class with at least this many documents is counted on all processors.
    const LARGE: usize = 8192;
    let kernel = Kernel::best();
    let chosen = classes.iter().map(|class| hamming::select(words, class));
    let (large, small): (Vec<_>, Vec<_>) = chosen.partition(|signatures| signatures.len() >= LARGE);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::distance_of;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    fn brute(documents: &[(impl Signature, Option<&str>)], counts: impl Fn(&str, &str) -> bool) -> Histogram {
        let mut histogram = Histogram::default();
        for (i, (a, label_a)) in documents.iter().enumerate() {
            for (b, label_b) in &documents[..i] {
                if let (Some(label_a), Some(label_b)) = (label_a, label_b)
                    && counts(label_a, label_b)
                {
                    histogram.0[usize::from(distance_of(*a, *b))] += 1;
                }
            }
        }
        histogram
    }

    fn check<S: Signature>(documents: &[(S, Option<&str>)]) -> Result<(), TestCaseError>
    where
        Signatures: From<Vec<S>>,
    {
        let signatures: Vec<S> = documents.iter().map(|document| document.0).collect();
        let all = Counted::all(Kernel::Portable.histogram(&signatures));
        let label = |document: u32| documents[document as usize].1;
        let numbers: Vec<u32> = (0..documents.len() as u32).collect();
        let measured = LabelledPairs::of(label, &numbers, &signatures.into(), &all);
        let expected = documents.iter().any(|document| document.1.is_some()).then(|| LabelledPairs {
            same: brute(documents, |a, b| a == b),
            labelled: Counted::all(brute(documents, |_, _| true)),
        });
        prop_assert_eq!(measured, expected);
        Ok(())
    }

    proptest! {
        #[test]
        fn labelled_pairs_are_those_of_the_definition(
            documents in prop::collection::vec(
                (any::<u128>(), prop::option::of(prop::sample::select(vec!["a", "b", "c"]))), 0..60),
            complete: bool,
        ) {
            let documents: Vec<_> = documents
                .into_iter()
                .map(|(signature, label)| (signature, if complete { label.or(Some("d")) } else { label }))
                .collect();
            check(&documents)?;
            check(&documents.iter().map(|&(signature, label)| (signature as u64, label)).collect::<Vec<_>>())?;
        }
    }

    #[test]
    fn agreement_counts_pairs() {
        let (mut same, mut labelled) = (Histogram::default(), Histogram::default());
        (same.0[1], same.0[9]) = (3, 1);
        (labelled.0[1], labelled.0[9]) = (4, 10);
        let pairs = LabelledPairs { same, labelled: Counted::all(labelled) };
        assert_eq!(pairs.at(0), Agreement { precision: None, recall: Some(0.0), f1: None });
        let at = pairs.at(3);
        assert_eq!((at.precision, at.recall, at.f1), (Some(0.75), Some(0.75), Some(0.75)));
    }
}
