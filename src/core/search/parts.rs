//! Keys partitioned by their leading bits: the first step of every sort here, and the unit of parallel work.

use super::layout::Layout;
use crate::hamming::Signature;
use rayon::prelude::*;
use std::ops::Range;

/// Target size of a part: with their positions its keys stay in the second-level cache while they are sorted.
const PART: usize = 1 << 15;
/// More parts cost more in scattered writes than they save.
const MOST_BITS: u32 = 11;

/// Keys of a table with their positions, partitioned by their leading bits.
///
/// Each thread partitions a stretch of the column, so a part consists of as many slices.
pub(super) struct Parts<S> {
    bits: u32,
    stretches: Vec<Stretch<S>>,
}

#[derive(Default)]
struct Stretch<S> {
    keys: Vec<S>,
    positions: Vec<u32>,
    /// By part, its start; one more entry at the end.
    starts: Vec<u32>,
}

impl<S: Signature> Parts<S> {
    /// None yet.
    pub(super) fn new() -> Self {
        Self { bits: 0, stretches: Vec::new() }
    }

    /// Partitions the keys of a column; replaces an earlier partition.
    pub(super) fn divide(&mut self, layout: &Layout, signatures: &[S], threads: usize) {
        let wanted = (signatures.len() / PART).max(1).next_power_of_two().trailing_zeros();
        self.bits = wanted.min(MOST_BITS).min(u32::from(layout.lead_bits()));
        let length = signatures.len().div_ceil(threads.max(1)).max(1);
        self.stretches.resize_with(signatures.len().div_ceil(length), Stretch::default);
        (self.stretches.par_iter_mut().zip(signatures.par_chunks(length)).enumerate())
            .with_max_len(1)
            .for_each(|(i, (stretch, chunk))| stretch.divide(layout, chunk, (i * length) as u32, self.bits));
    }

    /// Number of leading bits that are the same within a part.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// How many parts.
    pub(super) fn count(&self) -> usize {
        1 << self.bits
    }

    /// How many keys a part has.
    pub(super) fn len(&self, part: usize) -> usize {
        self.stretches.iter().map(|stretch| stretch.range(part).len()).sum()
    }

    /// The keys of a part with their positions, which ascend.
    pub(super) fn each(&self, part: usize) -> impl Iterator<Item = (S, u32)> + Clone + '_ {
        self.stretches.iter().flat_map(move |stretch| {
            let range = stretch.range(part);
            stretch.keys[range.clone()].iter().copied().zip(stretch.positions[range].iter().copied())
        })
    }
}

impl<S: Signature> Stretch<S> {
    fn divide(&mut self, layout: &Layout, signatures: &[S], first: u32, bits: u32) {
        let starts = &mut self.starts;
        starts.clear();
        starts.resize((1 << bits) + 1, 0);
        count_starts(signatures.iter().map(|&signature| layout.top(signature, bits) as usize), starts);
        // Every entry is overwritten below, so old values may stay.
        self.keys.resize(signatures.len(), S::default());
        self.positions.resize(signatures.len(), 0);
        let keys = signatures.iter().map(|&signature| layout.key(signature));
        let slot = |&(key, _): &(S, u32)| layout.prefix(key, bits) as usize;
        put_in_order(keys.zip(first..), slot, &mut starts.clone(), |at, (key, position)| {
            (self.keys[at], self.positions[at]) = (key, position);
        });
    }

    fn range(&self, part: usize) -> Range<usize> {
        self.starts[part] as usize..self.starts[part + 1] as usize
    }
}

/// First half of a counting sort: `starts` (all zeros, one more than there are slots) becomes the start of each
/// slot, and the end of the last.
#[inline]
pub(crate) fn count_starts(slots: impl Iterator<Item = usize>, starts: &mut [u32]) {
    slots.for_each(|slot| starts[slot + 1] += 1);
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
}

/// Second half: moves each entry to the next place of its slot; stable.
#[inline]
pub(crate) fn put_in_order<T>(
    entries: impl Iterator<Item = T>,
    slot: impl Fn(&T) -> usize,
    starts: &mut [u32],
    mut put: impl FnMut(usize, T),
) {
    entries.for_each(|entry| {
        let next = &mut starts[slot(&entry)];
        put(*next as usize, entry);
        *next += 1;
    });
}

/// A run of this length with equal leading bits is sorted on all threads.
const LONG: usize = 1 << 16;
/// Keys sorted by comparison after the leading bits.
const RUN: usize = 8;

