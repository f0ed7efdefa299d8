//! The vector operations that the loops of [`super::loops`] and [`super::relax`] need.

use crate::hamming::tally::BATCH;
use crate::hamming::{Histogram, distance_of};

/// A set of vector instructions. A value of such a type proves that the processor has them, so its methods are
/// safe to call; they become single instructions only inside [`Lanes::enter`].
pub trait Lanes: Copy {
    /// Signatures compared at once: the lanes of [`Lanes::Bytes`]; at most 64.
    const WIDTH: usize;
    /// One signature of 64 bits, ready to be compared with many.
    type Query: Copy;
    /// One signature of 128 bits, ready to be compared with many.
    type WideQuery: Copy;
    /// `WIDTH` bytes.
    type Bytes: Copy;
    /// Running sums, wide enough for 2⁵⁶ distances.
    type Sum: Copy;

    /// Runs a task with the instructions switched on.
    fn enter<T: Task>(self, task: T) -> T::Output;

    /// Prepares a signature.
    fn query(self, signature: u64) -> Self::Query;
    /// Distances to `WIDTH` signatures, in an order that suits the processor.
    fn block(self, query: Self::Query, signatures: &[u64]) -> Self::Bytes;
    /// Brings the result of [`Lanes::block`] into the order of the signatures.
    fn ordered(self, block: Self::Bytes) -> Self::Bytes;

    /// As [`Lanes::query`], of 128 bits.
    fn wide_query(self, signature: u128) -> Self::WideQuery;
    /// As [`Lanes::block`], of 128 bits: the distances of both halves, added.
    fn wide_block(self, query: Self::WideQuery, signatures: &[u128]) -> Self::Bytes;
    /// Brings the result of [`Lanes::wide_block`] into the order of the signatures.
    fn wide_ordered(self, block: Self::Bytes) -> Self::Bytes;

