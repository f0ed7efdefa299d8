//! Precision and recall at every k, predicted from the pairs that were compared.

use super::Intervals;
use super::sampled::Sampled;
use super::share::{Share, clumped};
use super::strata::Hits;
use crate::random::Random;

/// What one k is predicted to do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Predicted {
    /// The threshold.
    pub k: u8,
    /// Pairs that it makes, exactly: within k, or sharing a group at k.
    pub pairs: u64,
    /// How many of them are right.
    pub right: f64,
    /// The share of them; `None` without pairs.
    pub precision: Option<Share>,
    /// The share of all right pairs that it finds; `None` if not measured.
    pub recall: Option<Share>,
    /// Harmonic mean of precision and recall, with the same number of all right pairs at every k: those found at the best
    /// k and those beyond it; where the recall is not measured, those below the bulk. `None` without pairs or without
    /// right pairs.
    pub f1: Option<f64>,
}

/// What a k is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The pairs within k are the result.
    Pairs,
    /// The groups at k are, so every pair that shares a group counts.
    Groups,
}

/// The prediction for every k from 0 on, below the bulk of unrelated pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What the k is chosen for.
    pub purpose: Purpose,
    /// One for each k from 0 on.
    pub rows: Vec<Predicted>,
    /// The k of the best F1, the smallest among equals; `None` without right pairs.
    pub best: Option<u8>,
}

/// 2 · right ÷ (pairs + whole), where `whole` is at least `right`.
fn f1(pairs: u64, right: f64, whole: f64) -> f64 {
    2.0 * right / (pairs as f64 + whole.max(right)).max(1.0)
}

/// The k with the largest F1, the smallest among equals.
pub(super) fn best(sums: impl Iterator<Item = (u64, f64)>, whole: f64) -> Option<u8> {
    let scores =
        sums.map(|(pairs, right)| f1(pairs, right, whole)).zip(0_u8..).filter(|&(score, _)| score > 0.0);
    scores.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, k)| k)
}

impl Sampled {
    /// The least number of right partners of the rows from which a recall is worth saying.
    const FEW: u64 = 10;

    /// What is predicted for pairs and for groups, if a pair is right from τ on (a multiple of 0.01).
    pub fn curves(&self, tau: f64) -> [Curve; 2] {
        self.curves_of_all(tau).0
    }

    /// The same, and all right pairs, found or not.
    fn curves_of_all(&self, tau: f64) -> ([Curve; 2], f64) {
        let hits = self.near(tau);
        let sums = hits.sums(&hits.falling());
        let near = sums.last().map_or(0.0, |(_, right)| right.share);
        let beyond = self.beyond(tau, sums.len());
        let right_of = |sums: &[(u64, Share)]| -> Vec<(u64, f64)> {
            sums.iter().map(|&(pairs, right)| (pairs, right.share)).collect()
        };
        let found = right_of(&sums);
        // All right pairs, found or not, at the k where that is most certain.
        let most_certain = best(found.iter().copied(), near).map(usize::from);
        let all = most_certain.zip(beyond.as_ref()).map(|(k, beyond)| sums[k].1.plus(beyond[k]));
        let whole = all.map_or(near, |all| all.share);
        let rows = (sums.iter().enumerate()).map(|(k, &(pairs, right))| {
            let recall = beyond.as_ref().map(|beyond| right.beside(beyond[k]));
            predicted(k as u8, pairs, right, recall, whole)
        });
        let of_pairs =
            Curve { purpose: Purpose::Pairs, best: best(found.iter().copied(), whole), rows: rows.collect() };
        let joined = Hits::of(&self.by_join, tau);
        let sums = joined.sums(&joined.shares());
        let rows = (sums.iter().enumerate()).map(|(k, &(pairs, right))| {
            predicted(k as u8, pairs, right, all.map(|all| right.out_of(all)), whole)
        });
        let best_groups = best(right_of(&sums).into_iter(), whole);
        ([of_pairs, Curve { purpose: Purpose::Groups, rows: rows.collect(), best: best_groups }], whole)
    }

    /// The best k for pairs and for groups.
    pub fn best(&self, tau: f64) -> [Option<u8>; 2] {
        self.curves(tau).map(|curve| curve.best)
    }

