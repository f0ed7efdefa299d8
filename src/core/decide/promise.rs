//! Promises from answers: the largest set of texts that may go of which, by answers about drawn pairs, at least a share is right,
//! with one chance in twenty to be misled.
//!
//! Candidates are pairs of a text that would go and one that would stay. A [`pilot`] of twenty is answered first; it teaches the
//! [`Order`] in which candidates go, and counts no more. Then prefixes of the order are tested by betting without replacement
//! (I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86, 2024): answers are read in
//! the order of random keys up to the first that is missing, and the evidence of a prefix holds at every moment. So it does no
//! harm to look after each answer, or to choose which pair is asked next. Of the error, 4 % are spent on one size and 1 % on its
//! half; a size that is accepted hands its part to the next larger one.

mod distances;
mod draws;
mod forecast;
mod learning;
#[cfg(test)]
mod tests;

pub use distances::{Answered, DRAWN, Distances, FARTHEST, Ring};
pub use draws::{Draw, DrawOfK, Draws, worth};
pub use learning::{Coefficients, learn};

use crate::alignment::Kind;
use crate::display::lang;
use std::fmt;
use std::str::FromStr;
use xxhash_rust::xxh3::xxh3_64;

/// A text that would go, and the one that would stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The documents: the one that would go, the one that would stay.
    pub documents: [u32; 2],
    /// The hashes of their texts.
    pub texts: [u64; 2],
    /// Their similarity, 0 to 1.
    pub similarity: f64,
    /// Their heaviest difference.
    pub kind: Kind,
}

/// The share that is promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Right {
    percent: u32,
}

/// How many answers the pilot has.
pub const PILOT: usize = 20;
/// How many answers a size must be reachable with to be asked about.
pub const BUDGET: usize = 150;
/// A bet keeps this share of the stake when an answer is a no.
const BET: f64 = 0.2;
/// The error that each of the first two sizes may spend.
const LEVELS: [f64; 2] = [0.04, 0.01];
/// Thresholds are compared up to this.
const TINY: f64 = 1e-12;

impl Right {
    /// The share, 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.percent) / 100.0
    }

    /// It in percent.
    pub fn percent(self) -> u32 {
        self.percent
    }

    /// What holds, in percent, if one wrong pair in five is overlooked.
    pub fn with_oversights(self) -> u32 {
        100 - (100 - self.percent) * 5 / 4
    }

    /// The least size for which answers can be evidence enough.
    fn least(self) -> u64 {
        (20_f64.ln() / (-2.0 * self.share().ln())).ceil() as u64
    }

    /// The largest of these sizes with few enough wrong ones by estimate; each comes with the estimate of what it adds.
    fn promising(self, wrong: impl Iterator<Item = (u64, f64)>) -> u64 {
        let (mut sum, mut promising) = (0.0, 0);
        for (size, wrong) in wrong {
            sum += wrong;
            if sum / size as f64 <= 0.3 * (1.0 - self.share()) {
                promising = size;
            }
        }
        promising
    }

    /// The fewest wrong texts among `size` that break the promise.
    fn broken(self, size: u64) -> u64 {
        (100 - u64::from(self.percent)) * size / 100 + 1
    }
}

impl FromStr for Right {
    type Err = &'static str;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let percent = [90, 95].into_iter().find(|&percent| written.parse() == Ok(f64::from(percent) / 100.0));
        percent
            .map(|percent| Self { percent })
            .ok_or_else(|| lang().pick(("0.9 and 0.95 can be promised", "可保证的比例为 0.9 和 0.95")))
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.share().to_string())
    }
}

impl Candidate {
    /// What orders candidates before any answer.
    pub fn prior(&self) -> f64 {
        let is_doubtful = matches!(learning::class(self.kind), learning::NUMBERS | learning::NEGATION);
        self.similarity - if is_doubtful { 0.4 } else { 0.0 }
    }

    /// A random number of the pair; each purpose has its own.
    fn key(&self, seed: u64, purpose: u64) -> u64 {
        hash(&[seed, purpose, self.texts[0], self.texts[1]])
    }
}

