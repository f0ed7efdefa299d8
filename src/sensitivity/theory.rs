//! What the theory of random hyperplanes expects.

use std::f64::consts::PI;

/// The share of bits that differ between two texts at that cosine: θ/π (Charikar, STOC 2002, section 3).
/// A cosine outside −1 to 1 counts as the nearest of the two.
///
/// ```
/// // One of 20 features of equal weight left out: 64 bits lose 4.6.
/// let cosine = (19.0_f64 / 20.0).sqrt();
/// assert!((64.0 * simscope::sensitivity::share_of_bits(cosine) - 4.6).abs() < 0.01);
/// ```
pub fn share_of_bits(cosine: f64) -> f64 {
    cosine.clamp(-1.0, 1.0).acos() / PI
}

/// The smallest number of bits of `bits` (at most 128), each differing with probability `share`, that is not exceeded with
/// probability `q`: the quantile of the binomial distribution.
pub fn binomial_quantile(bits: u8, share: f64, q: f64) -> u8 {
    let share = share.clamp(0.0, 1.0);
    if share == 1.0 {
        return bits;
    }
    let odds = share / (1.0 - share);
    // (1 − share)^128 is above the smallest f64 for any share below 0.997; past that, count what does not differ.
    if share > 0.5 {
        let mut above = 0.0;
        let mut mass = share.powi(i32::from(bits));
        for same in 0..=bits {
            // P(differing ≥ bits − same); the rest is P(differing < bits − same).
            above += mass;
            if 1.0 - above < q {
                return bits - same;
            }
            mass *= f64::from(bits - same) / f64::from(same + 1) / odds;
        }
        return 0;
    }
    let mut below = 0.0;
    let mut mass = (1.0 - share).powi(i32::from(bits));
    for differing in 0..bits {
        below += mass;
        if below >= q {
            return differing;
        }
        mass *= f64::from(bits - differing) / f64::from(differing + 1) * odds;
    }
    bits
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
        // By adding up exact fractions.
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
            assert_eq!(binomial_quantile(bits, share, q), expected, "{bits} {share} {q}");
        }
    }
}
