//! The words that hold a signature: 64 bits, or 128.

use super::lanes::Lanes;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// Sealed: only this crate implements it.
pub trait Word: Copy {
    /// A signature prepared for comparing with many.
    type Ready<L: Lanes>: Copy;
    /// Prepares it.
    fn ready<L: Lanes>(self, lanes: L) -> Self::Ready<L>;
    /// Distances to `L::WIDTH` signatures, in an order that suits the processor.
    fn block<L: Lanes>(lanes: L, ready: Self::Ready<L>, signatures: &[Self]) -> L::Bytes;
    /// Brings the result of [`Word::block`] into the order of the signatures.
    fn ordered<L: Lanes>(lanes: L, block: L::Bytes) -> L::Bytes;
}

/// A signature in the low bits of a word: `u64` up to 64 bits, `u128` up to 128.
pub trait Signature:
    Word
    + Ord
    + Default
    + Debug
    + Hash
    + Send
    + Sync
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<u128>
    + 'static
{
    /// The low bits of a number.
    fn truncated(number: u128) -> Self;
    /// The low 64 bits.
    #[inline(always)]
    fn low(self) -> u64 {
        self.to_words()[0]
    }
    /// The same signatures, if they have 64 bits.
    fn narrow(signatures: &[Self]) -> Option<&[u64]>;
    /// Number of ones.
    #[inline(always)]
    fn ones(self) -> u8 {
        Into::<u128>::into(self).count_ones() as u8
    }
    /// Its words of 64 bits, the lower one first.
    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        let bits: u128 = self.into();
        [bits as u64, (bits >> 64) as u64]
    }
    /// From 64-bit words, the lower one first; what does not fit is dropped.
    #[inline(always)]
    fn from_words([low, high]: [u64; 2]) -> Self {
        Self::truncated(u128::from(high) << 64 | u128::from(low))
    }
}

impl Word for u64 {
    type Ready<L: Lanes> = L::Query;

    #[inline(always)]
    fn ready<L: Lanes>(self, lanes: L) -> L::Query {
        lanes.query(self)
    }
    #[inline(always)]
    fn block<L: Lanes>(lanes: L, ready: L::Query, signatures: &[u64]) -> L::Bytes {
        lanes.block(ready, signatures)
    }
    #[inline(always)]
    fn ordered<L: Lanes>(lanes: L, block: L::Bytes) -> L::Bytes {
        lanes.ordered(block)
    }
}

impl Signature for u64 {
    #[inline(always)]
    fn truncated(number: u128) -> Self {
        number as u64
    }
    #[inline(always)]
    fn narrow(signatures: &[Self]) -> Option<&[u64]> {
        Some(signatures)
    }
}

impl Word for u128 {
    type Ready<L: Lanes> = L::WideQuery;

    #[inline(always)]
    fn ready<L: Lanes>(self, lanes: L) -> L::WideQuery {
        lanes.wide_query(self)
    }
    #[inline(always)]
    fn block<L: Lanes>(lanes: L, ready: L::WideQuery, signatures: &[u128]) -> L::Bytes {
        lanes.wide_block(ready, signatures)
    }
    #[inline(always)]
    fn ordered<L: Lanes>(lanes: L, block: L::Bytes) -> L::Bytes {
        lanes.wide_ordered(block)
    }
}

impl Signature for u128 {
    #[inline(always)]
    fn truncated(number: u128) -> Self {
        number
    }
    #[inline(always)]
    fn narrow(_: &[Self]) -> Option<&[u64]> {
        None
    }
}
