//! Cyclic redundancy checks of 32 bits.

/// CRC-32 of zlib, PNG and ISO/IEC 13239.
#[inline]
pub(super) fn iso(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = table(0xedb8_8320);
    !rest(&TABLE, bytes)
}

/// CRC-32C (RFC 3720) without the final complement. An empty term leaves the 64 ones that ClickHouse begins with;
/// the first byte takes it to 32 bits.
#[inline]
pub(super) fn castagnoli(bytes: &[u8]) -> u64 {
    static TABLE: [u32; 256] = table(0x82f6_3b78);
    if bytes.is_empty() { u64::MAX } else { u64::from(rest(&TABLE, bytes)) }
}

#[inline]
fn rest(table: &[u32; 256], bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |crc, &b| table[usize::from(crc as u8 ^ b)] ^ crc >> 8)
}

/// What each byte leaves under a polynomial whose bits stand in reverse order.
const fn table(polynomial: u32) -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { polynomial } else { 0 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_give_the_published_check_values() {
        assert_eq!(iso(b"123456789"), 0xcbf4_3926);
        assert_eq!(!castagnoli(b"123456789") as u32, 0xe306_9283);
        assert_eq!(iso(b""), 0);
        // ClickHouse 26.9: lower(hex(ngramSimHashUTF8('ab'))).
        assert_eq!((castagnoli(b"ab"), castagnoli(b"")), (0x1d5d_d6c9, u64::MAX));
    }
}
