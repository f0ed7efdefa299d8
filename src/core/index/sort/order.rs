//! Sorts keys by their leading bits, in memory that is reused from table to table.
//!
//! Two rounds of counting sort, by eight leading bits each, in pieces that fit the caches; leading bits beyond
//! 16 are sorted within the small parts that remain.

use super::Word;
use crate::search::{Layout, count_starts, put_in_order};
use rayon::prelude::*;

/// Signatures divided at a time: with their keys and the result they fit the second-level cache.
const PIECE: usize = 1 << 15;
/// Leading bits of one counting round.
const ROUND: u8 = 8;
/// Entries of the starts of a piece.
const STARTS: usize = (1 << ROUND) + 1;

#[derive(Debug, Clone, Copy, Default)]
struct Entry<S> {
    key: S,
    position: u32,
}

/// Buffers of a sort, and its result.
#[derive(Debug, Default)]
pub(in crate::index) struct Order<S> {
    /// The pieces, each divided by the first leading bits.
    divided: Vec<Entry<S>>,
    /// By piece, the start of each part.
    starts: Vec<u32>,
    keys: Vec<S>,
    positions: Vec<u32>,
}

impl<S: Word> Order<S> {
    /// Bytes for each signature.
    pub(in crate::index) const BYTES: usize = size_of::<Entry<S>>() + size_of::<S>() + size_of::<u32>();

    /// The keys of signatures, ordered by their leading bits and then by position, and their positions, counted
    /// from `first`.
    pub(in crate::index) fn sort(&mut self, layout: &Layout, signatures: &[S], first: u32) -> (&[S], &[u32]) {
        let (n, pieces) = (signatures.len(), signatures.len().div_ceil(PIECE));
        // Values of an earlier sort are overwritten.
        self.divided.resize(n, Entry::default());
        self.starts.resize(pieces * STARTS, 0);
        self.keys.resize(n, S::default());
        self.positions.resize(n, 0);
        signatures
            .par_chunks(PIECE)
            .zip(self.divided.par_chunks_mut(PIECE))
            .zip(self.starts.par_chunks_mut(STARTS))
            .enumerate()
            .for_each_init(Vec::new, |keys, (piece, ((signatures, divided), starts))| {
                divide(layout, signatures, first + (piece * PIECE) as u32, keys, divided, starts);
            });
        let divided = Divided { entries: &self.divided, starts: &self.starts };
        let mut rooms = Vec::with_capacity(STARTS);
        let (mut keys_left, mut positions_left) = (&mut self.keys[..], &mut self.positions[..]);
        for part in 0..1 << first_round(layout) {
            let length = divided.len(part);
            let (keys, positions);
            (keys, keys_left) = keys_left.split_at_mut(length);
            (positions, positions_left) = positions_left.split_at_mut(length);
            rooms.push((part, keys, positions));
        }
        rooms.into_par_iter().with_max_len(1).for_each_init(Vec::new, |entries, (part, keys, positions)| {
            settle(layout, &divided, part, entries, keys, positions);
        });
        (&self.keys, &self.positions)
    }
}

/// Bits of the first round.
fn first_round(layout: &Layout) -> u8 {
    layout.lead_bits().min(ROUND)
}

/// Divides one piece by the first leading bits; stable.
fn divide<S: Word>(
    layout: &Layout,
    signatures: &[S],
    first: u32,
    keys: &mut Vec<S>,
    divided: &mut [Entry<S>],
    starts: &mut [u32],
) {
    let bits = u32::from(first_round(layout));
    let part = |key: S| layout.prefix(key, bits) as usize;
    keys.clear();
    keys.extend(signatures.iter().map(|&signature| layout.key(signature)));
    let mut counts = [0; STARTS];
    count_starts(keys.iter().map(|&key| part(key)), &mut counts);
    starts.copy_from_slice(&counts);
    let entries = keys.iter().zip(first..).map(|(&key, position)| Entry { key, position });
    put_in_order(entries, |entry| part(entry.key), &mut counts, |at, entry| divided[at] = entry);
}

/// All pieces after the first round.
struct Divided<'a, S> {
    entries: &'a [Entry<S>],
    starts: &'a [u32],
}

