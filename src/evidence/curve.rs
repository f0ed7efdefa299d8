//! Precision and recall at every k, predicted from the pairs that were compared.

use super::intervals::{Z95, wilson};
use super::sampled::{Sampled, Stratum};
use crate::random::Random;

/// A share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The estimate, 0 to 1.
    pub share: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

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
    /// Harmonic mean of both; where the recall is not measured, with the right pairs of all distances below the bulk as
    /// the whole. `None` without pairs or without right pairs.
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

/// Pairs of strata with at least τ, each 0 if nothing was drawn.
struct Hits {
    of: Vec<u64>,
    drawn: Vec<u64>,
    hits: Vec<u64>,
}

impl Hits {
    fn of(strata: &[Stratum], tau: f64) -> Self {
        Self {
            of: strata.iter().map(|stratum| stratum.of).collect(),
            drawn: strata.iter().map(|stratum| stratum.values.len() as u64).collect(),
            hits: strata.iter().map(|stratum| stratum.hits(tau)).collect(),
        }
    }

    fn is_whole(&self, at: usize) -> bool {
        self.drawn[at] >= self.of[at]
    }

    fn share(&self, at: usize) -> f64 {
        self.hits[at] as f64 / self.drawn[at].max(1) as f64
    }

    /// Shares that never rise with the distance: one hit alone far out is taken for chance, and the rest is the isotonic
    /// regression. Shares that are known exactly stay.
    fn falling(&self) -> Vec<f64> {
        let mut shares: Vec<f64> = (0..self.of.len()).map(|at| self.share(at)).collect();
        if (0..self.of.len()).all(|at| self.is_whole(at)) {
            return shares;
        }
        let is_sure = |at: usize| self.hits[at] >= if self.is_whole(at) { 1 } else { 2 };
        let end = (0..shares.len()).rev().find(|&at| is_sure(at)).map_or(0, |last| last + 1);
        shares[end..].fill(0.0);
        fall(&mut shares[..end], &self.drawn[..end]);
        shares
    }

    /// As many hits again as chance would give, had the shares been those found.
    fn again(&self, random: &mut Random) -> Self {
        const SCALE: f64 = (1_u64 << 53) as f64;
        let hits = (0..self.of.len()).map(|at| {
            if self.is_whole(at) || self.hits[at] == 0 || self.hits[at] == self.drawn[at] {
                return self.hits[at];
            }
            let share = self.share(at);
            (0..self.drawn[at]).map(|_| u64::from(((random.draw() >> 11) as f64) < share * SCALE)).sum()
        });
        Self { of: self.of.clone(), drawn: self.drawn.clone(), hits: hits.collect() }
    }

    /// Pairs and right pairs up to each stratum, with the 95 % interval of the right ones: Wilson's of each stratum, put
    /// together by the squares of their distances from the estimate (MOVER: Zou and Donner, "Construction of confidence
    /// limits about effect measures", 2008), less where a good part of a stratum was drawn.
    fn sums(&self, shares: &[f64]) -> Vec<(u64, Share)> {
        let (mut pairs, mut right, mut below, mut above) = (0, 0.0, 0.0, 0.0);
        (0..self.of.len())
            .map(|at| {
                let of = self.of[at] as f64;
                pairs += self.of[at];
                right += of * shares[at];
                if !self.is_whole(at) {
                    let (low, high) = wilson(self.hits[at], self.drawn[at], Z95);
                    let left = (of - self.drawn[at] as f64) / (of - 1.0);
                    let square = |by: f64| (of * by).powi(2) * left;
                    below += square(self.share(at) - low);
                    above += square(high - self.share(at));
                }
                let low = (right - f64::sqrt(below)).max(0.0);
                (pairs, Share { share: right, low, high: (right + f64::sqrt(above)).min(pairs as f64) })
            })
            .collect()
    }
}

/// Isotonic regression to values that never rise, by pooling adjacent violators (Ayer et al. 1955), weighted.
pub(super) fn fall(values: &mut [f64], weights: &[u64]) {
    // Sum of value times weight, weight, length.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (&value, &weight) in values.iter().zip(weights) {
        let weight = weight as f64;
        let mut block = (value * weight, weight, 1);
        while let Some(&(sum, of, len)) = blocks.last()
            && (of == 0.0 || block.1 == 0.0 || sum * block.1 < block.0 * of)
        {
            block = (block.0 + sum, block.1 + of, block.2 + len);
            blocks.pop();
        }
        blocks.push(block);
    }
    let pooled = blocks.into_iter().flat_map(|(sum, weight, len)| {
        std::iter::repeat_n(if weight > 0.0 { sum / weight } else { 0.0 }, len)
    });
    values.iter_mut().zip(pooled).for_each(|(value, pooled)| *value = pooled);
}

