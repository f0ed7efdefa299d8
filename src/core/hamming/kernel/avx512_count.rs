//! Histogram of a batch of distances with AVX-512 VBMI, without a table of counters.
//!
//! One look-up (vpermb) turns each distance of a group of eight, 8g to 8g + 7, into one of the eight bits of
//! a byte, and all others into 0. What remains is to count each bit of many bytes: a positional population
//! count, by carry-save adders (Klarqvist, Muła, Lemire: "Efficient computation of positional population counts using
//! SIMD instructions", 2021). Distances lie close together, so that few groups have to be counted.

use crate::hamming::Histogram;
use crate::hamming::tally::BATCH;
use std::arch::x86_64::*;

/// Vectors of a batch: 16 × 16.
const VECTORS: usize = BATCH / 64;
const _: () = assert!(VECTORS == 256);

/// Adds how often each distance occurs in the batch.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn count(batch: &[u8; BATCH], histogram: &mut Histogram) {
    let load = |i: usize| {
        debug_assert!(i < VECTORS);
        // SAFETY: i < VECTORS, so the 64 bytes lie in the batch; they need no alignment.
        unsafe { _mm512_loadu_si512(batch.as_ptr().cast::<__m512i>().add(i)) }
    };
    let (mut least, mut most) = (load(0), load(0));
    for i in 1..VECTORS {
        least = _mm512_min_epu8(least, load(i));
        most = _mm512_max_epu8(most, load(i));
    }
    let (least, most) =
        (bytes(least).into_iter().fold(u8::MAX, u8::min), bytes(most).into_iter().fold(0, u8::max));
    // The look-up takes 6 bits from one register, or 7 bits from two.
    let last = if most <= 64 { 64 } else { 128 };
    for group in least / 8..=most.min(last - 1) / 8 {
        let [low, high] = table(group);
        let counts = match last {
            64 => positions(|i| _mm512_permutexvar_epi8(load(i), low)),
            _ => positions(|i| _mm512_permutex2var_epi8(low, load(i), high)),
        };
        for (total, count) in histogram.0[8 * usize::from(group)..].iter_mut().zip(counts) {
            *total += count;
        }
    }
    if most == last {
        // One bit too many for the look-up, so it was counted as 0, if 0 was counted.
        let most = _mm512_set1_epi8(last.cast_signed());
        let count: u64 =
            (0..VECTORS).map(|i| u64::from(_mm512_cmpeq_epi8_mask(load(i), most).count_ones())).sum();
        histogram.0[usize::from(last)] += count;
        if least < 8 {
            histogram.0[0] -= count;
        }
    }
}

/// For each distance of a group one bit, for all others none.
#[inline]
#[target_feature(enable = "avx512f")]
fn table(group: u8) -> [__m512i; 2] {
    let bits = |i: usize| {
        if i / 8 == usize::from(group) { 1 << (i % 8) } else { 0 }
    };
    let bits: [u8; 128] = std::array::from_fn(bits);
    // SAFETY: `bits` has twice the 64 bytes that are loaded.
    [0, 64].map(|half| unsafe { _mm512_loadu_si512(bits[half..].as_ptr().cast()) })
}

/// How often each bit is set in what the look-up gives for a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
fn positions(look_up: impl Fn(usize) -> __m512i) -> [u64; 8] {
    let mut planes = [_mm512_setzero_si512(); 9];
    let (low, high) = planes.split_at_mut(4);
    let mut sixteens = [_mm512_setzero_si512(); 16];
    for (i, sixteen) in sixteens.iter_mut().enumerate() {
        *sixteen = add_16(low, |j| look_up(16 * i + j));
    }
    high[4] = add_16(&mut high[..4], |i| sixteens[i]);
    std::array::from_fn(|bit| {
        let bit = _mm512_set1_epi8(1 << bit);
        (planes.iter().enumerate())
            .map(|(i, &plane)| u64::from(_mm512_test_epi8_mask(plane, bit).count_ones()) << i)
            .sum()
    })
}

/// Adds 16 vectors, bit by bit, to a sum of four planes (ones, twos, fours, eights); the carry counts
/// sixteens.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_16(planes: &mut [__m512i], item: impl Fn(usize) -> __m512i) -> __m512i {
    let &mut [ref mut ones, ref mut twos, ref mut fours, ref mut eights] = planes else {
        unreachable!("there are four planes")
    };
    let mut eight = [_mm512_setzero_si512(); 2];
    for (i, eight) in eight.iter_mut().enumerate() {
        let mut four = [_mm512_setzero_si512(); 2];
        for (j, four) in four.iter_mut().enumerate() {
            let at = 8 * i + 4 * j;
            let two = carry(ones, item(at), item(at + 1));
            *four = carry(twos, two, carry(ones, item(at + 2), item(at + 3)));
        }
        *eight = carry(fours, four[0], four[1]);
    }
    carry(eights, eight[0], eight[1])
}

/// A full adder for each bit: the sum stays in `plane`.
#[inline]
#[target_feature(enable = "avx512f")]
fn carry(plane: &mut __m512i, a: __m512i, b: __m512i) -> __m512i {
    let carry = _mm512_ternarylogic_epi64::<0b1110_1000>(*plane, a, b);
    *plane = _mm512_ternarylogic_epi64::<0b1001_0110>(*plane, a, b);
    carry
}

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(vector: __m512i) -> [u8; 64] {
    let mut bytes = [0; 64];
    // SAFETY: `bytes` has the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) };
    bytes
}
