//! Intervals of precision and recall where documents have labels.

use super::Intervals;
use super::intervals::{Z95, score};
use crate::corpus::Corpus;
use crate::hamming::{Counted, Signatures, pairs_of};
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::search::{Purpose, each_pair_within, plan};
use std::collections::HashMap;
use std::convert::Infallible;

/// Pairs that are looked at one by one, at most.
const MOST_PAIRS: u64 = 1 << 22;

impl Intervals {
    /// 95 % intervals at each k from 0, as long as there are at most four million pairs within k: for the labels as a
    /// sample of labels, each with all of its documents. `all` are the pairs of `documents` by distance. `None` when
    /// cancelled. Advances as a search does.
    ///
    /// As [`wilson_of_pairs`](super::wilson_of_pairs), with labels instead of documents: pairs that share a label are not
    /// independent. They are rough for fewer than some 20 labels.
    pub fn of_labels(
        corpus: &Corpus,
        documents: &[u32],
        (signatures, bits): (&Signatures, Bits),
        all: &Counted,
        progress: &Progress,
    ) -> Option<Vec<Self>> {
        let is_few = |&k: &u8| all.within(k).is_some_and(|pairs| pairs <= MOST_PAIRS);
        let Some(last) = (0..=bits.get()).take_while(is_few).last() else {
            return Some(Vec::new());
        };
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let labels: Vec<Option<u32>> = documents
            .iter()
            .map(|&document| {
                let label = corpus.get(document as usize).label?;
                let next = numbers.len() as u32;
                Some(*numbers.entry(label).or_insert(next))
            })
            .collect();
        let selected = signatures.select(documents);
        let purpose = Purpose::AllPairs { threads: rayon::current_num_threads() };
        let design = plan(&selected, bits, last, purpose).design().clone();
        let mut pairs = vec![Vec::new(); usize::from(last) + 1];
        let Ok(found) = each_pair_within::<Infallible>(&selected, &design, progress, |(a, b, distance)| {
            if let (Some(a), Some(b)) = (labels[a as usize], labels[b as usize]) {
                pairs[usize::from(distance)].push((a, b));
            }
            Ok(())
        });
        found?;
        let mut sizes = vec![0; numbers.len()];
        labels.iter().flatten().for_each(|&label| sizes[label as usize] += 1);
        Some(by_distance(&sizes, &pairs))
    }
}

/// `sizes` are the numbers of documents with each label; `pairs`, by distance, the labels of two documents.
fn by_distance(sizes: &[usize], pairs: &[Vec<(u32, u32)>]) -> Vec<Intervals> {
    let possible: Vec<f64> = sizes.iter().map(|&size| pairs_of(size) as f64).collect();
    let positive: f64 = possible.iter().sum();
    let is_one_kind = positive == 0.0 || positive == pairs_of(sizes.iter().sum()) as f64;
    // By label: pairs within k inside it, and with other labels.
    let (mut right, mut wrong) = (vec![0.0; sizes.len()], vec![0.0; sizes.len()]);
    let mut is_taken = vec![false; sizes.len()];
    let mut apart = 0;
    let at = |pairs: &Vec<(u32, u32)>| {
        for &(a, b) in pairs {
            let (a, b) = (a as usize, b as usize);
            if a == b {
                right[a] += 1.0;
            } else {
                wrong[a] += 1.0;
                wrong[b] += 1.0;
            }
            if !is_taken[a] && !is_taken[b] {
                (is_taken[a], is_taken[b]) = (true, true);
                apart += 1;
            }
        }
        let (found, crossing) = (right.iter().sum::<f64>(), wrong.iter().sum::<f64>() / 2.0);
        let precision = Sample { successes: found, trials: found + crossing, apart: f64::from(apart) };
        let precision = precision.interval(|share| {
            let labels = right.iter().zip(&wrong);
            let squares = labels.map(|(right, wrong)| (right * (1.0 - share) - wrong * share).powi(2));
            // The square of a pair of two labels is in the sums of both.
            squares.sum::<f64>() - crossing * share * share
        });
        let with_pairs = possible.iter().filter(|&&pairs| pairs > 0.0).count();
        let recall = Sample { successes: found, trials: positive, apart: with_pairs as f64 };
        let recall = recall.interval(|share| {
            let labels = right.iter().zip(&possible);
            labels.map(|(right, possible)| (right - possible * share).powi(2)).sum()
        });
        Intervals { precision: precision.filter(|_| !is_one_kind), recall }
    };
    pairs.iter().map(at).collect()
}

/// Pairs for some of which something holds.
struct Sample {
    successes: f64,
    trials: f64,
    /// How many of them share no label, at least.
    apart: f64,
}

