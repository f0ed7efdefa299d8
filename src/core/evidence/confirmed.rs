//! Which pairs the texts confirm, by distance and by the k from which on they share a group: counted, not estimated.

mod counting;

pub use counting::Counting;

use super::curve::{self, Curve, Predicted, Purpose};
use super::intervals::Z95;
use super::share::Share;
use crate::corpus::Corpus;
use crate::groups::{Dendrogram, Spread};
use crate::hamming::{Counted, DISTANCES, Signatures};
use crate::measures::{Measure, ROUNDS};
use crate::progress::Progress;
use crate::recipe::Recipe;

/// What is counted: a corpus and what was computed from it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The texts.
    pub corpus: &'a Corpus,
    /// The recipe of the signatures.
    pub recipe: &'a Recipe,
    /// One for each document.
    pub signatures: &'a Signatures,
    /// The documents that are compared, ascending.
    pub documents: &'a [u32],
    /// Their tree.
    pub tree: &'a Dendrogram,
    /// The spread of the tree, with its pairs by distance.
    pub spread: &'a Spread,
}

/// Pairs by ⌊100 · value⌋.
type Hundredths = [u64; 101];

/// Pairs by something, and by their value.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Values(Vec<Hundredths>);

impl Values {
    fn new(rows: usize) -> Self {
        Self(vec![[0; 101]; rows])
    }

    fn add(&mut self, row: usize, hundredths: u8, pairs: u64) {
        self.0[row][usize::from(hundredths)] += pairs;
    }

    fn add_all(&mut self, other: &Self) {
        for (row, of_other) in self.0.iter_mut().zip(&other.0) {
            row.iter_mut().zip(of_other).for_each(|(sum, pairs)| *sum += pairs);
        }
    }

    /// By row the pairs with at least this value.
    fn from(&self, hundredths: u8) -> impl Iterator<Item = u64> {
        self.0.iter().map(move |row| row[usize::from(hundredths)..].iter().sum())
    }
}

/// Pairs by distance, and by the k from which on they share a group; in the last row those that do not as far as the tree goes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Both {
    by_distance: Values,
    by_join: Values,
}

impl Both {
    fn new() -> Self {
        Self { by_distance: Values::new(DISTANCES), by_join: Values::new(DISTANCES + 1) }
    }

    fn add_all(&mut self, other: &Self) {
        self.by_distance.add_all(&other.by_distance);
        self.by_join.add_all(&other.by_join);
    }
}

/// How many pairs share how much, by distance and by join. It holds no pair, so any τ from [`Confirmed::least`] on can be asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmed {
    measure: Measure,
    least: u8,
    documents: usize,
    bits: u8,
    /// All pairs by distance, and by k those that share a group.
    within: Counted,
    in_groups: Vec<u64>,
    /// Pairs of documents with the same shingles: all of them.
    same: Both,
    /// Other pairs, of the owners of the rounds so far.
    found: Both,
    /// The values of what each step of rounds found.
    steps: Vec<Hundredths>,
    rounds: usize,
}

/// What the confirmed pairs say of one k.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// Pairs that k makes.
    pub pairs: u64,
    /// Those of them that are confirmed; a whole number where all were counted.
    pub confirmed: f64,
    /// The confirmed pairs that k does not make.
    pub missed: f64,
}

impl At {
    /// The share of the pairs that is confirmed; `None` without pairs.
    pub fn precision(&self) -> Option<f64> {
        (self.pairs > 0).then(|| (self.confirmed / self.pairs as f64).min(1.0))
    }

    /// The share of the confirmed pairs that k makes; `None` without any.
    pub fn recall(&self) -> Option<f64> {
        let all = self.confirmed + self.missed;
        (all > 0.0).then(|| self.confirmed / all)
    }

    /// Their harmonic mean.
    pub fn f1(&self) -> Option<f64> {
        let all = self.confirmed + self.missed;
        (self.pairs > 0 && all > 0.0)
            .then(|| 2.0 * self.confirmed.min(self.pairs as f64) / (self.pairs as f64 + all))
    }
}

/// A k for those who search by signatures and then compare the texts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Radius {
    /// The share of the confirmed pairs that was asked for.
    pub wanted: f64,
    /// The least k that finds it.
    pub k: u8,
    /// What it finds.
    pub recall: f64,
    /// The pairs to be compared.
    pub pairs: u64,
}

impl Confirmed {
    /// Counts the pairs that share at least this many hundredths, until all are counted or the work is done that was allowed
    /// (see [`Confirmed::WORK_OF_A_SECOND`]). `None` when cancelled, or for a measure that cannot be joined.
    pub fn count(
        subject: &Subject<'_>,
        (measure, least): (Measure, u8),
        work: Option<u64>,
        progress: &Progress,
    ) -> Option<Self> {
        let mut counting = Counting::of(subject, (measure, least), progress)?;
        while !counting.is_done() && work.is_none_or(|work| counting.work() < work) {
            counting.step(progress)?;
        }
        Some(counting.so_far())
    }

    /// What one processor does in a second, about. Work is counted and not timed, so that the same budget gives the same result.
    pub const WORK_OF_A_SECOND: u64 = 60_000_000;

