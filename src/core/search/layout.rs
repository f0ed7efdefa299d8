//! How a signature is cut into blocks, and the order in which a table reads its bits.

use crate::hamming::Signature;
use crate::recipe::Bits;
use std::ops::Range;

/// Cuts signatures into blocks of neighbouring bits. Block 0 has the most significant bits.
///
/// Two signatures at distance at most k differ in at most k of m blocks, so at least m − k blocks are equal:
/// the pigeonhole argument behind all tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    bits: Bits,
    /// Widths of the blocks; none is 0, and their sum is `bits`.
    widths: Vec<u8>,
}

impl Cut {
    /// `blocks` blocks, as even as possible, the wider ones first.
    ///
    /// # Panics
    /// Unless 1 ≤ `blocks` ≤ `bits`.
    pub fn even(bits: Bits, blocks: u8) -> Self {
        let all = bits.get();
        assert!((1..=all).contains(&blocks), "{all} bits cannot be cut into {blocks} blocks");
        let widths = (0..blocks).map(|block| all / blocks + u8::from(block < all % blocks)).collect();
        Self { bits, widths }
    }

    /// Blocks of these widths, from the most significant bit down; `None` if one is 0 or their sum is not
    /// `bits`.
    pub fn of_widths(bits: Bits, widths: &[u8]) -> Option<Self> {
        let sum: u32 = widths.iter().map(|&width| u32::from(width)).sum();
        (!widths.contains(&0) && sum == u32::from(bits.get())).then(|| Self { bits, widths: widths.to_vec() })
    }

    /// Width of the signatures.
    pub fn bits(&self) -> Bits {
        self.bits
    }

    /// Widths of the blocks, the most significant first.
    pub fn widths(&self) -> &[u8] {
        &self.widths
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u8 {
        self.widths.len() as u8
    }

    /// The bits of a block; bit 0 is the least significant.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn range(&self, block: u8) -> Range<u8> {
        let above: u8 = self.widths[..usize::from(block)].iter().sum();
        let end = self.bits.get() - above;
        end - self.widths[usize::from(block)]..end
    }

    /// The block of a bit.
    ///
    /// # Panics
    /// If `bit` is not below the width of the signatures.
    pub fn block_of(&self, bit: u8) -> u8 {
        let found = (0..self.blocks()).find(|&block| self.range(block).contains(&bit));
        found.expect("the blocks cover all bits")
    }
}

/// The bit order of one sorted table: the leading bits, by which it is sorted and looked up, then all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    bits: Bits,
    /// Ranges of bits in key order, from the most significant bit of the key down.
    pieces: Vec<Range<u8>>,
    /// Number of leading `pieces`.
    leading: u8,
    mask: u128,
}

impl Layout {
    /// From the leading ranges in their order, then the following ones. Adjacent ranges are merged.
    fn new(bits: Bits, leading: &[Range<u8>], following: &[Range<u8>]) -> Self {
        let melt = |ranges: &[Range<u8>]| {
            let mut pieces: Vec<Range<u8>> = Vec::new();
            for range in ranges {
                match pieces.last_mut() {
                    Some(last) if last.start == range.end => last.start = range.start,
                    _ => pieces.push(range.clone()),
                }
            }
            pieces
        };
        let mut pieces = melt(leading);
        let leads = pieces.len() as u8;
        let mask = pieces.iter().fold(0, |mask, piece| mask | mask_of(piece));
        pieces.extend(melt(following));
        Self { bits, pieces, leading: leads, mask }
    }

    /// Bits in their own order; the `lead` most significant ones lead.
    pub(super) fn leading_with(bits: Bits, lead: u8) -> Self {
        let rest = bits.get() - lead;
        let range = |range: Range<u8>| if range.is_empty() { vec![] } else { vec![range] };
        Self::new(bits, &range(rest..bits.get()), &range(0..rest))
    }

    /// Width of the signatures.
    pub fn bits(&self) -> Bits {
        self.bits
    }

    /// The bits in key order, from the most significant bit of the key down, as ranges (bit 0 is the least
    /// significant of the signature).
    pub fn pieces(&self) -> &[Range<u8>] {
        &self.pieces
    }

    /// The ranges of bits that lead: the first of [`Layout::pieces`].
    pub fn leading(&self) -> &[Range<u8>] {
        &self.pieces[..usize::from(self.leading)]
    }

    /// Number of leading bits: Manku's p.
    pub fn lead_bits(&self) -> u8 {
        self.mask.count_ones() as u8
    }

    /// The leading bits as a mask over a signature.
    pub fn lead_mask(&self) -> u128 {
        self.mask
    }

    /// Whether two signatures with this XOR have the same leading bits, so that this table brings them
    /// together.
    pub fn agrees(&self, difference: u128) -> bool {
        difference & self.mask == 0
    }