impl Sample {
    /// `variance` of the sum of the pairs' deviations from the share, pairs that share a label together.
    fn interval(&self, variance: impl FnOnce(f64) -> f64) -> Option<(f64, f64)> {
        let Self { successes, trials, apart } = *self;
        if trials == 0.0 {
            return None;
        }
        let share = successes / trials;
        let independent = trials * share * (1.0 - share);
        // Where the share is 0 or 1, there is no variance to measure.
        let effective =
            if independent == 0.0 { apart } else { trials / (variance(share) / independent).max(1.0) };
        Some(score(share, effective, Z95))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::wilson;
    use proptest::prelude::*;

    fn is_near(found: Option<(f64, f64)>, expected: Option<(f64, f64)>) -> bool {
        match (found, expected) {
            (Some(found), Some(expected)) => {
                (found.0 - expected.0).abs() < 1e-9 && (found.1 - expected.1).abs() < 1e-9
            }
            (found, expected) => found == expected,
        }
    }

    #[test]
    fn pairs_of_labels_of_two_documents_are_independent() {
        // 20 labels of two documents: 5 are found at distance 0, and 10 at 1.
        let pairs =
            [(0..5).map(|label| (label, label)).collect(), (5..10).map(|label| (label, label)).collect()];
        let [at_0, at_1] = by_distance(&[2; 20], &pairs)[..] else { panic!("two distances") };
        assert!(is_near(at_0.recall, Some(wilson(5, 20, Z95))), "{at_0:?}");
        assert!(is_near(at_1.recall, Some(wilson(10, 20, Z95))), "{at_1:?}");
        // All are right.
        assert!(is_near(at_0.precision, Some(wilson(5, 5, Z95))), "{at_0:?}");
    }

    #[test]
    fn a_large_label_counts_once() {
        // One label of 4 documents with its 6 pairs found, six labels of 2 with none found: 6 of 12 pairs, share 1/2;
        // residuals 3 and −1/2, so the variance is 9 + 6/4 against 12/4, and 12 ÷ 3.5 pairs count.
        let [at] = by_distance(&[4, 2, 2, 2, 2, 2, 2], &[vec![(0, 0); 6]])[..] else {
            panic!("one distance")
        };
        assert!(is_near(at.recall, Some(score(0.5, 12.0 / 3.5, Z95))), "{at:?}");
        assert!(is_near(at.precision, Some(wilson(1, 1, Z95))), "{at:?}");
    }

    #[test]
    fn one_kind_of_pairs_has_no_precision() {
        assert_eq!(by_distance(&[3], &[vec![(0, 0)]])[0].precision, None);
        let [at] = by_distance(&[1, 1], &[vec![(0, 1)]])[..] else { panic!("one distance") };
        assert_eq!((at.precision, at.recall), (None, None));
    }

    proptest! {
        /// The sum over all pairs of pairs, for each label that they share.
        #[test]
        fn the_variance_is_that_of_pairs_that_share_labels(
            pairs in prop::collection::vec((0..6_u32, 0..6_u32), 1..40),
        ) {
            let [at] = by_distance(&[20; 6], std::slice::from_ref(&pairs))[..] else { panic!("one distance") };
            let (trials, right) = (pairs.len() as f64, pairs.iter().filter(|(a, b)| a == b).count() as f64);
            prop_assume!(right > 0.0 && right < trials);
            let share = right / trials;
            let residual = |(a, b): (u32, u32)| f64::from(u8::from(a == b)) - share;
            let mut variance = 0.0;
            for (i, &one) in pairs.iter().enumerate() {
                for (j, &other) in pairs.iter().enumerate() {
                    let shared = (0..6).filter(|label| [one.0, one.1].contains(label) && [other.0, other.1].contains(label));
                    let times = if i == j { 1 } else { shared.count() };
                    variance += times as f64 * residual(one) * residual(other);
                }
            }
            let effect = (variance / (trials * share * (1.0 - share))).max(1.0);
            prop_assert!(is_near(at.precision, Some(score(share, trials / effect, Z95))), "{:?}", at);
        }
    }

    /// 60 labels of 2 to 7 documents, each found with its own probability; the true recall is that of a pair drawn
    /// from endlessly many such labels. 400 times.
    #[test]
    fn intervals_hold_the_recall_of_other_labels() {
        let mut state = 11_u64;
        // SplitMix64 (Steele, Lea, Flood 2014).
        let mut uniform = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut clustered, mut plain) = (0, 0);
        for _ in 0..400 {
            let sizes: Vec<usize> = (0..60).map(|_| 2 + (uniform() * 6.0) as usize).collect();
            let mut found = Vec::new();
            for (&size, label) in sizes.iter().zip(0..) {
                // Half of the labels are easy.
                let probability = if uniform() < 0.5 { 0.9 } else { 0.5 };
                let pairs = (0..pairs_of(size)).filter(|_| uniform() < probability);
                found.extend(pairs.map(|_| (label, label)));
            }
            let all = sizes.iter().map(|&size| pairs_of(size)).sum();
            let holds = |(low, high): (f64, f64)| u32::from((low..=high).contains(&0.7));
            plain += holds(wilson(found.len() as u64, all, Z95));
            clustered += holds(by_distance(&sizes, &[found])[0].recall.unwrap());
        }
        assert!(clustered >= 368, "{clustered} of 400");
        assert!(plain < 340, "{plain} of 400: independence would be a wrong assumption");
    }
}