    /// The least τ, in hundredths, from which on pairs are counted for an advice.
    pub const LEAST: u8 = 20;

    /// What confirms a pair, together with τ.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// The least τ that can be asked for, in hundredths.
    pub fn least(&self) -> u8 {
        self.least
    }

    /// Whether every pair was counted.
    pub fn is_exact(&self) -> bool {
        self.rounds == ROUNDS
    }

    /// How many of [`ROUNDS`] parts were counted.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The share of the documents that were compared with all others.
    pub fn share_done(&self) -> f64 {
        self.rounds as f64 / ROUNDS as f64
    }

    /// The width of the signatures.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// In how many documents the pairs are.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// The largest distance up to which pairs are counted; `None` if all are.
    pub fn counted_to(&self) -> Option<u8> {
        self.within.whole().is_none().then(|| self.within.up_to())
    }

    fn values_of(&self, purpose: Purpose) -> [&Values; 2] {
        match purpose {
            Purpose::Pairs => [&self.same.by_distance, &self.found.by_distance],
            Purpose::Groups => [&self.same.by_join, &self.found.by_join],
        }
    }

    /// By row the confirmed pairs.
    fn counts(&self, purpose: Purpose, hundredths: u8) -> impl Iterator<Item = f64> {
        let [same, found] = self.values_of(purpose).map(|values| values.from(hundredths.max(self.least)));
        let times = if self.rounds == 0 { 0.0 } else { ROUNDS as f64 / self.rounds as f64 };
        same.zip(found).map(move |(same, found)| same as f64 + found as f64 * times)
    }

    /// All confirmed pairs.
    pub fn all(&self, hundredths: u8) -> f64 {
        self.counts(Purpose::Pairs, hundredths).sum()
    }

    /// What every k does to pairs or to groups, as far as that is known.
    pub fn at_every_k(&self, purpose: Purpose, hundredths: u8) -> Vec<At> {
        let all = self.all(hundredths);
        let mut confirmed = 0.0;
        let made = |k: u8| match purpose {
            Purpose::Pairs => self.within.within(k),
            Purpose::Groups => self.in_groups.get(usize::from(k)).copied(),
        };
        (0..=self.bits)
            .zip(self.counts(purpose, hundredths))
            .map_while(|(k, here)| {
                confirmed += here;
                Some(At { pairs: made(k)?, confirmed, missed: (all - confirmed).max(0.0) })
            })
            .collect()
    }

    /// The same as a curve.
    pub fn curve(&self, purpose: Purpose, hundredths: u8) -> Curve {
        let all = self.all(hundredths);
        let error = self.error(hundredths);
        let rows: Vec<Predicted> = (self.at_every_k(purpose, hundredths).iter().zip(0..))
            .map(|(at, k)| {
                // A part of the pairs varies by more than all of them.
                let off = if at.confirmed > 0.0 { error * (all / at.confirmed).sqrt() } else { 0.0 };
                let share = |share: f64| Share {
                    share,
                    low: (share * (1.0 - off)).max(0.0),
                    high: (share * (1.0 + off)).min(1.0).max(share),
                };
                Predicted {
                    k,
                    pairs: at.pairs,
                    right: at.confirmed,
                    precision: at.precision().map(share),
                    recall: at.recall().map(share),
                    f1: at.f1(),
                }
            })
            .collect();
        let best = curve::best(rows.iter().map(|row| (row.pairs, row.right)), all);
        Curve { purpose, rows, best }
    }

    /// For pairs and for groups.
    pub fn curves(&self, hundredths: u8) -> [Curve; 2] {
        [Purpose::Pairs, Purpose::Groups].map(|purpose| self.curve(purpose, hundredths))
    }

    /// By how much of itself the number of all confirmed pairs may be off, either way, with 95 %: from how the rounds differ. 0 if
    /// all were counted.
    pub fn error(&self, hundredths: u8) -> f64 {
        let (n, all) = (self.steps.len() as f64, self.all(hundredths));
        if self.is_exact() || all == 0.0 {
            return 0.0;
        }
        if n < 2.0 {
            return 1.0;
        }
        let from = usize::from(hundredths.max(self.least));
        let sums: Vec<f64> = self.steps.iter().map(|step| step[from..].iter().sum::<u64>() as f64).collect();
        let mean = sums.iter().sum::<f64>() / n;
        let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let of_mean = (variance / n * (1.0 - self.share_done())).sqrt();
        (Z95 * of_mean * n / self.share_done() / all).min(1.0)
    }

    /// The least k that finds 90, 95 and 99 % of the confirmed pairs, as far as k's are known; each k once.
    pub fn radii(&self, hundredths: u8) -> Vec<Radius> {
        let rows = self.at_every_k(Purpose::Pairs, hundredths);
        let mut radii: Vec<Radius> = Vec::new();
        for wanted in [0.9, 0.95, 0.99] {
            let found =
                (rows.iter().zip(0..)).find(|(at, _)| at.recall().is_some_and(|recall| recall >= wanted));
            let Some((at, k)) = found else { break };
            radii.pop_if(|last| last.k == k);
            radii.push(Radius { wanted, k, recall: at.recall().unwrap_or(0.0), pairs: at.pairs });
        }
        radii
    }
}

#[cfg(test)]
pub(super) mod tests;
