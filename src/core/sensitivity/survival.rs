//! Reading the curve for one text.

use super::Curve;
use crate::display::percent_text;

/// The share of texts that should stay within k.
pub const SURVIVED: f64 = 0.95;

/// The curve's values for one length at one k.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Survival {
    /// The share of the texts that the edits leave within k, as [`Curve::within`].
    pub within: f64,
    /// The smallest k that keeps [`SURVIVED`] of them, as [`Curve::k_to_survive`].
    pub needed: u8,
    /// The longest length measured, if the text is longer: the values are then those of that length.
    pub read_at: Option<u32>,
}

impl Curve {
    /// The values for texts of this many features at `k`. `None` without features or points.
    pub fn survival(&self, features: u32, k: u8) -> Option<Survival> {
        Some(Survival {
            within: self.within(features, k)?,
            needed: self.k_to_survive(features, SURVIVED)?,
            read_at: self.points.last().map(|last| last.features).filter(|&last| features > last),
        })
    }
}

/// A share in whole percent, with a decimal below one percent. 100 % only for 1, and a share below one half or
/// [`SURVIVED`] is never rounded up to it.
///
/// ```
/// # use simscope_core as simscope;
/// # use simscope::sensitivity::percent;
/// assert_eq!(percent(0.999), "99 %");
/// assert_eq!(percent(0.003), "0.3 %");
/// ```
pub fn percent(share: f64) -> String {
    if share < 0.0095 {
        return percent_text(share);
    }
    let whole = (100.0 * share).round();
    let looks_more =
        [0.5, SURVIVED, 1.0].iter().any(|&bound| share < bound && whole >= (100.0 * bound).round());
    format!("{:.0} %", whole - if looks_more { 1.0 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensitivity::{Experiment, Point};

    #[test]
    fn a_share_of_texts_never_looks_like_what_it_does_not_reach() {
        for (texts, all, expected) in [
            (0, 300, "0 %"),
            (1, 300, "0.3 %"),
            (3, 300, "1 %"),
            (2, 300, "0.7 %"),
            (17, 300, "6 %"),
            (87, 300, "29 %"),
            (86, 300, "29 %"),
            (149, 300, "49 %"),
            (150, 300, "50 %"),
            (171, 300, "57 %"),
            (284, 300, "94 %"),
            (285, 300, "95 %"),
            (299, 300, "99 %"),
            (9999, 10_000, "99 %"),
            (300, 300, "100 %"),
        ] {
            assert_eq!(percent(f64::from(texts) / f64::from(all)), expected, "{texts} of {all}");
        }
        // Every whole percentage is unchanged.
        for whole in 1..=100 {
            assert_eq!(percent(f64::from(whole) / 100.0), format!("{whole} %"));
        }
    }

    #[test]
    fn longer_texts_are_read_at_the_longest_measured() {
        let point = |features, distance| Point::of(features, 8, [(distance, 0.1); 20]).unwrap();
        let curve = Curve { experiment: Experiment::default(), points: vec![point(2, 5), point(8, 3)] };
        let of = |within, needed, read_at| Some(Survival { within, needed, read_at });
        assert_eq!(curve.survival(8, 3), of(1.0, 3, None));
        assert_eq!(curve.survival(9, 2), of(0.0, 3, Some(8)));
        assert_eq!(curve.survival(1, 4), of(0.0, 5, None));
        assert_eq!(curve.survival(0, 4), None);
        assert_eq!(Curve { points: Vec::new(), ..curve }.survival(1, 4), None);
    }
}
