//! Feature hashes: a closed set of functions from terms to bits.

mod cpython;
mod crc32;
mod fnv1;
mod go_demo;
mod lookup3;
mod murmur;

use super::Row;
use md5::{Digest, Md5};
use siphasher::{sip, sip128};
use std::hash::Hasher;
use xxhash_rust::xxh3;

/// How a term becomes bits. `Display` and `FromStr` use `xxh3`, `xxh3:42`, `sip`, `sip:5:6`, `md5:head`,
/// `md5:tail`, `jenkins`, `cpython:code-points`, `cpython:utf-16`, `cpython:bytes`, `go-demo`, `fnv1`, `crc32`,
/// `crc32c`, `murmur:mirrored`, `given`.
///
/// Bit 0 is the least significant. A signature of up to 64 bits takes the low bits of
/// [`FeatureHash::of_64`], a wider one those of [`FeatureHash::of_128`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureHash {
    /// XXH3 of the UTF-8 bytes with a seed: the 64-bit form, and XXH3-128 above 64 bits.
    Xxh3 {
        /// The seed; 0 unless given.
        seed: u64,
    },
    /// SipHash-2-4 (Aumasson and Bernstein, 2012) with a key of two words, of the UTF-8 bytes and then 0xFF,
    /// which is how Rust hashes a `str`: the 64-bit form, and SipHash-128 above 64 bits.
    Sip {
        /// The first word of the key, k0.
        k0: u64,
        /// The second, k1.
        k1: u64,
    },
    /// MD5 (RFC 1321): the first 8 bytes of the digest as a big-endian number; all 16 above 64 bits.
    Md5Head,
    /// MD5: the last ⌈bits/8⌉ bytes of the digest as a big-endian number.
    Md5Tail,
    /// Bob Jenkins's lookup3, `hashlittle2` with both seeds 0: the high 32 bits are `c`, the low ones `b`.
    Jenkins,
    /// The string hash of CPython before 3.3, widened to any number of bits. A weak hash.
    Cpython(Units),
    /// A Go port of the former that reads the first byte only. Bit 63 is never set.
    GoDemo,
    /// FNV-1 in 64 bits (RFC 9923): multiplied first, not FNV-1a.
    Fnv1,
    /// CRC-32 (ISO/IEC 13239), as in zlib. It has 32 bits, and it is linear.
    Crc32,
    /// CRC-32C (RFC 3720) without the final complement, as the processor's instruction leaves it: bits 32 to 63 are 0.
    /// Of an empty term it is all 64 ones (ClickHouse 26.9).
    Crc32C,
    /// The 64-bit hash that Hive made of one half of MurmurHash3 in 128 bits, seed 0, its bits in reverse order
    /// (hutool 5.8.34).
    MurmurMirrored,
    /// The hash that the [row](super::Row) says; of other terms [`FeatureHash::DEFAULT`].
    Given,
}

/// The units that [`FeatureHash::Cpython`] reads, and counts for the length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Units {
    /// Unicode code points (Python 3).
    CodePoints,
    /// UTF-16 units (Java).
    Utf16,
    /// UTF-8 bytes (Python 2).
    Bytes,
}

impl FeatureHash {
    /// XXH3 with seed 0: simscope's default, and the key that identifies terms.
    pub const DEFAULT: Self = Self::Xxh3 { seed: 0 };

    /// Number of bits that the hash can fill: 32, 64 or 128.
    pub fn widest(self) -> u8 {
        match self {
            Self::Crc32 => 32,
            Self::Jenkins | Self::GoDemo | Self::Fnv1 | Self::Crc32C | Self::MurmurMirrored => 64,
            Self::Xxh3 { .. }
            | Self::Sip { .. }
            | Self::Md5Head
            | Self::Md5Tail
            | Self::Cpython(_)
            | Self::Given => 128,
        }
    }

    /// The 64-bit hash of a term, for signatures of up to 64 bits.
    #[inline]
    pub fn of_64(self, term: &str) -> u64 {
        let bytes = term.as_bytes();
        match self {
            Self::Xxh3 { seed: 0 } => xxh3::xxh3_64(bytes),
            Self::Xxh3 { seed } => xxh3::xxh3_64_with_seed(bytes, seed),
            Self::Sip { k0, k1 } => {
                let mut hasher = sip::SipHasher24::new_with_keys(k0, k1);
                hasher.write(bytes);
                hasher.write_u8(0xff);
                hasher.finish()
            }
            Self::Md5Head => (md5(bytes) >> 64) as u64,
            Self::Md5Tail => md5(bytes) as u64,
            Self::Jenkins => lookup3::hash(bytes),
            Self::Cpython(Units::CodePoints) => cpython::hash(term.chars().map(u64::from)),
            Self::Cpython(Units::Utf16) => cpython::hash(term.encode_utf16().map(u64::from)),
            Self::Cpython(Units::Bytes) => cpython::hash(term.bytes().map(u64::from)),
            Self::GoDemo => go_demo::hash(bytes),
            Self::Fnv1 => fnv1::hash(bytes),
            Self::Crc32 => u64::from(crc32::iso(bytes)),
            Self::Crc32C => crc32::castagnoli(bytes),
            Self::MurmurMirrored => murmur::hash(bytes).reverse_bits(),
            Self::Given => Row::parse(term).hash_64(),
        }
    }

