//! The word types for hashes: 64 bits where they suffice, otherwise 128.

use super::weighted::weigh;
use crate::recipe::FeatureHash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A word with one bit for each sum.
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
    /// Sums, one for each bit, eight in a row.
    type Sums: AsRef<[[f64; 8]]>;
    /// Zero sums.
    fn sums() -> Self::Sums;
    /// Adds the weights of features, in their order, to the sums where the hash has a 1, and subtracts them
    /// where it has a 0.
    fn weigh(sums: &mut Self::Sums, features: &[(Self, f64)]);
    /// Whether the [`key`] of a term is its hash.
    fn is_key(hash: FeatureHash) -> bool;
    /// The hash of a term from its key, if [`Word::is_key`].
    fn from_key(key: u64) -> Self;
    /// As many bits of these as it has, the low half first.
    fn of_halves(halves: [u64; 2]) -> Self;
    /// The hash of a term whose [`key`] is known.
    fn hash(hash: FeatureHash, term: &str, key: u64) -> Self;
}

/// The key of a term in sets of terms and document frequencies, independent of the recipe's hash.
#[inline]
pub(crate) fn key(term: &str) -> u64 {
    FeatureHash::DEFAULT.of_64(term)
}

impl Word for u64 {
    const ZERO: Self = 0;
    type Sums = [[f64; 8]; 8];
    #[inline]
    fn sums() -> Self::Sums {
        [[0.0; 8]; 8]
    }
    fn weigh(sums: &mut Self::Sums, features: &[(Self, f64)]) {
        weigh(sums, features, |hash, i| ((hash >> (16 * i)) as u16).to_le_bytes());
    }
    #[inline]
    fn is_key(hash: FeatureHash) -> bool {
        hash == FeatureHash::DEFAULT
    }
    #[inline]
    fn from_key(key: u64) -> Self {
        key
    }
    #[inline]
    fn of_halves([low, _]: [u64; 2]) -> Self {
        low
    }
    #[inline]
    fn hash(hash: FeatureHash, term: &str, key: u64) -> Self {
        if Self::is_key(hash) { key } else { hash.of_64(term) }
    }
}

impl Word for u128 {
    const ZERO: Self = 0;
    type Sums = [[f64; 8]; 16];
    #[inline]
    fn sums() -> Self::Sums {
        [[0.0; 8]; 16]
    }
    fn weigh(sums: &mut Self::Sums, features: &[(Self, f64)]) {
        weigh(sums, features, |hash, i| ((hash >> (16 * i)) as u16).to_le_bytes());
    }
    #[inline]
    fn is_key(_hash: FeatureHash) -> bool {
        false
    }
    #[inline]
    fn from_key(key: u64) -> Self {
        key.into()
    }
    #[inline]
    fn of_halves([low, high]: [u64; 2]) -> Self {
        u128::from(high) << 64 | u128::from(low)
    }
    #[inline]
    fn hash(hash: FeatureHash, term: &str, _key: u64) -> Self {
        hash.of_128(term)
    }
}
