//! Minwise hashing with one bit: of each feature many values, of each text the smallest of each, of that its lowest bit.
//!
//! ```text
//! h          the 64-bit hash of a feature (FeatureHash::of_64), at every width
//! z          h + (i + 1) · 9E3779B97F4A7C15      all modulo 2⁶⁴, i = 0 … bits − 1
//! z          (z ⊕ (z ≫ 30)) · BF58476D1CE4E5B9
//! z          (z ⊕ (z ≫ 27)) · 94D049BB133111EB
//! value i    z ⊕ (z ≫ 31)
//! bit i      the lowest bit of the smallest value i of all features; 0 without features
//! ```
//!
//! So value i is number i + 1 of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) that starts at h. Each i orders all features anew;
//! two texts have the same smallest value with probability J, their Jaccard index (Broder 1997), and else equal lowest bits
//! with probability ½: P(bits equal) = (1 + J)/2 (Li and König, WWW 2010, b = 1). The first bits of a wide signature are those of a
//! narrow one.

use super::Feature;
use crate::random::{GAMMA, mixed};
use crate::recipe::Bits;

/// Value i of a feature with this 64-bit hash, of which a sketch `minhash1` takes the smallest.
///
/// ```
/// # use simscope_core as simscope;
/// // The first numbers of SplitMix64 that starts at 1234567.
/// assert_eq!(simscope::simhash::value(1_234_567, 0), 6_457_827_717_110_365_317);
/// assert_eq!(simscope::simhash::value(1_234_567, 1), 3_203_168_211_198_807_973);
/// ```
#[inline]
pub fn value(hash: u64, i: u8) -> u64 {
    mixed(hash.wrapping_add(step(i)))
}

/// What is added to a hash for value i.
fn step(i: u8) -> u64 {
    (u64::from(i) + 1).wrapping_mul(GAMMA)
}

/// The signature of features with these hashes.
pub(super) fn signature(hashes: &[u64], bits: Bits) -> u128 {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { lowest_by_avx512(hashes, bits) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { lowest_by_avx2(hashes, bits) };
        }
    }
    lowest(hashes, bits)
}

/// The same code with 64-bit multiplication of eight numbers at once: nine times as fast as without.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn lowest_by_avx512(hashes: &[u64], bits: Bits) -> u128 {
    lowest(hashes, bits)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn lowest_by_avx2(hashes: &[u64], bits: Bits) -> u128 {
    lowest(hashes, bits)
}

/// Values that are computed side by side.
const LANES: usize = 16;

/// The lowest bits of the smallest values.
#[inline(always)]
fn lowest(hashes: &[u64], bits: Bits) -> u128 {
    if hashes.is_empty() {
        return 0;
    }
    let mut signature = 0;
    for first in (0..bits.get()).step_by(LANES) {
        let steps: [u64; LANES] = std::array::from_fn(|lane| step(first + lane as u8));
        let mut least = [u64::MAX; LANES];
        for &hash in hashes {
            for (least, step) in least.iter_mut().zip(steps) {
                *least = mixed(hash.wrapping_add(step)).min(*least);
            }
        }
        for (lane, least) in least.into_iter().enumerate() {
            signature |= u128::from(least & 1) << (usize::from(first) + lane);
        }
    }
    signature & bits.mask()
}

/// Gives each bit to the first feature that has the smallest value there.
pub(super) fn share_out(features: &mut [Feature], bits: Bits) {
    features.iter_mut().for_each(|feature| feature.adds = 0);
    for bit in 0..bits.get() {
        if let Some(least) = features.iter_mut().min_by_key(|feature| value(feature.hash_64, bit)) {
            least.adds |= 1 << bit;
        }
    }
}

/// For each feature the bits that flip without it: of those that it holds, the ones where the next smallest value has another
/// lowest bit. Without any feature a bit is 0.
pub(super) fn flips_without(features: &[Feature], signature: u128, bits: Bits) -> Vec<u128> {
    let mut flips = vec![0; features.len()];
    for bit in 0..bits.get() {
        let Some(holder) = features.iter().position(|feature| feature.adds >> bit & 1 == 1) else { continue };
        let others = features[..holder].iter().chain(&features[holder + 1..]);
        let next = others.map(|feature| value(feature.hash_64, bit)).min().unwrap_or(0);
        flips[holder] |= (u128::from(next & 1) ^ signature >> bit & 1) << bit;
    }
    flips
}

#[cfg(test)]
mod tests;
