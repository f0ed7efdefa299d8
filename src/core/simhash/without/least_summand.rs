//! Inverts a rounded addition.

/// The smallest f64 `x` such that `x + push`, rounded as f64, is ≥ `target`.
///
/// The rounded sum is monotonic in `x`, so it is found by stepping from f64 to f64, from an estimate that is
/// rarely more than one or two steps off. The result does not depend on the estimate.
pub(super) fn least_summand(push: f64, target: f64) -> f64 {
    let reaches = |place: i64| at(place) + push >= target;
    // A sum above the midpoint between `target` and the f64 before it is rounded to `target` or beyond.
    let estimate = (target - push) - (target - target.next_down()) / 2.0;
    let (lowest, highest) = (place_of(f64::NEG_INFINITY), place_of(f64::INFINITY));
    // Doubling steps, until the result is bracketed.
    let (mut below, mut reached, mut step) = (place_of(estimate), place_of(estimate), 1);
    while reached < highest && !reaches(reached) {
        below = reached;
        reached = (reached + step).min(highest);
        step *= 2;
    }
    while below > lowest && reaches(below) {
        reached = below;
        below = (below - step).max(lowest);
        step *= 2;
    }
    while reached - below > 1 {
        let middle = below + (reached - below) / 2;
        *(if reaches(middle) { &mut reached } else { &mut below }) = middle;
    }
    at(reached)
}

/// The index of a number among all f64 in ascending order; 0 for both zeros.
fn place_of(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

/// The number with this index.
fn at(place: i64) -> f64 {
    let size = f64::from_bits(place.unsigned_abs());
    if place < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(push: f64, target: f64) {
        let least = least_summand(push, target);
        assert!(least + push >= target, "{least:e} + {push:e} for {target:e}");
        let less = least.next_down();
        assert!(less + push < target, "{less:e} + {push:e} for {target:e} too");
    }

    #[test]
    fn places_are_in_the_order_of_the_numbers() {
        let all =
            [f64::NEG_INFINITY, f64::MIN, -1.0, -f64::MIN_POSITIVE, -5e-324, 0.0, 5e-324, 0.1, f64::INFINITY];
        assert!(all.is_sorted_by(|a, b| place_of(*a) < place_of(*b)));
        assert!(all.iter().all(|&number| at(place_of(number)) == number));
        assert_eq!((place_of(-0.0), at(0).to_bits()), (0, 0));
    }

    #[test]
    fn sums_that_cancel_have_a_least_summand_too() {
        for push in [0.1, -0.1, 1.0, -1.0, 0.0, -0.0, 3e300, -3e300, 5e-324] {
            for target in [0.0, 5e-324, 0.1, -0.1, 0.3, 1.0, -1.0, 1e-300, -1e-17, 1e300] {
                check(push, target);
            }
        }
    }

    proptest! {
        #[test]
        fn it_reaches_the_target_and_the_number_before_it_does_not(
            push in -1e3..1e3_f64, target in prop_oneof![-1e3..1e3_f64, -1e-13..1e-13_f64], scale in -60..60_i32,
        ) {
            check(push, target);
            check(push * 2.0_f64.powi(scale), target);
            check(push, push);
            check(push, -push);
        }
    }
}
