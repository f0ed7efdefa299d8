//! The k from which on two documents share a group, and pairs drawn uniformly by it.

use super::dendrogram::{Dendrogram, runs_within};
use super::strata::{Drawn, Wanted};
use crate::random::Random;
use std::collections::BTreeSet;

/// The parts that a group joins, each a run of leaves that was one group, or one document, at the k before.
struct Parts {
    parts: Vec<Part>,
    /// The ordered pairs of leaves from different parts of one group.
    total: u64,
}

struct Part {
    /// Ordered pairs before those whose first leaf is in this part.
    before: u64,
    start: u64,
    len: u64,
    /// The group that it is in.
    group_start: u64,
    group_len: u64,
}

impl Parts {
    fn at(gap: &[u8], k: u8) -> Self {
        let (mut parts, mut total) = (Vec::new(), 0);
        for run in runs_within(gap, k) {
            let (start, end) = (u64::from(run.start), u64::from(run.start + run.len));
            let cuts = (start + 1..end).filter(|&leaf| gap[leaf as usize] == k);
            let mut at = start;
            for cut in cuts.chain([end]) {
                let len = cut - at;
                if len < end - start {
                    let part =
                        Part { before: total, start: at, len, group_start: start, group_len: end - start };
                    total += len * (part.group_len - len);
                    parts.push(part);
                }
                at = cut;
            }
        }
        Self { parts, total }
    }

    /// The ordered pair with this rank: leaves of different parts of one group.
    fn pair(&self, rank: u64) -> (u64, u64) {
        let at = self.parts.partition_point(|part| part.before <= rank) - 1;
        let part = &self.parts[at];
        let (rank, others) = (rank - part.before, part.group_len - part.len);
        let other = part.group_start + rank % others;
        let other = if other < part.start { other } else { other + part.len };
        (part.start + rank / others, other)
    }
}

impl Dendrogram {
    /// Number of pairs of documents that share a group at this k, but not at k − 1. `k` must be at most
    /// [`Dendrogram::exact_up_to`].
    pub fn pairs_joined_at(&self, k: u8) -> u64 {
        Parts::at(self.gap(), k).total / 2
    }

    /// Draws such pairs uniformly without replacement; all of them if there are no more than wanted. The same seed gives
    /// the same pairs. [`Wanted::distance`] is the k, and [`Wanted::of`] is not looked at.
    pub fn draw_joined(&self, wanted: &Wanted, seed: u64) -> Vec<Drawn> {
        let parts = Parts::at(self.gap(), wanted.distance);
        let all = parts.total / 2;
        let mut random = Random::of(&[seed, u64::from(wanted.distance) | 1 << 32]);
        let pair = |rank: u64| {
            let (a, b) = parts.pair(rank);
            let [a, b] = [a, b].map(|leaf| self.order()[leaf as usize]);
            (a.min(b), a.max(b))
        };
        if all <= 8_u64.saturating_mul(wanted.pairs as u64) {
            // Each pair has two ranks, one for each order.
            let pairs: Vec<Drawn> = (0..parts.total).map(pair).collect::<BTreeSet<_>>().into_iter().collect();
            return random.choose(wanted.pairs, pairs.len()).into_iter().map(|at| pairs[at]).collect();
        }
        let mut pairs = BTreeSet::new();
        while pairs.len() < wanted.pairs {
            pairs.insert(pair(random.below(parts.total as usize) as u64));
        }
        pairs.into_iter().collect()
    }
}
