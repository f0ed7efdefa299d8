//! Pairs drawn uniformly at one distance.

use super::dendrogram::Dendrogram;
use crate::hamming::{
    DISTANCES, Kernel, Pair, Signature, Signatures, by_width, distance_of, pairs_of, select,
};
use crate::progress::Progress;
use crate::random::Random;
use crate::recipe::Bits;
use crate::search::{self, Distinct, Purpose, Strategy};
use memchr::memchr_iter;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Mutex;

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
    pub signatures: &'a Signatures,
    pub bits: Bits,
}

impl Source<'_> {
    /// Draws uniformly without replacement; see [`super::Spread::draw`].
    pub(super) fn draw(&self, wanted: &[Wanted], seed: u64, progress: &Progress) -> Option<Vec<Vec<Drawn>>> {
        by_width!(self.signatures, |words| self.draw_of(words, wanted, seed, progress))
    }

    fn draw_of<S: Signature>(
        &self,
        signatures: &[S],
        wanted: &[Wanted],
        seed: u64,
        progress: &Progress,
    ) -> Option<Vec<Vec<Drawn>>> {
        let mut documents = self.tree.order().to_vec();
        documents.sort_unstable();
        let words = select(signatures, &documents);
        let all = pairs_of(words.len());
        let is_dense = |wanted: &Wanted| {
            all > FEW && wanted.of >= all / DENSE && wanted.of >= 8_u64.saturating_mul(wanted.pairs as u64)
        };
        let (dense, few): (Vec<usize>, Vec<usize>) = (0..wanted.len())
            .filter(|&at| wanted[at].pairs.min(wanted[at].of as usize) > 0)
            .partition(|&at| is_dense(&wanted[at]));
        let mut is_wanted = [false; DISTANCES];
        few.iter().for_each(|&at| is_wanted[usize::from(wanted[at].distance)] = true);
        let mut found = match few.iter().map(|&at| wanted[at].distance).max() {
            Some(farthest) => self.find(&words, &documents, (&is_wanted, farthest), progress)?,
            None => Vec::new(),
        };
        found.sort_unstable();
        let mut drawn = vec![Vec::new(); wanted.len()];
        for at in few {
            let Wanted { distance, pairs, .. } = wanted[at];
            let run = &found[found.partition_point(|pair| pair.0 < distance)..];
            let run = &run[..run.partition_point(|pair| pair.0 == distance)];
            let chosen = Random::of(&[seed, distance.into()]).choose(pairs, run.len());
            drawn[at] = chosen.into_iter().map(|rank| run[rank].1).collect();
        }
        let dense_ones: Vec<Wanted> = dense.iter().map(|&at| wanted[at]).collect();
        for (at, met) in dense.into_iter().zip(meet(&words, &dense_ones, seed, progress)?) {
            drawn[at] = met;
        }
        let document = |at: u32| documents[at as usize];
        drawn.iter_mut().flatten().for_each(|pair| *pair = (document(pair.0), document(pair.1)));
        Some(drawn)
    }

    /// All pairs of places at the distances that are wanted, which few have: by looking them up if that is quicker than comparing all.
    fn find<S: Signature>(
        &self,
        words: &[S],
        documents: &[u32],
        (is_wanted, farthest): (&[bool; DISTANCES], u8),
        progress: &Progress,
    ) -> Option<Vec<(u8, Drawn)>> {
        let signatures = self.signatures.select(documents);
        let purpose = Purpose::AllPairs { threads: rayon::current_num_threads() };
        let plan = search::plan(&signatures, self.bits, farthest, purpose);
        // Equal signatures are searched once.
        let Distinct { words, places } = Distinct::of(words, self.bits);
        let is_wanted = |distance: u8| is_wanted[usize::from(distance)];
        let mut found: Vec<Pair> = if plan.design().strategy() == Strategy::Scan {
            progress.restart();
            progress.expect(pairs_of(words.len()));
            let kernel = Kernel::best();
            let of_row = |buffer: &mut Vec<u8>, row: usize| {
                let mut found: Vec<Pair> = Vec::new();
                if !progress.is_cancelled() {
                    buffer.resize(row, 0);
                    kernel.distances(words[row], &words[..row], buffer);
                    for distance in (0..=farthest).filter(|&distance| is_wanted(distance)) {
                        found.extend(
                            memchr_iter(distance, buffer).map(|at| (at as u32, row as u32, distance)),
                        );
                    }
                    progress.advance(row as u64);
                }
                found
            };
            (0..words.len()).into_par_iter().map_init(Vec::new, of_row).flatten_iter().collect()
        } else {
            let found = Mutex::new(Vec::new());
            search::each_word_pair(&words, plan.design(), progress, &|pairs: &mut Vec<Pair>| {
                let mut found = found.lock().expect("no thread panics with it");
                found.extend(pairs.drain(..).filter(|&(.., distance)| is_wanted(distance)));
            })?;
            found.into_inner().expect("no thread panics with it")
        };
        progress.unless_cancelled()?;
        places.spread(&mut found, is_wanted(0));
        Some(found.into_iter().map(|(a, b, distance)| (distance, (a, b))).collect())
    }
}

/// Draws pairs of places at random until enough are met at each of these distances.
fn meet<S: Signature>(
    words: &[S],
    wanted: &[Wanted],
    seed: u64,
    progress: &Progress,
) -> Option<Vec<Vec<Drawn>>> {
    /// Streams of a round and draws of each; constant, so that the number of threads does not matter.
    const STREAMS: u64 = 64;
    const DRAWS: usize = 1 << 15;
    let n = words.len();
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
                    let entry = open[usize::from(distance_of(words[a], words[b]))];
                    if entry != usize::MAX && a != b {
                        drawn.push((entry, (a.min(b) as u32, a.max(b) as u32)));
                    }
                }
                drawn
            })
            .collect();
        progress.unless_cancelled()?;
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