impl<S: Word> Divided<'_, S> {
    /// The entries of a part, piece by piece, so that positions ascend.
    fn of_part(&self, part: usize) -> impl Iterator<Item = &[Entry<S>]> + '_ {
        let pieces = self.entries.chunks(PIECE).zip(self.starts.chunks_exact(STARTS));
        pieces.map(move |(entries, starts)| &entries[starts[part] as usize..starts[part + 1] as usize])
    }

    fn len(&self, part: usize) -> usize {
        self.of_part(part).map(<[_]>::len).sum()
    }
}

/// Orders one part by the remaining leading bits.
fn settle<S: Word>(
    layout: &Layout,
    divided: &Divided<'_, S>,
    part: usize,
    entries: &mut Vec<Entry<S>>,
    keys: &mut [S],
    positions: &mut [u32],
) {
    let lead = layout.lead_bits();
    let resolved = lead.min(2 * ROUND);
    let mask = (1_usize << (resolved - first_round(layout))) - 1;
    let slot = |key: S| layout.prefix(key, resolved.into()) as usize & mask;
    let all = || divided.of_part(part).flatten().copied();
    let slot_of = |entry: &Entry<S>| slot(entry.key);
    let mut starts = [0; STARTS];
    count_starts(all().map(|entry| slot(entry.key)), &mut starts);
    let mut ends = starts;
    if resolved == lead {
        return put_in_order(all(), slot_of, &mut ends, |at, entry| {
            (keys[at], positions[at]) = (entry.key, entry.position);
        });
    }
    entries.resize(keys.len(), Entry::default());
    put_in_order(all(), slot_of, &mut ends, |at, entry| entries[at] = entry);
    for stretch in starts.windows(2) {
        let stretch = &mut entries[stretch[0] as usize..stretch[1] as usize];
        stretch.sort_unstable_by_key(|entry| (layout.lead(entry.key), entry.position));
    }
    for ((entry, key), position) in entries.iter().zip(keys).zip(positions) {
        (*key, *position) = (entry.key, entry.position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Bits;
    use crate::search::{Design, Strategy};
    use proptest::prelude::*;

    fn check<S: Word>(strategy: Strategy, bits: Bits, k: u8, signatures: &[S]) {
        let mut order = Order::default();
        for layout in Design::new(strategy, bits, k).unwrap().layouts() {
            let mut expected: Vec<(S, u32)> =
                signatures.iter().map(|&signature| layout.key(signature)).zip(7..).collect();
            expected.sort_by_key(|&(key, position)| (layout.lead(key), position));
            let (keys, positions) = order.sort(layout, signatures, 7);
            assert!(keys.iter().copied().zip(positions.iter().copied()).eq(expected));
        }
    }

    #[test]
    fn many_signatures_come_out_ordered_by_their_leading_bits() {
        let word = |i: u64| (i / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let narrow: Vec<u64> = (0..3 * PIECE as u64 + 5).map(word).collect();
        let wide: Vec<u128> = narrow.iter().map(|&word| u128::from(word) << 64 | u128::from(!word)).collect();
        for strategy in [Strategy::Blocks, Strategy::Tables { blocks: 5 }] {
            check(strategy, Bits::DEFAULT, 3, &narrow);
            check(strategy, Bits::MAX, 3, &wide);
        }
        check(Strategy::Blocks, Bits::MAX, 0, &wide);
    }

    proptest! {
        #[test]
        fn any_signatures_come_out_ordered_by_their_leading_bits(
            signatures in prop::collection::vec(any::<u128>(), 0..300), mask: u128, bits in 1_u8..=128, k in 0_u8..9,
        ) {
            let bits = Bits::new(bits).unwrap();
            let k = k.min(bits.get() - 1);
            let words: Vec<u128> = signatures.iter().map(|signature| signature & mask & bits.mask()).collect();
            check(Strategy::Blocks, bits, k, &words);
            if !bits.is_wide() {
                check(Strategy::Blocks, bits, k, &words.iter().map(|&word| word as u64).collect::<Vec<_>>());
            }
        }
    }
}
