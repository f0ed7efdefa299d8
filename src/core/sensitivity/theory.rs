//! Expectations from the theory of random hyperplanes.

use std::f64::consts::PI;

/// The expected share of differing bits of two texts with this cosine: θ/π (Charikar, STOC 2002, section 3).
/// The cosine is clamped to −1 to 1.
///
/// ```
/// # use simscope_core as simscope;
/// // One of 20 features of equal weight left out: 64 bits lose 4.6.
/// let cosine = (19.0_f64 / 20.0).sqrt();
/// assert!((64.0 * simscope::sensitivity::share_of_bits(cosine) - 4.6).abs() < 0.01);
/// ```
pub fn share_of_bits(cosine: f64) -> f64 {
    cosine.clamp(-1.0, 1.0).acos() / PI
}

/// The same for the sketch `minhash1`, of texts with this number of features: (1 − J)/2 (Li and König, WWW 2010). Their Jaccard index J
/// follows from the cosine of sets, which is the number of shared features ÷ √(a · b).
///
/// ```
/// # use simscope_core as simscope;
/// // 19 of 20 features: J = 0.95, whatever the cosine is.
/// let cosine = 19.0 / (20.0_f64 * 19.0).sqrt();
/// assert!((simscope::sensitivity::share_of_minima(cosine, [20, 19]) - 0.025).abs() < 1e-12);
/// ```
pub fn share_of_minima(cosine: f64, features: [usize; 2]) -> f64 {
    let [a, b] = features.map(|count| count as f64);
    let shared = cosine * (a * b).sqrt();
    (1.0 - shared / (a + b - shared)) / 2.0
}

/// The binomial distribution: the probability of each number of differing bits from 0 to `bits` (at most 128),
/// each with probability `share`, which is clamped to 0 to 1.
pub fn binomial(bits: u8, share: f64) -> Vec<f64> {
    let share = share.clamp(0.0, 1.0);
    // Starts with the likelier bit value: 0.5^128 is far above the smallest f64, 0.001^128 is not.
    let rarer = share.min(1.0 - share);
    let odds = rarer / (1.0 - rarer);
    let masses = (0..bits).scan((1.0 - rarer).powi(bits.into()), |mass, n| {
        *mass *= f64::from(bits - n) / f64::from(n + 1) * odds;
        Some(*mass)
    });
    let mut probabilities: Vec<f64> =
        std::iter::once((1.0 - rarer).powi(bits.into())).chain(masses).collect();
    if share > 0.5 {
        probabilities.reverse();
    }
    probabilities
}

/// The quantile: the smallest number that is not exceeded with probability `q`, given the probability of each
/// from 0 on; the largest number if they add up to less than `q`.
pub fn quantile(probabilities: &[f64], q: f64) -> u8 {
    let mut below = 0.0;
    let reached = probabilities.iter().position(|probability| {
        below += probability;
        below >= q
    });
    reached.unwrap_or(probabilities.len().saturating_sub(1)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_give_the_distances_of_the_literature() {
        for (n, expected) in [(20.0_f64, 4.6), (100.0, 2.0)] {
            let distance = 64.0 * share_of_bits(((n - 1.0) / n).sqrt());
            assert!((distance - expected).abs() < 0.05, "{n} features: {distance}");
        }
        assert_eq!(share_of_bits(1.0 + 1e-12), 0.0);
        assert_eq!(share_of_bits(0.0), 0.5);
    }

    #[test]
    fn quantiles_are_those_of_the_binomial_distribution() {
        // Expected values from exact fractions.
        for (bits, share, q, expected) in [
            (64, 0.5, 0.1, 27),
            (64, 0.5, 0.5, 32),
            (64, 0.5, 0.9, 37),
            (64, 0.1, 0.1, 3),
            (64, 0.1, 0.9, 10),
            (64, 0.0, 0.9, 0),
            (64, 1.0, 0.1, 64),
            (128, 0.5, 0.95, 73),
            (1, 0.3, 0.9, 1),
            (1, 0.3, 0.5, 0),
            (64, 0.9, 0.1, 54),
            (64, 0.9, 0.9, 61),
            (64, 0.02, 0.975, 4),
            (128, 0.7, 0.025, 79),
            (64, 0.333, 0.025, 14),
            (64, 0.333, 0.975, 29),
        ] {
            assert_eq!(quantile(&binomial(bits, share), q), expected, "{bits} {share} {q}");
        }
    }

    #[test]
    fn probabilities_of_any_share_add_up_to_one_and_have_its_mean() {
        for bits in [1, 2, 63, 64, 128] {
            for share in [0.0, 1e-300, 1e-9, 0.01, 0.3, 0.5, 0.7, 0.999_999, 1.0] {
                let all = binomial(bits, share);
                assert_eq!(all.len(), usize::from(bits) + 1);
                let mean: f64 = all.iter().zip(0_u8..).map(|(p, d)| p * f64::from(d)).sum();
                assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{bits} {share}");
                assert!((mean - f64::from(bits) * share).abs() < 1e-11, "{bits} {share}: {mean}");
            }
        }
    }

    #[test]
    fn a_quantile_of_too_little_is_the_largest() {
        assert_eq!([quantile(&[0.5, 0.25], 0.9), quantile(&[], 0.5)], [1, 0]);
    }
}
