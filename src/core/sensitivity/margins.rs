//! The margin of each bit.

use crate::simhash::Trace;

/// The margin of every bit.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins {
    /// The median weight of the features (the mean of the middle two if their number is even); `None` without
    /// features.
    pub median_weight: Option<f64>,
    /// One for each bit, bit 0 first.
    pub bits: Vec<Margin>,
}

/// The margin of one bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin {
    /// The bit, 0 = least significant.
    pub bit: u8,
    /// Its sum.
    pub sum: f64,
    /// |sum| / median weight: how many typical features keep the bit from flipping. `None` without a median
    /// weight, or if it is 0.
    pub margin: Option<f64>,
}

impl Margins {
    /// The margins of a trace.
    pub fn of(trace: &Trace) -> Self {
        let median_weight = median(trace.features.iter().map(|feature| feature.weight).collect());
        let unit = median_weight.filter(|&weight| weight > 0.0);
        let bits = trace.sums.iter().enumerate().map(|(bit, &sum)| Margin {
            bit: bit as u8,
            sum,
            margin: unit.map(|unit| sum.abs() / unit),
        });
        Self { median_weight, bits: bits.collect() }
    }
}

/// `None` without values.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Recipe, Tokenizer, Weighting};
    use crate::simhash::trace;

    #[test]
    fn the_unit_is_the_median_weight() {
        let recipe =
            Recipe { tokenizer: Tokenizer::Whitespace, weighting: Weighting::Tf, ..Recipe::default() };
        let trace = trace(&recipe, None, "a b b b c c c c c d d d d d d d");
        let margins = Margins::of(&trace);
        // Weights 1, 3, 5, 7.
        assert_eq!(margins.median_weight, Some(4.0));
        for (bit, margin) in margins.bits.iter().enumerate() {
            assert_eq!(usize::from(margin.bit), bit);
            assert_eq!(margin.sum, trace.sums[bit]);
            assert_eq!(margin.margin, Some(trace.sums[bit].abs() / 4.0));
        }
    }

    #[test]
    fn without_features_there_is_no_unit() {
        let margins = Margins::of(&trace(&Recipe::default(), None, ""));
        assert_eq!(margins.median_weight, None);
        assert!(margins.bits.iter().all(|margin| margin.margin.is_none() && margin.sum == 0.0));
    }
}