/// The k with the largest 2 · right / (pairs + whole), the smallest among equals, where `whole` may grow with `right`.
pub(super) fn best(sums: impl Iterator<Item = (u64, f64)>, whole: f64) -> Option<u8> {
    let f1 = |(pairs, right): (u64, f64)| 2.0 * right / (pairs as f64 + whole.max(right)).max(1.0);
    let scores = sums.map(f1).zip(0_u8..).filter(|&(score, _)| score > 0.0);
    scores.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, k)| k)
}

/// Right pairs that lie beyond k, as the rows show; and how sure that is.
struct Beyond {
    /// By k.
    pairs: Vec<Share>,
    /// Right partners that the rows have in all.
    seen: u64,
}

impl Sampled {
    /// The least number of right partners of the rows from which a recall is worth saying.
    const FEW: u64 = 10;

    /// What is predicted for pairs and for groups, if a pair is right from τ on (a multiple of 0.01).
    pub fn curves(&self, tau: f64) -> [Curve; 2] {
        let hits = Hits::of(&self.by_distance, tau);
        let sums = hits.sums(&hits.falling());
        let beyond = self.beyond(tau, sums.len());
        let is_measured = self.rows.is_whole() || beyond.seen >= Self::FEW;
        let whole_near = sums.last().map_or(0.0, |(_, right)| right.share);
        let best_pairs = best(sums.iter().map(|&(pairs, right)| (pairs, right.share)), whole_near);
        let rows = (sums.iter().enumerate()).map(|(at, &(pairs, right))| {
            let beyond = is_measured.then(|| beyond.pairs[at]);
            predicted(at as u8, pairs, right, beyond, whole_near)
        });
        let of_pairs = Curve { purpose: Purpose::Pairs, rows: rows.collect(), best: best_pairs };
        // All right pairs, found or not, at the k where that is most certain.
        let all = best_pairs.filter(|_| is_measured).map(|k| {
            let (near, far) = (sums[usize::from(k)].1, beyond.pairs[usize::from(k)]);
            plus(near, far)
        });
        let joined = Hits::of(&self.by_join, tau);
        let shares: Vec<f64> = (0..joined.of.len()).map(|at| joined.share(at)).collect();
        let sums = joined.sums(&shares);
        let whole = all.map_or(whole_near, |all| all.share);
        let best_groups = best(sums.iter().map(|&(pairs, right)| (pairs, right.share)), whole);
        let rows = (sums.iter().enumerate()).map(|(at, &(pairs, right))| {
            // What is not found, so that both make up all.
            let beyond = all.map(|all| Share {
                share: (all.share - right.share).max(0.0),
                low: (all.low - right.share).max(0.0),
                high: (all.high - right.share).max(0.0),
            });
            predicted(at as u8, pairs, right, beyond, whole)
        });
        [of_pairs, Curve { purpose: Purpose::Groups, rows: rows.collect(), best: best_groups }]
    }

    /// The best k for pairs and for groups; cheaper than [`Sampled::curves`].
    pub fn best(&self, tau: f64) -> [Option<u8>; 2] {
        self.curves(tau).map(|curve| curve.best)
    }

    /// The smallest and largest best k among 100 repetitions of the sampling by chance (bootstrap), without the 2.5 % at
    /// either end.
    pub fn bootstrap(&self, tau: f64) -> [Option<(u8, u8)>; 2] {
        const DRAWS: usize = 100;
        let near = Hits::of(&self.by_distance, tau);
        let joined = Hits::of(&self.by_join, tau);
        let whole = self.curves(tau)[0].whole();
        let mut random = Random::of(&[self.sampling.seed, 1 << 34]);
        let mut range = |best_of: &dyn Fn(&mut Random) -> Option<u8>| {
            let mut found: Vec<u8> = (0..DRAWS).filter_map(|_| best_of(&mut random)).collect();
            found.sort_unstable();
            let cut = found.len() * 25 / 1000;
            Some((*found.get(cut)?, *found.get(found.len().checked_sub(1 + cut)?)?))
        };
        let pairs = range(&|random| {
            let again = near.again(random);
            let sums = again.sums(&again.falling());
            let whole = sums.last().map_or(0.0, |(_, right)| right.share);
            best(sums.iter().map(|&(pairs, right)| (pairs, right.share)), whole)
        });
        let groups = range(&|random| {
            let again = joined.again(random);
            let shares: Vec<f64> = (0..again.of.len()).map(|at| again.share(at)).collect();
            let sums = again.sums(&shares);
            best(sums.iter().map(|&(pairs, right)| (pairs, right.share)), whole)
        });
        [pairs, groups]
    }

