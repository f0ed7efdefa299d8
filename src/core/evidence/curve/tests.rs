//! By hand, and by drawing from corpora whose truth is known.

use super::*;
use crate::evidence::rows::Rows;
use crate::evidence::sampled::{Sampling, Stratum};

/// Pairs of which the first `right` have the value 1, the others 0.
fn stratum(at: u8, of: u64, drawn: usize, right: usize) -> Stratum {
    let values = (0..drawn).map(|i| f64::from(u8::from(i < right))).collect();
    Stratum { at, of, pairs: vec![(0, 1); drawn], values }
}

pub(in crate::evidence) fn sampled(
    by_distance: Vec<Stratum>,
    by_join: Vec<Stratum>,
    rows: Rows,
    documents: usize,
) -> Sampled {
    Sampled { sampling: Sampling::default(), documents, by_distance, by_join, rows, counted_to: None }
}

/// Four documents, everything drawn. Three right pairs: at distances 0, 2 and 4.
fn four() -> Sampled {
    let by_distance = vec![stratum(0, 1, 1, 1), stratum(1, 1, 1, 0), stratum(2, 1, 1, 1)];
    let by_join = vec![stratum(0, 1, 1, 1), stratum(1, 1, 1, 0), stratum(2, 4, 4, 2)];
    // Right are 0–1 (d = 0), 0–2 (d = 2), 2–3 (d = 4).
    let partners = [vec![1, 0, 1, 0, 0], vec![1, 0, 0, 0, 0], vec![0, 0, 1, 0, 1], vec![0, 0, 0, 0, 1]];
    sampled(by_distance, by_join, Rows::of_partners(4, &partners), 4)
}

#[test]
fn with_everything_drawn_the_curves_are_counted() {
    let [pairs, groups] = four().curves(0.3);
    let of = |curve: &Curve| -> Vec<(u64, f64, f64, f64, f64)> {
        let row = |row: &Predicted| {
            let (precision, recall) = (row.precision.unwrap(), row.recall.unwrap());
            assert_eq!((precision, recall), (Share::exact(precision.share), Share::exact(recall.share)));
            (row.pairs, row.right, precision.share, recall.share, row.f1.unwrap())
        };
        curve.rows.iter().map(row).collect()
    };
    let third = 1.0 / 3.0;
    assert_eq!(
        of(&pairs),
        [(1, 1.0, 1.0, third, 0.5), (2, 1.0, 0.5, third, 0.4), (3, 2.0, 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0)]
    );
    assert_eq!(
        of(&groups),
        [(1, 1.0, 1.0, third, 0.5), (2, 1.0, 0.5, third, 0.4), (6, 3.0, 0.5, 1.0, 2.0 / 3.0)]
    );
    assert_eq!((pairs.best, groups.best), (Some(2), Some(2)));
    assert_eq!(four().bootstrap(0.3), [Some((2, 2)); 2], "nothing is left to chance");
}

#[test]
fn the_best_k_is_the_smallest_of_the_best_f1() {
    assert_eq!(best([(2, 2.0), (4, 3.0), (8, 4.0)].into_iter(), 4.0), Some(1), "4/6, 6/8, 8/12");
    assert_eq!(best([(2, 2.0), (2, 2.0)].into_iter(), 2.0), Some(0));
    assert_eq!(best([(2, 0.0), (9, 0.0)].into_iter(), 4.0), None);
    assert_eq!(best([(0, 0.0), (3, 3.0)].into_iter(), 1.0), Some(1), "the whole is at least what was found");
    assert_eq!(best([].into_iter(), 4.0), None);
}

#[test]
fn without_enough_right_partners_no_recall_is_measured() {
    let partners = |n: u64| -> Vec<Vec<u64>> { (0..100).map(|row| vec![u64::from(row < n), 0, 0]).collect() };
    let of = |n: u64| {
        let strata = vec![stratum(0, 100, 50, 50), stratum(1, 1000, 50, 25)];
        sampled(strata.clone(), strata, Rows::of_partners(5000, &partners(n)), 5000).curves(0.3)
    };
    let [pairs, groups] = of(9);
    assert!(pairs.rows.iter().chain(&groups.rows).all(|row| row.recall.is_none() && row.f1.is_some()));
    let [pairs, groups] = of(10);
    let recall = pairs.rows[1].recall.unwrap();
    assert_eq!(recall.share, 1.0);
    // None of 10 lies beyond: at most 3.67 do, each for 25 pairs; less by √(1 − 100 ÷ 5000).
    let beyond = 3.668_03 * 25.0 * 0.98_f64.sqrt();
    assert!(
        (recall.low
            - (pairs.rows[1].precision.unwrap().low * 1100.0)
                / (pairs.rows[1].precision.unwrap().low * 1100.0 + beyond))
            .abs()
            < 1e-3
    );
    assert!(groups.rows[0].recall.unwrap().share < 0.3);
}

