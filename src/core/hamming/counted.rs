//! A histogram that may be known only up to a distance.

use super::{DISTANCES, Histogram};

/// Pairs by distance, exact up to a distance and unknown above: a search within k finds no others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    pairs: Histogram,
    up_to: u8,
}

impl Counted {
    /// Keeps the counts up to `up_to` and drops those above.
    pub fn new(mut pairs: Histogram, up_to: u8) -> Self {
        pairs.0.iter_mut().skip(usize::from(up_to) + 1).for_each(|count| *count = 0);
        Self { pairs, up_to: up_to.min(DISTANCES as u8 - 1) }
    }

    /// Every distance is counted.
    pub fn all(pairs: Histogram) -> Self {
        Self::new(pairs, DISTANCES as u8 - 1)
    }

    /// The largest distance that is counted; 128 when all are.
    pub fn up_to(&self) -> u8 {
        self.up_to
    }

    /// Pairs at each distance from 0 to [`Counted::up_to`].
    pub fn counts(&self) -> &[u64] {
        &self.pairs.0[..=usize::from(self.up_to)]
    }

    /// Pairs at distance at most k; `None` where not all of these are counted.
    pub fn within(&self, k: u8) -> Option<u64> {
        (k <= self.up_to).then(|| self.pairs.within(k))
    }

    /// The histogram, if all distances are counted.
    pub fn whole(&self) -> Option<&Histogram> {
        (usize::from(self.up_to) == DISTANCES - 1).then_some(&self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_counted_is_not_known() {
        let mut pairs = Histogram::default();
        pairs.0[..5].copy_from_slice(&[1, 2, 3, 4, 5]);
        let some = Counted::new(pairs.clone(), 2);
        assert_eq!((some.within(2), some.within(3), some.counts()), (Some(6), None, &[1, 2, 3][..]));
        assert_eq!(some.whole(), None);
        let all = Counted::all(pairs.clone());
        assert_eq!((all.within(128), all.whole()), (Some(15), Some(&pairs)));
    }
}
