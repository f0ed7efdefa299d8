//! Shares and numbers of pairs with their intervals, and what becomes of these in sums and ratios.

use super::intervals::Z95;
use std::fmt;

/// A share, or a number of pairs, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The estimate; a share is 0 to 1.
    pub share: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Share {
    /// Whether the interval is more than a point, at whole percents.
    pub fn has_interval(&self) -> bool {
        self.high - self.low >= 0.005
    }
}

impl fmt::Display for Share {
    /// Two decimals, and the interval unless it is a point: `0.91 (0.83–0.96)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { share, low, high } if low < high => write!(f, "{share:.2} ({low:.2}–{high:.2})"),
            Self { share, .. } => write!(f, "{share:.2}"),
        }
    }
}

impl Share {
    /// What is known exactly.
    pub fn exact(share: f64) -> Self {
        Self { share, low: share, high: share }
    }

    fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The sum of two independent estimates: the squares of the distances to the limits add up (MOVER: Zou and Donner,
    /// "Construction of confidence limits about effect measures", Statistics in Medicine 27, 2008).
    pub(super) fn plus(self, other: Self) -> Self {
        let share = self.share + other.share;
        let low = share - (self.share - self.low).hypot(other.share - other.low);
        Self { share, low, high: share + (self.high - self.share).hypot(other.high - other.share) }
    }

    /// The share that this is of the sum with `rest`, for independent estimates: MOVER for the logarithm of their ratio.
    /// Where a limit has no logarithm, the worst of both limits counts.
    pub(super) fn beside(self, rest: Self) -> Self {
        let of = |part: f64, rest: f64| if part > 0.0 { part / (part + rest) } else { 0.0 };
        let share = of(self.share, rest.share);
        if self.is_exact() && rest.is_exact() {
            return Self::exact(share);
        }
        if self.low <= 0.0 || rest.low <= 0.0 {
            return Self { share, low: of(self.low, rest.high), high: of(self.high, rest.low) };
        }
        let (below, above) = self.log_ratio(rest);
        let odds = (self.share / rest.share).ln();
        let share_of = |odds: f64| 1.0 / (1.0 + (-odds).exp());
        Self { share, low: share_of(odds - below), high: share_of(odds + above) }
    }

    /// This ÷ `whole`, at most 1, for independent estimates; as [`Share::beside`].
    pub(super) fn out_of(self, whole: Self) -> Self {
        let of = |part: f64, whole: f64| if part > 0.0 { (part / whole).min(1.0) } else { 0.0 };
        let share = of(self.share, whole.share);
        if self.is_exact() && whole.is_exact() {
            return Self::exact(share);
        }
        if self.low <= 0.0 || whole.low <= 0.0 {
            return Self { share, low: of(self.low, whole.high), high: of(self.high, whole.low) };
        }
        let (below, above) = self.log_ratio(whole);
        let ratio = self.share / whole.share;
        Self { share, low: (ratio * (-below).exp()).min(1.0), high: (ratio * above.exp()).min(1.0) }
    }

    /// How far the logarithm of this ÷ `other` may lie below and above the estimate. All limits are above 0.
    fn log_ratio(self, other: Self) -> (f64, f64) {
        let log = |a: f64, b: f64| (a / b).ln();
        let below = log(self.share, self.low).hypot(log(other.high, other.share));
        (below, log(self.high, self.share).hypot(log(other.share, other.low)))
    }
}

/// The 95 % interval of the mean of a sum of events that come in clumps, from the sum of the clumps, the sum of their
/// squares and the largest that may come next: the gamma interval of Fay and Feuer ("Confidence intervals for directly
/// standardized rates", Statistics in Medicine 16, 1997), with quantiles by Wilson and Hilferty. For clumps of 1 it is Byar's approximation for
/// a Poisson distribution (Breslow and Day, "Statistical methods in cancer research II", 1987, p. 69).
pub(super) fn clumped(sum: f64, squares: f64, largest: f64) -> (f64, f64) {
    let bound = |mean: f64, variance: f64, z: f64| {
        let clump = variance / mean;
        let n = mean / clump;
        (n * (1.0 - 1.0 / (9.0 * n) + z / (3.0 * n.sqrt())).powi(3)).max(0.0) * clump
    };
    let low = if sum > 0.0 { bound(sum, squares, -Z95) } else { 0.0 };
    (low, bound(sum + largest, squares + largest * largest, Z95))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: (f64, f64), expected: (f64, f64), by: f64) {
        let is_close = (found.0 - expected.0).abs() < by && (found.1 - expected.1).abs() < by;
        assert!(is_close, "{found:?} {expected:?}");
    }

    /// Exact Poisson limits: F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28, 1936, table, 95 %.
    #[test]
    fn single_events_have_the_limits_of_a_poisson_distribution() {
        for (events, exact) in
            [(1, (0.025, 5.572)), (5, (1.623, 11.668)), (10, (4.795, 18.390)), (30, (20.241, 42.827))]
        {
            let n = f64::from(events);
            // Byar's approximation is that close.
            close(clumped(n, n, 1.0), exact, 0.03);
        }
        // 3.689 exactly; by hand: 1 · (1 − 1/9 + 1.959964/3)³ = 1.542210³.
        close(clumped(0.0, 0.0, 1.0), (0.0, 3.668_03), 1e-4);
    }

    #[test]
    fn events_in_clumps_of_five_have_five_times_the_limits() {
        let single = clumped(6.0, 6.0, 1.0);
        close(clumped(30.0, 150.0, 5.0), (5.0 * single.0, 5.0 * single.1), 1e-9);
    }

    #[test]
    fn limits_of_sums_and_ratios_are_those_computed_by_hand() {
        let share = |share: f64, low: f64, high: f64| Share { share, low, high };
        let sum = share(10.0, 7.0, 16.0).plus(share(5.0, 1.0, 13.0));
        // √(3² + 4²) = 5 below, √(6² + 8²) = 10 above.
        assert_eq!(sum, share(15.0, 10.0, 25.0));
        // All limits are a factor of 2 away: the ratio is uncertain by the factor 2^√2 = 2.665144.
        let (part, rest) = (share(30.0, 15.0, 60.0), share(10.0, 5.0, 20.0));
        let found = part.beside(rest);
        assert!((found.share - 0.75).abs() < 1e-12);
        close((found.low, found.high), (3.0 / 5.665_144_142_7, 1.0 / (1.0 + 1.0 / 7.995_432_428)), 1e-6);
        let found = part.out_of(share(40.0, 20.0, 80.0));
        close((found.low, found.high), (0.75 / 2.665_144_142_7, 1.0), 1e-6);
        assert_eq!(part.beside(Share::exact(10.0)).share, 0.75);
        assert_eq!(part.beside(share(0.0, 0.0, 15.0)), share(1.0, 0.5, 1.0));
        assert_eq!(share(0.0, 0.0, 5.0).beside(rest), share(0.0, 0.0, 0.5));
        assert_eq!(Share::exact(50.0).out_of(Share::exact(40.0)), Share::exact(1.0));
    }
}
