//! Pairs that are known to be near-duplicates, and those that are not: what a measure is judged by.

use super::labelled::Counts;
use super::{Curve, PairLabels, Purpose};
use crate::hamming::{Counted, DISTANCES, Histogram, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;

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
    /// All pairs of `documents`, of which near-duplicates are those that this holds for. `None` when cancelled. Advances by pairs.
    pub fn of_all(
        documents: &[u32],
        are_same: impl Fn(u32, u32) -> bool + Sync,
        progress: &Progress,
    ) -> Option<Self> {
        progress.expect(pairs_of(documents.len()));
        let same = |at: usize| {
            let later = documents.iter().zip(0_u32..).skip(at + 1);
            let later =
                later.filter(|&(&other, _)| !progress.is_cancelled() && are_same(documents[at], other));
            let later = later.map(|(_, other)| other).collect();
            progress.advance((documents.len() - at - 1) as u64);
            later
        };
        let positive = (0..documents.len()).into_par_iter().with_max_len(1).map(same).collect();
        (!progress.is_cancelled()).then(|| Self { documents: documents.to_vec(), positive, negative: None })
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

    /// What every distance does; `None` when cancelled. Advances by pairs.
    pub fn by_distance(
        &self,
        distance: impl Fn(usize, usize) -> u8 + Sync,
        progress: &Progress,
    ) -> Option<Curve> {
        progress.expect(self.pairs());
        let empty = || [Histogram::default(), Histogram::default()];
        let counted =
            (0..self.documents.len()).into_par_iter().with_max_len(1).fold(empty, |mut sums, at| {
                self.each_later(at, |other, is_same| {
                    if !progress.is_cancelled() {
                        sums[usize::from(is_same)].0[usize::from(distance(at, other))] += 1;
                    }
                    progress.advance(1);
                });
                sums
            });
        let [mut labelled, same] = counted.reduce(empty, |mut sums, part| {
            sums.iter_mut().zip(&part).for_each(|(sum, part)| sum.add(part));
            sums
        });
        labelled.add(&same);
        let counts = Counts { same, labelled: Counted::all(labelled) };
        (!progress.is_cancelled()).then(|| counts.curve(Purpose::Pairs, DISTANCES as u8 - 1))
    }

    /// What every threshold of a measure does, by how much it is below 1, in hundredths. `None` when cancelled. Advances by pairs.
    pub fn by_value(&self, value: impl Fn(usize, usize) -> f64 + Sync, progress: &Progress) -> Option<Curve> {
        // A value that is a number of hundredths may lie a little below it.
        let hundredths = |value: f64| (100.0 * value + 1e-9) as u8;
        self.by_distance(|a, b| 100 - hundredths(value(a, b)), progress)
    }

    fn each_later(&self, at: usize, mut on: impl FnMut(usize, bool)) {
        let mut positive = self.positive[at].iter().map(|&other| other as usize).peekable();
        match &self.negative {
            Some(negative) => {
                positive.for_each(|other| on(other, true));
                negative[at].iter().for_each(|&other| on(other as usize, false));
            }
            None => (at + 1..self.documents.len())
                .for_each(|other| on(other, positive.next_if_eq(&other).is_some())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let curve = truth.by_value(value, &Progress::new()).unwrap();
        // 0.9: 1 of 1, 1 of 2, F1 2/3. 0.4: 2 of 3, 2 of 2, F1 4/5.
        let of = |k| curve.at(k).map(|at| (at.precision.unwrap().share, at.recall.unwrap().share));
        assert_eq!((of(10), of(59)), (Some((1.0, 0.5)), Some((1.0, 0.5))));
        assert_eq!(of(60), Some((2.0 / 3.0, 1.0)));
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
                let at = counted.at(100 - hundredths).unwrap();
                prop_assert_eq!((at.pairs, at.right), (taken.count() as u64, right as f64));
            }
        }
    }
}