    /// The 128-bit hash of a term, for wider signatures. What lies above [`FeatureHash::widest`] is 0.
    #[inline]
    pub fn of_128(self, term: &str) -> u128 {
        let bytes = term.as_bytes();
        match self {
            Self::Xxh3 { seed: 0 } => xxh3::xxh3_128(bytes),
            Self::Xxh3 { seed } => xxh3::xxh3_128_with_seed(bytes, seed),
            Self::Sip { k0, k1 } => {
                use sip128::Hasher128;
                let mut hasher = sip128::SipHasher24::new_with_keys(k0, k1);
                hasher.write(bytes);
                hasher.write_u8(0xff);
                hasher.finish128().as_u128()
            }
            Self::Md5Head | Self::Md5Tail => md5(bytes),
            Self::Cpython(Units::CodePoints) => cpython::hash(term.chars().map(u128::from)),
            Self::Cpython(Units::Utf16) => cpython::hash(term.encode_utf16().map(u128::from)),
            Self::Cpython(Units::Bytes) => cpython::hash(term.bytes().map(u128::from)),
            Self::Given => Row::parse(term).hash_128(),
            Self::Jenkins | Self::GoDemo | Self::Fnv1 | Self::Crc32 | Self::Crc32C | Self::MurmurMirrored => {
                u128::from(self.of_64(term))
            }
        }
    }
}

/// The digest as a big-endian number.
fn md5(bytes: &[u8]) -> u128 {
    u128::from_be_bytes(Md5::digest(bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hash: FeatureHash, term: &str, expected_64: u64, expected_128: u128) {
        assert_eq!(hash.of_64(term), expected_64, "{hash} of {term:?}, 64 bits");
        assert_eq!(hash.of_128(term), expected_128, "{hash} of {term:?}, 128 bits");
    }

    #[test]
    fn md5_is_that_of_rfc_1321() {
        // Appendix A.5.
        for (term, digest) in [
            ("", 0xd41d8cd98f00b204e9800998ecf8427e),
            ("a", 0x0cc175b9c0f1b6a831c399e269772661),
            ("message digest", 0xf96b697d7cb7938d525a2f31aaf161d0),
        ] {
            check(FeatureHash::Md5Head, term, (digest >> 64) as u64, digest);
            check(FeatureHash::Md5Tail, term, digest as u64, digest);
        }
    }

    #[test]
    fn sip_is_rusts_hash_of_a_str_under_the_same_key() {
        use std::hash::Hash;
        for term in ["", "cat", "The cat sat on the mat", "中文"] {
            let mut plain = sip::SipHasher24::new_with_keys(5, 6);
            term.hash(&mut plain);
            let mut wide = sip128::SipHasher24::new_with_keys(5, 6);
            term.hash(&mut wide);
            let wide = sip128::Hasher128::finish128(&wide).as_u128();
            check(FeatureHash::Sip { k0: 5, k1: 6 }, term, plain.finish(), wide);
        }
        // Output of the program gaoya 0.2.2.
        check(
            FeatureHash::Sip { k0: 5, k1: 6 },
            "This",
            0xa622215a6f36e55e,
            0xe19ee711af7970f148dd48b2c3bf988a,
        );
    }

    #[test]
    fn xxh3_takes_its_seed() {
        // Output of the program text-dedup 7538f3e.
        check(
            FeatureHash::Xxh3 { seed: 42 },
            "this is a",
            0x506ae371af06b97c,
            0xacb62bf45d6fc5fd9cc2aa8fed99ce88,
        );
        assert_eq!(FeatureHash::DEFAULT.of_64("a"), xxh3::xxh3_64_with_seed(b"a", 0));
    }

    #[test]
    fn narrow_hashes_leave_the_high_half_empty() {
        for hash in [
            FeatureHash::Jenkins,
            FeatureHash::GoDemo,
            FeatureHash::Fnv1,
            FeatureHash::Crc32,
            FeatureHash::Crc32C,
            FeatureHash::MurmurMirrored,
        ] {
            assert_eq!(hash.of_128("testing"), u128::from(hash.of_64("testing")));
        }
        assert_eq!(FeatureHash::Crc32.of_64("testing") >> FeatureHash::Crc32.widest(), 0);
    }
}