    /// The smallest and largest best k among 100 repetitions of the sampling of pairs by chance (bootstrap: Efron 1979),
    /// without the 2.5 % at either end. The rows are not drawn again: all right pairs hardly move the best k.
    pub fn bootstrap(&self, tau: f64) -> [Option<(u8, u8)>; 2] {
        const DRAWS: usize = 100;
        let near = self.near(tau);
        let joined = Hits::of(&self.by_join, tau);
        let ([pairs, _], whole) = self.curves_of_all(tau);
        let found_up_to = pairs.best.map_or(0, |k| usize::from(k) + 1);
        let far = whole - pairs.best_row().map_or(0.0, |row| row.right);
        let mut random = Random::of(&[self.sampling.seed, 1 << 34]);
        let mut range = |best_of: &dyn Fn(&mut Random) -> Option<u8>| {
            let mut found: Vec<u8> = (0..DRAWS).filter_map(|_| best_of(&mut random)).collect();
            found.sort_unstable();
            let cut = found.len() * 25 / 1000;
            Some((*found.get(cut)?, *found.get(found.len().checked_sub(1 + cut)?)?))
        };
        let best_of = |again: &Hits, shares: &[f64], whole: f64| {
            best(again.sums(shares).into_iter().map(|(pairs, right)| (pairs, right.share)), whole)
        };
        let of_pairs = range(&|random| {
            let again = near.again(random);
            let shares = again.falling();
            let found = again.of.iter().zip(&shares).take(found_up_to).map(|(&of, share)| of as f64 * share);
            let found: f64 = found.sum();
            best_of(&again, &shares, found + far)
        });
        let of_groups = range(&|random| {
            let again = joined.again(random);
            best_of(&again, &again.shares(), whole)
        });
        [of_pairs, of_groups]
    }

    /// Right pairs by distance: of the pairs drawn, or all if every document was compared with all others.
    pub(super) fn near(&self, tau: f64) -> Hits {
        let mut hits = Hits::of(&self.by_distance, tau);
        if self.rows.is_whole() {
            let partners = self.rows.partners(tau);
            for (at, hits) in hits.hits.iter_mut().enumerate() {
                *hits = partners.iter().map(|row| row[at]).sum::<u64>() / 2;
            }
            hits.drawn.clone_from(&hits.of);
        }
        hits
    }

    /// For each k below `ks`, the right pairs beyond it, from the rows; `None` if these have too few right partners. The
    /// partners of one document are a clump.
    fn beyond(&self, tau: f64, ks: usize) -> Option<Vec<Share>> {
        let partners = self.rows.partners(tau);
        let (rows, weight) = (self.rows.len(), self.rows.weight());
        let sums = |from: usize| {
            let counts = partners.iter().map(|row| row.iter().skip(from).sum::<u64>() as f64);
            counts.fold((0.0, 0.0, 0.0), |(sum, squares, largest), n| {
                (sum + n, squares + n * n, f64::max(largest, n))
            })
        };
        let (seen, squares, _) = sums(0);
        if self.rows.is_whole() {
            return Some((1..=ks).map(|from| Share::exact(sums(from).0 * weight)).collect());
        }
        if seen < Self::FEW as f64 {
            return None;
        }
        // Few of few documents: the variance is less by this part, as without replacement.
        let left = (1.0 - rows as f64 / self.documents.max(1) as f64).sqrt();
        let of_k = |from: usize| {
            let (sum, of_squares, largest) = sums(from);
            // A clump that no row met may be as large as that of a usual partner, wherever it lies.
            let (low, high) = clumped(sum, of_squares, largest.max(squares / seen));
            let at = |limit: f64| (sum + (limit - sum) * left) * weight;
            Share { share: sum * weight, low: at(low), high: at(high) }
        };
        Some((1..=ks).map(of_k).collect())
    }
}

impl Curve {
    /// The same with these intervals at each k, where they are known.
    #[must_use]
    pub fn with_intervals(mut self, intervals: &[Intervals]) -> Self {
        let put = |share: &mut Option<Share>, interval: Option<(f64, f64)>| {
            if let Some((share, (low, high))) = share.as_mut().zip(interval) {
                (share.low, share.high) = (low.min(share.share), high.max(share.share));
            }
        };
        for (row, interval) in self.rows.iter_mut().zip(intervals) {
            put(&mut row.precision, interval.precision);
            put(&mut row.recall, interval.recall);
        }
        self
    }

    /// The row with the best F1, and that F1, if `all` pairs of the corpus are right; `None` without right pairs.
    pub fn best_against(&self, all: f64) -> Option<(&Predicted, f64)> {
        let k = best(self.rows.iter().map(|row| (row.pairs, row.right)), all)?;
        let row = self.at(k)?;
        Some((row, f1(row.pairs, row.right, all)))
    }

    /// The row of a k.
    pub fn at(&self, k: u8) -> Option<&Predicted> {
        self.rows.get(usize::from(k))
    }

    /// The row of the best k.
    pub fn best_row(&self) -> Option<&Predicted> {
        self.at(self.best?)
    }
}

pub(super) fn predicted(k: u8, pairs: u64, right: Share, recall: Option<Share>, whole: f64) -> Predicted {
    let of_pairs = |right: f64| (right / pairs as f64).min(1.0);
    let precision = (pairs > 0).then(|| Share {
        share: of_pairs(right.share),
        low: of_pairs(right.low),
        high: of_pairs(right.high),
    });
    let f1 = (pairs > 0 && whole > 0.0).then(|| f1(pairs, right.share, whole));
    Predicted { k, pairs, right: right.share, precision, recall: recall.filter(|_| whole > 0.0), f1 }
}

#[cfg(test)]
pub(super) mod tests;
