//! The 64-bit hash that Hive made of one half of MurmurHash3 in 128 bits, as Java libraries copied it.

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

/// The hash of some bytes with seed 0.
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let (words, tail) = bytes.as_chunks::<8>();
    let mut hash = words.iter().fold(0, |hash: u64, word| {
        let mixed = hash ^ scrambled(u64::from_le_bytes(*word));
        mixed.rotate_left(27).wrapping_mul(5).wrapping_add(0x52dc_e729)
    });
    let mut last = [0; 8];
    last[..tail.len()].copy_from_slice(tail);
    // Without a tail this is 0, and changes nothing.
    hash ^= scrambled(u64::from_le_bytes(last));
    finished(hash ^ bytes.len() as u64)
}

#[inline]
fn scrambled(word: u64) -> u64 {
    word.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

#[inline]
fn finished(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_hutool_answers() {
        // The bits of cn.hutool.core.lang.hash.MurmurHash.hash64 5.8.34 in reverse order.
        for (term, mirrored) in [("", 0), ("a", 0x7e03_c23a_0ee2_acb8), ("This", 0xaed8_e17a_6549_d5a6)] {
            assert_eq!(hash(term.as_bytes()).reverse_bits(), mirrored, "{term:?}");
        }
    }
}
