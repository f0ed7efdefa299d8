//! Pairs that are known to be near-duplicates, and those that are not: what a measure is judged by.

use super::{LabelledPairs, PairLabels};
use crate::corpus::Corpus;
use crate::hamming::{Counted, Histogram, pairs_of};
use crate::measures::Verifier;
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which pairs of some documents are near-duplicates. Documents are named by their place in [`Truth::documents`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    documents: Vec<u32>,
    /// By document: the later ones that are its near-duplicates, ascending.
    positive: Vec<Vec<u32>>,
    /// By document: the later ones that are not; `None` if that is all others.
    negative: Option<Vec<Vec<u32>>>,
}

/// A measure at the threshold of its largest F1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestThreshold {
    /// Pairs with this value or more are taken for near-duplicates; the largest if several have the same F1.
    pub at_least: f64,
    /// Share of these pairs that are.
    pub precision: f64,
    /// Share of the near-duplicates that are among these.
    pub recall: f64,
    /// Harmonic mean of both.
    pub f1: f64,
}

impl Truth {
    /// All pairs of those of `documents` that have a label: near-duplicates have the same label.
    pub fn of_labels(corpus: &Corpus, documents: &[u32]) -> Self {
        let label = |document: u32| corpus.get(document as usize).label;
        let documents: Vec<u32> = documents.iter().copied().filter(|&one| label(one).is_some()).collect();
        let mut by_label: HashMap<Option<&str>, Vec<u32>> = HashMap::new();
        let mut positive = vec![Vec::new(); documents.len()];
        for (&document, at) in documents.iter().zip(0_u32..) {
            let before = by_label.entry(label(document)).or_default();
            before.iter().for_each(|&earlier| positive[earlier as usize].push(at));
            before.push(at);
        }
        Self { documents, positive, negative: None }
    }

    /// The labelled pairs, and no others.
    pub fn of_pairs(known: &PairLabels) -> Self {
        let mut documents: Vec<u32> = known.pairs().iter().flat_map(|&(a, b, _)| [a, b]).collect();
        documents.sort_unstable();
        documents.dedup();
        let mut of_kind = [vec![Vec::new(); documents.len()], vec![Vec::new(); documents.len()]];
        let place = |document| documents.partition_point(|&one| one < document);
        for &(a, b, is_same) in known.pairs() {
            let (a, b) = (place(a), place(b));
            of_kind[usize::from(is_same)][a.min(b)].push(a.max(b) as u32);
        }
        of_kind.iter_mut().flatten().for_each(|later| later.sort_unstable());
        let [negative, positive] = of_kind;
        Self { documents, positive, negative: Some(negative) }
    }

    /// All pairs of `documents`: near-duplicates are those that an exact measure confirms. `None` when cancelled.
    /// Advances by pairs.
    pub fn of_measure(verifier: &Verifier<'_>, documents: &[u32], progress: &Progress) -> Option<Self> {
        progress.expect(pairs_of(documents.len()));
        let confirmed = |at: usize| {
            let later = (at + 1..documents.len()).filter(|&other| {
                !progress.is_cancelled()
                    && verifier.condition().holds(verifier.value(documents[at], documents[other]))
            });
            let later = later.map(|other| other as u32).collect();
            progress.advance((documents.len() - at - 1) as u64);
            later
        };
        let positive = (0..documents.len()).into_par_iter().with_max_len(1).map(confirmed).collect();
        (!progress.is_cancelled()).then(|| Self { documents: documents.to_vec(), positive, negative: None })
    }

    /// The documents, ascending.
    pub fn documents(&self) -> &[u32] {
        &self.documents
    }

    /// Number of pairs that are near-duplicates.
    pub fn positive(&self) -> u64 {
        self.positive.iter().map(|later| later.len() as u64).sum()
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        match &self.negative {
            Some(negative) => negative.iter().map(|later| later.len() as u64).sum::<u64>() + self.positive(),
            None => pairs_of(self.documents.len()),
        }
    }

