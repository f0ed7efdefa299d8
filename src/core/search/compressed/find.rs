//! Finding a block by its last key.

use crate::hamming::Signature;
use crate::recipe::Bits;

/// Number of interpolation steps. Random keys need about log2 log2 n, 5 at n = 2^32; after that the values are
/// assumed to be skewed, and bisection takes log2 n steps.
const GUESSES: u32 = 8;

/// The index of the first of ascending keys that is ≥ `key`, or the number of keys, and how many keys were read
/// beside the two ends of the range: at most [`GUESSES`] + log2 n + 1.
pub(super) fn first_not_below<S: Signature>(keys: &[S], key: S, bits: Bits) -> (usize, u32) {
    let (mut low, mut high) = (0, keys.len());
    let mut steps = 0;
    while low < high {
        let at = if steps < GUESSES { guess(&keys[low..high], key, bits) } else { (high - low) / 2 };
        if keys[low + at] < key {
            low += at + 1;
        } else {
            high = low + at;
        }
        steps += 1;
    }
    (low, steps)
}

/// The expected index of this value if keys were evenly distributed.
fn guess<S: Signature>(keys: &[S], key: S, bits: Bits) -> usize {
    let above = u32::from(bits.get().saturating_sub(64));
    let leading = |key: S| (key >> above).low();
    let [first, .., last] = *keys else { return 0 };
    let (first, last, value) = (leading(first), leading(last), leading(key));
    if value <= first {
        return 0;
    }
    let end = keys.len() - 1;
    if value >= last {
        return end;
    }
    let share = (value - first) as f64 / (last - first) as f64;
    ((share * end as f64) as usize).min(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(keys: &[u64], key: u64) -> u32 {
        let (at, steps) = first_not_below(keys, key, Bits::DEFAULT);
        assert_eq!(at, keys.partition_point(|&other| other < key));
        steps
    }

    #[test]
    fn skewed_keys_take_no_more_than_halving_after_the_guesses() {
        let powers: Vec<u64> = (0..64).map(|power| 1 << power).collect();
        let near_zero: Vec<u64> = (0..10_000).chain([u64::MAX]).collect();
        let near_the_end: Vec<u64> = [0].into_iter().chain(u64::MAX - 10_000..u64::MAX).collect();
        let equal = vec![7; 10_000];
        for keys in [powers, near_zero, near_the_end, equal] {
            let most = GUESSES + keys.len().ilog2() + 1;
            for &key in &keys {
                for key in [key.wrapping_sub(1), key, key.wrapping_add(1)] {
                    assert!(check(&keys, key) <= most);
                }
            }
        }
    }

    #[test]
    fn wide_keys_that_share_their_leading_half_are_found() {
        let keys: Vec<u128> = (0..1000).map(|low| (5 << 64) + low * 3).collect();
        for low in 0..3000 {
            let key = (5 << 64) + low;
            let (at, _) = first_not_below(&keys, key, Bits::MAX);
            assert_eq!(at, keys.partition_point(|&other| other < key));
        }
    }

    proptest! {
        #[test]
        fn it_is_the_first_that_is_not_below(mut keys: Vec<u64>, key: u64, near in 0_u64..3) {
            keys.sort_unstable();
            check(&keys, key);
            for &key in &keys {
                check(&keys, key.wrapping_add(near).wrapping_sub(1));
            }
        }
    }
}
