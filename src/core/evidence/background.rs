//! What can be said from signatures alone: how many of the pairs at a distance the bulk of unrelated pairs explains.

use super::advice::Basis;
use super::curve::{Curve, Predicted, Purpose, best};
use super::share::Share;
use crate::hamming::Counted;
use crate::recipe::Bits;

/// The distances of unrelated pairs, as a beta-binomial distribution: every pair has its own share of differing bits, which
/// varies from pair to pair as a beta distribution does. Fitted to the distances around and above the peak, where
/// near-duplicates do not lie.
///
/// It is a model, not a measurement: it says nothing of how alike the texts are, and has no interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Background {
    /// Pairs expected at each distance from 0 to the width.
    pub expected: Vec<f64>,
    /// The distance at which most pairs are.
    pub peak: u8,
}

impl Background {
    /// Fits; `None` unless all distances are counted, and there are pairs on both sides of the peak.
    pub fn fit(pairs: &Counted, bits: Bits) -> Option<Self> {
        let counts = &pairs.whole()?.0[..=usize::from(bits.get())];
        let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d)))?;
        let above = |power: i32| -> f64 {
            let counts = (peak + 1..counts.len()).map(|d| counts[d] as f64 * ((d - peak) as f64).powi(power));
            counts.sum()
        };
        if above(0) <= 0.0 || peak == 0 {
            return None;
        }
        let deviation = (above(2) / above(0)).sqrt();
        let from = peak.saturating_sub(deviation.ceil() as usize);
        let seen = &counts[from..];
        let likelihood = |mean: f64, spread: f64| {
            let shares = beta_binomial(bits.get(), mean, spread);
            let all: f64 = shares[from..].iter().sum();
            let log = |share: f64| (share / all).max(f64::MIN_POSITIVE).ln();
            seen.iter().zip(&shares[from..]).map(|(&n, &share)| n as f64 * log(share)).sum::<f64>()
        };
        let middle = peak as f64 / f64::from(bits.get());
        let spread_at = |mean: f64| maximum(1e-6, 0.5, |spread| likelihood(mean, spread));
        let (low, high) = ((middle - 0.15).max(0.001), (middle + 0.15).min(0.999));
        let mean = maximum(low, high, |mean| likelihood(mean, spread_at(mean)));
        let shares = beta_binomial(bits.get(), mean, spread_at(mean));
        let all = seen.iter().sum::<u64>() as f64 / shares[from..].iter().sum::<f64>();
        Some(Self { expected: shares.into_iter().map(|share| share * all).collect(), peak: peak as u8 })
    }

    /// The prediction for pairs: at each distance, those that the background does not explain are right.
    pub fn curve(&self, pairs: &Counted) -> Curve {
        let counts = &pairs.counts()[..usize::from(self.peak)];
        let mut shares: Vec<f64> = (counts.iter().zip(&self.expected))
            .map(|(&n, &expected)| if n > 0 { (1.0 - expected / n as f64).max(0.0) } else { 0.0 })
            .collect();
        fall(&mut shares, counts);
        let mut sums = Vec::new();
        let (mut pairs, mut right) = (0, 0.0);
        for (&n, share) in counts.iter().zip(shares) {
            pairs += n;
            right += n as f64 * share;
            sums.push((pairs, right));
        }
        let rows = sums.iter().zip(0..).map(|(&(pairs, found), k)| Predicted {
            k,
            pairs,
            right: found,
            missed: right - found,
            precision: (pairs > 0).then(|| Share::exact(found / pairs as f64)),
            recall: (right > 0.0).then(|| Share::exact(found / right)),
            f1: (pairs > 0 && right > 0.0).then(|| 2.0 * found / (pairs as f64 + right)),
            basis: Basis::Background,
        });
        Curve { purpose: Purpose::Pairs, rows: rows.collect(), best: best(sums.iter().copied(), right) }
    }
}

