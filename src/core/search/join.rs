//! All pairs within k through tables: keys are sorted only until runs of equal leading bits are short, and the
//! keys of a run are compared with one another.

pub(super) mod descent;

use super::counters::Counters;
use super::design::Design;
use super::layout::Layout;
use super::parts::{Parts, Runs};
use super::sample::Sample;
use super::strategy::Strategy;
use crate::hamming::{COLUMNS, Kernel, Pair, ROWS, Scan, Signature, pairs_of};
use crate::progress::Progress;
use crate::recipe::Bits;
use rayon::prelude::*;
use std::sync::Mutex;

/// Runs up to this length are compared without further sorting.
pub(super) const RUN: usize = 32;
/// A run longer than this, times the number of blocks, is searched as a set of its own: the bits shared by all
/// its keys are left out, and the others are cut into blocks again. Nested tables do this everywhere (Manku,
/// WWW 2007, §3.1); here it is done only where the data needs it.
pub(super) const LARGE: usize = 1024;
/// Depth of this recursion; runs still too long are compared pair by pair, on all threads.
const DEPTH: u8 = 3;

/// Receives pairs (indices of words, the smaller first, and their distance) from many threads, in no order.
pub(crate) trait Sink: Sync {
    /// Empties the list.
    fn take(&self, pairs: &mut Vec<Pair>);
}

impl<F: Fn(&mut Vec<Pair>) + Sync> Sink for F {
    fn take(&self, pairs: &mut Vec<Pair>) {
        self(pairs);
    }
}

/// Passes every pair of words within the k of the design to `sink` once, unless cancelled. Advances by words
/// put into a table.
pub(super) fn join<S: Signature>(
    words: &[S],
    design: &Design,
    progress: &Progress,
    sink: &dyn Sink,
) -> Counters {
    let rounds = if descent::fits(design) {
        descent::rounds(design)
    } else {
        (0..design.layouts().len()).filter(|&table| design.uses(table)).count()
    };
    progress.expect((words.len() * rounds) as u64);
    Join { design, depth: 0, progress: Some(progress), cancelled: progress }.run(words, sink)
}

#[derive(Clone, Copy)]
pub(super) struct Join<'a> {
    pub(super) design: &'a Design,
    depth: u8,
    /// `None` in inner searches: only the outermost advances.
    pub(super) progress: Option<&'a Progress>,
    pub(super) cancelled: &'a Progress,
}

impl Join<'_> {
    fn run<S: Signature>(self, words: &[S], sink: &dyn Sink) -> Counters {
        if descent::fits(self.design) {
            return descent::descend(self, words, sink);
        }
        let counters = Mutex::new(Counters::default());
        let mut parts = Parts::new();
        for table in (0..self.design.layouts().len()).filter(|&table| self.design.uses(table)) {
            if self.cancelled.is_cancelled() {
                break;
            }
            let layout = &self.design.layouts()[table];
            parts.divide(layout, words, rayon::current_num_threads());
            let parts = &parts;
            (0..parts.count()).into_par_iter().with_max_len(1).for_each_init(
                Partition::default,
                |part, at| {
                    if self.cancelled.is_cancelled() {
                        return;
                    }
                    part.fill(layout, parts, at);
                    part.compare(self, table, sink);
                    if let Some(progress) = self.progress {
                        progress.advance(part.keys.len() as u64);
                    }
                    *counters.lock().expect("no thread panics with it") += std::mem::take(&mut part.counters);
                },
            );
        }
        counters.into_inner().expect("no thread panics with it")
    }
}

/// The keys of a partition, in runs of equal leading bits, and the pairs found; reused from partition to
/// partition.
#[derive(Debug, Default)]
struct Partition<S> {
    runs: Runs<S>,
    keys: Vec<S>,
    hits: Vec<(u32, u32)>,
    pairs: Vec<Pair>,
    counters: Counters,
}

impl<S: Signature> Partition<S> {
    fn fill(&mut self, layout: &Layout, parts: &Parts<S>, part: usize) {
        self.runs.fill(layout, parts, part, RUN);
        self.keys.clear();
        self.keys.extend(self.runs.keys.iter().map(|&(key, _)| key));
    }

    fn position(&self, at: usize) -> u32 {
        self.runs.keys[at].1
    }

    fn compare(&mut self, join: Join<'_>, table: usize, sink: &dyn Sink) {
        self.counters.probes += self.keys.len() as u64;
        let longest = LARGE * (usize::from(join.design.k()) + 1);
        let (mut start, mut first) = (0, 0);
        for at in 0..self.runs.ends.len() {
            let end = self.runs.ends[at] as usize;
            if end - start > longest {
                self.compare_runs(join, table, first..at);
                self.compare_large(join, table, start..end, sink);
                first = at + 1;
            }
            start = end;
        }
        self.compare_runs(join, table, first..self.runs.ends.len());
        if !self.pairs.is_empty() {
            sink.take(&mut self.pairs);
            self.pairs.clear();
        }
    }

