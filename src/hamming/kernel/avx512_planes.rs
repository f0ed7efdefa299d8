//! Histogram of many distances with AVX-512, by planes of bits.
//!
//! 512 signatures are turned into 64 planes: plane b has bit b of each. The distances to a query are then a sum of 64 planes
//! (those where the query has a 1 are inverted), which carry-save adders compute for all 512 at once, into seven planes of
//! the distances' bits. Three planes have only eight possible patterns in a query, so their sums are kept in a table (the
//! "four Russians" of Arlazarov et al., 1970), which fits the first-level cache; 22 look-ups replace 64 planes. How often
//! a distance occurs is then the population count of a product of planes.

use super::loops::Cross;
use crate::hamming::Tally;
use std::arch::x86_64::*;

/// Signatures at a time.
pub(super) const WIDTH: usize = 512;
/// Planes that share an entry of the table, and the groups of three (the last has one).
const GROUPS: usize = 22;

/// Entry 8 · group + pattern: the sum of the three planes, as its ones and its twos. As long as a byte can say, so that no
/// look-up is out of bounds.
struct Table([[__m512i; 2]; 256]);

/// The entries of a query.
type Parts = [u8; GROUPS];

/// Counts the distances of all pairs; `signatures` are a multiple of [`WIDTH`]. Returns their maximum and sum.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
pub(super) fn cross(queries: &[u64], signatures: &[u64], tally: &mut Tally) -> Cross {
    let zero = _mm512_setzero_si512();
    let mut table = Table([[zero; 2]; 256]);
    let mut counts = [zero; 64];
    let mut farthest = 0;
    let parts: Vec<Parts> = queries.iter().map(|&query| parts(query)).collect();
    for run in signatures.as_chunks::<WIDTH>().0 {
        fill(&mut table, run);
        for parts in &parts {
            farthest += count(&distances(&table, parts), &mut counts);
        }
    }
    let mut cross = Cross::default();
    let counts = counts.map(|lanes| _mm512_reduce_add_epi64(lanes).cast_unsigned());
    for (distance, mut pairs) in (0..).zip(counts).chain([(64, farthest)]) {
        if distance == 0 {
            // The lower six bits of 64 are those of 0.
            pairs -= farthest;
        }
        if pairs > 0 {
            tally.count_many(distance, pairs);
            cross.max = distance;
            cross.sum += u64::from(distance) * pairs;
        }
    }
    cross
}

fn parts(query: u64) -> Parts {
    let mut parts = [0; GROUPS];
    for (group, part) in (0_u8..).zip(&mut parts) {
        *part = 8 * group + (query >> (3 * group) & 7) as u8;
    }
    parts
}

/// The planes of 512 signatures, and two of zeros; the place of a signature in a plane does not matter.
#[inline]
#[target_feature(enable = "avx512f")]
fn planes(signatures: &[u64; WIDTH]) -> [__m512i; 3 * GROUPS] {
    let mut planes = [_mm512_setzero_si512(); 3 * GROUPS];
    for (plane, eight) in planes.iter_mut().zip(signatures.as_chunks::<8>().0) {
        // SAFETY: these are 64 bytes; they need no alignment.
        *plane = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
    }
    // Transposes eight squares of 64 × 64 bits at once: exchanges the corners of ever smaller squares.
    let mut half = 32;
    let mut mask = u64::MAX >> 32;
    while half > 0 {
        let (by, kept) = (_mm512_set1_epi64(half as i64), _mm512_set1_epi64(mask.cast_signed()));
        for at in (0..64).filter(|at| at & half == 0) {
            let (a, b) = (planes[at], planes[at + half]);
            let differ = _mm512_and_si512(_mm512_xor_si512(_mm512_srlv_epi64(a, by), b), kept);
            planes[at + half] = _mm512_xor_si512(b, differ);
            planes[at] = _mm512_xor_si512(a, _mm512_sllv_epi64(differ, by));
        }
        half /= 2;
        mask ^= mask << half;
    }
    planes
}

#[inline]
#[target_feature(enable = "avx512f")]
fn fill(table: &mut Table, signatures: &[u64; WIDTH]) {
    let planes = planes(signatures);
    let inverted = |plane: __m512i, is_one: bool| {
        if is_one { _mm512_xor_si512(plane, _mm512_set1_epi64(-1)) } else { plane }
    };
    for group in 0..GROUPS {
        // The last group has one plane; its queries have no other patterns.
        for pattern in 0..if group + 1 == GROUPS { 2 } else { 8 } {
            let [a, b, c] = [planes[3 * group], planes[3 * group + 1], planes[3 * group + 2]];
            let (ones, twos) = add(
                inverted(a, pattern & 1 != 0),
                inverted(b, pattern & 2 != 0),
                inverted(c, pattern & 4 != 0),
            );
            table.0[8 * group + pattern] = [ones, twos];
        }
    }
}

