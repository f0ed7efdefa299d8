//! Shares and numbers of pairs with their intervals, and sums and ratios of these.

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

    /// The share that a number of pairs is of `all`.
    pub(super) fn over(self, all: f64) -> Self {
        let of = |pairs: f64| (pairs / all).min(1.0);
        Self { share: of(self.share), low: of(self.low), high: of(self.high) }
    }

    fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The share that this is of the sum with `rest`, for independent estimates: the squares of the distances to the
    /// limits add up, of the logarithm of their ratio (MOVER: Zou and Donner, "Construction of confidence limits about effect
    /// measures", Statistics in Medicine 27, 2008).
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

    /// How far the logarithm of this ÷ `other` may lie below and above the estimate. All limits are above 0.
    fn log_ratio(self, other: Self) -> (f64, f64) {
        let log = |a: f64, b: f64| (a / b).ln();
        let below = log(self.share, self.low).hypot(log(other.high, other.share));
        (below, log(self.high, self.share).hypot(log(other.share, other.low)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: (f64, f64), expected: (f64, f64), by: f64) {
        let is_close = (found.0 - expected.0).abs() < by && (found.1 - expected.1).abs() < by;
        assert!(is_close, "{found:?} {expected:?}");
    }

    #[test]
    fn limits_of_ratios_are_those_computed_by_hand() {
        let share = |share: f64, low: f64, high: f64| Share { share, low, high };
        // All limits are a factor of 2 away: the ratio is uncertain by the factor 2^√2 = 2.665144.
        let (part, rest) = (share(30.0, 15.0, 60.0), share(10.0, 5.0, 20.0));
        let found = part.beside(rest);
        assert!((found.share - 0.75).abs() < 1e-12);
        close((found.low, found.high), (3.0 / 5.665_144_142_7, 1.0 / (1.0 + 1.0 / 7.995_432_428)), 1e-6);
        assert_eq!(part.beside(Share::exact(10.0)).share, 0.75);
        assert_eq!(part.beside(share(0.0, 0.0, 15.0)), share(1.0, 0.5, 1.0));
        assert_eq!(share(0.0, 0.0, 5.0).beside(rest), share(0.0, 0.0, 0.5));
    }
}
