//! By hand, and against other sequences.

use super::*;
use proptest::prelude::*;

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
