//! The largest k within which, by answers about drawn pairs, at least a share of the pairs is right. Of the pairs within 0, 1, 2 …
//! bits each set contains the one before, so that they are tested as the prefixes of an order are: a pilot of pairs at different
//! distances fixes where the test begins, and counts no more.

use super::{BUDGET, Candidate, Coefficients, Prefixes, Right, State, learn, learning};
use crate::alignment::Kind;
use crate::random::Random;

/// The farthest distance of a pair that is asked about.
pub const FARTHEST: u8 = 16;
/// How many pairs of each distance are drawn, if there are more.
pub const DRAWN: usize = 400;
/// How many answers the pilot has.
const PILOT: usize = 16;

/// The pairs at one distance.
#[derive(Debug, Clone, Default)]
pub struct Ring {
    /// How many there are.
    pub pairs: u64,
    /// Those that were drawn, in random order.
    pub drawn: Vec<(u32, u32)>,
}

/// The drawn pairs, with the order in which they are asked about.
#[derive(Debug, Clone)]
pub struct Distances {
    right: Right,
    /// All drawn pairs, and their distances.
    pairs: Vec<(u32, u32)>,
    distances: Vec<u8>,
    pub(super) pilot: Vec<u32>,
    /// The others, by random key.
    pub(super) keyed: Vec<u32>,
    /// By distance: how many pairs there are up to it, without the pilot.
    within: Vec<u64>,
}

/// What the answers say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The largest k for which the promise holds.
    pub k: Option<u8>,
    /// How many pairs are within it, without the pilot.
    pub pairs: u64,
    /// How many pairs are answered, and how many of these were not said to be right.
    pub counts: [usize; 2],
    /// The pairs that should be answered next.
    pub next: Vec<(u32, u32)>,
    /// The k that these answers are for, once the pilot is answered.
    pub asked_for: Option<u8>,
    /// Whether the pilot is answered.
    pub is_begun: bool,
}

