//! Sums of fractional weights.

use super::word::Word;

/// One f64 sum per bit. Weights are added in their order, so that every way of computing a signature rounds
/// alike.
///
/// Features are buffered; then the sums are updated sixteen at a time, in registers, with the weights of all
/// buffered features.
pub(super) struct WeightedSums<W: Word> {
    sums: W::Sums,
    waiting: [(W, f64); WAITING],
    n: usize,
}

/// Small, so that a short text does not pay for it; large enough to make loading and storing the sums cheap.
const WAITING: usize = 32;

/// For each byte of a hash, the masks that turn a weight into −weight where the bit is 0 (the sign bit of an
/// f64). With it the inner loop is a load, an xor and an addition for as many sums as a register holds.
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
        Self { sums: W::sums(), waiting: [(W::ZERO, 0.0); WAITING], n: 0 }
    }
}

impl<W: Word> WeightedSums<W> {
    #[inline]
    pub(super) fn add(&mut self, hash: W, weight: f64) {
        self.waiting[self.n] = (hash, weight);
        self.n += 1;
        if self.n == WAITING {
            self.flush();
        }
    }

    fn flush(&mut self) {
        W::weigh(&mut self.sums, &self.waiting[..self.n]);
        self.n = 0;
    }

    /// For each position, whether the sum is above 0 and whether it is 0.
    pub(super) fn above_and_level(&mut self) -> (u128, u128) {
        self.flush();
        let sums = self.sums.as_ref();
        let mut has_level = false;
        let above = ones(sums, |sum| {
            has_level |= sum == 0.0;
            sum > 0.0
        });
        // Sums of 0 are rare, so that a second pass costs less than recording them.
        (above, if has_level { ones(sums, |sum| sum == 0.0) } else { 0 })
    }
}

/// Bit i is set if `holds` is true for sum i.
#[inline]
fn ones(sums: &[[f64; 8]], mut holds: impl FnMut(f64) -> bool) -> u128 {
    sums.iter().rev().fold(0, |word, sums| {
        let byte = sums.iter().enumerate().fold(0, |byte, (bit, &sum)| byte | u8::from(holds(sum)) << bit);
        word << 8 | u128::from(byte)
    })
}

/// Adds the weights of features, in their order, to the sums where the hash has a 1, and subtracts them where
/// it has a 0. `bytes` returns the bytes 2i and 2i + 1 of a hash, byte 0 the lowest.
#[inline]
pub(super) fn weigh<W: Copy, const BYTES: usize>(
    sums: &mut [[f64; 8]; BYTES],
    features: &[(W, f64)],
    bytes: impl Fn(W, usize) -> [u8; 2],
) {
    for (i, sums) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let mut sixteen = *sums;
        for &(hash, weight) in features {
            let weight = weight.to_bits();
            for (eight, byte) in sixteen.iter_mut().zip(bytes(hash, i)) {
                for (sum, sign) in eight.iter_mut().zip(&SIGNS[usize::from(byte)]) {
                    *sum += f64::from_bits(weight ^ sign);
                }
            }
        }
        *sums = sixteen;
    }
}
