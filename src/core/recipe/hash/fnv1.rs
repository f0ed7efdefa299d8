//! FNV-1 in 64 bits (RFC 9923).

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;

#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(OFFSET_BASIS, |hash, &b| hash.wrapping_mul(PRIME) ^ u64::from(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_go_answers() {
        // hash/fnv of Go 1.19.8.
        assert_eq!(hash(b""), OFFSET_BASIS);
        assert_eq!(hash(b"a"), 0xaf63_bd4c_8601_b7be);
        assert_eq!(hash(b"this"), 0x8c1a_417e_9fdb_35c5);
    }
}
