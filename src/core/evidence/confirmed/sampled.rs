//! How far a count over some of the rounds may be off.

use super::{Hundredths, Values};
use crate::measures::ROUNDS;

/// What each round found, squared, and summed over the rounds: by row what lies up to it and what lies beyond it, and from each
/// value on. How much rounds differ says how far an estimate may be off.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Squares {
    up_to: Vec<[f64; 101]>,
    beyond: Vec<[f64; 101]>,
}

impl Squares {
    pub(super) fn new(rows: usize) -> Self {
        Self { up_to: vec![[0.0; 101]; rows], beyond: vec![[0.0; 101]; rows] }
    }

    /// Adds what one round found.
    pub(super) fn add(&mut self, round: &Values) {
        let mut beyond = [0; 101];
        round.0.iter().for_each(|row| plus(&mut beyond, &from_each_on(row)));
        let mut up_to = [0; 101];
        for (at, row) in round.0.iter().enumerate() {
            let row = from_each_on(row);
            plus(&mut up_to, &row);
            beyond.iter_mut().zip(&row).for_each(|(left, pairs)| *left -= pairs);
            let square = |sums: &mut [f64; 101], pairs: &Hundredths| {
                sums.iter_mut().zip(pairs).for_each(|(sum, &pairs)| *sum += (pairs as f64).powi(2));
            };
            square(&mut self.up_to[at], &up_to);
            square(&mut self.beyond[at], &beyond);
        }
    }

    /// Of the pairs up to a row, and of those beyond it, with at least this value.
    pub(super) fn at(&self, row: usize, hundredths: u8) -> [f64; 2] {
        [&self.up_to, &self.beyond].map(|sums| sums[row][usize::from(hundredths)])
    }
}

fn plus(sums: &mut Hundredths, more: &Hundredths) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The pairs with at least each value.
fn from_each_on(pairs: &Hundredths) -> Hundredths {
    let (mut sums, mut sum) = (*pairs, 0);
    for pairs in sums.iter_mut().rev() {
        sum += *pairs;
        *pairs = sum;
    }
    sums
}

/// Half of the 95 % interval of the number of pairs in all rounds, from the rounds so far: their number, their pairs, the sum of squares.
///
/// Rounds are drawn without replacement, so this is Student's interval for their mean, with the correction for a finite number of
/// them (Cochran, "Sampling techniques", 1977, sections 2.8 and 9.3). Pairs come in clumps, which rounds see whole or not at all: they
/// vary at least as much as single pairs would, and as if one more pair had been seen.
pub(super) fn half_width(rounds: usize, found: f64, squares: f64) -> f64 {
    let (n, all) = (rounds as f64, ROUNDS as f64);
    match rounds {
        ROUNDS => 0.0,
        0 | 1 => f64::INFINITY,
        _ => {
            let variance = ((squares - found * found / n) / (n - 1.0)).max((found + 1.0) / n);
            student(n - 1.0) * all * (variance / n * (1.0 - n / all)).sqrt()
        }
    }
}

/// The 97.5 % quantile of Student's distribution: exact for up to three degrees of freedom, else by the expansion of Cornish and
/// Fisher, which is less than 1 % too small.
fn student(freedom: f64) -> f64 {
    const EXACT: [f64; 3] = [12.706, 4.303, 3.182];
    let z = super::Z95;
    match EXACT.get(freedom as usize - 1) {
        Some(&exact) => exact,
        None => {
            let first = (z.powi(3) + z) / 4.0;
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, table) in
            [(1.0, 12.706), (3.0, 3.182), (4.0, 2.776), (10.0, 2.228), (30.0, 2.042), (120.0, 1.980)]
        {
            assert!((student(freedom) / table - 1.0).abs() < 0.005, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn a_width_is_that_computed_by_hand() {
        // Rounds of 1, 5, 4 and 10: mean 5, variance 14; 3 degrees of freedom.
        let expected = 3.182 * 128.0 * (14.0 / 4.0 * (1.0 - 4.0 / 128.0_f64)).sqrt();
        assert!((half_width(4, 20.0, 142.0) - expected).abs() < 1e-9);
        // Nothing seen in 32 rounds of 128 may be some pairs.
        assert!((4.0..12.0).contains(&half_width(32, 0.0, 0.0)));
        assert_eq!((half_width(ROUNDS, 9.0, 81.0), half_width(1, 9.0, 81.0)), (0.0, f64::INFINITY));
    }

    #[test]
    fn squares_are_by_row_and_value() {
        let mut round = Values::new(3);
        round.add(0, 50, 2);
        round.add(2, 30, 3);
        let mut squares = Squares::new(3);
        squares.add(&round);
        squares.add(&round);
        assert_eq!(squares.at(0, 20), [8.0, 18.0]);
        assert_eq!(squares.at(2, 20), [50.0, 0.0]);
        assert_eq!(squares.at(1, 40), [8.0, 0.0]);
    }
}
