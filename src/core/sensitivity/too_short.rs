//! Which documents of a corpus are too short for a k: their texts rarely stay within k of themselves after an edit.

use super::Curve;
use std::sync::Arc;

/// A length curve, and the lengths of the documents that it speaks of.
#[derive(Debug)]
pub struct Lengths {
    curve: Arc<Curve>,
    /// Of every document, as the curve counts.
    lengths: Arc<Vec<u32>>,
    /// Documents with features by length; the last are as long as the longest of the curve, or longer.
    counts: Vec<usize>,
}

/// Which lengths are too short for one k.
#[derive(Debug, Clone)]
pub struct TooShort {
    /// By length; what is longer is as the last.
    is_short: Vec<bool>,
    lengths: Arc<Vec<u32>>,
}

impl Lengths {
    /// Of documents of those lengths; `with_features` can be in a group.
    pub fn new(curve: Arc<Curve>, lengths: Arc<Vec<u32>>, with_features: &[u32]) -> Self {
        let longest = curve.points.last().map_or(0, |point| point.features as usize);
        let mut counts = vec![0; longest + 1];
        for &document in with_features {
            counts[(lengths[document as usize] as usize).min(longest)] += 1;
        }
        Self { curve, lengths, counts }
    }

    /// The curve.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The documents that are too short for k.
    pub fn too_short(&self, k: u8) -> TooShort {
        TooShort { is_short: self.curve.too_short(k), lengths: self.lengths.clone() }
    }

    /// How many of those that can be in a group are.
    pub fn short(&self, k: u8) -> usize {
        let by_length = self.curve.too_short(k);
        by_length.iter().zip(&self.counts).filter(|(is_short, _)| **is_short).map(|(_, count)| count).sum()
    }
}

impl TooShort {
    /// Whether a document is; one without terms is not.
    pub fn holds(&self, document: u32) -> bool {
        let length = self.lengths.get(document as usize).map_or(0, |&length| length as usize);
        length > 0 && self.is_short.get(length).or(self.is_short.last()).is_some_and(|&is_short| is_short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_the_curve_is_as_its_end_and_the_empty_are_not_short() {
        let with =
            |is_short: &[bool]| TooShort { is_short: is_short.to_vec(), lengths: Arc::new(vec![0, 1, 2, 9]) };
        let held = |short: TooShort| [0, 1, 2, 3, 4].map(|document| short.holds(document));
        assert_eq!(held(with(&[false, true, false])), [false, true, false, false, false]);
        assert_eq!(held(with(&[true, true, true])), [false, true, true, true, false]);
        assert_eq!(held(with(&[])), [false; 5]);
    }
}
