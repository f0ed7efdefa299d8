//! How large a table of random keys is, by computation.

use super::block::{self, BITS};
use super::code::{self, Code};
use crate::recipe::Bits;

/// Expected bits a key of a table of `n` random keys, with everything that [`Compressed::bytes`](super::Compressed::bytes) counts; 0
/// without keys.
///
/// The keys are the leaves of a random binary trie, and two adjacent keys first differ at a node both of whose
/// children have keys. Of the 2^j nodes at depth j these are a share of (1 − e^−x)², where x = n / 2^(j + 1) is
/// the mean number of keys under a child.
pub fn expected_bits(n: f64, bits: Bits) -> f64 {
    if n < 1.0 {
        return 0.0;
    }
    let counts = expected_counts(n, bits);
    // Counts to 1 part in 2^40, because a code is built from integers.
    let scale = 2_f64.powi(40) / n;
    let whole: Vec<u64> = counts.iter().map(|count| (count * scale) as u64).collect();
    let code = Code::of_lengths(&code::lengths(&whole)).expect("package-merge gives the lengths of a code");
    // Of each symbol, its code word and the bits behind it.
    let costs = (0_u8..).zip(code.lengths()).map(|(symbol, &length)| length + block::rest(symbol, bits));
    let all = counts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let difference = counts.iter().zip(costs).map(|(count, cost)| count * f64::from(cost)).sum::<f64>() / all;
    // The first key is raw; after the last, half a key is left over on average.
    let width = f64::from(bits.get());
    let in_a_block = 1.0 + (BITS as f64 - width - difference / 2.0) / difference.max(1.0);
    let blocks = (n / in_a_block).ceil();
    let word = if bits.is_wide() { 128.0 } else { 64.0 };
    (blocks * (BITS as f64 + word + 32.0) + 8.0 * code.bytes() as f64) / n
}

/// The expected number of keys, of n random ones, that first differ from the key before in each bit, or are
/// equal to it.
fn expected_counts(n: f64, bits: Bits) -> Vec<f64> {
    let nodes = |depth: i32| 2_f64.powi(depth);
    let with_keys = |mean: f64| -(-mean).exp_m1();
    let width = i32::from(bits.get());
    let by_depth = (0..width).map(|depth| nodes(depth) * with_keys(n / nodes(depth + 1)).powi(2));
    let mut counts: Vec<f64> = by_depth.collect();
    counts.reverse();
    let distinct = nodes(width) * with_keys(n / nodes(width));
    counts.push((n - distinct).max(0.0));
    counts
}
