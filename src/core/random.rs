//! Random numbers that never change, on any machine and in any version.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
///
/// Results of battery and curve are cited with their seed, so the numbers must not depend on the version of a
/// library.
#[derive(Debug, Clone)]
pub struct Random(u64);

/// 2^64 divided by the golden ratio.
pub(crate) const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Its last step: every bit of `z` reaches every bit of the result, and different numbers stay different.
#[inline(always)]
pub(crate) fn mixed(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The stream for these numbers, e.g. a seed and a purpose. Different numbers give unrelated streams.
    pub fn of(numbers: &[u64]) -> Self {
        let mut state = Self(GAMMA);
        for &number in numbers {
            state = Self(state.draw() ^ number);
        }
        Self(state.draw())
    }

    /// The next 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mixed(self.0)
    }

    /// A uniform number from 0 to `end` − 1, up to a bias of one part in 2^64 / `end` (Lemire, "Fast random
    /// integer generation in an interval", 2019, without its rejections); 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.draw()) * end as u128) >> 64) as usize
    }

    /// A random element; `None` from an empty slice.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len()))
    }

    /// Puts elements into a random order (Fisher and Yates, as Durstenfeld, "Algorithm 235", CACM 1964).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.below(last + 1));
        }
    }

    /// `n` different numbers from 0 to `end` − 1 in ascending order; all if `n` > `end` (Floyd's sampling:
    /// Bentley, "Programming pearls: a sample of brilliance", CACM 1987).
    pub fn choose(&mut self, n: usize, end: usize) -> Vec<usize> {
        let n = n.min(end);
        let mut chosen = std::collections::BTreeSet::new();
        for last in end - n..end {
            let number = self.below(last + 1);
            if !chosen.insert(number) {
                chosen.insert(last);
            }
        }
        chosen.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The first outputs for state 1234567, from the authors' reference implementation.
        let mut random = Random(1_234_567);
        assert_eq!(random.draw(), 6_457_827_717_110_365_317);
        assert_eq!(random.draw(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_chosen_are_different_and_reach_all_places() {
        let mut seen = [0; 10];
        for seed in 0..1000 {
            let chosen = Random::of(&[seed, 7]).choose(3, 10);
            assert!(chosen.len() == 3 && chosen.is_sorted_by(|a, b| a < b), "{chosen:?}");
            chosen.into_iter().for_each(|place| seen[place] += 1);
        }
        // 300 each are expected, with a standard deviation of 14.5.
        assert!(seen.iter().all(|&count| (220..380).contains(&count)), "{seen:?}");
        assert_eq!(Random::of(&[1]).choose(5, 3), [0, 1, 2]);
        assert!(Random::of(&[1]).choose(5, 0).is_empty());
    }

    #[test]
    fn streams_of_different_numbers_differ() {
        let first = |numbers: &[u64]| Random::of(numbers).draw();
        let all = [first(&[]), first(&[0]), first(&[0, 0]), first(&[0, 1]), first(&[1, 0])];
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| a != b));
        }
    }
}
