//! NEON (64-bit ARM): 16 distances at a time.

use super::lanes::{Lanes, Task, words_of};
use std::arch::aarch64::*;

/// Proof that the processor has NEON.
#[derive(Clone, Copy)]
pub(super) struct Neon(());

impl Neon {
    /// Detects the features (cached by the standard library).
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

/// Runs a task compiled with these instructions.
#[target_feature(enable = "neon")]
fn run<T: Task>(lanes: Neon, task: T) -> T::Output {
    task.run(lanes)
}

/// Distances in the order before [`Lanes::ordered`]. A function with the target features, because its closures
/// inherit them.
#[inline]
#[target_feature(enable = "neon")]
fn distances(query: uint8x16_t, signatures: &[u64; 16]) -> uint8x16_t {
    let at = signatures.as_ptr();
    let load = |i: usize| {
        // SAFETY: i < 8, and the 8 loads of 2 signatures stay within the 16; they need no alignment but that
        // of u64.
        unsafe { vld1q_u64(at.add(2 * i)) }
    };
    let count = |i: usize| vcntq_u8(veorq_u8(query, vreinterpretq_u8_u64(load(i))));
    // Adding neighbours three times turns 8 bytes of a signature into one, and keeps the order.
    let quarter = |i| vpaddq_u8(vpaddq_u8(count(i), count(i + 1)), vpaddq_u8(count(i + 2), count(i + 3)));
    vpaddq_u8(quarter(0), quarter(4))
}

// Every `unsafe` block below that only computes on registers is sound for the same reason: `self` exists, so
// `detect` found the features.
#[allow(unused_unsafe)] // which intrinsics are safe depends on the features of the target
impl Lanes for Neon {
    const WIDTH: usize = 16;
    type Query = uint8x16_t;
    type WideQuery = uint8x16_t;
    type Bytes = uint8x16_t;
    type Sum = uint64x2_t;

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves the features.
        unsafe { run(self, task) }
    }
    #[inline(always)]
    fn query(self, signature: u64) -> uint8x16_t {
        // SAFETY: `self` proves the features.
        unsafe { vreinterpretq_u8_u64(vdupq_n_u64(signature)) }
    }
    #[inline(always)]
    fn block(self, query: uint8x16_t, signatures: &[u64]) -> uint8x16_t {
        let signatures = signatures.first_chunk().expect("a block has WIDTH signatures");
        // SAFETY: `self` proves the features.
        unsafe { distances(query, signatures) }
    }
    #[inline(always)]
    fn ordered(self, block: uint8x16_t) -> uint8x16_t {
        block
    }
    #[inline(always)]
    fn wide_query(self, signature: u128) -> uint8x16_t {
        // SAFETY: `self` proves the features; a signature has the 16 bytes that are loaded.
        unsafe { vld1q_u8(std::ptr::from_ref(&signature).cast()) }
    }
    #[inline(always)]
    fn wide_block(self, query: uint8x16_t, signatures: &[u128]) -> uint8x16_t {
        let [first, second] = words_of(signatures);
        // SAFETY: `self` proves the features.
        unsafe { vpaddq_u8(distances(query, first), distances(query, second)) }
    }
    #[inline(always)]
    fn wide_ordered(self, block: uint8x16_t) -> uint8x16_t {
        block
    }
    #[inline(always)]
    fn splat(self, byte: u8) -> uint8x16_t {
        // SAFETY: `self` proves the features.
        unsafe { vdupq_n_u8(byte) }
    }
    #[inline(always)]
    fn load(self, bytes: &[u8]) -> uint8x16_t {
        assert!(bytes.len() >= 16);
        // SAFETY: `self` proves the features; 16 bytes are there.
        unsafe { vld1q_u8(bytes.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, bytes: uint8x16_t, out: &mut [u8]) {
        assert!(out.len() >= 16);
        // SAFETY: `self` proves the features; 16 bytes are there.
        unsafe { vst1q_u8(out.as_mut_ptr(), bytes) }
    }
    #[inline(always)]
    fn min(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: `self` proves the features.
        unsafe { vminq_u8(a, b) }
    }
    #[inline(always)]
    fn max(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: `self` proves the features.
        unsafe { vmaxq_u8(a, b) }
    }
    #[inline(always)]
    fn at_most(self, a: uint8x16_t, b: uint8x16_t) -> u64 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: `self` proves the features; `BITS` has the 16 bytes that are loaded.
        unsafe {
            let bits = vandq_u8(vcleq_u8(a, b), vld1q_u8(BITS.as_ptr()));
            u64::from(vaddv_u8(vget_low_u8(bits))) | u64::from(vaddv_u8(vget_high_u8(bits))) << 8
        }
    }
    #[inline(always)]
    fn count_equal(self, counts: uint8x16_t, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // Equal lanes compare as −1.
        // SAFETY: `self` proves the features.
        unsafe { vsubq_u8(counts, vceqq_u8(a, b)) }
    }
    #[inline(always)]
    fn zero(self) -> uint64x2_t {
        // SAFETY: `self` proves the features.
        unsafe { vdupq_n_u64(0) }
    }
    #[inline(always)]
    fn add(self, sum: uint64x2_t, bytes: uint8x16_t) -> uint64x2_t {
        // SAFETY: `self` proves the features.
        unsafe { vpadalq_u32(sum, vpaddlq_u16(vpaddlq_u8(bytes))) }
    }
    #[inline(always)]
    fn total(self, sum: uint64x2_t) -> u64 {
        // SAFETY: `self` proves the features.
        unsafe { vaddvq_u64(sum) }
    }
}
