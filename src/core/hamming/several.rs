//! All distances of a few texts.

use super::distance;
use crate::simhash::Signed;

/// The signatures of several texts, and the distances of all pairs.
#[derive(Debug)]
pub struct Several {
    signed: Vec<Signed>,
    /// The distances of all pairs whose texts both have features, ascending.
    distances: Vec<u8>,
}

impl Several {
    /// Of all texts, in their order.
    pub fn of(signed: Vec<Signed>) -> Self {
        let with: Vec<u128> = signed.iter().filter(|one| one.features > 0).map(|one| one.signature).collect();
        let pairs = with.iter().enumerate().flat_map(|(at, &a)| with[at + 1..].iter().map(move |&b| (a, b)));
        let mut distances: Vec<u8> = pairs.map(|(a, b)| distance(a, b)).collect();
        distances.sort_unstable();
        Self { signed, distances }
    }

    /// The distance of two texts; `None` if one has no features.
    pub fn distance(&self, a: usize, b: usize) -> Option<u8> {
        let [a, b] = [self.signed.get(a)?, self.signed.get(b)?];
        (a.features > 0 && b.features > 0).then(|| distance(a.signature, b.signature))
    }

    /// Pairs within k, and all pairs.
    pub fn within(&self, k: u8) -> (usize, usize) {
        (self.distances.partition_point(|&distance| distance <= k), self.distances.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_features_are_in_no_pair() {
        let signed = |signature, features| Signed { signature, features };
        let all = Several::of(vec![signed(0, 1), signed(0b11, 2), signed(0, 0)]);
        assert_eq!((all.distance(0, 1), all.distance(0, 2), all.distance(0, 3)), (Some(2), None, None));
        assert_eq!((all.within(1), all.within(2)), ((0, 1), (1, 1)));
    }
}
