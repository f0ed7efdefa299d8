//! Estimates from a sample of the signatures.

use super::layout::Layout;
use crate::hamming::{Kernel, Signature, pairs_of};
use crate::recipe::Bits;

/// Distinct signatures from all parts of the column.
pub(super) struct Sample<S> {
    words: Vec<S>,
    bits: Bits,
    /// Number of signatures drawn, before equal ones were merged.
    drawn: usize,
}

impl<S: Signature> Sample<S> {
    /// Draws at most `most` signatures.
    pub(super) fn of(words: &[S], bits: Bits, most: usize) -> Self {
        let mut words: Vec<S> = spread(words, most).collect();
        let drawn = words.len();
        words.sort_unstable();
        words.dedup();
        Self { words, bits, drawn }
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Share of the drawn signatures that remain when equal ones count once.
    pub(super) fn share_distinct(&self) -> f64 {
        self.words.len() as f64 / self.drawn.max(1) as f64
    }

    /// Number of pairs of distinct signatures within k, and number of pairs compared, among up to 8,192
    /// signatures.
    pub(super) fn pairs_within(&self, k: u8) -> (u64, u64) {
        const COMPARED: usize = 1 << 13;
        let compared: Vec<S> = spread(&self.words, COMPARED).collect();
        (Kernel::best().count_within(&compared, k), pairs_of(compared.len()))
    }

    /// The differences of the pairs within k, and the number of pairs compared, among up to 8,192 signatures: fewer where
    /// many are near, so that there are at most some 65,536.
    pub(super) fn differences_within(&self, k: u8) -> (Vec<S>, u64) {
        let mut most = 1 << 13;
        loop {
            let compared: Vec<S> = spread(&self.words, most).collect();
            if Kernel::best().count_within(&compared, k) > 1 << 16 && most > 256 {
                most /= 2;
                continue;
            }
            let mut hits = Vec::new();
            Kernel::best().pairs_in_runs(&compared, &[compared.len() as u32], k, &mut hits);
            let difference = |&(a, b): &(u32, u32)| compared[a as usize] ^ compared[b as usize];
            return (hits.iter().map(difference).collect(), pairs_of(compared.len()));
        }
    }

    /// Share of pairs of distinct signatures whose leading bits are all equal; at least that of random ones,
    /// which a sample may be too small to show.
    pub(super) fn share_equal(&self, layout: &Layout) -> f64 {
        self.share_equal_in(layout, layout.lead_bits())
    }

    /// As [`share_equal`](Self::share_equal), of the first `bits` leading bits.
    pub(super) fn share_equal_in(&self, layout: &Layout, bits: u8) -> f64 {
        let lead = |&word: &S| match bits {
            0 => S::default(),
            _ => layout.key(word) >> u32::from(self.bits.get() - bits),
        };
        let mut leads: Vec<S> = self.words.iter().map(lead).collect();
        leads.sort_unstable();
        let equal: u64 = leads.chunk_by(|a, b| a == b).map(|run| pairs_of(run.len())).sum();
        let share = equal as f64 / pairs_of(leads.len()).max(1) as f64;
        share.max(0.5_f64.powi(bits.into()))
    }

    /// Widths of blocks, the most significant first, with about the same entropy each, summed over single bits.
    pub(super) fn even_entropy(&self, blocks: u8) -> Vec<u8> {
        let entropies: Vec<f64> = (0..self.bits.get()).rev().map(|bit| self.entropy(bit)).collect();
        let total: f64 = entropies.iter().sum();
        let mut widths = Vec::with_capacity(blocks.into());
        let (mut at, mut sum) = (0, 0.0);
        for block in 1..=usize::from(blocks) {
            let start = at;
            let last = entropies.len() - (usize::from(blocks) - block);
            let wanted = total * block as f64 / f64::from(blocks);
            // A block has at least one bit, and grows while the middle of its next bit is before the cut.
            while at < last
                && (at == start || block == usize::from(blocks) || sum + entropies[at] / 2.0 < wanted)
            {
                sum += entropies[at];
                at += 1;
            }
            widths.push((at - start) as u8);
        }
        widths
    }

    /// Entropy of one bit: 1 if it is 0 as often as 1, 0 if it is constant.
    fn entropy(&self, bit: u8) -> f64 {
        let mask = S::truncated(1 << bit);
        let ones = self.words.iter().filter(|&&word| (word & mask) != S::default()).count();
        let share = ones as f64 / self.words.len().max(1) as f64;
        [share, 1.0 - share].into_iter().filter(|&p| p > 0.0).map(|p| -p * p.log2()).sum()
    }
}

/// At most `most` words at golden-ratio steps: evenly spread, without a period that a corpus could share.
fn spread<S: Signature>(words: &[S], most: usize) -> impl Iterator<Item = S> + '_ {
    let n = words.len();
    (0..n.min(most)).map(move |i| {
        let turn = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = if n <= most { i } else { ((u128::from(turn) * n as u128) >> 64) as usize };
        words[at]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn widths_are_at_least_one_and_add_up(
            words in prop::collection::vec(any::<u64>(), 0..50), mask: u64, bits in 1_u8..=64, blocks in 1_u8..=64,
        ) {
            let blocks = blocks.min(bits);
            let bits = Bits::new(bits).unwrap();
            let words: Vec<u64> = words.iter().map(|word| word & mask & bits.mask() as u64).collect();
            let widths = Sample::of(&words, bits, 1 << 14).even_entropy(blocks);
            prop_assert_eq!(widths.len(), usize::from(blocks));
            prop_assert!(widths.iter().all(|&width| width > 0));
            prop_assert_eq!(widths.iter().map(|&width| u32::from(width)).sum::<u32>(), u32::from(bits.get()));
        }
    }

    #[test]
    fn even_bits_are_cut_evenly_and_dead_ones_are_passed_over() {
        let words: Vec<u64> = (0..=u64::from(u16::MAX)).collect();
        assert_eq!(Sample::of(&words, Bits::new(16).unwrap(), 1 << 14).even_entropy(4), [4; 4]);
        assert_eq!(Sample::of(&words, Bits::new(32).unwrap(), 1 << 14).even_entropy(4), [20, 4, 4, 4]);
    }
}
