//! Confidence intervals for shares.

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
/// use simscope::evidence::{Z95, wilson};
/// let (low, high) = wilson(81, 263, Z95);
/// assert_eq!(format!("{low:.4} {high:.4}"), "0.2553 0.3662");
/// ```
pub fn wilson(successes: u64, trials: u64, z: f64) -> (f64, f64) {
    debug_assert!(successes <= trials && z >= 0.0, "{successes} of {trials}, z = {z}");
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (trials as f64, successes as f64 / trials as f64);
    let square = z * z / n;
    let centre = share + square / 2.0;
    let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt();
    let bound = |bound: f64| (bound / (1.0 + square)).clamp(0.0, 1.0);
    // Exact at the ends, where rounding would leave a rest.
    let low = if successes == 0 { 0.0 } else { bound(centre - half) };
    let high = if successes == trials { 1.0 } else { bound(centre + half) };
    (low, high)
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
        check(1, 10, (0.017_876_213_095_072_907, 0.404_150_026_795_238_46));
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

    /// Exact coverage: the probabilities of all outcomes whose interval holds the true share.
    #[test]
    fn ninety_five_percent_of_the_intervals_hold_the_true_share_on_average() {
        let coverage = |trials: u64, share: f64| {
            let mut probability = (1.0 - share).powi(trials as i32);
            let mut covered = 0.0;
            for successes in 0..=trials {
                let (low, high) = wilson(successes, trials, Z95);
                if (low..=high).contains(&share) {
                    covered += probability;
                }
                probability *= share / (1.0 - share) * (trials - successes) as f64 / (successes + 1) as f64;
            }
            covered
        };
        for trials in [10, 40, 200] {
            // Up to a half, because the interval is symmetric.
            let shares: Vec<f64> = (1..=100).map(|i| f64::from(i) / 200.0).collect();
            let all: Vec<f64> = shares.iter().map(|&share| coverage(trials, share)).collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            assert!((0.94..0.965).contains(&mean), "{trials}: mean {mean}");
            let least = all.iter().copied().fold(1.0, f64::min);
            assert!(least > 0.83, "{trials}: least {least}");
        }
    }
}