    /// The threshold of the largest F1, by the value of each pair; `None` when cancelled, or if there is no pair of one of
    /// both kinds. Advances by pairs.
    pub fn best(
        &self,
        value: impl Fn(usize, usize) -> f64 + Sync,
        progress: &Progress,
    ) -> Option<BestThreshold> {
        progress.expect(self.pairs());
        // Only the values of near-duplicates can be the best threshold.
        let rows = || (0..self.documents.len()).into_par_iter().with_max_len(1);
        let mut found: Vec<f64> = rows()
            .flat_map_iter(|at| {
                progress.advance(self.positive[at].len() as u64);
                let later = self.positive[at].iter().filter(|_| !progress.is_cancelled());
                later.map(|&other| value(at, other as usize)).collect::<Vec<_>>()
            })
            .collect();
        found.par_sort_unstable_by(|a, b| b.total_cmp(a));
        // Descending; how many of the near-duplicates have it or more, and how many others come with it.
        let mut thresholds: Vec<(f64, u64)> = Vec::new();
        for (value, reached) in found.into_iter().zip(1..) {
            match thresholds.last_mut() {
                Some(last) if last.0 == value => last.1 = reached,
                _ => thresholds.push((value, reached)),
            }
        }
        let others: Vec<AtomicU64> = thresholds.iter().map(|_| AtomicU64::new(0)).collect();
        rows().for_each(|at| {
            self.each_negative(at, |other| {
                if !progress.is_cancelled() {
                    let value = value(at, other);
                    let slot = thresholds.partition_point(|&(threshold, _)| threshold > value);
                    if let Some(count) = others.get(slot) {
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                }
                progress.advance(1);
            });
        });
        let (positive, mut wrong) = (self.positive(), 0);
        let agreements = thresholds.iter().zip(&others).map(|(&(at_least, right), others)| {
            wrong += others.load(Ordering::Relaxed);
            let share = |whole: u64| right as f64 / whole as f64;
            let f1 = 2.0 * right as f64 / (right + wrong + positive) as f64;
            BestThreshold { at_least, precision: share(right + wrong), recall: share(positive), f1 }
        });
        let best = agreements.reduce(|best, next| if next.f1 > best.f1 { next } else { best });
        best.filter(|_| !progress.is_cancelled() && self.pairs() > positive)
    }

    /// The sum over all pairs.
    pub fn sum(&self, of: impl Fn(usize, usize) -> f64 + Sync) -> f64 {
        let rows = (0..self.documents.len()).into_par_iter();
        let sums = rows.map(|at| {
            let mut sum = self.positive[at].iter().map(|&other| of(at, other as usize)).sum::<f64>();
            self.each_negative(at, |other| sum += of(at, other));
            sum
        });
        sums.sum()
    }

    /// The pairs by distance.
    pub fn by_distance(&self, distance: impl Fn(usize, usize) -> u8 + Sync) -> LabelledPairs {
        let empty = || (Histogram::default(), Histogram::default());
        let rows = (0..self.documents.len()).into_par_iter();
        let counted = rows.fold(empty, |(mut same, mut labelled), at| {
            for &other in &self.positive[at] {
                same.0[usize::from(distance(at, other as usize))] += 1;
            }
            self.each_negative(at, |other| labelled.0[usize::from(distance(at, other))] += 1);
            (same, labelled)
        });
        let (same, mut labelled) = counted.reduce(empty, |(mut same, mut labelled), part| {
            same.add(&part.0);
            labelled.add(&part.1);
            (same, labelled)
        });
        labelled.add(&same);
        LabelledPairs { same, labelled: Counted::all(labelled) }
    }

    fn each_negative(&self, at: usize, mut on: impl FnMut(usize)) {
        if let Some(negative) = &self.negative {
            return negative[at].iter().for_each(|&other| on(other as usize));
        }
        let mut positive = self.positive[at].iter().peekable();
        for other in at + 1..self.documents.len() {
            if positive.next_if(|&&next| next as usize == other).is_none() {
                on(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn truth(pairs: &[(&str, &str, bool)]) -> Truth {
        let ids = ["a", "b", "c", "d", "e"];
        Truth::of_pairs(&PairLabels::new(ids.into_iter(), pairs.iter().copied()).0)
    }

    #[test]
    fn the_best_threshold_weighs_both_shares() {
        let truth = truth(&[("b", "c", true), ("e", "b", true), ("d", "c", false), ("e", "d", false)]);
        assert_eq!(truth.documents(), [1, 2, 3, 4]);
        assert_eq!((truth.positive(), truth.pairs()), (2, 4));
        // b–c 0.9, b–e 0.4; c–d 0.4, d–e 0.1.
        let value = |a: usize, b: usize| {
            [[0.0; 4], [0.9, 0.0, 0.0, 0.0], [0.0, 0.4, 0.0, 0.0], [0.4, 0.0, 0.1, 0.0]][b][a]
        };
        let best = truth.best(value, &Progress::new()).unwrap();
        // 0.9: 1 of 1, 1 of 2, F1 2/3. 0.4: 2 of 3, 2 of 2, F1 4/5.
        assert_eq!(best, BestThreshold { at_least: 0.4, precision: 2.0 / 3.0, recall: 1.0, f1: 0.8 });
        let pairs = truth.by_distance(|a, b| (10.0 * (1.0 - value(a, b))) as u8);
        assert_eq!((pairs.at(1).precision, pairs.at(1).recall), (Some(1.0), Some(0.5)));
        assert_eq!((pairs.at(6).precision, pairs.at(6).recall), (Some(2.0 / 3.0), Some(1.0)));
    }

    #[test]
    fn one_kind_of_pairs_has_no_best_threshold() {
        for is_same in [true, false] {
            assert_eq!(truth(&[("a", "b", is_same)]).best(|_, _| 0.5, &Progress::new()), None);
        }
    }

    proptest! {
        #[test]
        fn no_threshold_is_better(pairs in prop::collection::vec((0..5_usize, 0..5_usize, any::<bool>(), 0..6_u8), 1..14)) {
            const IDS: [&str; 5] = ["a", "b", "c", "d", "e"];
            let labels: Vec<_> = pairs.iter().map(|&(a, b, is_same, _)| (IDS[a], IDS[b], is_same)).collect();
            let known = PairLabels::new(IDS.into_iter(), labels.into_iter()).0;
            let truth = Truth::of_pairs(&known);
            let value = |a: u32, b: u32| f64::from((a * 3 + b * 5 + a * b) % 7) / 7.0;
            let value = |a: u32, b: u32| value(a.min(b), a.max(b));
            let of_place = |a: usize, b: usize| value(truth.documents()[a], truth.documents()[b]);
            let best = truth.best(of_place, &Progress::new());
            let kinds = (known.positive(), known.pairs().len() - known.positive());
            prop_assert_eq!(best.is_some(), kinds.0 > 0 && kinds.1 > 0);
            let Some(best) = best else { return Ok(()) };
            for threshold in 0..=7 {
                let threshold = f64::from(threshold) / 7.0;
                let taken = known.pairs().iter().filter(|&&(a, b, _)| value(a, b) >= threshold);
                let right = taken.clone().filter(|pair| pair.2).count();
                let f1 = 2.0 * right as f64 / (taken.count() + kinds.0) as f64;
                prop_assert!(f1 <= best.f1, "{threshold}: {f1}");
                if threshold == best.at_least {
                    prop_assert_eq!(f1, best.f1);
                }
            }
        }
    }
}
