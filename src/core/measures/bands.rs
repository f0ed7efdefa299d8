//! MinHash with bands, the yardstick of near-duplicate search: Broder 1997; Leskovec, Rajaraman and Ullman, *Mining of Massive Datasets*,
//! 3.4.

use crate::simhash::value;

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

    /// Whether a band of both is equal.
    pub fn meet(&self, a: &[u64], b: &[u64]) -> bool {
        a.chunks_exact(self.rows).zip(b.chunks_exact(self.rows)).take(self.bands).any(|(a, b)| a == b)
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
