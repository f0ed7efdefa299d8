//! Signatures of features that were hashed elsewhere.

use super::counters::Counters;
use super::settle;
use super::weighted::WeightedSums;
use crate::recipe::{Bits, TieRule};

/// The 64-bit signature of hashes of equal weight.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::{recipe::TieRule, simhash::of_hashes};
/// assert_eq!(of_hashes(&[0b011, 0b110, 0b111], TieRule::Zero), 0b111);
/// ```
pub fn of_hashes(hashes: &[u64], tie: TieRule) -> u64 {
    let mut counters = Counters::<u64>::default();
    counters.clear();
    hashes.iter().for_each(|&hash| counters.add(hash));
    let (above, level) = counters.above_and_level();
    settle((above.into(), level.into()), tie, Bits::DEFAULT) as u64
}

/// The 64-bit signature of weighted hashes, added in their order.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::{recipe::TieRule, simhash::of_weighted_hashes};
/// assert_eq!(of_weighted_hashes(&[(0b01, 2.0), (0b10, 0.5)], TieRule::Zero), 0b01);
/// ```
pub fn of_weighted_hashes(features: &[(u64, f64)], tie: TieRule) -> u64 {
    let mut sums = WeightedSums::<u64>::default();
    features.iter().for_each(|&(hash, weight)| sums.add(hash, weight));
    settle(sums.above_and_level(), tie, Bits::DEFAULT) as u64
}
