//! Confidence intervals for shares.

use std::collections::{BTreeMap, HashSet};

/// The 0.975 quantile of the standard normal distribution: `z` of a 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The score interval of a share (E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference", 1927), without continuity correction: (low, high), each from 0 to 1.
///
/// It assumes independent trials; where they are not, it is too narrow. Without trials it is (0, 1).
///
/// # Panics
/// In debug builds, if there are more successes than trials, or if `z` is negative or no number.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::evidence::{Z95, wilson};
/// let (low, high) = wilson(81, 263, Z95);
/// assert_eq!(format!("{low:.4} {high:.4}"), "0.2553 0.3662");
/// ```
pub fn wilson(successes: u64, trials: u64, z: f64) -> (f64, f64) {
    debug_assert!(successes <= trials && z >= 0.0, "{successes} of {trials}, z = {z}");
    if trials == 0 { (0.0, 1.0) } else { score(successes as f64 / trials as f64, trials as f64, z) }
}

/// The same as [`wilson`], of a share and a number of trials that need not be whole.
pub(crate) fn score(share: f64, trials: f64, z: f64) -> (f64, f64) {
    let square = z * z / trials;
    let centre = share + square / 2.0;
    let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt();
    let bound = |bound: f64| (bound / (1.0 + square)).clamp(0.0, 1.0);
    // Exact at the ends, where rounding would leave a rest.
    let low = if share == 0.0 { 0.0 } else { bound(centre - half) };
    let high = if share == 1.0 { 1.0 } else { bound(centre + half) };
    (low, high)
}