    /// The same byte in all lanes.
    fn splat(self, byte: u8) -> Self::Bytes;
    /// Reads `WIDTH` bytes.
    fn load(self, bytes: &[u8]) -> Self::Bytes;
    /// Writes `WIDTH` bytes.
    fn store(self, bytes: Self::Bytes, out: &mut [u8]);
    /// The smaller, lane by lane.
    fn min(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The larger, lane by lane.
    fn max(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Bit i is set where lane i of `a` ≤ lane i of `b`.
    fn at_most(self, a: Self::Bytes, b: Self::Bytes) -> u64;
    /// Adds 1 to each lane of `counts` in which `a` and `b` are equal; 255 becomes 0.
    fn count_equal(self, counts: Self::Bytes, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Adds how often each distance occurs in the batch, four distances at a time. Distances lie close together, so that
    /// few of them have to be looked for.
    #[inline(always)]
    fn count(self, batch: &[u8; BATCH], histogram: &mut Histogram) {
        /// Vectors counted before a lane could overflow; they stay in the first-level cache.
        const VECTORS: usize = 128;
        for run in batch.chunks(VECTORS * Self::WIDTH) {
            let vectors = run.chunks_exact(Self::WIDTH);
            let (mut least, mut most) = (self.splat(u8::MAX), self.splat(0));
            for distances in vectors.clone() {
                let distances = self.load(distances);
                least = self.min(least, distances);
                most = self.max(most, distances);
            }
            for first in (self.smallest(least)..=self.largest(most)).step_by(4) {
                let wanted =
                    [self.splat(first), self.splat(first + 1), self.splat(first + 2), self.splat(first + 3)];
                let mut counts = [self.splat(0); 4];
                for distances in vectors.clone() {
                    let distances = self.load(distances);
                    for (counts, wanted) in counts.iter_mut().zip(wanted) {
                        *counts = self.count_equal(*counts, distances, wanted);
                    }
                }
                for (total, counts) in histogram.0[usize::from(first)..].iter_mut().zip(counts) {
                    *total += self.total(self.add(self.zero(), counts));
                }
            }
        }
    }

    /// A sum of nothing.
    fn zero(self) -> Self::Sum;
    /// Adds all lanes.
    fn add(self, sum: Self::Sum, bytes: Self::Bytes) -> Self::Sum;
    /// The sum.
    fn total(self, sum: Self::Sum) -> u64;

    /// Bit i is set where lane i of `a` < lane i of `b`.
    #[inline(always)]
    fn below(self, a: Self::Bytes, b: Self::Bytes) -> u64 {
        !self.at_most(b, a) & (u64::MAX >> (64 - Self::WIDTH))
    }

    /// In how many lanes `a` ≤ `b`.
    #[inline(always)]
    fn count_at_most(self, a: Self::Bytes, b: Self::Bytes) -> u32 {
        self.at_most(a, b).count_ones()
    }

    /// The smallest lane.
    #[inline(always)]
    fn smallest(self, bytes: Self::Bytes) -> u8 {
        let mut out = [u8::MAX; 64];
        self.store(bytes, &mut out[..Self::WIDTH]);
        out.iter().fold(u8::MAX, |least, &byte| least.min(byte))
    }

    /// The largest lane.
    #[inline(always)]
    fn largest(self, bytes: Self::Bytes) -> u8 {
        let mut out = [0; 64];
        self.store(bytes, &mut out[..Self::WIDTH]);
        out.iter().fold(0, |most, &byte| most.max(byte))
    }
}

/// `N` signatures of 128 bits as two runs of `N` words; both words of a signature stand side by side.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn words_of<const N: usize>(signatures: &[u128]) -> &[[u64; N]; 2] {
    let signatures: &[u128; N] = signatures.first_chunk().expect("a block has WIDTH signatures");
    // SAFETY: 2 · N words are as many bytes as N signatures, need no more alignment, and any bytes are words.
    unsafe { &*std::ptr::from_ref(signatures).cast() }
}

/// Operations of [`Lanes`] that are one expression over registers, for a type whose value proves that the processor has the
/// instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! on_registers {
    ($($name:ident($($argument:ident: $of:ty),*) -> $out:ty = $value:expr;)*) => { $(
        #[inline(always)]
        #[allow(clippy::macro_metavars_in_unsafe, reason = "only the kernels call it, with intrinsics")]
        fn $name(self, $($argument: $of),*) -> $out {
            // SAFETY: `self` exists, so `detect` found the features.
            unsafe { $value }
        }
    )* };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use on_registers;

/// A loop over signatures, written once for all processors.
///
/// `run` must be `#[inline(always)]`: only so do the instructions of `L` reach it.
pub trait Task {
    /// Its result.
    type Output;
    /// Runs it.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// No explicit vector instructions.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Lanes for Portable {
    const WIDTH: usize = 16;
    type Query = u64;
    type WideQuery = u128;
    type Bytes = [u8; 16];
    type Sum = u64;

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
    #[inline(always)]
    fn query(self, signature: u64) -> u64 {
        signature
    }
    #[inline(always)]
    fn block(self, query: u64, signatures: &[u64]) -> [u8; 16] {
        let mut out = [0; 16];
        for (out, &signature) in out.iter_mut().zip(signatures) {
            *out = distance_of(query, signature);
        }
        out
    }
    #[inline(always)]
    fn ordered(self, block: [u8; 16]) -> [u8; 16] {
        block
    }
    #[inline(always)]
    fn wide_query(self, signature: u128) -> u128 {
        signature
    }
    #[inline(always)]
    fn wide_block(self, query: u128, signatures: &[u128]) -> [u8; 16] {
        let mut out = [0; 16];
        for (out, &signature) in out.iter_mut().zip(signatures) {
            *out = distance_of(query, signature);
        }
        out
    }
    #[inline(always)]
    fn wide_ordered(self, block: [u8; 16]) -> [u8; 16] {
        block
    }
    #[inline(always)]
    fn splat(self, byte: u8) -> [u8; 16] {
        [byte; 16]
    }
    #[inline(always)]
    fn load(self, bytes: &[u8]) -> [u8; 16] {
        let mut out = [0; 16];
        out.copy_from_slice(bytes);
        out
    }
    #[inline(always)]
    fn store(self, bytes: [u8; 16], out: &mut [u8]) {
        out.copy_from_slice(&bytes);
    }
    #[inline(always)]
    fn min(self, a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        std::array::from_fn(|i| a[i].min(b[i]))
    }
    #[inline(always)]
    fn max(self, a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        std::array::from_fn(|i| a[i].max(b[i]))
    }
    #[inline(always)]
    fn at_most(self, a: [u8; 16], b: [u8; 16]) -> u64 {
        a.iter().zip(b).enumerate().fold(0, |mask, (i, (&a, b))| mask | u64::from(a <= b) << i)
    }
    #[inline(always)]
    fn count_at_most(self, a: [u8; 16], b: [u8; 16]) -> u32 {
        // One byte per comparison lets the compiler vectorise.
        let each: [u8; 16] = std::array::from_fn(|i| u8::from(a[i] <= b[i]));
        each.iter().map(|&one| u32::from(one)).sum()
    }
    #[inline(always)]
    fn count_equal(self, counts: [u8; 16], a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        std::array::from_fn(|i| counts[i].wrapping_add(u8::from(a[i] == b[i])))
    }
    #[inline(always)]
    fn zero(self) -> u64 {
        0
    }
    #[inline(always)]
    fn add(self, sum: u64, bytes: [u8; 16]) -> u64 {
        sum + u64::from(bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>())
    }
    #[inline(always)]
    fn total(self, sum: u64) -> u64 {
        sum
    }
}
