//! Bob Jenkins's lookup3 (lookup3.c, May 2006, public domain): `hashlittle2` with both seeds 0.

/// The two words of `hashlittle2`: `c` in the high half, `b` in the low one.
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    // Jenkins starts from an arbitrary number and the length modulo 2³².
    let [mut a, mut b, mut c] = [0xdead_beef_u32.wrapping_add(bytes.len() as u32); 3];
    let mut rest = bytes;
    // The last block, even if it is whole, is for the final mixing.
    while rest.len() > 12 {
        let (block, after) = rest.split_at(12);
        let [x, y, z] = words(block);
        (a, b, c) = mix(a.wrapping_add(x), b.wrapping_add(y), c.wrapping_add(z));
        rest = after;
    }
    if !rest.is_empty() {
        let mut block = [0; 12];
        block[..rest.len()].copy_from_slice(rest);
        let [x, y, z] = words(&block);
        (b, c) = final_mix(a.wrapping_add(x), b.wrapping_add(y), c.wrapping_add(z));
    }
    u64::from(c) << 32 | u64::from(b)
}

/// Twelve bytes as three little-endian words.
#[inline]
fn words(block: &[u8]) -> [u32; 3] {
    std::array::from_fn(|i| {
        u32::from_le_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]])
    })
}

/// Reversible; every bit of the three words touches every other.
#[inline]
fn mix(mut a: u32, mut b: u32, mut c: u32) -> (u32, u32, u32) {
    macro_rules! step {
        ($x:ident, $y:ident, $z:ident, $by:literal) => {
            $x = $x.wrapping_sub($z) ^ $z.rotate_left($by);
            $z = $z.wrapping_add($y);
        };
    }
    step!(a, b, c, 4);
    step!(b, c, a, 6);
    step!(c, a, b, 8);
    step!(a, b, c, 16);
    step!(b, c, a, 19);
    step!(c, a, b, 4);
    (a, b, c)
}

/// The last mixing: b and c.
#[inline]
fn final_mix(mut a: u32, mut b: u32, mut c: u32) -> (u32, u32) {
    macro_rules! step {
        ($x:ident, $y:ident, $by:literal) => {
            $x = ($x ^ $y).wrapping_sub($y.rotate_left($by));
        };
    }
    step!(c, b, 14);
    step!(a, c, 11);
    step!(b, a, 25);
    step!(c, b, 16);
    step!(a, c, 4);
    step!(b, a, 14);
    step!(c, b, 24);
    (b, c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_one_that_jenkins_published() {
        // The self-test of lookup3.c (driver5): hashlittle2("", 0, 0) and hashlittle2("Four score …", 0, 0).
        assert_eq!(hash(b""), 0xdead_beef_dead_beef);
        assert_eq!(hash(b"Four score and seven years ago"), 0x1777_0551_ce72_26e6);
    }

    #[test]
    fn it_is_what_yanyiwu_simhash_returns() {
        // Commit 30c243b, features of one word each.
        for (term, expected) in [
            ("test", 0xbe0c_1952_6da2_c9ae),
            ("testing", 0x953d_f218_13d5_2bbc),
            ("als", 0xf507_6257_4cae_8ef0),
            ("This", 0x8f1c_631d_db3b_23e3),
        ] {
            assert_eq!(hash(term.as_bytes()), expected, "{term:?}");
        }
    }
}
