//! Whether more bits are worth their bytes.

use super::{Advice, Confirmed, Predicted, Purpose, Reason};

/// What a wider signature of the same features finds at no less precision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wider {
    /// Its width.
    pub bits: u8,
    /// The share of the confirmed pairs that it finds.
    pub recall: f64,
    /// What the narrow one finds at the advised k.
    pub narrow: f64,
}

/// More bits are worth saying where they find at least this much more of all confirmed pairs.
const WORTH: f64 = 0.05;

impl Advice {
    /// Whether more bits may find enough more to be worth counting.
    pub fn may_be_wider(&self) -> bool {
        let recall = self.at.and_then(|at| at.recall).map_or(1.0, |recall| recall.share);
        self.purpose == Purpose::Pairs && recall <= 1.0 - WORTH
    }

    /// Says what a wider signature of the same features would find, if that is more by five hundredths of all at least.
    pub fn compare_with(&mut self, wide: &Confirmed, hundredths: u8) {
        let Some((precision, recall)) = self.at.as_ref().and_then(shares) else { return };
        let rows = wide.curve(self.purpose, hundredths).rows;
        let as_right = rows.iter().filter_map(shares).filter(|&(of_wide, _)| of_wide >= precision);
        let found = as_right.map(|(_, found)| found).fold(0.0, f64::max);
        if found >= recall + WORTH {
            self.reasons.push(Reason::Wider(Wider { bits: wide.bits(), recall: found, narrow: recall }));
        }
    }

    /// What was said of a wider signature.
    pub fn wider(&self) -> Option<&Wider> {
        self.reasons.iter().find_map(|reason| match reason {
            Reason::Wider(wider) => Some(wider),
            _ => None,
        })
    }
}

/// Precision and recall.
fn shares(row: &Predicted) -> Option<(f64, f64)> {
    Some((row.precision?.share, row.recall?.share))
}

#[cfg(test)]
mod tests {
    use super::super::confirmed::tests::made;
    use super::*;
    use crate::evidence::Targets;

    /// Counts of pairs by distance: those of value 1, and others.
    fn counts(by_distance: &[(usize, usize)]) -> Confirmed {
        let rows: Vec<Vec<f64>> =
            by_distance.iter().map(|&(right, wrong)| [vec![1.0; right], vec![0.0; wrong]].concat()).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        made(&rows, &rows)
    }

    #[test]
    fn more_bits_are_named_where_they_find_more_at_no_less_precision() {
        let narrow = counts(&[(10, 0), (10, 10), (20, 200)]);
        let advice = || narrow.advise(30, Targets::default(), &[])[0].clone();
        assert!(advice().may_be_wider());
        let at = advice().at.unwrap();
        assert_eq!((at.k, at.recall.unwrap().share), (1, 0.5));
        // The same precision with 30 of 40; 35 with a worse one do not count.
        for (wide, expected) in [
            (counts(&[(10, 0), (20, 10), (5, 100), (5, 100)]), Some(0.75)),
            (counts(&[(10, 0), (11, 7), (19, 200)]), None),
            (counts(&[(4, 10), (36, 90)]), None),
        ] {
            let mut advice = advice();
            advice.compare_with(&wide, 30);
            assert_eq!(
                advice.wider().map(|wider| (wider.recall, wider.narrow)),
                expected.map(|found| (found, 0.5))
            );
        }
    }
}
