//! Compression of a table, and its theoretical limit.

use super::Compressed;
use super::block::{self, BITS};
use super::code::{self, Code};
use crate::hamming::Signature;
use crate::recipe::Bits;
use std::f64::consts::{LOG2_E, PI};

/// Compression of a table. Means and entropies are in bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compression {
    /// Number of keys.
    pub keys: u64,
    /// Bytes of the keys as words of 8 or 16 bytes.
    pub raw_bytes: u64,
    /// Bytes of the table: [`Compressed::bytes`].
    pub bytes: u64,
    /// Bytes of its blocks alone.
    pub block_bytes: u64,
    /// Mean length of the code word of a position, over all keys except the first of each block.
    pub code_bits: f64,
    /// Mean number of bits after the code word, over the same keys.
    pub rest_bits: f64,
    /// Entropy of the positions of the same keys: the lower bound of `code_bits`.
    pub position_entropy: f64,
    /// [`information_bits`] for the same number of distinct keys.
    pub information_bits: f64,
}

impl Compression {
    /// Bytes of the table divided by bytes of the raw keys; 0 without keys.
    pub fn ratio(&self) -> f64 {
        share(self.bytes as f64, self.raw_bytes as f64)
    }

    /// Bits of the table divided by its number of keys; 0 without keys.
    pub fn bits_per_key(&self) -> f64 {
        share(8.0 * self.bytes as f64, self.keys as f64)
    }
}

impl<S: Signature> Compressed<S> {
    /// Compression of this table; decodes all keys.
    pub fn compression(&self) -> Compression {
        let mut counts = vec![0_u64; self.code.lengths().len()];
        let mut distinct = u64::from(!self.is_empty());
        let mut last_before = None;
        for block in 0..self.blocks() {
            let mut keys = self.read(block);
            let mut before = keys.next();
            distinct += u64::from(last_before.is_some() && before != last_before);
            for key in keys {
                before.inspect(|&before| counts[usize::from(block::symbol(before, key, self.bits))] += 1);
                before = Some(key);
            }
            last_before = before;
        }
        distinct += counts[..usize::from(self.bits.get())].iter().sum::<u64>();
        let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        let Means { code_bits, rest_bits, position_entropy } = Means::of(&counts, &self.code, self.bits);
        Compression {
            keys: self.len() as u64,
            raw_bytes: (self.len() * size_of::<S>()) as u64,
            bytes: self.bytes(),
            block_bytes: (self.blocks() * block::BYTES) as u64,
            code_bits,
            rest_bits,
            position_entropy,
            information_bits: information_bits(distinct as f64, self.bits),
        }
    }
}

/// Means over the differences of adjacent keys.
struct Means {
    code_bits: f64,
    rest_bits: f64,
    position_entropy: f64,
}

impl Means {
    /// For symbols with these counts; 0 without any.
    fn of(counts: &[f64], code: &Code, bits: Bits) -> Self {
        let all: f64 = counts.iter().sum();
        let mean = |bits: &dyn Fn(usize) -> f64| {
            let occurring = (0..counts.len()).filter(|&symbol| counts[symbol] > 0.0);
            share(occurring.map(|symbol| counts[symbol] * bits(symbol)).sum(), all)
        };
        Self {
            code_bits: mean(&|symbol| code.lengths()[symbol].into()),
            rest_bits: mean(&|symbol| block::rest(symbol as u8, bits).into()),
            position_entropy: mean(&|symbol| (all / counts[symbol]).log2()),
        }
    }
}

/// The information in a set of `n` distinct random keys of `bits` bits, in bits a key: log2 C(2^bits, n) / n,
/// about bits − log2 n + log2 e. No table of such keys is smaller on average. 0 if there are no such keys.
pub fn information_bits(n: f64, bits: Bits) -> f64 {
    let all = 2_f64.powi(bits.get().into());
    if n < 1.0 || n >= all {
        return 0.0;
    }
    // Stirling: ln C(N, n) ≈ n ln(N/n) − (N − n) ln(1 − n/N) + ½ ln(N / (2π n (N − n))).
    let nats = n * (all / n).ln() - (all - n) * (-n / all).ln_1p()
        + 0.5 * (1.0 / (2.0 * PI * n * (1.0 - n / all))).ln();
    (nats * LOG2_E / n).max(0.0)
}

/// Expected bits a key of a table of `n` random keys, with everything that [`Compressed::bytes`] counts; 0
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
    let means = Means::of(&counts, &code, bits);
    let difference = means.code_bits + means.rest_bits;
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

/// `part` / `whole`; 0 if `whole` is 0.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
