//! One sorted table, in memory or mapped.

use super::layout::Layout;
use super::parts::count_starts;
use crate::hamming::Signature;
use std::ops::Range;

/// Number of leading bits that a directory covers. A directory lists the start of the keys for each value of
/// these bits.
///
/// For n keys about log₂(n) − 3, at most `lead_bits` and at most 24, so that a directory takes a quarter to
/// half a byte a key.
pub fn directory_bits(keys: usize, lead_bits: u8) -> u8 {
    let wanted = usize::BITS - keys.leading_zeros();
    wanted.saturating_sub(4).min(24).min(u32::from(lead_bits)) as u8
}

/// The directory over the leading `bits` bits of sorted keys: 2^bits + 1 starts.
pub fn directory<S: Signature>(layout: &Layout, keys: &[S], bits: u8) -> Vec<u32> {
    let mut starts = vec![0; (1 << bits) + 1];
    count_starts(keys.iter().map(|&key| layout.prefix(key, bits.into()) as usize), &mut starts);
    starts
}

/// The range of sorted keys with all leading bits equal to those of `key`; the first `resolved` leading bits
/// are equal already.
pub fn alike<S: Signature>(layout: &Layout, keys: &[S], key: S, resolved: u32) -> Range<usize> {
    if resolved >= u32::from(layout.lead_bits()) {
        return 0..keys.len();
    }
    let lead = layout.lead(key);
    let first = keys.partition_point(|&other| layout.lead(other) < lead);
    first..first + keys[first..].partition_point(|&other| layout.lead(other) == lead)
}

/// A sorted table: keys in ascending order.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a, S> {
    /// The order of the bits in its keys.
    pub layout: &'a Layout,
    /// See [`directory`]: 2^d + 1 starts.
    pub directory: &'a [u32],
    /// Ascending.
    pub keys: &'a [S],
}

impl<S: Signature> Table<'_, S> {
    /// The range of the keys with the same leading bits.
    pub fn range(&self, key: S) -> Range<usize> {
        let resolved = (self.directory.len() - 1).trailing_zeros();
        let slot = self.layout.prefix(key, resolved) as usize;
        let (start, end) = (self.directory[slot] as usize, self.directory[slot + 1] as usize);
        let range = alike(self.layout, &self.keys[start..end], key, resolved);
        start + range.start..start + range.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Bits;
    use crate::search::layout::{Cut, choices};
    use crate::search::parts::sorted;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_range_has_all_keys_with_these_leading_bits(
            signatures in prop::collection::vec(any::<u128>(), 0..200), bits in 1_u8..=128, blocks in 1_u8..=6,
            k in 0_u8..6, resolved in 0_u8..=8,
        ) {
            let bits = Bits::new(bits).unwrap();
            let blocks = blocks.min(bits.get());
            let signatures: Vec<u128> = signatures.iter().map(|signature| signature & bits.mask() & 0xf0ff_ffff).collect();
            for layout in &choices(&Cut::even(bits, blocks), k.min(blocks - 1)) {
                let (keys, positions) = sorted(layout, &signatures);
                let directory = directory(layout, &keys, resolved.min(layout.lead_bits()));
                let table = Table { layout, directory: &directory, keys: &keys };
                for &signature in signatures.iter().take(5).chain(&[0, bits.mask()]) {
                    let range = table.range(layout.key(signature));
                    let mut found: Vec<u32> = positions[range].to_vec();
                    found.sort_unstable();
                    let expected: Vec<u32> = (0..signatures.len() as u32)
                        .filter(|&at| layout.agrees(signature ^ signatures[at as usize]))
                        .collect();
                    prop_assert_eq!(found, expected);
                }
            }
        }
    }
}
