//! NEON (64-bit ARM): 16 distances at a time.

use super::lanes::{Lanes, Task, on_registers, words_of};
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

#[allow(unused_unsafe)] // which intrinsics are safe depends on the features of the target
impl Lanes for Neon {
    const WIDTH: usize = 16;
    type Query = uint8x16_t;
    type WideQuery = uint8x16_t;
    type Bytes = uint8x16_t;
    type Sum = uint64x2_t;

    on_registers! {
        query(signature: u64) -> uint8x16_t = vreinterpretq_u8_u64(vdupq_n_u64(signature));
        splat(byte: u8) -> uint8x16_t = vdupq_n_u8(byte);
        min(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vminq_u8(a, b);
        max(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vmaxq_u8(a, b);
        // Equal lanes compare as −1.
        count_equal(counts: uint8x16_t, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vsubq_u8(counts, vceqq_u8(a, b));
        zero() -> uint64x2_t = vdupq_n_u64(0);
        add(sum: uint64x2_t, bytes: uint8x16_t) -> uint64x2_t =
            vpadalq_u32(sum, vpaddlq_u16(vpaddlq_u8(bytes)));
        total(sum: uint64x2_t) -> u64 = vaddvq_u64(sum);
    }
    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves the features.
        unsafe { run(self, task) }
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
    fn at_most(self, a: uint8x16_t, b: uint8x16_t) -> u64 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: `self` proves the features; `BITS` has the 16 bytes that are loaded.
        unsafe {
            let bits = vandq_u8(vcleq_u8(a, b), vld1q_u8(BITS.as_ptr()));
            u64::from(vaddv_u8(vget_low_u8(bits))) | u64::from(vaddv_u8(vget_high_u8(bits))) << 8
        }
    }
}