    /// The key of a signature: its bits in the order of this table, in the low `bits` bits.
    #[inline(always)]
    pub fn key<S: Signature>(&self, signature: S) -> S {
        self.pieces.iter().fold(S::default(), |key, piece| {
            let width = u32::from(piece.end - piece.start);
            let bits = (signature >> u32::from(piece.start)) & S::truncated(low_mask(width));
            push(key, width) | bits
        })
    }

    /// The signature of a key.
    #[inline(always)]
    pub fn signature<S: Signature>(&self, key: S) -> S {
        let mut below = u32::from(self.bits.get());
        self.pieces.iter().fold(S::default(), |signature, piece| {
            let width = u32::from(piece.end - piece.start);
            below -= width;
            let bits = (key >> below) & S::truncated(low_mask(width));
            signature | (bits << u32::from(piece.start))
        })
    }

    /// The first `count` bits, at most 64, of the key of a signature, without computing the key.
    #[inline(always)]
    pub(super) fn top<S: Signature>(&self, signature: S, count: u32) -> u64 {
        let (mut top, mut left) = (0_u64, count);
        for piece in &self.pieces {
            let taken = u32::from(piece.end - piece.start).min(left);
            if taken == 0 {
                break;
            }
            let bits = (signature >> (u32::from(piece.end) - taken)) & S::truncated(low_mask(taken));
            // A shift by all 64 bits yields 0, as nothing was there before.
            top = top.checked_shl(taken).unwrap_or(0) | bits.low();
            left -= taken;
        }
        top
    }

    /// The leading bits of a key, in the low bits of the word.
    #[inline(always)]
    pub fn lead<S: Signature>(&self, key: S) -> S {
        match self.lead_bits() {
            0 => S::default(),
            lead => key >> u32::from(self.bits.get() - lead),
        }
    }

    /// The first `count` bits of a key, at most 64, as a number.
    #[inline(always)]
    pub fn prefix<S: Signature>(&self, key: S, count: u32) -> u64 {
        if count == 0 { 0 } else { (key >> (u32::from(self.bits.get()) - count)).low() }
    }
}

/// Shifts left by `width`.
#[inline(always)]
fn push<S: Signature>(key: S, width: u32) -> S {
    // A shift by the whole word yields 0, as nothing was there before.
    if width as usize >= 8 * size_of::<S>() { S::default() } else { key << width }
}

fn low_mask(width: u32) -> u128 {
    u128::MAX.checked_shr(u128::BITS - width).unwrap_or(0)
}

/// A range of bits as a mask.
pub(super) fn mask_of(range: &Range<u8>) -> u128 {
    low_mask(u32::from(range.end - range.start)) << range.start
}

/// The table that one block leads; the other bits follow in their order.
pub(super) fn single(cut: &Cut, block: u8) -> Layout {
    let others = (0..cut.blocks()).filter(|&other| other != block);
    let following: Vec<Range<u8>> = others.map(|other| cut.range(other)).collect();
    Layout::new(cut.bits(), &[cut.range(block)], &following)
}

/// The tables of Manku: every choice of m − k of the m blocks leads one table. If at most k blocks differ, the
/// leading blocks of at least one table are equal.
///
/// Source: Manku, Jain, Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, §3.1. C(m, k) tables,
/// in the lexical order of the chosen blocks.
///
/// # Panics
/// If the cut has not more than k blocks.
pub fn choices(cut: &Cut, k: u8) -> Vec<Layout> {
    let blocks = cut.blocks();
    assert!(blocks > k, "k = {k} may touch all of {blocks} blocks");
    let mut layouts = Vec::new();
    let mut chosen: Vec<u8> = (0..blocks - k).collect();
    loop {
        let (leading, following): (Vec<u8>, Vec<u8>) = (0..blocks).partition(|block| chosen.contains(block));
        let ranges = |blocks: &[u8]| blocks.iter().map(|&block| cut.range(block)).collect::<Vec<_>>();
        layouts.push(Layout::new(cut.bits(), &ranges(&leading), &ranges(&following)));
        // The next choice: the last block that can move up moves, and those after it follow directly.
        let Some(at) = (0..chosen.len()).rev().find(|&at| chosen[at] < k + at as u8) else { return layouts };
        let next = chosen[at] + 1;
        for (place, block) in chosen[at..].iter_mut().zip(next..) {
            *place = block;
        }
    }
}