/// A full adder for each bit: sum and carry.
#[inline]
#[target_feature(enable = "avx512f")]
fn add(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
    (_mm512_ternarylogic_epi64::<0b1001_0110>(a, b, c), _mm512_ternarylogic_epi64::<0b1110_1000>(a, b, c))
}

/// The bits of 512 distances, the lowest first.
#[inline]
#[target_feature(enable = "avx512f")]
#[rustfmt::skip] // a row for a level of the tree of adders
fn distances(table: &Table, parts: &Parts) -> [__m512i; 7] {
    let zero = _mm512_setzero_si512();
    let look_up = |group: usize| table.0[usize::from(parts[group])];
    let sum = |at: usize, bit: usize| add(look_up(at)[bit], look_up(at + 1)[bit], look_up(at + 2)[bit]);

    let ((a, t0), (b, t1), (c, t2), (d, t3)) = (sum(0, 0), sum(3, 0), sum(6, 0), sum(9, 0));
    let ((e, t4), (f, t5), (g, t6)) = (sum(12, 0), sum(15, 0), sum(18, 0));
    let ((h, t7), (i, t8)) = (add(a, b, c), add(d, e, f));
    let (j, t9) = add(g, h, i);
    let (ones, t10) = add(j, look_up(21)[0], zero);

    let ((a, f0), (b, f1), (c, f2), (d, f3)) = (sum(0, 1), sum(3, 1), sum(6, 1), sum(9, 1));
    let ((e, f4), (f, f5), (g, f6)) = (sum(12, 1), sum(15, 1), sum(18, 1));
    let ((h, f7), (i, f8), (j, f9)) = (add(a, b, c), add(d, e, f), add(g, t0, t1));
    let ((k, f10), (l, f11), (m, f12)) = (add(t2, t3, t4), add(t5, t6, t7), add(t8, t9, t10));
    let ((n, f13), (o, f14)) = (add(h, i, j), add(k, l, m));
    let (twos, f15) = add(n, o, zero);

    let ((a, e0), (b, e1), (c, e2)) = (add(f0, f1, f2), add(f3, f4, f5), add(f6, f7, f8));
    let ((d, e3), (e, e4)) = (add(f9, f10, f11), add(f12, f13, f14));
    let ((f, e5), (g, e6)) = (add(a, b, c), add(d, e, f15));
    let (fours, e7) = add(f, g, zero);

    let ((a, s0), (b, s1)) = (add(e0, e1, e2), add(e3, e4, e5));
    let (c, s2) = add(a, b, e6);
    let (eights, s3) = add(c, e7, zero);

    let (a, h0) = add(s0, s1, s2);
    let (sixteens, h1) = add(a, s3, zero);
    let (thirty_twos, sixty_fours) = add(h0, h1, zero);
    [ones, twos, fours, eights, sixteens, thirty_twos, sixty_fours]
}

/// Adds how often each distance below 64 occurs, by their lower six bits; returns how often 64 does.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count(bits: &[__m512i; 7], counts: &mut [__m512i; 64]) -> u64 {
    let low = products([bits[2], bits[1], bits[0]]);
    let high = products([bits[5], bits[4], bits[3]]);
    for (high, counts) in high.into_iter().zip(counts.as_chunks_mut::<8>().0) {
        // Distances lie close together: most of these are empty.
        if _mm512_test_epi64_mask(high, high) != 0 {
            for (low, count) in low.into_iter().zip(counts) {
                *count = _mm512_add_epi64(*count, _mm512_popcnt_epi64(_mm512_and_si512(high, low)));
            }
        }
    }
    match _mm512_test_epi64_mask(bits[6], bits[6]) {
        0 => 0,
        _ => _mm512_reduce_add_epi64(_mm512_popcnt_epi64(bits[6])).cast_unsigned(),
    }
}

/// Where three bits are 0, 1, …, 7.
#[inline]
#[target_feature(enable = "avx512f")]
fn products([a, b, c]: [__m512i; 3]) -> [__m512i; 8] {
    [
        _mm512_ternarylogic_epi64::<0b0000_0001>(a, b, c),
        _mm512_ternarylogic_epi64::<0b0000_0010>(a, b, c),
        _mm512_ternarylogic_epi64::<0b0000_0100>(a, b, c),
        _mm512_ternarylogic_epi64::<0b0000_1000>(a, b, c),
        _mm512_ternarylogic_epi64::<0b0001_0000>(a, b, c),
        _mm512_ternarylogic_epi64::<0b0010_0000>(a, b, c),
        _mm512_ternarylogic_epi64::<0b0100_0000>(a, b, c),
        _mm512_ternarylogic_epi64::<0b1000_0000>(a, b, c),
    ]
}
