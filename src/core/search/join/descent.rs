//! All pairs within k through choices of several blocks, without a table for each choice.
//!
//! Two signatures within k are equal in at least m − k of m blocks. The signatures are divided by the value of one block, each
//! part by that of a later one, and so on, until m − k blocks are equal or a part is so small that its signatures are
//! compared with one another. The choices that begin with the same blocks share the work for these, and below the first
//! block everything stays in the cache: a table for each choice ([`super`]) reads all signatures from memory each
//! time.
//!
//! A pair is reported by the first of its choices, in which each block left out before the last chosen one differs.

use super::{Join, LARGE, Sink};
use crate::hamming::{Kernel, Pair, Signature};
use crate::search::counters::Counters;
use crate::search::design::Design;
use crate::search::layout::{Cut, Layout, mask_of, single};
use crate::search::parts::{Parts, count_starts, put_in_order};
use crate::search::strategy::{Strategy, binomial};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;

/// A part of this many signatures, for each block that could divide it, is compared as quickly as divided.
fn few() -> usize {
    match Kernel::best() {
        Kernel::Avx512 => 256,
        Kernel::Avx2 => 64,
        Kernel::Neon | Kernel::Portable => 16,
    }
}

/// Wider blocks have too many values to divide small parts by them.
const WIDEST: u8 = 10;

/// Whether a design is searched in this way: several blocks lead each table, and they are narrow.
pub(in crate::search) fn fits(design: &Design) -> bool {
    let is_narrow = |cut: &Cut| cut.widths().iter().all(|&width| width <= WIDEST);
    matches!(design.strategy(), Strategy::Tables { .. })
        && chosen_blocks(design) >= 2
        && design.cut().is_some_and(is_narrow)
}

/// How often all signatures are divided by a first block.
pub(super) fn rounds(design: &Design) -> usize {
    usize::from(design.k()) + 1
}

/// Number of blocks that are equal in any case: m − k.
fn chosen_blocks(design: &Design) -> u8 {
    design.cut().map_or(0, |cut| cut.blocks().saturating_sub(design.k()))
}

/// What a search of n signatures takes.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::search) struct Cost {
    /// How often a signature is divided.
    pub divided: f64,
    /// The values of blocks by which is divided, all divisions together.
    pub values: f64,
    /// Pairs compared.
    pub compared: f64,
}

/// The cost if two signatures have the same value of each block with this probability, independently.
pub(in crate::search) fn forecast(design: &Design, n: f64, equal: &[f64]) -> Cost {
    let (blocks, chosen) = (equal.len(), usize::from(chosen_blocks(design)));
    // Sums over all choices of d blocks of the probability that all of them are equal.
    let mut sums = vec![0.0; chosen + 1];
    sums[0] = 1.0;
    for &share in equal {
        for d in (1..=chosen).rev() {
            sums[d] += sums[d - 1] * share;
        }
    }
    let choices = |of: usize, d: usize| binomial(of as u8, d as u8) as f64;
    // The choices of that many blocks that can be continued.
    let ways = |depth: usize| choices(usize::from(design.k()) + depth, depth);
    let width = f64::from(design.bits().get()) / blocks.max(1) as f64;
    let mut cost = Cost::default();
    for (depth, sum) in sums.iter().enumerate().skip(1) {
        cost.divided += ways(depth) * n;
        cost.values += ways(depth) * (width * depth as f64).exp2();
        let share = sum / choices(blocks, depth);
        if depth == chosen || n * share <= few() as f64 * ways(depth + 1) / ways(depth) {
            cost.compared = ways(depth) * share * n * n / 2.0;
            break;
        }
    }
    cost
}

/// Passes every pair within the k of the design to `sink` once, unless cancelled.
pub(super) fn descend<S: Signature>(join: Join<'_>, words: &[S], sink: &dyn Sink) -> Counters {
    let Some(cut) = join.design.cut() else { return Counters::default() };
    let counters = Mutex::new(Counters::default());
    let mut parts = Parts::new();
    for block in 0..=join.design.k() {
        let layout = &single(cut, block);
        parts.divide(layout, words, rayon::current_num_threads());
        let parts = &parts;
        (0..parts.count()).into_par_iter().with_max_len(1).for_each(|part| {
            if join.cancelled.is_cancelled() {
                return;
            }
            let mut descent = Descent::new(join, cut, layout, block, sink);
            descent.part(parts, part);
            if let Some(progress) = join.progress {
                progress.advance(parts.len(part) as u64);
            }
            *counters.lock().expect("no thread panics with it") += descent.counters;
        });
    }
    counters.into_inner().expect("no thread panics with it")
}