    /// Compares the keys inside each of these runs.
    fn compare_runs(&mut self, join: Join<'_>, table: usize, runs: std::ops::Range<usize>) {
        let first = runs.start.checked_sub(1).map_or(0, |before| self.runs.ends[before]);
        let ends: Vec<u32> = self.runs.ends[runs].iter().map(|end| end - first).collect();
        let keys = &self.keys[first as usize..];
        self.hits.clear();
        let compared = Kernel::best().pairs_in_runs(keys, &ends, join.design.k(), &mut self.hits);
        self.counters.candidates += compared;
        self.counters.distances += compared;
        for &(a, b) in &self.hits {
            let [a, b] = [a, b].map(|at| (at + first) as usize);
            let difference = self.keys[a] ^ self.keys[b];
            if join.design.is_first(table, join.design.layouts()[table].signature(difference).into()) {
                let (a, b) = (self.position(a), self.position(b));
                self.pairs.push((a.min(b), a.max(b), difference.ones()));
            }
        }
    }

    /// Searches a run that is too long to be compared pair by pair.
    fn compare_large(&mut self, join: Join<'_>, table: usize, run: std::ops::Range<usize>, sink: &dyn Sink) {
        let (keys, positions) = (&self.keys[run.clone()], &self.runs.keys[run]);
        let position = |at: u32| positions[at as usize].1;
        self.counters += join.large(table, self.runs.resolved as u8, keys, &position, sink);
    }
}

/// The low bits of keys whose leading bits are all the same.
fn below<S: Signature>(keys: &[S], bits: Bits) -> Vec<S> {
    let mask = S::truncated(bits.mask());
    keys.iter().map(|&key| key & mask).collect()
}

impl Join<'_> {
    /// Searches keys of a table that are equal in their first `resolved` bits. `position` gives the position of a key.
    pub(super) fn large<S: Signature>(
        self,
        table: usize,
        resolved: u8,
        keys: &[S],
        position: &(dyn Fn(u32) -> u32 + Sync),
        sink: &dyn Sink,
    ) -> Counters {
        let layout = &self.design.layouts()[table];
        let finish = |pairs: &mut Vec<Pair>| {
            pairs.retain_mut(|(a, b, _)| {
                let difference = keys[*a as usize] ^ keys[*b as usize];
                let (one, other) = (position(*a), position(*b));
                (*a, *b) = (one.min(other), one.max(other));
                self.design.is_first(table, layout.signature(difference).into())
            });
            if !pairs.is_empty() {
                sink.take(pairs);
                pairs.clear();
            }
        };
        match self.inner(layout, resolved, keys) {
            Some((design, depth)) => Join { design: &design, depth, progress: None, ..self }
                .run(&below(keys, design.bits()), &finish),
            None => compare_all(keys, self.design.k(), self.cancelled, &finish),
        }
    }

    /// The design for a long run whose keys share the first `resolved` bits; `None` if comparing it is quicker.
    fn inner<S: Signature>(self, layout: &Layout, resolved: u8, keys: &[S]) -> Option<(Design, u8)> {
        /// Size of the sample that tells whether blocks would help.
        const SAMPLED: usize = 1024;
        /// Above this share of all pairs, sorting into blocks costs more than it saves.
        const WORTH: f64 = 0.25;
        let k = self.design.k();
        let left = Bits::new(self.design.bits().get() - resolved).filter(|_| resolved > 0)?;
        if resolved < layout.lead_bits() {
            // Leading bits are left to sort by; the first ones did not separate the keys.
            return Some((Design::one_table(left, k, layout.lead_bits() - resolved), self.depth));
        }
        let blocks = Design::new(Strategy::Blocks, left, k).ok().filter(|_| self.depth < DEPTH)?;
        let sample = Sample::of(&below(keys, left), left, SAMPLED);
        let share: f64 = blocks.layouts().iter().map(|layout| sample.share_equal(layout)).sum();
        (share < WORTH).then_some((blocks, self.depth + 1))
    }
}

/// Compares all pairs, on all threads.
pub(super) fn compare_all<S: Signature>(words: &[S], k: u8, progress: &Progress, out: &dyn Sink) -> Counters {
    let scan = Scan { kernel: Kernel::best(), signatures: words, k };
    let starts: Vec<usize> = (0..words.len()).step_by(ROWS).collect();
    starts.into_par_iter().with_max_len(1).for_each(|start| {
        let (mut hits, mut pairs) = (Vec::new(), Vec::new());
        for first in (start..words.len()).step_by(COLUMNS) {
            if progress.is_cancelled() {
                return;
            }
            let rows = start..words.len().min(start + ROWS);
            let columns = first..words.len().min(first + COLUMNS);
            scan.tile(rows, columns, &mut hits, &mut pairs);
            if !pairs.is_empty() {
                out.take(&mut pairs);
                pairs.clear();
            }
        }
    });
    let compared = pairs_of(words.len());
    Counters { probes: 0, candidates: compared, distances: compared }
}
