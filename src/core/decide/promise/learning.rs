//! The estimate that a candidate is right: a logistic regression on its similarity and the class of its difference, drawn towards
//! what is usual (ridge), because few answers teach it.

use super::Candidate;
use crate::alignment::Kind;

const CLASSES: usize = 8;
const FEATURES: usize = 2 + CLASSES;

/// The intercept, the slope by similarity, and one for each class of difference.
pub type Coefficients = [f64; FEATURES];

pub(super) const NEGATION: usize = 2;
pub(super) const NUMBERS: usize = 3;

/// What is usual: differences in numbers and negations are mostly wrong.
const USUAL: Coefficients = [1.0, 1.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, 0.0, 0.0];
/// How strongly coefficients are drawn towards it.
const RIDGE: [f64; 2] = [0.05, 0.5];

/// The class of a difference.
pub(super) fn class(kind: Kind) -> usize {
    match kind {
        Kind::TextMore | Kind::More => 0,
        Kind::TextLess | Kind::Less | Kind::Lost => 1,
        Kind::Negation | Kind::Opposite | Kind::Operator => NEGATION,
        Kind::Number | Kind::Date | Kind::Unit => NUMBERS,
        Kind::Order => 4,
        Kind::Rewritten | Kind::Template | Kind::MustAgree | Kind::Unconfirmed => 5,
        Kind::Word | Kind::Name | Kind::OneOrTwoWords => 6,
        // What loses nothing: signs, spellings, forms.
        _ => 7,
    }
}

fn features(candidate: &Candidate) -> Coefficients {
    let mut features = [0.0; FEATURES];
    (features[0], features[1]) = (1.0, 4.0 * (candidate.similarity - 0.6));
    features[2 + class(candidate.kind)] = 1.0;
    features
}

fn right(coefficients: &Coefficients, features: &Coefficients) -> f64 {
    let sum: f64 = coefficients.iter().zip(features).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum.clamp(-30.0, 30.0)).exp())
}

/// The estimate that a candidate is right, 0 to 1.
pub(super) fn estimate(learned: &Coefficients, candidate: &Candidate) -> f64 {
    right(learned, &features(candidate))
}

/// Learns from answers, by Newton's method.
pub fn learn<'c>(answers: impl IntoIterator<Item = (&'c Candidate, bool)>) -> Coefficients {
    const ROUNDS: usize = 100;
    let rows: Vec<(Coefficients, f64)> =
        answers.into_iter().map(|(one, yes)| (features(one), f64::from(u8::from(yes)))).collect();
    let mut learned = USUAL;
    for _ in 0..ROUNDS {
        // The matrix of the second derivatives, and in its last column the gradient.
        let mut matrix = [[0.0; FEATURES + 1]; FEATURES];
        for (at, row) in matrix.iter_mut().enumerate() {
            let ridge = RIDGE[at.min(1)];
            (row[at], row[FEATURES]) = (ridge, ridge * (USUAL[at] - learned[at]));
        }
        for (row, yes) in &rows {
            let share = right(&learned, row);
            let weight = (share * (1.0 - share)).max(1e-4);
            for (own, line) in row.iter().zip(&mut matrix) {
                line[FEATURES] += own * (yes - share);
                line.iter_mut().zip(row).for_each(|(cell, other)| *cell += own * weight * other);
            }
        }
        let step = solved(matrix);
        let largest = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        let part = if largest > 2.0 { 2.0 / largest } else { 1.0 };
        learned.iter_mut().zip(step).for_each(|(one, step)| *one += part * step);
        if largest < 1e-9 {
            break;
        }
    }
    learned
}

/// Solves linear equations whose matrix is positive definite, by elimination.
fn solved(mut matrix: [[f64; FEATURES + 1]; FEATURES]) -> Coefficients {
    for at in 0..FEATURES {
        let pivot = matrix[at];
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let part = row[at] / pivot[at];
            row.iter_mut().zip(pivot).for_each(|(cell, of)| *cell -= part * of);
        }
    }
    std::array::from_fn(|at| matrix[at][FEATURES] / matrix[at][at])
}
