//! How far a count over some of the rounds may be off.

use super::Share;
use crate::measures::ROUNDS;

/// The rounds so far are divided into this number of parts. How much the parts differ says how far an estimate may be off.
pub(super) const PARTS: usize = 16;

/// What limits an estimated number of pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Those that were seen.
    pub(super) seen: f64,
    /// Half of the interval.
    pub(super) off: f64,
}

impl Limits {
    /// The estimate with its interval: no less than was seen, and no more than there may be. It is one of the logarithm, because what
    /// comes in clumps is seldom estimated far too high and often somewhat too low; where it is wider than the estimate, of ratios.
    pub(super) fn around(self, pairs: f64, most: f64) -> Share {
        let part = self.off / pairs.max(f64::MIN_POSITIVE);
        let high = if part < 1.0 { pairs * part.exp() } else { self.off * 1.0_f64.exp() };
        let low = if high > 0.0 { pairs * (pairs / high) } else { 0.0 };
        Share { share: pairs, low: low.max(self.seen).min(pairs), high: high.min(most).max(pairs) }
    }
}

/// Half of the 95 % interval of the number of pairs in all rounds, from what each part of the rounds so far found.
///
/// Rounds are drawn without replacement, so this is Student's interval for the mean of the parts, with the correction for a finite number
/// of rounds (Cochran, "Sampling techniques", 1977, sections 2.8 and 9.3). Pairs come in clumps, which rounds see whole or not at all:
/// they vary at least as much as single pairs would, and as if one more pair had been seen.
pub(super) fn half_width(rounds: usize, found: &[u64]) -> f64 {
    /// The 97.5 % quantiles of Student's distribution, from one degree of freedom on.
    const STUDENT: [f64; PARTS - 1] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131,
    ];
    if rounds == ROUNDS {
        return 0.0;
    }
    let (n, all, parts) = (rounds as f64, ROUNDS as f64, found.len() as f64);
    let Some(student) = found.len().checked_sub(2).map(|freedom| STUDENT[freedom]) else {
        return f64::INFINITY;
    };
    let of_a_round = |(part, &pairs): (usize, &u64)| pairs as f64 / (rounds - part).div_ceil(PARTS) as f64;
    let each: Vec<f64> = found.iter().enumerate().map(of_a_round).collect();
    let mean = each.iter().sum::<f64>() / parts;
    let differ = each.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (parts - 1.0) / parts;
    let variance = differ.max((found.iter().sum::<u64>() as f64 + 1.0) / n.powi(2));
    student * all * (variance * (1.0 - n / all)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_is_that_computed_by_hand() {
        // Rounds of 1, 5, 4 and 10: mean 5, variance 14; 3 degrees of freedom.
        let expected = 3.182 * 128.0 * (14.0 / 4.0 * (1.0 - 4.0 / 128.0_f64)).sqrt();
        assert!((half_width(4, &[1, 5, 4, 10]) - expected).abs() < 1e-9);
        // Seventeen rounds: the first part has two of them, and found as much in each as the others.
        let mut found = [100; PARTS];
        found[0] = 200;
        let seen = half_width(17, &found);
        assert!((seen - 2.131 * 128.0 * (1701.0 / 289.0 * (1.0 - 17.0 / 128.0_f64)).sqrt()).abs() < 1e-9);
        // Nothing seen in 32 rounds of 128 may be some pairs.
        assert!((4.0..12.0).contains(&half_width(32, &[0; PARTS])));
        assert_eq!((half_width(ROUNDS, &[]), half_width(1, &[9])), (0.0, f64::INFINITY));
    }
}
