//! AVX2: 32 distances at a time, each byte counted by two look-ups of half a byte (Muła, "SSSE3: fast
//! popcount", 2008; Muła, Kurz, Lemire, "Faster population counts using AVX2 instructions", 2018).

use super::lanes::{Lanes, Task, on_registers, words_of};
use std::arch::x86_64::*;

/// Proof that the processor has AVX2 and POPCNT.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Detects the features (cached by the standard library).
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")).then_some(Self(()))
    }
}

/// Runs a task compiled with these instructions.
#[target_feature(enable = "avx2,popcnt")]
fn run<T: Task>(lanes: Avx2, task: T) -> T::Output {
    task.run(lanes)
}

/// Distances in the order before [`Lanes::ordered`]. A function with the target features, because its closures
/// inherit them.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn distances(query: __m256i, signatures: &[u64; 32]) -> __m256i {
    let at = signatures.as_ptr().cast::<__m256i>();
    let load = |i: usize| {
        // SAFETY: i < 8, and the 8 loads of 4 signatures stay within the 32; they need no alignment.
        unsafe { _mm256_loadu_si256(at.add(i)) }
    };
    let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let low = _mm256_set1_epi8(15);
    let count = |i| {
        let differs = _mm256_xor_si256(query, load(i));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(differs), low);
        let bytes = _mm256_add_epi8(
            _mm256_shuffle_epi8(ones, _mm256_and_si256(differs, low)),
            _mm256_shuffle_epi8(ones, high),
        );
        _mm256_sad_epu8(bytes, _mm256_setzero_si256())
    };
    // Each packing halves the width of a count within 128-bit lanes, hence `ordered`.
    let quarter = |i| {
        _mm256_packus_epi32(
            _mm256_packus_epi32(count(i), count(i + 1)),
            _mm256_packus_epi32(count(i + 2), count(i + 3)),
        )
    };
    _mm256_packus_epi16(quarter(0), quarter(4))
}

impl Lanes for Avx2 {
    const WIDTH: usize = 32;
    type Query = __m256i;
    type WideQuery = __m256i;
    type Bytes = __m256i;
    type Sum = __m256i;

    on_registers! {
        query(signature: u64) -> __m256i = _mm256_set1_epi64x(signature.cast_signed());
        splat(byte: u8) -> __m256i = _mm256_set1_epi8(byte.cast_signed());
        min(a: __m256i, b: __m256i) -> __m256i = _mm256_min_epu8(a, b);
        max(a: __m256i, b: __m256i) -> __m256i = _mm256_max_epu8(a, b);
        // Equal lanes compare as −1.
        count_equal(counts: __m256i, a: __m256i, b: __m256i) -> __m256i =
            _mm256_sub_epi8(counts, _mm256_cmpeq_epi8(a, b));
        zero() -> __m256i = _mm256_setzero_si256();
        add(sum: __m256i, bytes: __m256i) -> __m256i =
            _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
    }
    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves the features.
        unsafe { run(self, task) }
    }
    #[inline(always)]
    fn block(self, query: __m256i, signatures: &[u64]) -> __m256i {
        let signatures = signatures.first_chunk().expect("a block has WIDTH signatures");
        // SAFETY: `self` proves the features.
        unsafe { distances(query, signatures) }
    }
    #[inline(always)]
    fn ordered(self, block: __m256i) -> __m256i {
        // The 16-bit word 8·l + w of a block holds signatures 4·w + 2·l and the next: the words of the two
        // 128-bit lanes alternate.
        // SAFETY: `self` proves the features.
        unsafe {
            let alternate = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
            let halves = _mm256_permute4x64_epi64::<0b11_01_10_00>(block);
            _mm256_shuffle_epi8(halves, _mm256_broadcastsi128_si256(alternate))
        }
    }
    #[inline(always)]
    fn wide_query(self, signature: u128) -> __m256i {
        // SAFETY: `self` proves the features; a signature has the 16 bytes that are loaded.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(std::ptr::from_ref(&signature).cast())) }
    }
    #[inline(always)]
    fn wide_block(self, query: __m256i, signatures: &[u128]) -> __m256i {
        let [first, second] = words_of(signatures);
        // SAFETY: `self` proves the features.
        unsafe {
            // Both words of a signature are neighbours in what `distances` gives.
            let one = _mm256_set1_epi8(1);
            _mm256_packus_epi16(
                _mm256_maddubs_epi16(distances(query, first), one),
                _mm256_maddubs_epi16(distances(query, second), one),
            )
        }
    }
    #[inline(always)]
    fn wide_ordered(self, block: __m256i) -> __m256i {
        // The byte 16·l + 8·h + w of a block holds signature 16·h + 2·w + l.
        // SAFETY: `self` proves the features.
        unsafe {
            let alternate = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
            let halves = _mm256_permute4x64_epi64::<0b11_01_10_00>(block);
            _mm256_shuffle_epi8(halves, _mm256_broadcastsi128_si256(alternate))
        }
    }
    #[inline(always)]
    fn load(self, bytes: &[u8]) -> __m256i {
        assert!(bytes.len() >= 32);
        // SAFETY: `self` proves the features; 32 bytes are there.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, bytes: __m256i, out: &mut [u8]) {
        assert!(out.len() >= 32);
        // SAFETY: `self` proves the features; 32 bytes are there.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), bytes) }
    }
    #[inline(always)]
    fn at_most(self, a: __m256i, b: __m256i) -> u64 {
        // SAFETY: `self` proves the features.
        let mask = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(a, b), a)) };
        u64::from(mask.cast_unsigned())
    }
    #[inline(always)]
    fn total(self, sum: __m256i) -> u64 {
        let mut parts = [0_u64; 4];
        // SAFETY: `self` proves the features; `parts` has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), sum) };
        parts.iter().sum()
    }
}
