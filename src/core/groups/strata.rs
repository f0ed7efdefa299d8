//! Pairs drawn uniformly at one distance.

use super::dendrogram::Dendrogram;
use super::partition::Run;
use super::rectangles::{Rectangle, pieces, portions};
use crate::hamming::{DISTANCES, Histogram, Kernel, Signature, Signatures, distance_of, pairs_of, select};
use crate::progress::Progress;
use crate::random::Random;
use crate::recipe::Bits;
use crate::search::{self, Purpose};
use memchr::memchr_iter;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// How many pairs each part of a pass over all pairs has at each distance: with it, the r-th pair at a distance is found
/// by looking at one part only.
#[derive(Debug, Clone, Default)]
pub(super) struct Strata {
    /// By portion of the pass, by distance. A portion has less than 2²⁷ pairs.
    counts: Vec<[u32; DISTANCES]>,
}

impl Strata {
    /// From the histograms of the portions, in their order.
    pub(super) fn new<'a>(portions: impl Iterator<Item = &'a Histogram>) -> Self {
        let counts = portions.map(|histogram| histogram.0.map(|count| count as u32)).collect();
        Self { counts }
    }
}

/// Pairs to be drawn at one distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The distance.
    pub distance: u8,
    /// How many pairs there are at it, exactly.
    pub of: u64,
    /// How many to draw; all if there are no more.
    pub pairs: usize,
}

/// Two documents, the smaller number first.
pub type Drawn = (u32, u32);

/// If at least one pair in this many has a distance, drawing at random soon meets such pairs.
const DENSE: u64 = 1_000_000;
/// A corpus with no more pairs than this is gone through anyway.
const FEW: u64 = 1 << 22;

/// What pairs are drawn from.
pub(super) struct Source<'a> {
    pub tree: &'a Dendrogram,
    /// `None` if only the pairs that a search finds were counted.
    pub strata: Option<&'a Strata>,
    pub signatures: &'a Signatures,
    pub bits: Bits,
}

impl Source<'_> {
    /// Draws uniformly without replacement; see [`super::Spread::draw`].
    pub(super) fn draw(&self, wanted: &[Wanted], seed: u64, progress: &Progress) -> Option<Vec<Vec<Drawn>>> {
        match self.signatures {
            Signatures::Narrow(words) => self.draw_of(words, wanted, seed, progress),
            Signatures::Wide(words) => self.draw_of(words, wanted, seed, progress),
        }
    }

    fn draw_of<S: Signature>(
        &self,
        signatures: &[S],
        wanted: &[Wanted],
        seed: u64,
        progress: &Progress,
    ) -> Option<Vec<Vec<Drawn>>> {
        let order = self.tree.order();
        let ordered = select(signatures, order);
        let all = pairs_of(ordered.len());
        let is_dense = |wanted: &Wanted| {
            let is_easy = wanted.of >= all / DENSE && wanted.of >= 8_u64.saturating_mul(wanted.pairs as u64);
            self.strata.is_some() && all > FEW && is_easy
        };
        let (dense, ranked): (Vec<usize>, Vec<usize>) =
            (0..wanted.len()).filter(|&i| wanted[i].pairs > 0).partition(|&i| is_dense(&wanted[i]));
        let mut drawn = vec![Vec::new(); wanted.len()];
        let ranks: Vec<Ranks> = ranked.iter().map(|&i| Ranks::draw(&wanted[i], seed)).collect();
        let found = match self.strata {
            Some(strata) => strata.find(self.tree, &ordered, ranks, progress)?,
            None => self.search(ranks, progress)?,
        };
        for (&i, found) in ranked.iter().zip(found) {
            drawn[i] = found;
        }
        let dense_ones: Vec<Wanted> = dense.iter().map(|&i| wanted[i]).collect();
        let met = meet(&ordered, &dense_ones, seed, progress)?;
        for (&i, met) in dense.iter().zip(met) {
            drawn[i] = met;
        }
        let document = |leaf: u32| order[leaf as usize];
        let in_order = |(a, b): Drawn| (document(a).min(document(b)), document(a).max(document(b)));
        drawn.iter_mut().for_each(|pairs| pairs.iter_mut().for_each(|pair| *pair = in_order(*pair)));
        Some(drawn)
    }

    /// Goes through the pairs that a search finds, in order of the documents; returns pairs of leaves.
    fn search(&self, mut ranks: Vec<Ranks>, progress: &Progress) -> Option<Vec<Vec<Drawn>>> {
        let Some(k) = ranks.iter().map(|ranks| ranks.distance).max() else { return Some(Vec::new()) };
        let mut documents: Vec<u32> = self.tree.order().to_vec();
        documents.sort_unstable();
        let signatures = self.signatures.select(&documents);
        let threads = rayon::current_num_threads();
        let plan = search::plan(&signatures, self.bits, k, Purpose::AllPairs { threads });
        let design = &plan.estimates[plan.chosen].design;
        let done =
            search::each_pair_within::<Infallible>(&signatures, design, progress, |(a, b, distance)| {
                if let Some(ranks) = ranks.iter_mut().find(|ranks| ranks.distance == distance) {
                    ranks.offer(|| (a, b));
                }
                Ok(())
            });
        let Ok(done) = done;
        done?;
        let leaf = |position: u32| self.tree.position(documents[position as usize]).unwrap_or(0);
        let leaves = |ranks: Ranks| ranks.found.into_iter().map(|(a, b)| (leaf(a), leaf(b))).collect();
        Some(ranks.into_iter().map(leaves).collect())
    }
}

