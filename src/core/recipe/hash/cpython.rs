//! The string hash of CPython before 3.3 (`string_hash` in Objects/stringobject.c, 2.7.18), at any word width.

use std::ops::{BitXor, Shl};

/// The word of the computation. Every step carries only upwards, so the low f bits of a wider result are the
/// f-bit hash.
pub(super) trait Word: Copy + From<u64> + Shl<u32, Output = Self> + BitXor<Output = Self> {
    fn times(self, factor: u64) -> Self;
}

impl Word for u64 {
    #[inline]
    fn times(self, factor: u64) -> Self {
        self.wrapping_mul(factor)
    }
}

impl Word for u128 {
    #[inline]
    fn times(self, factor: u64) -> Self {
        self.wrapping_mul(u128::from(factor))
    }
}

const MULTIPLIER: u64 = 1_000_003;

/// The hash of a sequence of units; 0 if it is empty. The first unit is used twice.
#[inline]
pub(super) fn hash<W: Word>(units: impl Iterator<Item = W>) -> W {
    let mut units = units.peekable();
    let Some(&first) = units.peek() else { return W::from(0) };
    let mut length = 0_u64;
    let x = units.fold(first << 7, |x, unit| {
        length += 1;
        x.times(MULTIPLIER) ^ unit
    });
    x ^ W::from(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_is_what_python_2_returns() {
        // CPython 2.7.18, 64-bit: hash("abc") & (2**64 - 1), and the first units of a class in Java.
        for (term, expected) in [
            ("", 0_u64),
            ("a", 0x0000_0002_e40d_b1e0),
            ("is", 0x002f_bfae_a690_c58a),
            ("This", 0xeb1d_aedc_7c5a_fac8),
        ] {
            assert_eq!(hash(term.bytes().map(u64::from)), expected, "{term:?}");
        }
        assert_eq!(hash("This".bytes().map(u128::from)), 0x22bd_f3e6_eb1d_aedc_7c5a_fac8);
    }

    proptest! {
        #[test]
        fn the_narrow_hash_is_the_low_half_of_the_wide_one(term: String) {
            let wide: u128 = hash(term.chars().map(u128::from));
            prop_assert_eq!(hash(term.chars().map(u64::from)), wide as u64);
        }
    }
}
