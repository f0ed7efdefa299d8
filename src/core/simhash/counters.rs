//! Integer sums without a loop over bits.

use super::word::Word;

/// Counts, for each bit position of a word, the hashes that have a 1 there.
///
/// The counters are vertical: bit i of `planes[p]` is bit p of the counter of position i. Hashes are added
/// sixteen at a time by a tree of carry-save adders (Harley and Seal; Warren, Hacker's Delight, 2nd ed., §5-1),
/// with about five operations a hash for all positions together. If `ones` of `n` hashes have a 1, the sum of a
/// position is `2·ones − n`: its sign follows from comparing `ones` with n/2, which is done on the planes as
/// well, so that counters are never unpacked.
#[derive(Debug)]
pub(super) struct Counters<W> {
    waiting: [W; 16],
    /// Hashes added so far; those after the last multiple of 16 are in `waiting`.
    n: u64,
    planes: [W; PLANES],
}

/// Enough for 2^48 occurrences, more than memory can hold.
const PLANES: usize = 48;

impl<W: Word> Default for Counters<W> {
    fn default() -> Self {
        Self { waiting: [W::ZERO; 16], n: 0, planes: [W::ZERO; PLANES] }
    }
}

impl<W: Word> Counters<W> {
    pub(super) fn clear(&mut self) {
        self.n = 0;
        self.planes = [W::ZERO; PLANES];
    }

    #[inline]
    pub(super) fn add(&mut self, hash: W) {
        let slot = (self.n % 16) as usize;
        self.waiting[slot] = hash;
        self.n += 1;
        if slot == 15 {
            self.add_sixteen();
        }
    }

    /// For each position, whether the sum is above 0 and whether it is 0.
    pub(super) fn above_and_level(&mut self) -> (W, W) {
        let rest = (self.n % 16) as usize;
        if rest > 0 {
            // Zeros add nothing to the ones, and `n` does not count them.
            self.waiting[rest..].fill(W::ZERO);
            self.add_sixteen();
        }
        let half = self.n / 2;
        let (mut above, mut equal) = (W::ZERO, !W::ZERO);
        // A counter is at most n, so higher planes are empty.
        let used = (64 - self.n.leading_zeros()) as usize;
        for (p, &plane) in self.planes[..used].iter().enumerate().rev() {
            if half >> p & 1 == 1 {
                equal &= plane;
            } else {
                above |= equal & plane;
                equal &= !plane;
            }
        }
        // An odd number of ±1 never adds up to 0.
        (above, if self.n.is_multiple_of(2) { equal } else { W::ZERO })
    }

    #[inline]
    fn add_sixteen(&mut self) {
        let [ones, twos, fours, eights, higher @ ..] = &mut self.planes;
        let mut eight = |w: &[W]| {
            let mut four = |w: &[W]| {
                let (a, b) = (add_two(ones, w[0], w[1]), add_two(ones, w[2], w[3]));
                add_two(twos, a, b)
            };
            let (a, b) = (four(&w[..4]), four(&w[4..]));
            add_two(fours, a, b)
        };
        let (a, b) = (eight(&self.waiting[..8]), eight(&self.waiting[8..]));
        let mut carry = add_two(eights, a, b);
        for plane in higher {
            if carry == W::ZERO {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
}

/// Full adder: adds two planes of one weight to a third; returns the carry into the next weight.
#[inline]
fn add_two<W: Word>(plane: &mut W, a: W, b: W) -> W {
    let half = *plane ^ a;
    let carry = (*plane & a) | (half & b);
    *plane = half ^ b;
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: one sum per bit.
    fn plain(hashes: &[u128]) -> (u128, u128) {
        let (mut above, mut level) = (0, 0);
        for i in 0..128 {
            let sum: i64 = hashes.iter().map(|h| if h >> i & 1 == 1 { 1 } else { -1 }).sum();
            above |= u128::from(sum > 0) << i;
            level |= u128::from(sum == 0) << i;
        }
        (above, level)
    }

    /// Checks both widths.
    fn check(hashes: &[u128]) {
        let (above, level) = plain(hashes);
        let (mut wide, mut narrow) = (Counters::default(), Counters::default());
        for _ in 0..2 {
            wide.clear();
            narrow.clear();
            hashes.iter().for_each(|&h| wide.add(h));
            hashes.iter().for_each(|&h| narrow.add(h as u64));
            assert_eq!(wide.above_and_level(), (above, level), "{} hashes", hashes.len());
            assert_eq!(narrow.above_and_level(), (above as u64, level as u64), "{} hashes", hashes.len());
        }
    }

    #[test]
    fn extremes() {
        for n in (0..70).chain([255, 256, 257, 1000, 4096]) {
            check(&vec![u128::MAX; n]);
            check(&vec![0; n]);
            let alternating: Vec<u128> = (0..n).map(|i| if i % 2 == 0 { u128::MAX } else { 0 }).collect();
            check(&alternating);
        }
    }

    proptest! {
        #[test]
        fn they_equal_the_definition(hashes in prop::collection::vec(any::<u128>(), 0..200)) {
            check(&hashes);
        }

        #[test]
        fn they_equal_the_definition_near_ties(
            hashes in prop::collection::vec(
                prop::sample::select(vec![0, u128::MAX, u128::MAX << 64, 0xff00_ff00_ff00_ff00, 1]), 0..300),
        ) {
            check(&hashes);
        }
    }
}