/// The ranks drawn at one distance, and the pairs that have them.
struct Ranks {
    distance: u8,
    /// Ascending.
    ranks: Vec<u64>,
    /// How many pairs at the distance were passed.
    passed: u64,
    found: Vec<Drawn>,
}

impl Ranks {
    fn draw(wanted: &Wanted, seed: u64) -> Self {
        let mut random = Random::of(&[seed, wanted.distance.into()]);
        let ranks = random.choose(wanted.pairs, wanted.of as usize);
        let ranks = ranks.into_iter().map(|rank| rank as u64).collect();
        Self { distance: wanted.distance, ranks, passed: 0, found: Vec::new() }
    }

    /// The ranks that the next `pairs` pairs at the distance have, counted from the first of them; passes them.
    fn among(&mut self, pairs: u32, done: &mut usize) -> Vec<u32> {
        let start = self.passed;
        self.passed += u64::from(pairs);
        let rest = &self.ranks[*done..];
        let here = rest.partition_point(|&rank| rank < self.passed);
        *done += here;
        rest[..here].iter().map(|rank| (rank - start) as u32).collect()
    }

    /// The next pair at the distance.
    fn offer(&mut self, pair: impl FnOnce() -> Drawn) {
        if self.ranks.get(self.found.len()) == Some(&self.passed) {
            self.found.push(pair());
        }
        self.passed += 1;
    }
}

/// What is looked for in one portion: by distance, the ranks among its pairs.
struct Task<'a> {
    pieces: &'a [Rectangle],
    /// Which entry of the result, the distance, and the ranks, ascending.
    looked_for: Vec<(usize, u8, Vec<u32>)>,
    /// Share of the portion's pairs that are within the largest of the distances.
    within: f64,
}

impl Strata {
    /// The pairs of leaves that have these ranks, in order of rank. Advances by portions.
    fn find<S: Signature>(
        &self,
        tree: &Dendrogram,
        ordered: &[S],
        mut ranks: Vec<Ranks>,
        progress: &Progress,
    ) -> Option<Vec<Vec<Drawn>>> {
        let whole = Run { start: 0, len: ordered.len() as u32 };
        let pieces = pieces(tree.gap(), whole);
        let portions = portions(&pieces);
        debug_assert_eq!(portions.len(), self.counts.len());
        let mut done = vec![0; ranks.len()];
        let mut tasks = Vec::new();
        for (pieces, counts) in portions.into_iter().zip(&self.counts) {
            let mut looked_for = Vec::new();
            for (entry, (ranks, done)) in ranks.iter_mut().zip(&mut done).enumerate() {
                let here = ranks.among(counts[usize::from(ranks.distance)], done);
                if !here.is_empty() {
                    looked_for.push((entry, ranks.distance, here));
                }
            }
            if let Some(k) = looked_for.iter().map(|&(_, distance, _)| distance).max() {
                let sum = |counts: &[u32]| counts.iter().map(|&count| f64::from(count)).sum::<f64>();
                let within = sum(&counts[..=usize::from(k)]) / sum(counts).max(1.0);
                tasks.push(Task { pieces, looked_for, within });
            }
        }
        progress.restart();
        progress.expect(tasks.len() as u64);
        let found: Vec<Vec<(usize, Vec<Drawn>)>> = (tasks.into_par_iter())
            .with_max_len(1)
            .map(|task| {
                let found = if progress.is_cancelled() { Vec::new() } else { task.run(ordered) };
                progress.advance(1);
                found
            })
            .collect();
        if progress.is_cancelled() {
            return None;
        }
        let mut drawn = vec![Vec::new(); ranks.len()];
        for (entry, pairs) in found.into_iter().flatten() {
            drawn[entry].extend(pairs);
        }
        Some(drawn)
    }
}