/// Signatures with a block in front, and their positions.
#[derive(Default)]
struct Level<S> {
    keys: Vec<S>,
    positions: Vec<u32>,
    /// By value of the block, where its keys end.
    ends: Vec<u32>,
}

/// The way down from one value of the first block.
struct Descent<'a, S> {
    join: Join<'a>,
    cut: &'a Cut,
    /// The first block, in front of the keys. Later blocks are where they were; the earlier ones moved down.
    layout: &'a Layout,
    sink: &'a dyn Sink,
    /// The chosen blocks, ascending.
    chosen: Vec<u8>,
    /// The blocks left out before the last chosen one, as masks over keys.
    left_out: Vec<S>,
    /// How many are to be chosen.
    wanted: u8,
    levels: Vec<Level<S>>,
    hits: Vec<(u32, u32)>,
    pairs: Vec<Pair>,
    counters: Counters,
}

impl<'a, S: Signature> Descent<'a, S> {
    fn new(join: Join<'a>, cut: &'a Cut, layout: &'a Layout, first: u8, sink: &'a dyn Sink) -> Self {
        let wanted = chosen_blocks(join.design);
        Self {
            join,
            cut,
            layout,
            sink,
            chosen: vec![first],
            left_out: (0..first).map(|block| key_mask(cut, layout, block)).collect(),
            wanted,
            levels: (0..wanted).map(|_| Level::default()).collect(),
            hits: Vec::new(),
            pairs: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Searches the signatures of a part, which have the same leading bits, value by value of the first block.
    fn part(&mut self, parts: &Parts<S>, part: usize) {
        let (keys, positions): (Vec<S>, Vec<u32>) = parts.each(part).unzip();
        self.counters.probes += keys.len() as u64;
        let mut level = std::mem::take(&mut self.levels[0]);
        let bits = self.cut.bits().get();
        level.divide(&keys, &positions, bits - self.layout.lead_bits()..bits);
        drop((keys, positions));
        self.runs(&level, 1);
        self.levels[0] = level;
        self.pass_on();
    }

    /// Searches each run of a level, whose keys agree in the chosen blocks.
    fn runs(&mut self, level: &Level<S>, depth: u8) {
        let most = if depth == self.wanted { self.longest() } else { few() * self.later(depth).len() };
        let (mut start, mut first, mut behind) = (0, 0, 0);
        for (at, &end) in level.ends.iter().enumerate() {
            let run = start..end as usize;
            start = run.end;
            if run.len() > most {
                self.compare(level, behind..run.start, &level.ends[first..at]);
                (first, behind) = (at + 1, run.end);
                self.run(level, run, depth);
            }
        }
        self.compare(level, behind..start, &level.ends[first..]);
    }

    /// More keys than this that agree in all chosen blocks are searched as a set of their own.
    fn longest(&self) -> usize {
        LARGE * (usize::from(self.join.design.k()) + 1)
    }

    /// The blocks that can be chosen next.
    fn later(&self, depth: u8) -> Range<u8> {
        self.chosen[self.chosen.len() - 1] + 1..self.cut.blocks() + 1 - (self.wanted - depth)
    }

    /// Divides a run by each later block.
    fn run(&mut self, level: &Level<S>, run: Range<usize>, depth: u8) {
        if self.join.cancelled.is_cancelled() {
            return;
        }
        let (keys, positions) = (&level.keys[run.clone()], &level.positions[run]);
        if depth == self.wanted {
            return self.large(keys, positions);
        }
        let left_out = self.left_out.len();
        for block in self.later(depth) {
            let mut below = std::mem::take(&mut self.levels[usize::from(depth)]);
            below.divide(keys, positions, self.cut.range(block));
            self.counters.probes += keys.len() as u64;
            self.chosen.push(block);
            self.runs(&below, depth + 1);
            self.chosen.pop();
            self.levels[usize::from(depth)] = below;
            self.left_out.push(key_mask(self.cut, self.layout, block));
        }
        self.left_out.truncate(left_out);
    }

    /// Compares the keys inside each of these adjacent runs; `all` are those of all of them.
    fn compare(&mut self, level: &Level<S>, all: Range<usize>, ends: &[u32]) {
        if all.is_empty() {
            return;
        }
        let keys = &level.keys[all.clone()];
        let first = all.start as u32;
        self.hits.clear();
        let ends: Vec<u32> = ends.iter().map(|end| end - first).collect();
        let compared = Kernel::best().pairs_in_runs(keys, &ends, self.join.design.k(), &mut self.hits);
        self.counters.candidates += compared;
        self.counters.distances += compared;
        for at in 0..self.hits.len() {
            let [a, b] = <[u32; 2]>::from(self.hits[at]).map(|at| at as usize);
            let difference = keys[a] ^ keys[b];
            if self.left_out.iter().all(|&block| difference & block != S::default()) {
                let [a, b] = [a, b].map(|at| level.positions[all.start + at]);
                self.pairs.push((a.min(b), a.max(b), difference.ones()));
            }
        }
        if self.pairs.len() >= 1 << 12 {
            self.pass_on();
        }
    }

    /// Searches many keys that agree in all chosen blocks.
    fn large(&mut self, keys: &[S], positions: &[u32]) {
        let design = self.join.design;
        let mask = self.chosen.iter().fold(0, |mask, &block| mask | mask_of(&self.cut.range(block)));
        let table = design.layouts().iter().position(|layout| layout.lead_mask() == mask);
        let table = table.expect("a table leads with each choice of blocks");
        let layout = &design.layouts()[table];
        let keys: Vec<S> = keys.iter().map(|&key| layout.key(self.layout.signature(key))).collect();
        let position = |at: u32| positions[at as usize];
        self.counters += self.join.large(table, layout.lead_bits(), &keys, &position, self.sink);
    }

    fn pass_on(&mut self) {
        if !self.pairs.is_empty() {
            self.sink.take(&mut self.pairs);
            self.pairs.clear();
        }
    }
}

/// A block as a mask over keys.
fn key_mask<S: Signature>(cut: &Cut, layout: &Layout, block: u8) -> S {
    layout.key(S::truncated(mask_of(&cut.range(block))))
}

impl<S: Signature> Level<S> {
    /// Sorts keys by some of their bits.
    fn divide(&mut self, keys: &[S], positions: &[u32], bits: Range<u8>) {
        let mask = (1_u64 << bits.len()) - 1;
        let value = |key: S| ((key >> u32::from(bits.start)).low() & mask) as usize;
        self.ends.clear();
        self.ends.resize((1 << bits.len()) + 1, 0);
        count_starts(keys.iter().map(|&key| value(key)), &mut self.ends);
        self.ends.pop();
        self.keys.resize(keys.len(), S::default());
        self.positions.resize(keys.len(), 0);
        let entries = keys.iter().copied().zip(positions.iter().copied());
        // Each start moves to the end of its run.
        put_in_order(
            entries,
            |&(key, _)| value(key),
            &mut self.ends,
            |at, (key, position)| {
                (self.keys[at], self.positions[at]) = (key, position);
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::Signatures;
    use crate::progress::Progress;
    use crate::recipe::Bits;
    use crate::search::{Strategy, each_pair_within};
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn pairs(words: &Signatures, design: &Design) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let Ok(done) = each_pair_within::<Infallible>(words, design, &Progress::new(), |pair| {
            pairs.push(pair);
            Ok(())
        });
        assert!(done.is_some());
        pairs
    }

    /// Words around a few centres; the upper `same` bits are equal in all centres.
    fn words(centres: &[u128], flips: &[(usize, Vec<u8>)], bits: Bits, same: u8) -> Vec<u128> {
        let fixed = bits.mask() & !(bits.mask() >> same);
        let flip = |(centre, flips): &(usize, Vec<u8>)| {
            let centre = centres[centre % centres.len()] | fixed;
            flips.iter().fold(centre, |word, flip| word ^ 1 << (flip % bits.get())) & bits.mask()
        };
        flips.iter().map(flip).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn the_descent_finds_what_a_scan_finds(
            centres in prop::collection::vec(any::<u128>(), 1..20),
            flips in prop::collection::vec((any::<usize>(), prop::collection::vec(any::<u8>(), 0..12)), 0..600),
            (width, k, more) in (40_u8..=128, 4_u8..=9, 2_u8..=4),
            same in 0_u8..30,
        ) {
            let bits = Bits::new(width).unwrap();
            let design = Design::new(Strategy::Tables { blocks: k + more }, bits, k);
            prop_assume!(design.as_ref().is_ok_and(fits));
            let mut signatures = Signatures::new(bits);
            signatures.extend(words(&centres, &flips, bits, same));
            let expected = pairs(&signatures, &Design::scan(bits, k));
            prop_assert_eq!(pairs(&signatures, &design.unwrap()), expected);
        }
    }

    #[test]
    fn many_signatures_that_agree_in_several_blocks_are_searched_as_their_own_set() {
        // The upper 40 of 64 bits are the same in 20,000 signatures, so that every choice of upper blocks has all of them.
        let mixed = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let signatures = Signatures::from((0..20_000_u64).map(mixed).collect::<Vec<_>>());
        let design = Design::new(Strategy::Tables { blocks: 8 }, Bits::DEFAULT, 5).unwrap();
        assert!(fits(&design));
        assert_eq!(pairs(&signatures, &design), pairs(&signatures, &Design::scan(Bits::DEFAULT, 5)));
    }
}
