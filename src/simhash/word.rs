//! The words that hashes are added up in: 64 bits where they suffice, 128 where not.

use crate::recipe::FeatureHash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A word of one bit for each sum.
pub(super) trait Word:
    Copy
    + Eq
    + Into<u128>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// No bits.
    const ZERO: Self;
    /// Sums, one for each bit.
    type Sums: AsRef<[f64]> + AsMut<[f64]>;
    /// Sums of nothing.
    fn sums() -> Self::Sums;
    /// The bytes, the lowest first.
    fn bytes(self) -> impl Iterator<Item = u8>;
    /// The hash of a term, whose [`key`] is known already.
    fn hash(hash: FeatureHash, term: &str, key: u64) -> Self;
}

/// What a term is known by in a set of terms and in document frequencies, whatever the recipe's hash.
#[inline]
pub(super) fn key(term: &str) -> u64 {
    FeatureHash::Xxh3.of_64(term)
}

impl Word for u64 {
    const ZERO: Self = 0;
    type Sums = [f64; 64];
    #[inline]
    fn sums() -> [f64; 64] {
        [0.0; 64]
    }
    #[inline]
    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
    #[inline]
    fn hash(hash: FeatureHash, term: &str, key: u64) -> Self {
        if hash == FeatureHash::Xxh3 { key } else { hash.of_64(term) }
    }
}

impl Word for u128 {
    const ZERO: Self = 0;
    type Sums = [f64; 128];
    #[inline]
    fn sums() -> [f64; 128] {
        [0.0; 128]
    }
    #[inline]
    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
    #[inline]
    fn hash(hash: FeatureHash, term: &str, _key: u64) -> Self {
        hash.of_128(term)
    }
}
