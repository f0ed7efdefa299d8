//! How often each bit is 1 over a corpus.

use super::{Signatures, by_width};
use crate::recipe::Bits;
use std::ops::Range;

/// For every bit (index 0 is the least significant) the number of signatures in which it is 1. A bit that is
/// the same in all of them is dead: it distinguishes no documents.
pub fn ones(signatures: &Signatures, bits: Bits) -> Vec<u64> {
    ones_in(signatures, 0..signatures.len(), bits.get().into())
}

/// As [`ones`], over the signatures at these positions.
pub(super) fn ones_in(signatures: &Signatures, positions: Range<usize>, bits: usize) -> Vec<u64> {
    by_width!(signatures, |words| counted(&words[positions], bits, |word| word.to_le_bytes()))
}

fn counted<S: Copy, const N: usize>(words: &[S], bits: usize, bytes: impl Fn(S) -> [u8; N]) -> Vec<u64> {
    let mut ones = vec![0; bits];
    // Eight 8-bit counters in one word, emptied before one can overflow.
    for words in words.chunks(255) {
        let mut packed = [0_u64; N];
        for &word in words {
            for (packed, byte) in packed.iter_mut().zip(bytes(word)) {
                *packed += SPREAD[usize::from(byte)];
            }
        }
        for (bit, ones) in ones.iter_mut().enumerate() {
            *ones += packed.get(bit / 8).map_or(0, |packed| packed >> (bit % 8 * 8) & 0xff);
        }
    }
    ones
}

/// Spreads the bits of a byte over eight bytes.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_counted_bit_by_bit(
            signatures in prop::collection::vec(any::<u128>(), 0..600), bits in 1u8..=128,
        ) {
            let bits = Bits::new(bits).unwrap();
            let mut column = Signatures::new(bits);
            column.extend(signatures.iter().map(|signature| signature & bits.mask()));
            let expected: Vec<u64> = (0..bits.get())
                .map(|bit| signatures.iter().filter(|&&signature| signature >> bit & 1 == 1).count() as u64)
                .collect();
            prop_assert_eq!(ones(&column, bits), expected);
        }
    }
}