    /// For each k below `ks`: the right pairs beyond it.
    fn beyond(&self, tau: f64, ks: usize) -> Beyond {
        let partners = self.rows.partners(tau);
        let (rows, weight) = (self.rows.len(), self.rows.weight());
        let left = 1.0 - rows as f64 / self.documents.max(1) as f64;
        let of_k = |k: usize| {
            let counts = partners.iter().map(|row| row.iter().skip(k + 1).sum::<u64>() as f64);
            let (sum, squares) = counts.fold((0.0, 0.0), |(sum, squares), n| (sum + n, squares + n * n));
            if self.rows.is_whole() {
                return Share { share: sum * weight, low: sum * weight, high: sum * weight };
            }
            // Partners of one row come together, so the rows are what varies; but never less than single events would.
            let mean = sum / (rows.max(1) as f64);
            let variance = (squares - sum * mean).max(0.0) * left;
            let spread = if sum > 0.0 { (Z95 * variance.sqrt() / sum).exp() } else { 1.0 };
            let (low, high) = poisson(sum);
            Share {
                share: sum * weight,
                low: low.min(sum / spread) * weight,
                high: high.max(sum * spread) * weight,
            }
        };
        let seen = partners.iter().flatten().sum();
        Beyond { pairs: (0..ks).map(of_k).collect(), seen }
    }
}

impl Curve {
    /// All right pairs that are known of: those found at the best k, and those beyond it.
    fn whole(&self) -> f64 {
        let row = self.best.map(|k| &self.rows[usize::from(k)]);
        row.map_or(0.0, |row| match row.recall {
            Some(recall) if recall.share > 0.0 => row.right / recall.share,
            _ => self.rows.last().map_or(0.0, |last| last.right),
        })
    }

    /// The row with the best F1, and that F1, where so many pairs are right in all; `None` without right pairs.
    pub fn best_against(&self, all: f64) -> Option<(&Predicted, f64)> {
        let k = best(self.rows.iter().map(|row| (row.pairs, row.right)), all)?;
        let row = self.at(k)?;
        Some((row, 2.0 * row.right / (row.pairs as f64 + all.max(row.right))))
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

fn predicted(k: u8, pairs: u64, right: Share, beyond: Option<Share>, whole: f64) -> Predicted {
    let of_pairs = |right: f64| right / pairs as f64;
    let precision = (pairs > 0).then(|| Share {
        share: of_pairs(right.share).min(1.0),
        low: of_pairs(right.low),
        high: of_pairs(right.high).min(1.0),
    });
    let all = beyond.map_or(whole, |beyond| right.share + beyond.share);
    let recall = beyond.filter(|_| all > 0.0).map(|beyond| found(right, beyond));
    let f1 = (pairs > 0 && all > 0.0).then(|| 2.0 * right.share / (pairs as f64 + all.max(right.share)));
    Predicted { k, pairs, right: right.share, precision, recall, f1 }
}

/// right ÷ (right + beyond): by the interval of the logarithm of right ÷ beyond, where both are above 0.
fn found(right: Share, beyond: Share) -> Share {
    let of = |right: f64, beyond: f64| if right > 0.0 { right / (right + beyond) } else { 0.0 };
    let share = of(right.share, beyond.share);
    if right.low <= 0.0 || beyond.low <= 0.0 || beyond.share <= 0.0 {
        return Share { share, low: of(right.low, beyond.high), high: of(right.high, beyond.low) };
    }
    let log = |a: f64, b: f64| (a / b).ln();
    let both = |a: f64, b: f64| a.hypot(b);
    let odds = log(right.share, beyond.share);
    let low = odds - both(log(right.share, right.low), log(beyond.high, beyond.share));
    let high = odds + both(log(right.high, right.share), log(beyond.share, beyond.low));
    let share_of = |odds: f64| 1.0 / (1.0 + (-odds).exp());
    Share { share, low: share_of(low), high: share_of(high) }
}

/// The sum of two independent estimates (MOVER).
fn plus(a: Share, b: Share) -> Share {
    let share = a.share + b.share;
    let low = share - (a.share - a.low).hypot(b.share - b.low);
    Share { share, low, high: share + (a.high - a.share).hypot(b.high - b.share) }
}

/// The 95 % interval of the mean of a Poisson distribution from which `events` came, by Byar's approximation (Breslow and
/// Day, "Statistical methods in cancer research II", 1987, p. 69).
fn poisson(events: f64) -> (f64, f64) {
    let bound = |n: f64, z: f64| n * (1.0 - 1.0 / (9.0 * n) + z / (3.0 * n.sqrt())).powi(3);
    let low = if events > 0.0 { bound(events, -Z95).max(0.0) } else { 0.0 };
    (low, bound(events + 1.0, Z95))
}