impl Task<'_> {
    fn run<S: Signature>(self, ordered: &[S]) -> Vec<(usize, Vec<Drawn>)> {
        /// Up to this share of near pairs, looking at each of them is quicker than at every distance.
        const SPARSE: f64 = 1.0 / 64.0;
        let kernel = Kernel::best();
        let mut looked_for: Vec<(usize, Ranks)> = (self.looked_for.into_iter())
            .map(|(entry, distance, ranks)| {
                let ranks = ranks.into_iter().map(u64::from).collect();
                (entry, Ranks { distance, ranks, passed: 0, found: Vec::new() })
            })
            .collect();
        let k = looked_for.iter().map(|(_, ranks)| ranks.distance).max().unwrap_or(0);
        let (mut hits, mut distances) = (Vec::new(), Vec::new());
        for piece in self.pieces {
            let right = &ordered[piece.right.start as usize..piece.right.end as usize];
            for row in piece.left.clone() {
                let query = ordered[row as usize];
                if self.within <= SPARSE {
                    hits.clear();
                    kernel.within(query, right, k, &mut hits);
                    for &hit in &hits {
                        let distance = distance_of(query, right[hit as usize]);
                        let ranks = looked_for.iter_mut().find(|(_, ranks)| ranks.distance == distance);
                        if let Some((_, ranks)) = ranks {
                            ranks.offer(|| (row, piece.right.start + hit));
                        }
                    }
                } else {
                    distances.resize(right.len(), 0);
                    kernel.distances(query, right, &mut distances);
                    for (_, ranks) in &mut looked_for {
                        for at in memchr_iter(ranks.distance, &distances) {
                            ranks.offer(|| (row, piece.right.start + at as u32));
                        }
                    }
                }
            }
        }
        looked_for.into_iter().map(|(entry, ranks)| (entry, ranks.found)).collect()
    }
}

/// Draws pairs of leaves at random until enough are met at each of these distances.
fn meet<S: Signature>(
    ordered: &[S],
    wanted: &[Wanted],
    seed: u64,
    progress: &Progress,
) -> Option<Vec<Vec<Drawn>>> {
    /// Streams of a round and draws of each; constant, so that the number of threads does not matter.
    const STREAMS: u64 = 64;
    const DRAWS: usize = 1 << 15;
    let n = ordered.len();
    let mut entry_of = [usize::MAX; DISTANCES];
    for (entry, wanted) in wanted.iter().enumerate() {
        entry_of[usize::from(wanted.distance)] = entry;
    }
    let mut met: Vec<(Vec<Drawn>, BTreeSet<Drawn>)> = vec![Default::default(); wanted.len()];
    let total: usize = wanted.iter().map(|wanted| wanted.pairs).sum();
    progress.restart();
    progress.expect(total as u64);
    for round in 0_u64.. {
        let is_full = |entry: usize, met: &[(Vec<Drawn>, _)]| met[entry].0.len() >= wanted[entry].pairs;
        if (0..wanted.len()).all(|entry| is_full(entry, &met)) {
            break;
        }
        let mut open = entry_of;
        for entry in open.iter_mut().filter(|entry| **entry < wanted.len()) {
            if is_full(*entry, &met) {
                *entry = usize::MAX;
            }
        }
        let drawn: Vec<Vec<(usize, Drawn)>> = (0..STREAMS)
            .into_par_iter()
            .map(|stream| {
                let mut random = Random::of(&[seed, u64::MAX, round, stream]);
                let mut drawn = Vec::new();
                for _ in 0..DRAWS {
                    let (a, b) = (random.below(n), random.below(n));
                    let entry = open[usize::from(distance_of(ordered[a], ordered[b]))];
                    if entry != usize::MAX && a != b {
                        drawn.push((entry, (a.min(b) as u32, a.max(b) as u32)));
                    }
                }
                drawn
            })
            .collect();
        if progress.is_cancelled() {
            return None;
        }
        for (entry, pair) in drawn.into_iter().flatten() {
            let (pairs, known) = &mut met[entry];
            if pairs.len() < wanted[entry].pairs && known.insert(pair) {
                pairs.push(pair);
                progress.advance(1);
            }
        }
    }
    Some(met.into_iter().map(|(pairs, _)| pairs).collect())
}