impl Distances {
    /// From the pairs at the distances 0, 1, 2 ….
    pub fn new(rings: &[Ring], right: Right, seed: u64) -> Self {
        let (mut pairs, mut distances, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for (ring, distance) in rings.iter().zip(0..) {
            starts.push(pairs.len() as u32);
            pairs.extend_from_slice(&ring.drawn);
            distances.resize(pairs.len(), distance);
        }
        // One pair of each distance, then a second one of each.
        let rank = |round: usize| {
            rings
                .iter()
                .zip(&starts)
                .filter(move |(ring, _)| round < ring.drawn.len())
                .map(move |(_, start)| start + round as u32)
        };
        let pilot: Vec<u32> = (0..PILOT).flat_map(rank).take(PILOT).collect();
        let (mut keyed, mut within, mut sum) = (Vec::new(), Vec::new(), 0);
        for ((ring, distance), &start) in rings.iter().zip(0_u8..).zip(&starts) {
            let asked = pilot.iter().filter(|&&one| distances[one as usize] == distance).count();
            let all = ring.pairs - asked as u64;
            sum += all;
            within.push(sum);
            let others = start + asked as u32..start + ring.drawn.len() as u32;
            keyed.extend(smallest(all, Random::of(&[seed, 4, distance.into()])).zip(others));
        }
        keyed.sort_by(|a: &(f64, u32), b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let keyed = keyed.into_iter().map(|(_, one)| one).collect();
        Self { right, pairs, distances, pilot, keyed, within }
    }

    /// The drawn pairs.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// What these answers say, by drawn pair, and the next pairs to be answered, at most so many. `first` are the answers that were
    /// given first. The pilot comes alone, since its answers choose the others; these are asked as if all before were a yes.
    pub fn answered(&self, answers: &[Option<bool>], first: &[Option<bool>], next: usize) -> Answered {
        let count = |is_right| answers.iter().filter(|answer| **answer == Some(is_right)).count();
        let counts = [count(true) + count(false), count(false)];
        let waiting = self.pilot.iter().filter(|&&one| first[one as usize].is_none());
        let pair = |&one: &u32| self.pairs[one as usize];
        let pilot: Vec<(u32, u32)> = waiting.map(pair).take(next).collect();
        if !pilot.is_empty() || self.pilot.iter().any(|&one| first[one as usize].is_none()) {
            return Answered { k: None, pairs: 0, counts, next: pilot, asked_for: None, is_begun: false };
        }
        let prefixes = self.prefixes(first);
        let (mut answers, mut readings) = (answers.to_vec(), prefixes.readings());
        let left = BUDGET.saturating_sub(counts[0]).max(next.max(1));
        let State { accepted, next: mut asked } = readings.state(&answers, left);
        let asked_for = asked.map(|asked| self.k_of(asked.size));
        let mut drawn = Vec::new();
        while drawn.len() < next
            && let Some(one) = asked
        {
            answers[one.candidate as usize] = Some(true);
            drawn.push(self.pairs[one.candidate as usize]);
            asked = readings.state(&answers, left - drawn.len()).next;
        }
        Answered {
            k: (accepted > 0).then(|| self.k_of(accepted)),
            pairs: accepted,
            counts,
            next: drawn,
            asked_for,
            is_begun: true,
        }
    }

    /// The largest k within which there are this many pairs.
    fn k_of(&self, size: u64) -> u8 {
        (self.within.partition_point(|&within| within <= size) - 1) as u8
    }

    /// The sets that are tested, by what the pilot taught.
    fn prefixes(&self, first: &[Option<bool>]) -> Prefixes {
        let taught = self
            .pilot
            .iter()
            .map(|&one| (usual(self.distances[one as usize]), first[one as usize] == Some(true)));
        let taught: Vec<(Candidate, bool)> = taught.collect();
        let learned = learn(taught.iter().map(|(one, is_right)| (one, *is_right)));
        let mut sizes: Vec<u64> = self.within.iter().copied().filter(|&size| size > 0).collect();
        sizes.dedup();
        let all = sizes.last().copied().unwrap_or(0);
        let least = self.right.least().min(all);
        let largest = self.right.promising(self.wrong(&learned)).min(all * 6 / 10).max(least);
        let at_most = |most: u64| {
            let fits = |size: &&u64| (least..=most).contains(*size);
            sizes
                .iter()
                .rev()
                .find(fits)
                .or(sizes.iter().find(|size| **size >= least))
                .copied()
                .unwrap_or(all)
        };
        let first = at_most(largest);
        let starts = [first, at_most(first / 2).min(first)];
        let rank = |one: u32| match self.distances[one as usize] {
            0 => 0,
            distance => self.within[usize::from(distance) - 1],
        };
        let keyed = self.keyed.iter().map(|&one| (rank(one), one)).collect();
        Prefixes { right: self.right, keyed, sizes, starts, most: DRAWN as u64 }
    }

    /// How many pairs are within each distance, and the estimate of how many wrong ones it adds.
    fn wrong(&self, learned: &Coefficients) -> impl Iterator<Item = (u64, f64)> {
        let added = |at: usize| self.within[at] - if at > 0 { self.within[at - 1] } else { 0 };
        let wrong = move |at: usize| (1.0 - learning::estimate(learned, &usual(at as u8))) * added(at) as f64;
        (0..self.within.len()).filter(|&at| self.within[at] > 0).map(move |at| (self.within[at], wrong(at)))
    }
}

/// A candidate that stands for all pairs at a distance: before any answer nothing else is known of them.
fn usual(distance: u8) -> Candidate {
    let similarity = 1.0 - f64::from(distance) / f64::from(FARTHEST);
    Candidate { documents: [0; 2], texts: [0; 2], similarity, kind: Kind::Rewritten }
}

/// The smallest, the second smallest … of `n` uniform random numbers from 0 to 1.
fn smallest(n: u64, mut random: Random) -> impl Iterator<Item = f64> {
    let mut above = 1.0;
    (0..n).map(move |before| {
        let uniform = ((random.draw() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        above *= uniform.powf(1.0 / (n - before) as f64);
        1.0 - above
    })
}
