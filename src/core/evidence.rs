//! How good every k is: by the texts, by labels, or by judgements.

mod advice;
mod background;
mod confirmed;
mod curve;
mod in_groups;
mod intervals;
mod judged;
mod kind;
mod pair_labels;
mod rand_index;
mod reasons;
mod share;
mod strata;
mod targets;
mod truth;

pub use advice::{Advice, Basis, Reason, Verdict};
pub use background::Background;
pub use confirmed::{At, Confirmed, Counting, Radius, Subject};
pub use curve::{Curve, Predicted, Purpose};
pub use in_groups::GroupedPairs;
pub use intervals::{Z95, wilson, wilson_of_pairs};
pub use judged::{Aim, Answers, Judged, Selection};
pub use kind::Kind;
pub use pair_labels::{Intervals, PairLabels, Unusable};
pub use rand_index::{PairCounts, adjusted_rand_index};
pub use share::Share;
pub use targets::Targets;
pub use truth::{BestThreshold, Truth};

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
        let places = || documents.iter().map(|&document| document as usize);
        let labels = places().map(|document| corpus.get(document).label);
        match signatures {
            Signatures::Narrow(words) => Self::of(places().map(|at| words[at]).zip(labels), all),
            Signatures::Wide(words) => Self::of(places().map(|at| words[at]).zip(labels), all),
        }
    }

    /// As [`LabelledPairs::measure`], from each document's signature and label.
    fn of<'a, S: Signature>(
        documents: impl Iterator<Item = (S, Option<&'a str>)>,
        all: &Counted,
    ) -> Option<Self> {
        let mut by_label: HashMap<&str, Vec<S>> = HashMap::new();
        let mut unlabelled = 0_usize;
        for (signature, label) in documents {
            match label {
                Some(label) => by_label.entry(label).or_default().push(signature),
                None => unlabelled += 1,
            }
        }
        if by_label.is_empty() {
            return None;
        }
        if all.whole().is_none() && work(by_label.values().map(Vec::len), unlabelled > 0) > MOST_PAIRS {
            return None;
        }
        // A progress of its own cannot be cancelled, so there is always a result.
        let same = inside(by_label.values().collect(), &Progress::new()).unwrap_or_default();
        let labelled = if unlabelled == 0 {
            all.clone()
        } else {
            let labelled = by_label.into_values().collect::<Vec<_>>().concat();
            Counted::all(hamming::histogram_of(&labelled, &Progress::new()).unwrap_or_default())
        };
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

/// Number of pairs to count for labels of these sizes.
fn work(labels: impl Iterator<Item = usize> + Clone, has_others: bool) -> u64 {
    let together = if has_others { pairs_of(labels.clone().sum()) } else { 0 };
    labels.map(pairs_of).sum::<u64>() + together
}

/// Pairs inside each class of documents, by distance; `None` when cancelled.
fn inside_each(classes: &[Vec<u32>], signatures: &Signatures, progress: &Progress) -> Option<Histogram> {
    fn of<S: Signature>(classes: &[Vec<u32>], words: &[S], progress: &Progress) -> Option<Histogram> {
        let chosen = |class: &Vec<u32>| class.iter().map(|&document| words[document as usize]).collect();
        let classes: Vec<Vec<S>> = classes.iter().map(chosen).collect();
        inside(classes.iter().collect(), progress)
    }
    match signatures {
        Signatures::Narrow(words) => of(classes, words, progress),
        Signatures::Wide(words) => of(classes, words, progress),
    }
}

/// Pairs inside each label; `None` when cancelled.
fn inside<S: Signature>(labels: Vec<&Vec<S>>, progress: &Progress) -> Option<Histogram> {
    /// A label with at least this many documents is counted on all processors.
    const LARGE: usize = 8192;
    let kernel = Kernel::best();
    let (large, small): (Vec<_>, Vec<_>) =
        labels.into_iter().partition(|signatures| signatures.len() >= LARGE);
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
        sum.add(&hamming::histogram_of(signatures, progress)?);
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

    fn check<S: Signature>(documents: &[(S, Option<&str>)]) -> Result<(), TestCaseError> {
        let signatures: Vec<S> = documents.iter().map(|document| document.0).collect();
        let all = Counted::all(Kernel::Portable.histogram(&signatures));
        let measured = LabelledPairs::of(documents.iter().copied(), &all);
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