/// The keys of a column in ascending order, equal ones by position, with their positions.
pub(super) fn sorted<S: Signature>(layout: &Layout, signatures: &[S]) -> (Vec<S>, Vec<u32>) {
    let whole = Layout::leading_with(layout.bits(), layout.bits().get());
    let mut parts = Parts::new();
    parts.divide(layout, signatures, rayon::current_num_threads());
    let mut keys = vec![S::default(); signatures.len()];
    let mut positions = vec![0_u32; signatures.len()];
    let mut rooms = Vec::with_capacity(parts.count());
    let (mut keys_left, mut positions_left) = (keys.as_mut_slice(), positions.as_mut_slice());
    for part in 0..parts.count() {
        let (keys, positions);
        (keys, keys_left) = keys_left.split_at_mut(parts.len(part));
        (positions, positions_left) = positions_left.split_at_mut(parts.len(part));
        rooms.push((part, keys, positions));
    }
    rooms.into_par_iter().for_each_init(Runs::default, |runs, (part, keys, positions)| {
        runs.fill(&whole, &parts, part, RUN);
        runs.sort();
        for ((key, position), &(sorted, at)) in keys.iter_mut().zip(positions).zip(&runs.keys) {
            (*key, *position) = (sorted, at);
        }
    });
    (keys, positions)
}

/// The keys of a part in runs of equal leading bits; reused from part to part.
#[derive(Debug, Default)]
pub(super) struct Runs<S> {
    /// Run by run, with their positions.
    pub(super) keys: Vec<(S, u32)>,
    /// By run, where it ends.
    pub(super) ends: Vec<u32>,
    /// Number of leading bits that are the same within a run.
    pub(super) resolved: u32,
}

impl<S: Signature> Runs<S> {
    /// Sorts a part by enough further leading bits that runs have about the length `wanted` (a counting sort).
    pub(super) fn fill(&mut self, layout: &Layout, parts: &Parts<S>, part: usize, wanted: usize) {
        let n = parts.len(part);
        let bits = (n / wanted).max(1).next_power_of_two().trailing_zeros();
        let bits = bits.min(u32::from(layout.lead_bits()) - parts.bits());
        self.resolved = parts.bits() + bits;
        let mask = (1_u64 << bits) - 1;
        let run = |key: S| (layout.prefix(key, self.resolved) & mask) as usize;
        self.ends.clear();
        self.ends.resize((1 << bits) + 1, 0);
        count_starts(parts.each(part).map(|(key, _)| run(key)), &mut self.ends);
        self.ends.pop();
        self.keys.clear();
        self.keys.resize(n, (S::default(), 0));
        // Each start has moved to the end of its run.
        put_in_order(parts.each(part), |pair| run(pair.0), &mut self.ends, |at, pair| self.keys[at] = pair);
    }

    fn sort(&mut self) {
        let mut start = 0;
        for &end in &self.ends {
            match &mut self.keys[start..end as usize] {
                run if run.len() > LONG => run.par_sort_unstable(),
                run => run.sort_unstable(),
            }
            start = end as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Bits;
    use crate::search::layout::{Cut, choices};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_come_out_sorted_with_their_positions(
            signatures in prop::collection::vec(any::<u64>(), 0..300), mask: u64, table in 0_usize..4, threads in 1_usize..5,
        ) {
            let signatures: Vec<u64> = signatures.iter().map(|signature| signature & mask).collect();
            let layout = &choices(&Cut::even(Bits::DEFAULT, 4), 3)[table];
            let mut expected: Vec<(u64, u32)> =
                signatures.iter().map(|&signature| layout.key(signature)).zip(0..).collect();
            expected.sort_unstable();
            let (keys, positions) = sorted(layout, &signatures);
            prop_assert_eq!(&keys.iter().copied().zip(positions).collect::<Vec<_>>(), &expected);
            let mut parts = Parts::new();
            parts.divide(&Layout::leading_with(Bits::DEFAULT, 64), &[3], 1);
            parts.divide(layout, &signatures, threads);
            let mut all: Vec<_> = (0..parts.count()).flat_map(|part| parts.each(part)).collect();
            all.sort_unstable();
            prop_assert_eq!(all, expected);
        }
    }

    #[test]
    fn parts_divide_what_is_large() {
        let signatures: Vec<u64> = (0..100_000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let layout = &choices(&Cut::even(Bits::DEFAULT, 4), 3)[1];
        let mut parts = Parts::new();
        parts.divide(layout, &signatures, 3);
        assert_eq!(parts.bits(), 2);
        for part in 0..parts.count() {
            assert!(parts.each(part).all(|(key, _)| layout.prefix(key, 2) == part as u64));
        }
        let (keys, positions) = sorted(layout, &signatures);
        assert!(keys.is_sorted());
        assert!(keys.iter().zip(positions).all(|(&key, at)| layout.key(signatures[at as usize]) == key));
    }
}
