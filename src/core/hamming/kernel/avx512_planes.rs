//! Histogram of many distances with AVX-512, by planes of bits.
//!
//! 512 signatures are turned into 64 planes: plane b has bit b of each. The distances to a query are then a sum of 64 planes
//! (those where the query has a 1 are inverted), which carry-save adders compute for all 512 at once, into planes of
//! the distances' bits. Three planes have only eight possible patterns in a query, so their sums are kept in a table (the
//! "four Russians" of Arlazarov et al., 1970), which fits the first-level cache; 22 look-ups replace 64 planes. How often
//! a distance occurs is then the population count of a product of planes.
//!
//! The distance of two signatures is even if they have an even number of ones together. So signatures and queries are parted
//! by the parity of their ones: then the lowest bit of all 512 distances is known, and half as many distances are counted.

use super::loops::Cross;
use crate::hamming::Tally;
use std::arch::x86_64::*;

/// Signatures at a time.
pub(super) const WIDTH: usize = 512;
/// Planes that share an entry of the table, and the groups of three (the last has one).
const GROUPS: usize = 22;

/// Entry 8 · group + pattern: the sum of the three planes, as its ones and its twos.
struct Table([[__m512i; 2]; 8 * GROUPS]);

/// Counts the distances of all pairs; returns their maximum and sum.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
pub(super) fn cross(queries: &[u64], signatures: &[u64], tally: &mut Tally) -> Cross {
    let mut counter = Counter::new(queries);
    let (eights, rest) = signatures.as_chunks::<8>();
    for eight in eights {
        // SAFETY: these are 64 bytes; they need no alignment.
        let eight = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
        let odd = _mm512_test_epi64_mask(_mm512_popcnt_epi64(eight), _mm512_set1_epi64(1));
        for (parity, is_of_it) in [!odd, odd].into_iter().enumerate() {
            let of_parity = _mm512_maskz_compress_epi64(is_of_it, eight);
            counter.push(parity, of_parity, is_of_it.count_ones() as usize);
        }
    }
    for &signature in rest {
        counter.push(parity(signature), _mm512_set1_epi64(signature.cast_signed()), 1);
    }
    // Runs that are not full are filled up with one signature of the parity, whose pairs are then taken off.
    let mut surplus = [0; 65];
    for filling in [0_u64, 1] {
        let parity = parity(filling);
        let len = counter.runs[parity].len;
        if len > 0 {
            for query in queries {
                surplus[(query ^ filling).count_ones() as usize] += (WIDTH - len) as u64;
            }
            for _ in len..WIDTH {
                counter.push(parity, _mm512_set1_epi64(filling.cast_signed()), 1);
            }
        }
    }
    let mut cross = Cross::default();
    for ((distance, pairs), surplus) in (0..).zip(counter.pairs()).zip(surplus) {
        let pairs = pairs - surplus;
        if pairs > 0 {
            tally.count_many(distance, pairs);
            cross.max = distance;
            cross.sum += u64::from(distance) * pairs;
        }
    }
    cross
}

/// 1 if the number of ones is odd.
fn parity(word: u64) -> usize {
    word.count_ones() as usize % 2
}

/// Counts distances, for each parity apart.
struct Counter {
    queries: [Vec<u64>; 2],
    runs: [Run; 2],
    table: Table,
    /// By parity of the distance and its half, modulo 32: eight sums.
    counts: [[__m512i; 32]; 2],
    /// Pairs at distance 64, which are also counted as 0.
    farthest: u64,
}

/// Signatures that wait until there are [`WIDTH`], with room for as many as come at once.
struct Run {
    words: [u64; WIDTH + 8],
    len: usize,
}

impl Counter {
    #[target_feature(enable = "avx512f")]
    fn new(queries: &[u64]) -> Self {
        let zero = _mm512_setzero_si512();
        let (even, odd) = queries.iter().partition(|&&query| parity(query) == 0);
        Self {
            queries: [even, odd],
            runs: [(); 2].map(|()| Run { words: [0; WIDTH + 8], len: 0 }),
            table: Table([[zero; 2]; 8 * GROUPS]),
            counts: [[zero; 32]; 2],
            farthest: 0,
        }
    }

    /// Takes the first `len` of eight signatures of a parity; compares [`WIDTH`] as soon as they are there.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
    fn push(&mut self, parity: usize, eight: __m512i, len: usize) {
        let run = &mut self.runs[parity];
        let end = run.words[run.len..].first_chunk_mut::<8>().expect("fewer than WIDTH wait");
        // SAFETY: these are 64 bytes; they need no alignment.
        unsafe { _mm512_storeu_si512(end.as_mut_ptr().cast(), eight) };
        run.len += len;
        if run.len >= WIDTH {
            fill(&mut self.table, run.words.first_chunk().expect("a run has WIDTH words"));
            run.words.copy_within(WIDTH.., 0);
            run.len -= WIDTH;
            for (of_queries, queries) in self.queries.iter().enumerate() {
                self.farthest += count(&self.table, queries, &mut self.counts[parity ^ of_queries]);
            }
        }
    }

