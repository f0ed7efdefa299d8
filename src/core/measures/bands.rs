//! MinHash with bands, the yardstick of near-duplicate search: Broder 1997; Leskovec, Rajaraman and Ullman, *Mining of Massive Datasets*,
//! 3.4.

use crate::progress::Progress;
use crate::simhash::value;
use rayon::prelude::*;
use std::fmt;

/// Minima of a document.
pub const PERMUTATIONS: usize = 128;

/// Minima in b bands of r rows; two documents meet if all r minima of a band are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    /// b.
    pub bands: usize,
    /// r; b · r is at most [`PERMUTATIONS`].
    pub rows: usize,
}

impl Bands {
    /// Those that err least around a Jaccard index, as the libraries datasketch and text-dedup choose them: the area under the probability to
    /// meet below it, and over that above it, are least together. Integrals are sums of a thousand steps.
    pub fn around(jaccard: f64) -> Self {
        let all = (1..=PERMUTATIONS)
            .flat_map(|bands| (1..=PERMUTATIONS / bands).map(move |rows| Self { bands, rows }));
        let error = |bands: &Self| -> f64 {
            let steps = (0..1000).map(|step| (f64::from(step) + 0.5) / 1000.0);
            let wrong = |s: f64| if s < jaccard { bands.probability(s) } else { 1.0 - bands.probability(s) };
            steps.map(wrong).sum()
        };
        let rated = all.map(|bands| (error(&bands), bands));
        rated.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Self { bands: 1, rows: 1 }, |(_, bands)| bands)
    }

    /// With what probability two documents of this Jaccard index meet: 1 − (1 − s^r)^b.
    pub fn probability(&self, jaccard: f64) -> f64 {
        1.0 - (1.0 - jaccard.powi(self.rows as i32)).powi(self.bands as i32)
    }

    /// How many pairs of these documents meet, which are named by their minima, and how many of these are right; one of which nothing is
    /// known counts as neither. `None` when cancelled. Advances by bands.
    pub fn count(
        &self,
        minima: &[Vec<u64>],
        documents: &[u32],
        is_right: impl Fn(u32, u32) -> Option<bool> + Sync,
        progress: &Progress,
    ) -> Option<[u64; 2]> {
        progress.expect(self.bands as u64);
        let add = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        let (mut counted, mut sorted) = ([0; 2], documents.to_vec());
        for band in 0..self.bands {
            let of = |band: usize, document: u32| {
                &minima[document as usize][band * self.rows..(band + 1) * self.rows]
            };
            sorted.par_sort_unstable_by(|&a, &b| of(band, a).cmp(of(band, b)));
            let is_first = |a: u32, b: u32| (0..band).all(|earlier| of(earlier, a) != of(earlier, b));
            let from = |at: usize| {
                let (a, later) = (sorted[at], sorted[at + 1..].iter().copied());
                let same = later.take_while(|&b| !progress.is_cancelled() && of(band, a) == of(band, b));
                let known = same.filter(|&b| is_first(a, b)).filter_map(|b| is_right(a, b));
                known.fold([0, 0], |[met, right], is_right| [met + 1, right + u64::from(is_right)])
            };
            counted = add(counted, (0..sorted.len()).into_par_iter().map(from).reduce(|| [0; 2], add));
            progress.advance(1);
        }
        (!progress.is_cancelled()).then_some(counted)
    }

    /// Whether a band of both is equal.
    pub fn meet(&self, a: &[u64], b: &[u64]) -> bool {
        a.chunks_exact(self.rows).zip(b.chunks_exact(self.rows)).take(self.bands).any(|(a, b)| a == b)
    }
}

impl fmt::Display for Bands {
    /// As `minhash:25x5`: b × r.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "minhash:{}x{}", self.bands, self.rows)
    }
}

/// The smallest value i of these feature hashes, for each i (see [`value`]).
pub fn minima(hashes: &[u64]) -> Vec<u64> {
    let least = |i: usize| hashes.iter().map(|&hash| value(hash, i as u8)).min().unwrap_or(u64::MAX);
    (0..PERMUTATIONS).map(least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_those_of_datasketch() {
        // b and r of MinHashLSH(threshold=t, num_perm=128) in datasketch 2.0.0.
        let of_datasketch = [
            (0.1, 64, 2),
            (0.2, 28, 2),
            (0.3, 37, 3),
            (0.4, 32, 4),
            (0.5, 25, 5),
            (0.6, 18, 7),
            (0.7, 14, 9),
            (0.8, 9, 13),
            (0.9, 5, 25),
        ];
        for (jaccard, bands, rows) in of_datasketch {
            assert_eq!(Bands::around(jaccard), Bands { bands, rows }, "{jaccard}");
        }
    }

    #[test]
    fn pairs_that_meet_are_counted_once() {
        let minima: Vec<Vec<u64>> = (0..40_u64)
            .map(|n| minima(&(n / 4..n / 4 + 9).map(|n| value(n, 200)).collect::<Vec<_>>()))
            .collect();
        let documents: Vec<u32> = (0..40).filter(|n| n % 5 != 3).collect();
        let is_right = |a: u32, b: u32| (!(a + b).is_multiple_of(3)).then_some((a ^ b) & 1 == 1);
        for (bands, rows) in [(64, 2), (25, 5), (5, 25)] {
            let bands = Bands { bands, rows };
            let pairs = documents.iter().flat_map(|&a| documents.iter().map(move |&b| (a, b)));
            let known = pairs.filter(|&(a, b)| a < b && bands.meet(&minima[a as usize], &minima[b as usize]));
            let known: Vec<bool> = known.filter_map(|(a, b)| is_right(a, b)).collect();
            let right = known.iter().filter(|&&is_right| is_right).count();
            let counted = bands.count(&minima, &documents, is_right, &Progress::new());
            assert_eq!(counted, Some([known.len() as u64, right as u64]), "{bands}");
            assert!(right > 0 && known.len() > right, "{bands}");
        }
        let progress = Progress::new();
        progress.cancel();
        assert_eq!(Bands { bands: 1, rows: 1 }.count(&minima, &documents, is_right, &progress), None);
    }

    #[test]
    fn the_probability_to_meet_is_that_of_sets() {
        let bands = Bands { bands: 25, rows: 5 };
        assert!((bands.probability(0.5) - (1.0 - (1.0 - 0.5_f64.powi(5)).powi(25))).abs() < 1e-12);
        // 300 pairs of sets that share 20 of 40: J = 1/2.
        let met = (0..300_u64).filter(|seed| {
            let set = |from: u64| (from..from + 30).map(|n| value(seed * 1000 + n, 200)).collect::<Vec<_>>();
            bands.meet(&minima(&set(0)), &minima(&set(10)))
        });
        let (share, expected) = (met.count() as f64 / 300.0, bands.probability(0.5));
        assert!(
            (share - expected).abs() < 5.0 * (expected * (1.0 - expected) / 300.0).sqrt(),
            "{share}, {expected}"
        );
    }
}
