//! Sums of weights that are not integers.

use super::word::Word;

/// One sum for each bit of a word, in f64. Weights are added in the order in which they come, so that every
/// way of computing a signature rounds alike.
pub(super) struct WeightedSums<W: Word>(W::Sums);

/// For each byte of a hash, what turns a weight into −weight where the bit is 0: the sign bit of an f64.
/// With it the inner loop is a load, an xor and an addition for as many sums as a register holds.
static SIGNS: [[u64; 8]; 256] = {
    let mut signs = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 0 {
                signs[byte][bit] = 1 << 63;
            }
            bit += 1;
        }
        byte += 1;
    }
    signs
};

impl<W: Word> Default for WeightedSums<W> {
    fn default() -> Self {
        Self(W::sums())
    }
}

impl<W: Word> WeightedSums<W> {
    #[inline]
    pub(super) fn add(&mut self, hash: W, weight: f64) {
        hash.weigh(&mut self.0, weight);
    }

    /// Position by position: whether the sum is above 0, and whether it is 0.
    pub(super) fn above_and_level(&self) -> (u128, u128) {
        let byte = |sums: &[f64; 8], holds: fn(f64) -> bool| {
            sums.iter().enumerate().fold(0, |byte, (i, &sum)| byte | u8::from(holds(sum)) << i)
        };
        self.0.as_ref().iter().rev().fold((0, 0), |(above, level), sums| {
            let (more, still) = (byte(sums, |sum| sum > 0.0), byte(sums, |sum| sum == 0.0));
            (above << 8 | u128::from(more), level << 8 | u128::from(still))
        })
    }
}

/// Adds a weight to eight sums for each byte of a hash, or takes it from them where the bit is 0.
///
/// Not inlined: by itself the loop over bytes is unrolled, which is worth more than the call costs.
#[inline(never)]
pub(super) fn weigh<const BYTES: usize>(sums: &mut [[f64; 8]; BYTES], hash: [u8; BYTES], weight: f64) {
    let weight = weight.to_bits();
    for (sums, byte) in sums.iter_mut().zip(hash) {
        for (sum, sign) in sums.iter_mut().zip(&SIGNS[usize::from(byte)]) {
            *sum += f64::from_bits(weight ^ sign);
        }
    }
}
