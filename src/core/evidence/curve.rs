//! Precision and recall at every k.

use super::advice::Basis;
use super::share::Share;

/// What one k does, counted or estimated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Predicted {
    /// The threshold.
    pub k: u8,
    /// Pairs that it makes, exactly: within k, or sharing a group at k.
    pub pairs: u64,
    /// How many of them are right: confirmed, or labelled or judged so.
    pub right: f64,
    /// The other right ones.
    pub missed: f64,
    /// The share of them; `None` without pairs.
    pub precision: Option<Share>,
    /// The share of all right pairs that it finds; `None` if not measured.
    pub recall: Option<Share>,
    /// Harmonic mean of precision and recall, with the same number of all right pairs at every k. `None` without pairs or without right
    /// pairs.
    pub f1: Option<f64>,
    /// What all that rests on.
    pub basis: Basis,
}

/// What a k is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The pairs within k are the result.
    Pairs,
    /// The groups at k are, so every pair that shares a group counts.
    Groups,
}

/// What every k from 0 on does, as far as that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What the k is chosen for.
    pub purpose: Purpose,
    /// One for each k from 0 on.
    pub rows: Vec<Predicted>,
    /// The k of the best F1, the smallest among equals; `None` without right pairs.
    pub best: Option<u8>,
}

/// 2 · right ÷ (pairs + whole), where `whole` is at least `right`.
pub(super) fn f1(pairs: u64, right: f64, whole: f64) -> f64 {
    2.0 * right / (pairs as f64 + whole.max(right)).max(1.0)
}

/// The k with the largest F1, the smallest among equals.
pub(super) fn best(sums: impl Iterator<Item = (u64, f64)>, whole: f64) -> Option<u8> {
    let scores =
        sums.map(|(pairs, right)| f1(pairs, right, whole)).zip(0_u8..).filter(|&(score, _)| score > 0.0);
    scores.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, k)| k)
}

impl Curve {
    /// The row with the best F1, and that F1, if `all` pairs of the corpus are right; `None` without right pairs.
    pub fn best_against(&self, all: f64) -> Option<(&Predicted, f64)> {
        let k = best(self.rows.iter().map(|row| (row.pairs, row.right)), all)?;
        let row = self.at(k)?;
        Some((row, f1(row.pairs, row.right, all)))
    }

    /// The row of a k.
    pub fn at(&self, k: u8) -> Option<&Predicted> {
        self.rows.get(usize::from(k))
    }

    /// The row of the best k.
    pub fn best_row(&self) -> Option<&Predicted> {
        self.at(self.best?)
    }
}

#[cfg(test)]
mod tests;