/// Probabilities of 0 to `n`: mean n · `mean`; `spread` is 1 ÷ (α + β + 1), and 0 would be the binomial distribution.
fn beta_binomial(n: u8, mean: f64, spread: f64) -> Vec<f64> {
    let both = 1.0 / spread - 1.0;
    let (alpha, beta) = (mean * both, (1.0 - mean) * both);
    let n = f64::from(n);
    // By the ratio of neighbours, in logarithms.
    let mut log = 0.0;
    let mut logs = vec![0.0];
    for x in 0..n as usize {
        let x = x as f64;
        log += ((n - x) * (x + alpha) / ((x + 1.0) * (n - x - 1.0 + beta))).ln();
        logs.push(log);
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.into_iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Isotonic regression to values that never rise, by pooling adjacent violators (Ayer et al., "An empirical distribution
/// function for sampling with incomplete information", 1955), weighted.
fn fall(values: &mut [f64], weights: &[u64]) {
    // Sum of value times weight, weight, length.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (&value, &weight) in values.iter().zip(weights) {
        let weight = weight as f64;
        let mut block = (value * weight, weight, 1);
        while let Some(&(sum, of, len)) = blocks.last()
            && (of == 0.0 || block.1 == 0.0 || sum * block.1 < block.0 * of)
        {
            block = (block.0 + sum, block.1 + of, block.2 + len);
            blocks.pop();
        }
        blocks.push(block);
    }
    let pooled = blocks.into_iter().flat_map(|(sum, weight, len)| {
        std::iter::repeat_n(if weight > 0.0 { sum / weight } else { 0.0 }, len)
    });
    values.iter_mut().zip(pooled).for_each(|(value, pooled)| *value = pooled);
}

/// Where a function with one peak is largest, by golden sections.
fn maximum(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_895;
    let (mut a, mut b) = (high - RATIO * (high - low), low + RATIO * (high - low));
    let (mut at_a, mut at_b) = (of(a), of(b));
    for _ in 0..40 {
        if at_a < at_b {
            (low, a, at_a) = (a, b, at_b);
            b = low + RATIO * (high - low);
            at_b = of(b);
        } else {
            (high, b, at_b) = (b, a, at_a);
            a = high - RATIO * (high - low);
            at_a = of(a);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::Histogram;
    use proptest::prelude::*;

    #[test]
    fn probabilities_are_those_of_the_definition() {
        // α = 2, β = 3: mean 2/5, spread 1/6. By hand: C(8, x) B(x + 2, 11 − x) / B(2, 3) = 12 C(8, x) (x + 1)! (10 − x)! / 12!.
        let factorial = |n: u64| (1..=n).product::<u64>() as f64;
        let expected = (0..=8).map(|x: u64| {
            let choose = factorial(8) / factorial(x) / factorial(8 - x);
            12.0 * choose * factorial(x + 1) * factorial(10 - x) / factorial(12)
        });
        for (found, expected) in beta_binomial(8, 0.4, 1.0 / 6.0).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn near_pairs_stand_out_of_a_background_that_is_known() {
        let background = beta_binomial(64, 0.48, 0.01);
        let mut counts = Histogram::default();
        for (count, share) in counts.0.iter_mut().zip(&background) {
            *count = (share * 1e9).round() as u64;
        }
        let near: Vec<u64> = (0..12).map(|d| 1000 - 50 * d).collect();
        let mut with_near = counts.clone();
        near.iter().zip(&mut with_near.0).for_each(|(more, count)| *count += more);
        let counted = Counted::all(with_near);
        let fitted = Background::fit(&counted, Bits::DEFAULT).unwrap();
        assert_eq!(fitted.peak, 31);
        let both = fitted.expected.iter().zip(&background).map(|(&found, &share)| (found, share * 1e9));
        for (d, (found, expected)) in both.enumerate().take(40).skip(8) {
            assert!((found / expected - 1.0).abs() < 0.05, "d = {d}: {found} {expected}");
        }
        let row = fitted.curve(&counted).rows[9];
        let right: u64 = near[..10].iter().sum();
        assert!((row.right - right as f64).abs() < 0.02 * right as f64, "{} {right}", row.right);
        assert_eq!(row.pairs, counted.within(9).unwrap());
    }

    #[test]
    fn without_a_bulk_there_is_nothing_to_fit() {
        let mut equal = Histogram::default();
        equal.0[0] = 10;
        assert_eq!(Background::fit(&Counted::all(equal), Bits::DEFAULT), None);
        assert_eq!(Background::fit(&Counted::all(Histogram::default()), Bits::DEFAULT), None);
        assert_eq!(Background::fit(&Counted::new(Histogram::default(), 3), Bits::DEFAULT), None);
    }

    fn fallen(values: &[f64], weights: &[u64]) -> Vec<f64> {
        let mut values = values.to_vec();
        fall(&mut values, weights);
        values
    }

    #[test]
    fn violators_are_pooled_by_weight() {
        assert_eq!(fallen(&[0.9, 0.5, 0.1], &[1, 1, 1]), [0.9, 0.5, 0.1]);
        // 0.2 and 0.8 pool to (0.2 · 1 + 0.8 · 3) ÷ 4.
        assert_eq!(fallen(&[0.9, 0.25, 0.75], &[1, 1, 3]), [0.9, 0.625, 0.625]);
        // The last pools with the one before, and both then with the first.
        assert_eq!(fallen(&[0.5, 0.25, 1.0], &[2, 1, 1]), [0.5625, 0.5625, 0.5625]);
        assert_eq!(fallen(&[0.0, 1.0], &[0, 5]), [1.0, 1.0], "what has no weight takes its neighbour's");
        assert_eq!(fallen(&[0.0, 0.0], &[0, 0]), [0.0, 0.0]);
        assert_eq!(fallen(&[], &[]), [0.0; 0]);
    }

    proptest! {
        /// The isotonic regression is the only one of its kind that is no worse than any falling sequence near it.
        #[test]
        fn no_falling_sequence_is_nearer(
            pairs in prop::collection::vec((0.0..1.0_f64, 1..50_u64), 1..12),
            others in prop::collection::vec(0.0..1.0_f64, 12),
        ) {
            let (values, weights): (Vec<f64>, Vec<u64>) = pairs.into_iter().unzip();
            let found = fallen(&values, &weights);
            prop_assert!(found.windows(2).all(|pair| pair[0] >= pair[1]));
            let mut others = others[..values.len()].to_vec();
            others.sort_by(|a, b| b.total_cmp(a));
            let squares = |of: &[f64]| -> f64 {
                of.iter().zip(&values).zip(&weights).map(|((a, b), &w)| (a - b).powi(2) * w as f64).sum()
            };
            prop_assert!(squares(&found) <= squares(&others) + 1e-12);
        }
    }
}
