//! Pairs that are known to be near-duplicates, and those that are not: what a measure is judged by.

use super::{LabelledPairs, PairLabels};
use crate::corpus::Corpus;
use crate::hamming::{Counted, Histogram, pairs_of};
use crate::measures::Verifier;
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;

/// Which pairs of some documents are near-duplicates. Documents are named by their place in [`Truth::documents`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    documents: Vec<u32>,
    /// By document: the later ones that are its near-duplicates, ascending.
    positive: Vec<Vec<u32>>,
    /// By document: the later ones that are not; `None` if that is all others.
    negative: Option<Vec<Vec<u32>>>,
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

    /// The pairs by distance; `None` when cancelled. Advances by pairs.
    pub fn by_distance(
        &self,
        distance: impl Fn(usize, usize) -> u8 + Sync,
        progress: &Progress,
    ) -> Option<LabelledPairs> {
        progress.expect(self.pairs());
        let empty = || [Histogram::default(), Histogram::default()];
        let counted =
            (0..self.documents.len()).into_par_iter().with_max_len(1).fold(empty, |mut sums, at| {
                let mut add = |kind: usize, other: usize| {
                    if !progress.is_cancelled() {
                        sums[kind].0[usize::from(distance(at, other))] += 1;
                    }
                    progress.advance(1);
                };
                self.positive[at].iter().for_each(|&other| add(1, other as usize));
                self.each_negative(at, |other| add(0, other));
                sums
            });
        let [mut labelled, same] = counted.reduce(empty, |mut sums, part| {
            sums.iter_mut().zip(&part).for_each(|(sum, part)| sum.add(part));
            sums
        });
        labelled.add(&same);
        (!progress.is_cancelled()).then(|| LabelledPairs { same, labelled: Counted::all(labelled) })
    }

    /// The pairs by how much they are below 1, in hundredths: a measure at each threshold. `None` when cancelled. Advances by pairs.
    pub fn by_value(
        &self,
        value: impl Fn(usize, usize) -> f64 + Sync,
        progress: &Progress,
    ) -> Option<LabelledPairs> {
        // A value that is a number of hundredths may lie a little below it.
        let hundredths = |value: f64| (100.0 * value + 1e-9) as u8;
        self.by_distance(|a, b| 100 - hundredths(value(a, b)), progress)
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
    use crate::evidence::Purpose;
    use proptest::prelude::*;

    const IDS: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn known(pairs: &[(usize, usize, bool)]) -> PairLabels {
        let labels = pairs.iter().map(|&(a, b, is_same)| (IDS[a], IDS[b], is_same));
        PairLabels::new(IDS.into_iter(), labels).0
    }

    #[test]
    fn the_best_threshold_weighs_both_shares() {
        let truth = Truth::of_pairs(&known(&[(1, 2, true), (4, 1, true), (3, 2, false), (4, 3, false)]));
        assert_eq!(truth.documents(), [1, 2, 3, 4]);
        assert_eq!((truth.positive(), truth.pairs()), (2, 4));
        // b–c 0.9, b–e 0.4; c–d 0.4, d–e 0.1.
        let value = |a: usize, b: usize| {
            [[0.0; 4], [0.9, 0.0, 0.0, 0.0], [0.0, 0.4, 0.0, 0.0], [0.4, 0.0, 0.1, 0.0]][b][a]
        };
        let pairs = truth.by_value(value, &Progress::new()).unwrap();
        // 0.9: 1 of 1, 1 of 2, F1 2/3. 0.4: 2 of 3, 2 of 2, F1 4/5.
        let of = |k| (pairs.at(k).precision, pairs.at(k).recall);
        assert_eq!((of(10), of(59)), ((Some(1.0), Some(0.5)), (Some(1.0), Some(0.5))));
        assert_eq!(of(60), (Some(2.0 / 3.0), Some(1.0)));
        let curve = pairs.curve();
        assert_eq!(
            (curve.purpose, curve.best, curve.best_row().unwrap().f1),
            (Purpose::Pairs, Some(60), Some(0.8))
        );
        let progress = Progress::new();
        progress.cancel();
        assert_eq!(truth.by_value(value, &progress), None);
    }

    proptest! {
        #[test]
        fn pairs_are_counted_at_each_threshold(
            pairs in prop::collection::vec((0..5_usize, 0..5_usize, any::<bool>()), 1..14),
        ) {
            let known = known(&pairs);
            let truth = Truth::of_pairs(&known);
            let value = |a: u32, b: u32| f64::from((a.min(b) * 3 + a.max(b) * 5 + a * b) % 8) / 7.0;
            let of_place = |a: usize, b: usize| value(truth.documents()[a], truth.documents()[b]);
            let counted = truth.by_value(of_place, &Progress::new()).unwrap();
            for hundredths in 0..=100_u8 {
                let at_least = f64::from(hundredths) / 100.0;
                let taken = known.pairs().iter().filter(|&&(a, b, _)| value(a, b) >= at_least);
                let right = taken.clone().filter(|pair| pair.2).count() as u64;
                let k = 100 - hundredths;
                prop_assert_eq!(counted.labelled.within(k), Some(taken.count() as u64));
                prop_assert_eq!(counted.same.within(k), right);
            }
        }
    }
}