/// The score interval of the share of pairs of documents for which something holds, where pairs share documents.
///
/// Pairs that share a document are not independent, so the number of pairs is divided by the design effect (L. Kish,
/// "Survey sampling", 1965): the variance that allows for shared documents (P. M. Aronow, C. Samii, V. A. Assenova,
/// "Cluster-robust variance estimation for dyadic data", Political Analysis 23, 2015) over that of independent pairs, if
/// it is more than 1. Where the share is 0 or 1 there is no variance to measure; then only as many pairs count as a first
/// pass finds that share no document. Pairs without a document in common are taken for independent. `None` without pairs.
pub fn wilson_of_pairs(pairs: &[(u32, u32, bool)], z: f64) -> Option<(f64, f64)> {
    let (trials, successes) = (pairs.len(), pairs.iter().filter(|pair| pair.2).count());
    if trials == 0 {
        return None;
    }
    let share = successes as f64 / trials as f64;
    let effective = if successes == 0 || successes == trials {
        let mut taken = HashSet::new();
        let apart = pairs.iter().filter(|(a, b, _)| {
            let is_apart = !taken.contains(a) && !taken.contains(b);
            if is_apart {
                taken.extend([*a, *b]);
            }
            is_apart
        });
        apart.count() as f64
    } else {
        // In order, so that sums are the same each time.
        let (mut residuals, mut independent) = (BTreeMap::<u32, f64>::new(), 0.0);
        for &(a, b, holds) in pairs {
            let residual = f64::from(u8::from(holds)) - share;
            independent += residual * residual;
            *residuals.entry(a).or_default() += residual;
            *residuals.entry(b).or_default() += residual;
        }
        // The square of each pair is in the sums of both of its documents.
        let shared = residuals.values().map(|sum| sum * sum).sum::<f64>() - independent;
        trials as f64 / (shared / independent).max(1.0)
    };
    Some(score(share, effective, z))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(successes: u64, trials: u64, (low, high): (f64, f64)) {
        let found = wilson(successes, trials, Z95);
        assert!(
            (found.0 - low).abs() < 1e-12 && (found.1 - high).abs() < 1e-12,
            "{successes} of {trials}: {found:?}"
        );
    }

    /// From the definition, in Python's `decimal` with 40 digits.
    #[test]
    fn bounds_are_those_of_the_definition() {
        check(0, 10, (0.0, 0.277_532_799_862_889_2));
        check(1, 10, (0.017_876_213_095_072_907, 0.404_150_026_795_238_5));
        check(5, 10, (0.236_593_090_512_564, 0.763_406_909_487_436));
        check(10, 10, (0.722_467_200_137_110_8, 1.0));
        check(999_999, 1_000_000, (0.999_994_335_088_195_7, 0.999_999_823_475_423_2));
    }

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
    #[test]
    fn bounds_are_those_of_newcombes_table() {
        for (successes, trials, expected) in [
            (81, 263, "0.2553 0.3662"),
            (15, 148, "0.0624 0.1605"),
            (0, 20, "0.0000 0.1611"),
            (1, 29, "0.0061 0.1718"),
        ] {
            let (low, high) = wilson(successes, trials, Z95);
            assert_eq!(format!("{low:.4} {high:.4}"), expected, "{successes} of {trials}");
        }
    }

    #[test]
    fn degenerate_cases_have_bounds() {
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
        assert_eq!(wilson(1, 4, 0.0), (0.25, 0.25));
        let (low, high) = wilson(u64::MAX, u64::MAX, Z95);
        assert!(low > 0.999 && high == 1.0);
    }

    /// Least and mean over shares up to a half (the interval is symmetric) of the exact coverage: the probabilities of all
    /// outcomes whose interval holds the true share.
    fn coverage(trials: u64, interval: impl Fn(u64) -> (f64, f64)) -> (f64, f64) {
        let of = |share: f64| {
            let mut probability = (1.0 - share).powi(trials as i32);
            let mut covered = 0.0;
            for successes in 0..=trials {
                let (low, high) = interval(successes);
                if (low..=high).contains(&share) {
                    covered += probability;
                }
                probability *= share / (1.0 - share) * (trials - successes) as f64 / (successes + 1) as f64;
            }
            covered
        };
        let all: Vec<f64> = (1..=100).map(|i| of(f64::from(i) / 200.0)).collect();
        (all.iter().copied().fold(1.0, f64::min), all.iter().sum::<f64>() / all.len() as f64)
    }

    #[test]
    fn ninety_five_percent_of_the_intervals_hold_the_true_share_on_average() {
        for trials in [10, 40, 200] {
            let (least, mean) = coverage(trials, |successes| wilson(successes, trials, Z95));
            assert!((0.94..0.965).contains(&mean), "{trials}: mean {mean}");
            assert!(least > 0.83, "{trials}: least {least}");
        }
    }

    #[test]
    fn pairs_that_share_no_document_are_wilsons() {
        let pairs: Vec<_> = (0..20).map(|i| (2 * i, 2 * i + 1, i < 5)).collect();
        let (low, high) = wilson_of_pairs(&pairs, Z95).unwrap();
        let expected = wilson(5, 20, Z95);
        assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
        let all: Vec<_> = pairs.iter().map(|&(a, b, _)| (a, b, true)).collect();
        assert_eq!(wilson_of_pairs(&all, Z95), Some(wilson(20, 20, Z95)));
        assert_eq!(wilson_of_pairs(&[], Z95), None);
    }

    #[test]
    fn pairs_that_share_documents_count_less() {
        // All 6 pairs of 4 documents: two of them are apart.
        let all: Vec<_> = (0..4).flat_map(|b| (0..b).map(move |a| (a, b, true))).collect();
        assert_eq!(wilson_of_pairs(&all, Z95), Some(wilson(2, 2, Z95)));
        // Two stars of 3: residuals ±1/2, so 2 · (9/4 + 3/4) − 3/2 over 3/2 is a design effect of 3, and 2 pairs count.
        let stars = [(0, 1, true), (0, 2, true), (0, 3, true), (4, 5, false), (4, 6, false), (4, 7, false)];
        let (low, high) = wilson_of_pairs(&stars, Z95).unwrap();
        let expected = wilson(1, 2, Z95);
        assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
    }

    /// A pair holds with a probability that both of its documents move: 60 documents, 300 of their pairs, 400 times.
    #[test]
    fn intervals_of_pairs_that_share_documents_hold_the_true_share() {
        let mut state = 7_u64;
        // SplitMix64 (Steele, Lea, Flood 2014).
        let mut uniform = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut robust, mut plain) = (0, 0);
        for _ in 0..400 {
            let effects: Vec<f64> = (0..60).map(|_| if uniform() < 0.5 { 0.1 } else { 0.4 }).collect();
            let pairs: Vec<_> = (0..300)
                .map(|_| {
                    let (a, b) = ((uniform() * 60.0) as u32, (uniform() * 59.0) as u32);
                    let b = b + u32::from(b >= a);
                    (a, b, uniform() < effects[a as usize] + effects[b as usize])
                })
                .collect();
            // The mean effect is 0.25, so the true share is 0.5.
            let successes = pairs.iter().filter(|pair| pair.2).count() as u64;
            let holds = |(low, high): (f64, f64)| u32::from((low..=high).contains(&0.5));
            robust += holds(wilson_of_pairs(&pairs, Z95).unwrap());
            plain += holds(wilson(successes, 300, Z95));
        }
        assert!(robust >= 368, "{robust} of 400");
        assert!(plain < 340, "{plain} of 400: independence would be a wrong assumption");
    }
}