    /// The pairs at each distance.
    #[target_feature(enable = "avx512f")]
    fn pairs(&self) -> [u64; 65] {
        let mut pairs = [0; 65];
        for (parity, counts) in self.counts.iter().enumerate() {
            for (half, &count) in counts.iter().enumerate() {
                pairs[2 * half + parity] = _mm512_reduce_add_epi64(count).cast_unsigned();
            }
        }
        pairs[0] -= self.farthest;
        pairs[64] = self.farthest;
        pairs
    }
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

/// The bits of 512 distances without the lowest: twos first, sixty-fours last.
///
/// Adds in an order in which few planes are in use at once, so that registers are left for the counts. (Macros, because the
/// compiler keeps an address in a register for each group that a function gets as an argument.)
#[inline]
#[target_feature(enable = "avx512f")]
fn distances(table: &Table, query: u64) -> [__m512i; 6] {
    let look_up = |group: usize| table.0[8 * group + (query >> (3 * group) & 7) as usize];
    let zero = _mm512_setzero_si512();
    let [mut ones, _] = look_up(21);
    let [_, mut twos] = look_up(20);
    let (mut fours, mut eights) = (zero, zero);
    /// Adds to a sum; the carry is to be added to the next one.
    macro_rules! carry {
        ($sum:ident, $a:expr, $b:expr) => {{
            let carry;
            ($sum, carry) = add($sum, $a, $b);
            carry
        }};
    }
    /// Adds three planes of each of two parts to a sum; the three carries.
    macro_rules! carries {
        ($sum:ident, $first:expr, $second:expr) => {{
            let [a, b, c] = $first;
            let x = carry!($sum, a, b);
            let [d, e, f] = $second;
            [x, carry!($sum, c, d), carry!($sum, e, f)]
        }};
    }
    macro_rules! two {
        ($group:expr) => {{
            let ([a, c], [b, d]) = (look_up($group), look_up($group + 1));
            [c, d, carry!(ones, a, b)]
        }};
    }
    macro_rules! four {
        ($group:expr) => {
            carries!(twos, two!($group), two!($group + 2))
        };
    }
    macro_rules! eight {
        ($group:expr) => {
            carries!(fours, four!($group), four!($group + 4))
        };
    }
    let [a, b, c] = carries!(eights, eight!(0), eight!(8));
    let [d, e, f] = four!(16);
    let (_, two) = add(ones, look_up(20)[0], zero);
    let four = carry!(twos, two, zero);
    let (g, h) = (carry!(fours, d, e), carry!(fours, f, four));
    let i = carry!(eights, g, h);
    let (mut sixteens, j) = add(a, b, c);
    let k = carry!(sixteens, i, zero);
    let (thirty_twos, sixty_fours) = add(j, k, zero);
    [twos, fours, eights, sixteens, thirty_twos, sixty_fours]
}

/// Adds how often each half of a distance occurs, modulo 32; returns how often 32 does.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
fn count(table: &Table, queries: &[u64], counts: &mut [__m512i; 32]) -> u64 {
    let mut middle = [[_mm512_setzero_si512(); 4]; 4];
    let mut farthest = 0;
    for &query in queries {
        let [a, b, c, d, e, f] = distances(table, query);
        // Most halves are from 8 to 23, with a 1 in one of these two bits. Only their counts stay in registers.
        if _mm512_cmpneq_epi64_mask(_mm512_xor_si512(d, e), _mm512_set1_epi64(-1)) != 0 {
            farthest += count_outer([a, b, c, d, e, f], counts);
        }
        let [_, _, eights @ .., _, _] = products([e, d, c]);
        for (four, counts) in eights.into_iter().zip(&mut middle) {
            count_four([four, b, a], counts);
        }
    }
    for (count, middle) in counts[8..24].iter_mut().zip(middle.as_flattened()) {
        *count = _mm512_add_epi64(*count, *middle);
    }
    farthest
}

/// The same for the halves that are not from 8 to 23.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,popcnt")]
fn count_outer([a, b, c, d, e, f]: [__m512i; 6], counts: &mut [__m512i; 32]) -> u64 {
    let fours = products([e, d, c]).into_iter().zip(counts.as_chunks_mut().0);
    for (four, counts) in fours.enumerate().filter(|(i, _)| !(2..6).contains(i)).map(|(_, four)| four) {
        if _mm512_test_epi64_mask(four, four) != 0 {
            count_four([four, b, a], counts);
        }
    }
    _mm512_reduce_add_epi64(_mm512_popcnt_epi64(f)).cast_unsigned()
}

/// Adds how often two bits are 0, 1, 2 and 3 where `all` is 1.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count_four([all, b, a]: [__m512i; 3], counts: &mut [__m512i; 4]) {
    let [.., zeros, ones, twos, threes] = products([all, b, a]);
    for (count, of_two) in counts.iter_mut().zip([zeros, ones, twos, threes]) {
        *count = _mm512_add_epi64(*count, _mm512_popcnt_epi64(of_two));
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
