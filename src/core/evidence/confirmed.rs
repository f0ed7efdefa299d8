//! Which pairs the texts confirm, by distance and by the k from which on they share a group.

mod alike;
mod counting;
mod sampled;

pub use counting::Counting;

use super::advice::Basis;
use super::curve::{self, Curve, Predicted, Purpose};
use super::kind::Kind;
use super::share::Share;
use crate::corpus::Corpus;
use crate::groups::{Dendrogram, Spread};
use crate::hamming::{Counted, DISTANCES, Signatures};
use crate::measures::{Measure, ROUNDS};
use crate::progress::Progress;
use crate::recipe::Recipe;
use sampled::{Limits, half_width};

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

    fn of(&self, purpose: Purpose) -> &Values {
        match purpose {
            Purpose::Pairs => &self.by_distance,
            Purpose::Groups => &self.by_join,
        }
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
    /// Pairs of documents with the same shingles, those that large classes own, and those within `near`: all of them.
    whole: Both,
    /// All pairs within this distance were compared, and are in no round.
    near: Option<u8>,
    /// Other pairs, of the owners of the rounds so far.
    found: Both,
    /// The same by part of the rounds.
    parts: Vec<Both>,
    rounds: usize,
    kind: Option<Kind>,
    /// The share of the confirmed pairs that are in loose groups, once all are counted.
    loose: Option<f64>,
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
        Self::count_each(&[*subject], (measure, [least; 2]), work, progress)?.pop()
    }

    /// The same for several subjects with the same corpus, whose texts are compared once: from the second number of hundredths on, if all
    /// of these can be counted with the work allowed, and otherwise from the first. So the pairs from the first number on are those that
    /// a count from there on alone would give.
    pub fn count_each(
        subjects: &[Subject<'_>],
        (measure, [first, least]): (Measure, [u8; 2]),
        work: Option<u64>,
        progress: &Progress,
    ) -> Option<Vec<Self>> {
        let work = work.unwrap_or(u64::MAX);
        Some(Counting::counted(subjects, (measure, [first, least]), work, progress)?.confirmed)
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

    /// What the counts of a k rest on. What all pairs within `near` say of groups is not all that these say.
    fn basis(&self, purpose: Purpose, k: u8) -> Basis {
        match () {
            () if self.is_exact() => Basis::Exact,
            () if purpose == Purpose::Pairs && self.near.is_some_and(|near| k <= near) => Basis::NearExact,
            () => Basis::Sampled,
        }
    }

    /// The distance up to which all pairs were compared, where not all pairs were.
    pub fn near(&self) -> Option<u8> {
        self.near.filter(|_| !self.is_exact())
    }

    /// How many of [`ROUNDS`] parts were counted.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The share of the documents that were compared with all others.
    pub fn share_done(&self) -> f64 {
        self.rounds as f64 / ROUNDS as f64
    }

    /// What kind of texts they are; `None` without any.
    pub fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Whether so many pairs are in groups whose members are not all alike that the texts may be a catalogue, which what differs in them
    /// tells: from half of the share on that makes words matter.
    pub fn may_be_catalogue(&self) -> bool {
        self.loose.is_some_and(|loose| loose >= 0.075)
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

    /// By row the confirmed pairs that were counted whole, and those that the rounds found.
    fn counts(&self, purpose: Purpose, hundredths: u8) -> impl Iterator<Item = (u64, u64)> {
        let from = hundredths.max(self.least);
        self.whole.of(purpose).from(from).zip(self.found.of(purpose).from(from))
    }

    /// The factor from the count of the rounds so far to that of all rounds.
    fn times(&self) -> f64 {
        if self.rounds == 0 { 0.0 } else { ROUNDS as f64 / self.rounds as f64 }
    }

    /// All confirmed pairs.
    pub fn all(&self, hundredths: u8) -> f64 {
        let times = self.times();
        self.counts(Purpose::Pairs, hundredths)
            .map(|(whole, found)| whole as f64 + found as f64 * times)
            .sum()
    }

    /// What every k does to pairs or to groups, as far as that is known.
    pub fn curve(&self, purpose: Purpose, hundredths: u8) -> Curve {
        let (all, times) = (self.all(hundredths), self.times());
        let mut sums = (0, 0);
        let made = |k: u8| match purpose {
            Purpose::Pairs => self.within.within(k),
            Purpose::Groups => self.in_groups.get(usize::from(k)).copied(),
        };
        let counts = self.counts(purpose, hundredths).zip(self.limits(purpose, hundredths));
        let rows: Vec<Predicted> = (0..=self.bits)
            .zip(counts)
            .map_while(|(k, ((whole, found), [up_to, beyond]))| {
                sums = (sums.0 + whole, sums.1 + found);
                let pairs = made(k)?;
                let right = (sums.0 as f64 + sums.1 as f64 * times).min(pairs as f64);
                let (most, missed) = (pairs as f64, (all - right).max(0.0));
                let confirmed = up_to.around(right, most);
                let precision = (pairs > 0).then(|| confirmed.over(most));
                let recall =
                    (right + missed > 0.0).then(|| confirmed.beside(beyond.around(missed, f64::INFINITY)));
                let f1 = (pairs > 0 && all > 0.0).then(|| curve::f1(pairs, right, all));
                let basis = self.basis(purpose, k);
                Some(Predicted { k, pairs, right, missed, precision, recall, f1, basis })
            })
            .collect();
        let best = curve::best(rows.iter().map(|row| (row.pairs, row.right)), all);
        Curve { purpose, rows, best }
    }

    /// For pairs and for groups.
    pub fn curves(&self, hundredths: u8) -> [Curve; 2] {
        [Purpose::Pairs, Purpose::Groups].map(|purpose| self.curve(purpose, hundredths))
    }

    /// By row what is known of the confirmed pairs up to it, and of those beyond it.
    fn limits(&self, purpose: Purpose, hundredths: u8) -> Vec<[Limits; 2]> {
        let sums = |both: &Both| -> Vec<u64> {
            let counts = both.of(purpose).from(hundredths.max(self.least));
            let add = |sum: &mut u64, pairs: u64| {
                *sum += pairs;
                Some(*sum)
            };
            counts.scan(0, add).collect()
        };
        let [whole, found] = [&self.whole, &self.found].map(sums);
        let parts: Vec<Vec<u64>> = self.parts.iter().map(sums).collect();
        let limits = |of: &dyn Fn(&[u64]) -> u64| Limits {
            seen: (of(&whole) + of(&found)) as f64,
            off: half_width(self.rounds, &parts.iter().map(|part| of(part)).collect::<Vec<_>>()),
        };
        let at = |row: usize| {
            let mut up_to = limits(&|sums| sums[row]);
            if self.basis(purpose, row as u8) == Basis::NearExact {
                up_to.off = 0.0;
            }
            [up_to, limits(&|sums| sums[sums.len() - 1] - sums[row])]
        };
        (0..whole.len()).map(at).collect()
    }

    /// By how much of itself the number of all confirmed pairs may be more, with 95 %: from how the rounds differ. 0 if
    /// all were counted; at most 1.
    pub fn error(&self, hundredths: u8) -> f64 {
        let all = self.all(hundredths);
        let limits = self.limits(Purpose::Pairs, hundredths);
        let high = limits.last().map_or(0.0, |[limits, _]| limits.around(all, f64::INFINITY).high);
        ((high - all) / all.max(1.0)).min(1.0)
    }

    /// The least k that finds 90, 95 and 99 % of the confirmed pairs, as far as k's are known; each k once.
    pub fn radii(&self, hundredths: u8) -> Vec<Radius> {
        let rows = self.curve(Purpose::Pairs, hundredths).rows;
        let mut radii: Vec<Radius> = Vec::new();
        for wanted in [0.9, 0.95, 0.99] {
            let mut found = rows.iter().filter_map(|row| Some((row, row.recall?.share)));
            let Some((row, recall)) = found.find(|&(_, recall)| recall >= wanted) else { break };
            radii.pop_if(|last| last.k == row.k);
            radii.push(Radius { wanted, k: row.k, recall, pairs: row.pairs });
        }
        radii
    }
}

#[cfg(test)]
pub(super) mod tests;