/// The hash of some numbers.
fn hash(numbers: &[u64]) -> u64 {
    xxh3_64(&numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

/// The hash of all candidates, with what orders them.
pub fn fingerprint(candidates: &[Candidate]) -> u64 {
    let numbers = candidates.iter().flat_map(|one| {
        [one.texts[0], one.texts[1], one.similarity.to_bits(), learning::class(one.kind) as u64]
    });
    hash(&numbers.collect::<Vec<u64>>())
}

/// The candidates that are asked first: one of each twentieth by what is known before any answer.
pub fn pilot(candidates: &[Candidate], seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..candidates.len() as u32).collect();
    let of = |at: u32| &candidates[at as usize];
    order.sort_by(|&a, &b| of(b).prior().total_cmp(&of(a).prior()).then(a.cmp(&b)));
    let slices = PILOT.min(order.len());
    let slice = |at: usize| &order[at * order.len() / slices..(at + 1) * order.len() / slices];
    (0..slices)
        .filter_map(|at| slice(at).iter().copied().min_by_key(|&one| (of(one).key(seed, 0), one)))
        .collect()
}

/// The answered candidates that are asked a second time, at most `most` of them.
pub fn again(candidates: &[Candidate], mut answered: Vec<u32>, seed: u64, most: usize) -> Vec<u32> {
    answered.sort_by_cached_key(|&one| (candidates[one as usize].key(seed, 2), one));
    answered.truncate(most);
    answered
}

/// The order in which candidates go.
#[derive(Debug, Clone)]
pub struct Order {
    /// The candidates without the pilot, by falling estimate.
    ranked: Vec<u32>,
    prefixes: Prefixes,
}

impl Order {
    /// The order by what the pilot taught.
    pub fn new(
        candidates: &[Candidate],
        (right, seed): (Right, u64),
        pilot: &[u32],
        learned: &Coefficients,
    ) -> Self {
        let estimates: Vec<f64> = candidates.iter().map(|one| learning::estimate(learned, one)).collect();
        let mut is_other = vec![true; candidates.len()];
        pilot.iter().for_each(|&one| is_other[one as usize] = false);
        let mut ranked: Vec<u32> =
            (0..candidates.len() as u32).filter(|&one| is_other[one as usize]).collect();
        ranked.sort_by(|&a, &b| estimates[b as usize].total_cmp(&estimates[a as usize]).then(a.cmp(&b)));
        let mut keyed: Vec<(u64, u32)> = (0..).zip(ranked.iter().copied()).collect();
        keyed.sort_by_cached_key(|&(rank, one)| (candidates[one as usize].key(seed, 1), rank));
        let wrong = ranked.iter().zip(1_u64..).map(|(&one, size)| (size, 1.0 - estimates[one as usize]));
        let (promising, all) = (right.promising(wrong), ranked.len() as u64);
        let least = right.least().min(all);
        let first = promising.min(all * 6 / 10).max(least);
        let starts = [first, (first / 2).max(least)];
        let prefixes = Prefixes { right, keyed, sizes: sizes(starts, all), starts, most: u64::MAX };
        Self { ranked, prefixes }
    }

    /// The sizes that are tested first.
    pub fn starts(&self) -> [u64; 2] {
        self.prefixes.starts
    }

    /// Nothing read yet.
    pub fn readings(&self) -> Readings<'_> {
        self.prefixes.readings()
    }

    /// The candidates that go: those of the accepted prefix but the wrong ones, and all that were said to be right. Nothing, unless
    /// a prefix is accepted or all is answered.
    pub fn goes(&self, accepted: u64, answers: &[Option<bool>]) -> Vec<u32> {
        let mut goes = Vec::new();
        if accepted > 0 || answers.iter().all(Option::is_some) {
            let mut may = vec![false; answers.len()];
            self.ranked[..accepted as usize].iter().for_each(|&one| may[one as usize] = true);
            let is_gone = |one: &u32| answers[*one as usize].unwrap_or(may[*one as usize]);
            goes.extend((0..answers.len() as u32).filter(is_gone));
        }
        goes
    }
}

fn sizes([first, half]: [u64; 2], all: u64) -> Vec<u64> {
    let mut sizes = Vec::new();
    for (mut size, end) in [(half, first), (first, all)] {
        while size < end {
            sizes.push(size);
            size += (size / 10).max(5);
        }
    }
    sizes.push(all);
    sizes
}

/// Sets of candidates of which each contains the one before, and all that is fixed before they are tested.
#[derive(Debug, Clone)]
struct Prefixes {
    right: Right,
    /// Ranks and candidates, by random key. A set has the ranks below its size.
    keyed: Vec<(u64, u32)>,
    /// The sizes that are tested, ascending, and the first two of them: the larger one and its half.
    sizes: Vec<u64>,
    starts: [u64; 2],
    /// How many answers of a set can be read, if not all of its candidates were drawn.
    most: u64,
}

