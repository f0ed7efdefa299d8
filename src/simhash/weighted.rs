//! Sums of weights that are not integers.

/// One sum for each of 64 bits, in f64. Weights are added in the order in which they come, so that every
/// way of computing a signature rounds alike.
#[derive(Debug)]
pub(super) struct WeightedSums([f64; 64]);

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

impl Default for WeightedSums {
    fn default() -> Self {
        Self([0.0; 64])
    }
}

impl WeightedSums {
    #[inline]
    pub(super) fn add(&mut self, hash: u64, weight: f64) {
        let weight = weight.to_bits();
        for (sums, byte) in self.0.as_chunks_mut::<8>().0.iter_mut().zip(hash.to_le_bytes()) {
            for (sum, sign) in sums.iter_mut().zip(&SIGNS[usize::from(byte)]) {
                *sum += f64::from_bits(weight ^ sign);
            }
        }
    }

    /// Position by position: whether the sum is above 0, and whether it is 0.
    pub(super) fn above_and_level(&self) -> (u64, u64) {
        self.0.iter().enumerate().fold((0, 0), |(above, level), (i, &sum)| {
            (above | u64::from(sum > 0.0) << i, level | u64::from(sum == 0.0) << i)
        })
    }
}
