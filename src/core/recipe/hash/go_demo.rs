//! The hash of a much copied Go example: CPython's, but every round uses the first byte.

/// The hash of some bytes; 0 if there are none. It depends only on the first byte and the length (the example's
/// defect), and bit 63 is never set.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 1_000_003;
    const MASK: u64 = (1 << 63) - 1;
    let Some(&first) = bytes.first() else { return 0 };
    let first = u64::from(first);
    let x = bytes.iter().fold(first << 7, |x, _| (x.wrapping_mul(MULTIPLIER) ^ first) & MASK);
    x ^ bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_the_example_returns() {
        // Go 1.19.8.
        for (term, expected) in [
            ("", 0),
            ("a", 0x0000_0002_e40d_b1e0),
            ("This", 0x6b1d_c10d_1a62_2554),
            ("testing", 0x05be_c392_ff02_459b),
        ] {
            assert_eq!(hash(term.as_bytes()), expected, "{term:?}");
        }
        assert_eq!(hash(b"than"), hash(b"them"), "only the first byte and the length matter");
    }
}
