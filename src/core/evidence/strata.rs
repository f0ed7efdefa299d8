//! How many pairs are right up to each stratum, from a sample of each.

use super::intervals::{Z95, modified_wilson, score};
use super::share::Share;

/// Right pairs of strata, by stratum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hits {
    /// All pairs.
    pub of: Vec<u64>,
    /// Pairs drawn.
    pub drawn: Vec<u64>,
    /// Right ones of those.
    pub hits: Vec<u64>,
}

impl Hits {
    fn share(&self, at: usize) -> f64 {
        self.hits[at] as f64 / self.drawn[at].max(1) as f64
    }

    /// The share of right pairs in each stratum, as drawn.
    pub fn shares(&self) -> Vec<f64> {
        (0..self.of.len()).map(|at| self.share(at)).collect()
    }

    /// Pairs and right pairs up to each stratum, where these are the shares of right pairs.
    ///
    /// The 95 % interval rests on the shares as drawn, so it holds whether or not they fall, and is widened to hold the
    /// estimate. It is the wider of two, because each is too narrow where the other is not:
    /// - The modified interval of Wilson of each stratum: the squares of the distances to the limits add up. Too narrow for
    ///   many strata with one hit or miss each.
    /// - Wilson's interval for as large a sample as would have the same variance (Korn and Graubard, "Confidence intervals
    ///   for proportions with small expected number of positive counts estimated from survey data", Survey Methodology 24,
    ///   1998), the variance from (hits + 1) ÷ (drawn + 2), times (drawn + 1) ÷ drawn because few draws show too little of
    ///   it. Too narrow where a large stratum without hits meets small ones with many.
    ///
    /// Both allow for finite strata, by the factor (N − n) ÷ (N − 1) of a variance. Of a stratum of which nothing is drawn, from
    /// none to all may be right.
    pub fn sums_of_few(&self, shares: &[f64]) -> Vec<(u64, Share)> {
        let (mut pairs, mut right, mut sum) = (0, 0.0, Sum::default());
        (0..self.of.len())
            .map(|at| {
                pairs += self.of[at];
                right += self.of[at] as f64 * shares[at];
                sum.add(self.of[at], self.drawn[at], self.hits[at]);
                let (low, high) = sum.interval();
                (pairs, Share { share: right, low: low.min(right), high: high.max(right) })
            })
            .collect()
    }
}

/// What the interval of some strata together follows from.
#[derive(Default)]
struct Sum {
    pairs: f64,
    /// Right pairs, estimated as drawn.
    right: f64,
    /// Right and wrong pairs that were seen.
    seen: (u64, u64),
    /// Pairs of strata of which nothing is drawn.
    unknown: f64,
    /// Squares of the distances to the limits of each stratum.
    below: f64,
    above: f64,
    /// Right pairs and their variance, where no share is 0 or 1.
    smooth: f64,
    variance: f64,
}

impl Sum {
    fn add(&mut self, of: u64, drawn: u64, hits: u64) {
        if drawn == 0 {
            self.unknown += of as f64;
            return;
        }
        let (all, n) = (of as f64, drawn as f64);
        let share = hits as f64 / n;
        self.pairs += all;
        self.right += all * share;
        self.seen = (self.seen.0 + hits, self.seen.1 + (drawn - hits));
        if drawn >= of {
            self.smooth += all * share;
            return;
        }
        let left = (all - drawn as f64) / (all - 1.0).max(1.0);
        let (low, high) = modified_wilson(hits, drawn);
        self.below += (all * (share - low)).powi(2) * left;
        self.above += (all * (high - share)).powi(2) * left;
        let smooth = (hits as f64 + 1.0) / (n + 2.0);
        self.smooth += all * smooth;
        self.variance += all * all * smooth * (1.0 - smooth) / n * (n + 1.0) / n * left;
    }

    fn interval(&self) -> (f64, f64) {
        let (mut low, mut high) = (self.right - self.below.sqrt(), self.right + self.above.sqrt());
        if self.variance > 0.0 {
            let trials = self.smooth * (self.pairs - self.smooth) / self.variance;
            let (below, above) = score(self.right / self.pairs, trials, Z95);
            (low, high) = (low.min(below * self.pairs), high.max(above * self.pairs));
        }
        (low.max(self.seen.0 as f64), high.min(self.pairs - self.seen.1 as f64) + self.unknown)
    }
}

/// Isotonic regression to values that never rise, by pooling adjacent violators (Ayer et al., "An empirical distribution
/// function for sampling with incomplete information", 1955), weighted.
pub(super) fn fall(values: &mut [f64], weights: &[u64]) {
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

#[cfg(test)]
mod tests;
