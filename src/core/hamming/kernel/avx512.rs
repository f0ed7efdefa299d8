//! AVX-512 with VPOPCNTDQ: 64 distances at a time.

use super::lanes::{Lanes, Task, on_registers, words_of};
use crate::hamming::Histogram;
use crate::hamming::tally::BATCH;
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512 F, BW, VBMI and VPOPCNTDQ, and POPCNT. (Those with VPOPCNTDQ and BW
/// all have VBMI: Intel since Ice Lake, AMD since Zen 4.)
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Detects the features (cached by the standard library).
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

/// Runs a task compiled with these instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
fn run<T: Task>(lanes: Avx512, task: T) -> T::Output {
    task.run(lanes)
}

/// Distances in the order before [`Lanes::ordered`]. A function with the target features, because its closures
/// inherit them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
fn distances(query: __m512i, signatures: &[u64; 64]) -> __m512i {
    let at = signatures.as_ptr().cast::<__m512i>();
    let load = |i: usize| {
        // SAFETY: i < 8, and the 8 loads of 8 signatures stay within the 64; they need no alignment.
        unsafe { _mm512_loadu_si512(at.add(i)) }
    };
    let count = |i| _mm512_popcnt_epi64(_mm512_xor_si512(query, load(i)));
    // Each packing halves the width of a count within 128-bit lanes, hence `ordered`.
    let quarter = |i| {
        _mm512_packus_epi32(
            _mm512_packus_epi32(count(i), count(i + 1)),
            _mm512_packus_epi32(count(i + 2), count(i + 3)),
        )
    };
    _mm512_packus_epi16(quarter(0), quarter(4))
}

impl Lanes for Avx512 {
    const WIDTH: usize = 64;
    type Query = __m512i;
    type WideQuery = __m512i;
    type Bytes = __m512i;
    type Sum = __m512i;

    on_registers! {
        query(signature: u64) -> __m512i = _mm512_set1_epi64(signature.cast_signed());
        splat(byte: u8) -> __m512i = _mm512_set1_epi8(byte.cast_signed());
        min(a: __m512i, b: __m512i) -> __m512i = _mm512_min_epu8(a, b);
        max(a: __m512i, b: __m512i) -> __m512i = _mm512_max_epu8(a, b);
        at_most(a: __m512i, b: __m512i) -> u64 = _mm512_cmple_epu8_mask(a, b);
        below(a: __m512i, b: __m512i) -> u64 = _mm512_cmplt_epu8_mask(a, b);
        count_equal(counts: __m512i, a: __m512i, b: __m512i) -> __m512i =
            _mm512_mask_add_epi8(counts, _mm512_cmpeq_epi8_mask(a, b), counts, _mm512_set1_epi8(1));
        zero() -> __m512i = _mm512_setzero_si512();
        add(sum: __m512i, bytes: __m512i) -> __m512i =
            _mm512_add_epi64(sum, _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
        total(sum: __m512i) -> u64 = _mm512_reduce_add_epi64(sum).cast_unsigned();
    }
    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves the features.
        unsafe { run(self, task) }
    }
    #[inline(always)]
    fn block(self, query: __m512i, signatures: &[u64]) -> __m512i {
        let signatures = signatures.first_chunk().expect("a block has WIDTH signatures");
        // SAFETY: `self` proves the features.
        unsafe { distances(query, signatures) }
    }
    #[inline(always)]
    fn ordered(self, block: __m512i) -> __m512i {
        // The 16-bit word 8·l + w of a block holds signatures 8·w + 2·l and the next: a transposition.
        const FROM: [u16; 32] = {
            let mut from = [0; 32];
            let mut i = 0;
            while i < 32 {
                from[i] = (8 * (i % 4) + i / 4) as u16;
                i += 1;
            }
            from
        };
        // SAFETY: `self` proves the features; `FROM` has the 64 bytes that are loaded.
        unsafe { _mm512_permutexvar_epi16(_mm512_loadu_si512(FROM.as_ptr().cast()), block) }
    }
    #[inline(always)]
    fn wide_query(self, signature: u128) -> __m512i {
        // SAFETY: `self` proves the features; a signature has the 16 bytes that are loaded.
        unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(std::ptr::from_ref(&signature).cast())) }
    }
    #[inline(always)]
    fn wide_block(self, query: __m512i, signatures: &[u128]) -> __m512i {
        let [first, second] = words_of(signatures);
        // SAFETY: `self` proves the features.
        unsafe {
            // Both words of a signature are neighbours in what `distances` gives.
            let one = _mm512_set1_epi8(1);
            _mm512_packus_epi16(
                _mm512_maddubs_epi16(distances(query, first), one),
                _mm512_maddubs_epi16(distances(query, second), one),
            )
        }
    }
    #[inline(always)]
    fn wide_ordered(self, block: __m512i) -> __m512i {
        // The byte 16·l + 8·h + w of a block holds signature 32·h + 4·w + l.
        const FROM: [u8; 64] = {
            let mut from = [0; 64];
            let mut i = 0;
            while i < 64 {
                from[i] = (16 * (i % 4) + 8 * (i / 32) + i / 4 % 8) as u8;
                i += 1;
            }
            from
        };
        // SAFETY: `self` proves the features; `FROM` has the 64 bytes that are loaded.
        unsafe { _mm512_permutexvar_epi8(_mm512_loadu_si512(FROM.as_ptr().cast()), block) }
    }
    #[inline(always)]
    fn load(self, bytes: &[u8]) -> __m512i {
        assert!(bytes.len() >= 64);
        // SAFETY: `self` proves the features; 64 bytes are there.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, bytes: __m512i, out: &mut [u8]) {
        assert!(out.len() >= 64);
        // SAFETY: `self` proves the features; 64 bytes are there.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), bytes) }
    }
    #[inline(always)]
    fn count(self, batch: &[u8; BATCH], histogram: &mut Histogram) {
        // SAFETY: `self` proves the features.
        unsafe { super::avx512_count::count(batch, histogram) }
    }
}