/// The nested tables: one of k + 1 blocks leads, then one of the k + 1 blocks into which the remaining bits are
/// cut: (k + 1)² tables. At k = 3 and 64 bits these are the 16 tables of 16 + 12 leading bits of Manku's §3.1.
/// At k = 0 one table leads with all bits.
///
/// # Panics
/// If fewer than k + 1 bits remain for the second cut.
pub fn nested(cut: &Cut, k: u8) -> Vec<Layout> {
    assert!(cut.blocks() > k, "k = {k} may touch all of {} blocks", cut.blocks());
    let all = cut.bits().get();
    let mut layouts = Vec::new();
    for outer in (0..cut.blocks()).map(|block| cut.range(block)) {
        // The bits that are left, the most significant first.
        let left: Vec<u8> = (0..all).rev().filter(|bit| !outer.contains(bit)).collect();
        let parts = usize::from(k) + 1;
        assert!(k == 0 || left.len() >= parts, "{} bits cannot be cut into {parts} blocks", left.len());
        let mut start = 0;
        for part in 0..parts {
            let width = left.len() / parts + usize::from(part < left.len() % parts);
            let inner = start..start + width;
            start = inner.end;
            let single = |bits: &[u8]| bits.iter().map(|&bit| bit..bit + 1).collect::<Vec<_>>();
            let leading = [vec![outer.clone()], single(&left[inner.clone()])].concat();
            let following = single(&[&left[..inner.start], &left[inner.end..]].concat());
            layouts.push(Layout::new(cut.bits(), &leading, &following));
        }
    }
    layouts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bits(bits: u8) -> Bits {
        Bits::new(bits).unwrap()
    }

    #[test]
    fn the_designs_of_the_paper_have_their_numbers_of_tables_and_leading_bits() {
        let design = |layouts: Vec<Layout>| {
            let leads = layouts.iter().map(Layout::lead_bits);
            (layouts.len(), leads.clone().min().unwrap(), leads.max().unwrap())
        };
        let cut = |blocks| Cut::even(Bits::DEFAULT, blocks);
        assert_eq!(design(choices(&cut(6), 3)), (20, 31, 33));
        assert_eq!(design(nested(&cut(4), 3)), (16, 28, 28));
        assert_eq!(design(choices(&cut(5), 3)), (10, 25, 26));
        assert_eq!(design(choices(&cut(4), 3)), (4, 16, 16));
    }

    #[test]
    fn blocks_cover_every_bit_once_from_the_top() {
        let cut = Cut::even(bits(13), 4);
        assert_eq!(cut.widths(), [4, 3, 3, 3]);
        assert_eq!((0..4).map(|block| cut.range(block)).collect::<Vec<_>>(), [9..13, 6..9, 3..6, 0..3]);
        assert_eq!(cut.block_of(12), 0);
        assert_eq!(cut.block_of(0), 3);
        assert_eq!(Cut::of_widths(bits(8), &[4, 4]), Some(Cut::even(bits(8), 2)));
        assert_eq!(Cut::of_widths(bits(8), &[4, 0, 4]), None);
        assert_eq!(Cut::of_widths(bits(8), &[4, 5]), None);
    }

    #[test]
    fn one_block_is_the_whole_word_in_both_widths() {
        let layout = &choices(&Cut::even(bits(64), 1), 0)[0];
        assert_eq!(layout.key(u64::MAX - 5), u64::MAX - 5);
        let layout = &choices(&Cut::even(bits(128), 1), 0)[0];
        assert_eq!(layout.key(u128::MAX - 5), u128::MAX - 5);
    }

    proptest! {
        #[test]
        fn a_key_keeps_all_bits_and_begins_with_the_leading_ones(
            signature: u128, width in 1_u8..=128, blocks in 1_u8..=9, k in 0_u8..=8, is_nested: bool,
        ) {
            let blocks = blocks.min(width);
            let k = k.min(blocks - 1);
            let is_nested = is_nested && u32::from(width) > 4 * u32::from(blocks);
            let cut = Cut::even(bits(width), blocks);
            let signature = signature & bits(width).mask();
            for layout in if is_nested { nested(&cut, k) } else { choices(&cut, k) } {
                let key = layout.key(signature);
                prop_assert_eq!(layout.signature(key), signature);
                prop_assert_eq!(key.count_ones(), signature.count_ones());
                let lead = u32::from(layout.lead_bits());
                let leading = layout.leading().iter().flat_map(|piece| piece.clone().rev());
                let expected = leading.fold(0, |number, bit| number << 1 | signature >> bit & 1);
                prop_assert_eq!(layout.lead(key), expected);
                prop_assert_eq!(layout.prefix(key, lead.min(64)), (expected >> lead.saturating_sub(64)) as u64);
                for count in [0, 1, lead / 2, lead.min(64), u32::from(width).min(64)] {
                    prop_assert_eq!(layout.top(signature, count), layout.prefix(key, count));
                }
                let other = layout.signature(key ^ 1);
                prop_assert_eq!(layout.agrees(signature ^ other), lead < u32::from(width));
                if width <= 64 {
                    prop_assert_eq!(u128::from(layout.key(signature as u64)), key);
                    prop_assert_eq!(u128::from(layout.signature(key as u64)), signature);
                }
            }
        }

        #[test]
        fn whatever_k_bits_differ_a_table_agrees(flips in prop::collection::vec(0_u8..64, 0..=4), blocks in 5_u8..=8) {
            let difference = flips.iter().fold(0_u128, |mask, bit| mask | 1 << bit);
            let cut = Cut::even(Bits::DEFAULT, blocks);
            prop_assert!(choices(&cut, 4).iter().any(|layout| layout.agrees(difference)));
            prop_assert!(nested(&cut, 4).iter().any(|layout| layout.agrees(difference)));
        }
    }
}