/// Documents in clusters whose pairs are all right; each pair is at a distance of at most 3, or beyond.
struct Clusters {
    /// By document: its right partners at distances 0 to 3, and beyond.
    partners: Vec<Vec<u64>>,
    /// By distance 0 to 3: all pairs, and right ones.
    strata: Vec<(u64, u64)>,
}

impl Clusters {
    /// `beyond` of 100 pairs are beyond; in a share of the clusters all of those, if `are_clumped`.
    fn of(documents: usize, sizes: &[usize], beyond: u64, are_clumped: bool, random: &mut Random) -> Self {
        let mut partners = vec![vec![0; 5]; documents];
        let mut right = [0; 5];
        let mut start = 0;
        for &size in sizes {
            let is_far = (random.below(100) as u64) < beyond;
            for a in start..start + size {
                for b in start..a {
                    let far = if are_clumped { is_far } else { (random.below(100) as u64) < beyond };
                    let at = if far { 4 } else { random.below(4) };
                    partners[a][at] += 1;
                    partners[b][at] += 1;
                    right[at] += 1;
                }
            }
            start += size;
        }
        assert!(start <= documents);
        // Wrong pairs grow with the distance.
        let strata = (0..4).map(|at| (right[at] + 40 * (1 << (2 * at)), right[at])).collect();
        Self { partners, strata }
    }

    fn truth(&self, k: usize) -> f64 {
        let all: u64 = self.partners.iter().flatten().sum::<u64>() / 2;
        self.strata[..=k].iter().map(|&(_, right)| right).sum::<u64>() as f64 / all as f64
    }

    fn drawn(&self, rows: usize, random: &mut Random) -> Sampled {
        let strata = self.strata.iter().zip(0..).map(|(&(of, right), at)| {
            let drawn = of.min(150);
            let mut hits = 0;
            (0..drawn).for_each(|done| {
                hits += u64::from((random.below((of - done) as usize) as u64) < right - hits)
            });
            stratum(at, of, drawn as usize, hits as usize)
        });
        let strata: Vec<Stratum> = strata.collect();
        let rows = random.choose(rows, self.partners.len()).into_iter().map(|at| self.partners[at].clone());
        let rows = Rows::of_partners(self.partners.len(), &rows.collect::<Vec<_>>());
        sampled(strata, Vec::new(), rows, self.partners.len())
    }
}

fn check(name: &str, documents: usize, sizes: &[usize], beyond: u64, are_clumped: bool) {
    const TRIALS: u64 = 250;
    let mut random = Random::of(&[documents as u64, sizes.len() as u64, beyond]);
    let clusters = Clusters::of(documents, sizes, beyond, are_clumped, &mut random);
    let (mut held, mut measured) = ([0; 4], 0);
    for _ in 0..TRIALS {
        let [pairs, _] = clusters.drawn(400, &mut random).curves(0.3);
        if pairs.rows[0].recall.is_none() {
            continue;
        }
        measured += 1;
        for (k, held) in held.iter_mut().enumerate() {
            let Share { low, high, .. } = pairs.rows[k].recall.unwrap();
            *held += usize::from((low - 1e-9..=high + 1e-9).contains(&clusters.truth(k)));
        }
    }
    assert!(measured > 100, "{name}: only {measured} times measured");
    let least = held.into_iter().min().unwrap() as f64 / f64::from(measured) * 100.0;
    // 250 trials of 95 % have a standard error of 1.4 %.
    assert!(least >= 91.0, "{name}: least {least:.1} of {held:?}, {measured}");
}

#[test]
fn recall_intervals_hold_the_truth_of_single_pairs() {
    check("one in ten has a partner", 20_000, &[2; 1000], 20, false);
    check("few beyond", 20_000, &[2; 1000], 2, false);
    check("few partners", 20_000, &[2; 300], 20, false);
    check("every document has three", 5_000, &[4; 1250], 30, false);
    check("two thirds are drawn", 600, &[3; 100], 20, false);
}

#[test]
fn recall_intervals_hold_the_truth_of_clusters() {
    check("of five", 20_000, &[5; 400], 20, false);
    check("of twenty", 20_000, &[20; 60], 20, true);
    check("of twenty, few beyond", 20_000, &[20; 60], 5, true);
    check("of ten, two thirds drawn", 600, &[10; 20], 20, true);
    let sizes: Vec<usize> = (0..800).map(|i| 200 / (i + 1) + 2).collect();
    check("a few large", 20_000, &sizes, 15, true);
}
