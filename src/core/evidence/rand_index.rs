//! The adjusted Rand index of two partitions.

/// Pairs of the documents that both partitions have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairCounts {
    /// Together in both partitions.
    pub both: u64,
    /// Together in the first.
    pub first: u64,
    /// Together in the second.
    pub second: u64,
    /// All: n(n−1)/2.
    pub all: u64,
}

/// The adjusted Rand index (L. Hubert, P. Arabie, "Comparing partitions", Journal of Classification 2, 1985, equation 5):
/// (both − e) ÷ ((first + second) ÷ 2 − e), where e = first · second ÷ all is expected by chance.
///
/// 1 for equal partitions, 0 on average for unrelated ones of the same sizes, and negative below that. Two partitions
/// that both put all documents together, or all apart, are equal: 1. `None` without a pair.
///
/// All sums are exact; only the last division rounds. The counts must come from fewer than 2³² documents.
pub fn adjusted_rand_index(counts: PairCounts) -> Option<f64> {
    let PairCounts { both, first, second, all } = counts;
    if all == 0 {
        return None;
    }
    // Below 2¹²⁷, as every count is below 2⁶³.
    let [both, first, second, all] = [both, first, second, all].map(i128::from);
    let found = both * all - first * second;
    // (first + second) · all − 2 · first · second, as two products that cannot be negative.
    let (of_first, of_second) = (first * (all - second), second * (all - first));
    if of_first == 0 && of_second == 0 {
        return Some(1.0);
    }
    Some(2.0 * found as f64 / (of_first as f64 + of_second as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// From the definition, by way of the contingency table.
    fn counts(first: &[u8], second: &[u8]) -> PairCounts {
        let pairs = |sizes: HashMap<(u8, u8), u64>| sizes.values().map(|n| n * (n - 1) / 2).sum();
        let table = |key: &dyn Fn(usize) -> (u8, u8)| {
            let mut sizes = HashMap::new();
            (0..first.len()).for_each(|at| *sizes.entry(key(at)).or_default() += 1);
            pairs(sizes)
        };
        let n = first.len() as u64;
        PairCounts {
            both: table(&|at| (first[at], second[at])),
            first: table(&|at| (first[at], 0)),
            second: table(&|at| (0, second[at])),
            all: n * n.saturating_sub(1) / 2,
        }
    }

    fn index(first: &[u8], second: &[u8]) -> Option<f64> {
        let found = adjusted_rand_index(counts(first, second));
        assert_eq!(found, adjusted_rand_index(counts(second, first)), "symmetric");
        found
    }

    /// The examples in the documentation of `adjusted_rand_score`, scikit-learn 1.5.
    #[test]
    fn values_are_those_of_scikit_learn() {
        assert_eq!(index(&[0, 0, 1, 1], &[0, 0, 1, 1]), Some(1.0));
        assert_eq!(index(&[0, 0, 1, 1], &[1, 1, 0, 0]), Some(1.0));
        assert_eq!(index(&[0, 0, 1, 2], &[0, 0, 1, 1]).map(|v| format!("{v:.2}")), Some("0.57".to_owned()));
        assert_eq!(index(&[0, 0, 0, 0], &[0, 1, 2, 3]), Some(0.0));
        assert_eq!(index(&[0, 0, 1, 1], &[0, 1, 0, 1]), Some(-0.5));
    }

    /// From the definition, with Python's `fractions`.
    #[test]
    fn values_are_those_of_the_definition() {
        assert_eq!(index(&[0, 0, 1, 1], &[0, 0, 1, 2]), Some(4.0 / 7.0));
        assert_eq!(index(&[0, 0, 0, 1, 1, 1], &[0, 0, 1, 1, 2, 2]), Some(8.0 / 33.0));
        let of = |both, first, second, all| adjusted_rand_index(PairCounts { both, first, second, all });
        assert_eq!(of(74, 163, 142, 780), Some(17_287.0 / 47_902.0));
    }

    #[test]
    fn degenerate_partitions_have_a_value() {
        assert_eq!(index(&[], &[]), None);
        assert_eq!(index(&[0], &[0]), None);
        assert_eq!(index(&[0, 0, 0], &[1, 1, 1]), Some(1.0));
        assert_eq!(index(&[0, 1, 2], &[2, 1, 0]), Some(1.0));
        assert_eq!(index(&[0, 1, 2], &[0, 0, 0]), Some(0.0));
    }

    #[test]
    fn the_largest_counts_do_not_overflow() {
        let all = u64::from(u32::MAX) * u64::from(u32::MAX - 1) / 2;
        let of = |both, first, second| adjusted_rand_index(PairCounts { both, first, second, all });
        assert_eq!(of(all, all, all), Some(1.0));
        assert_eq!(of(all / 2, all / 2, all / 2), Some(1.0));
        assert!(of(all / 4, all / 2, all / 2).unwrap().abs() < 1e-15);
    }
}