impl Prefixes {
    fn readings(&self) -> Readings<'_> {
        Readings { order: self, of: vec![Reading::default(); self.sizes.len()] }
    }

    /// The error that may be spent on a size, by itself.
    fn level(&self, size: u64) -> f64 {
        (self.starts.iter().zip(LEVELS)).filter(|(start, _)| **start == size).map(|(_, level)| level).sum()
    }
}

/// The evidence that the promise holds for a prefix.
#[derive(Debug, Clone, Default)]
struct Reading {
    /// How many keys were passed, how many answers were read, and how many of these were wrong.
    passed: usize,
    read: u64,
    wrong: u64,
    /// The logarithm of the stake, now and at its best.
    log: f64,
    best: f64,
}

impl Reading {
    fn add(&mut self, is_right: bool, (right, size): (Right, u64)) {
        let broken = right.broken(size);
        let share = (broken - self.wrong) as f64 / (size - self.read) as f64;
        self.read += 1;
        if is_right {
            self.log += if share >= 1.0 { f64::INFINITY } else { ((1.0 - BET * share) / (1.0 - share)).ln() };
        } else {
            self.wrong += 1;
            self.log = if self.wrong >= broken { f64::NEG_INFINITY } else { self.log + BET.ln() };
        }
        self.best = self.best.max(self.log);
    }

    /// Reads on in the order of the keys. Returns the first candidate without an answer, unless nothing more can change.
    fn advance(&mut self, (order, size): (&Prefixes, u64), answers: &[Option<bool>]) -> Option<u32> {
        while !self.log.is_infinite() && self.read < order.most {
            let &(rank, one) = order.keyed.get(self.passed)?;
            if rank < size {
                let Some(is_right) = answers[one as usize] else { return Some(one) };
                self.add(is_right, (order.right, size));
            }
            self.passed += 1;
        }
        None
    }

    /// How many answers are needed if all are a yes, up to this many.
    fn need(
        mut self,
        of: (&Prefixes, u64),
        answers: &[Option<bool>],
        level: f64,
        left: usize,
    ) -> Option<usize> {
        for need in 0.. {
            let next = self.advance(of, answers);
            if self.reaches(level) {
                return Some(need);
            }
            if next.is_none() || need == left {
                return None;
            }
            self.add(true, (of.0.right, of.1));
            self.passed += 1;
        }
        None
    }

    fn reaches(&self, level: f64) -> bool {
        self.best >= -level.ln() - TINY
    }
}

/// What was read of the prefixes. Answers may be added between calls, but not changed.
#[derive(Debug, Clone)]
pub struct Readings<'o> {
    order: &'o Prefixes,
    of: Vec<Reading>,
}

/// What the answers allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The size of the accepted prefix; 0 for none.
    pub accepted: u64,
    /// What should be asked next; `None` if more answers would add nothing.
    pub next: Option<Next>,
}

/// What should be asked next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Next {
    /// The candidate.
    pub candidate: u32,
    /// The prefix that it is asked for, and how many answers this needs if all are a yes.
    pub size: u64,
    /// See [`size`](Self::size).
    pub need: usize,
}

impl Readings<'_> {
    /// What these answers allow, within a number of further questions.
    pub fn state(&mut self, answers: &[Option<bool>], left: usize) -> State {
        let order = self.order;
        let (mut carried, mut accepted, mut open) = (0.0, 0, Vec::new());
        for (&size, reading) in order.sizes.iter().zip(&mut self.of) {
            let level = order.level(size) + carried;
            carried = 0.0;
            if level > 0.0 {
                let next = reading.advance((order, size), answers);
                if reading.reaches(level) {
                    (accepted, carried) = (size, level);
                } else if let Some(candidate) = next {
                    open.push((candidate, size, level, &*reading));
                }
            }
        }
        let open = open.into_iter().rev().take_while(|(_, size, ..)| *size > accepted);
        let next = open.map(|(candidate, size, level, reading)| {
            let need = reading.clone().need((order, size), answers, level, left)?;
            Some(Next { candidate, size, need })
        });
        State { accepted, next: next.flatten().next() }
    }
}
