//! How the values of cells become colours, and the numbers of the legend.

use super::{Colour, ITSELF, viridis};
use crate::hamming::Show;

/// The scale of the cells: the place of a value between the near and the far end, and the labels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Which number of the pairs of a cell.
    pub show: Show,
    /// The threshold.
    pub k: u8,
    /// Width of the signatures.
    pub bits: u8,
    /// The value at the near end.
    pub near: f32,
    /// The value at the far end; what lies beyond has its colour.
    pub far: f32,
}

/// A number of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// 0 at the near end, 1 at the far end.
    pub place: f32,
    /// The number as it is shown.
    pub label: String,
    /// It is k.
    pub is_k: bool,
}

/// Level of a cell that holds only pairs of a document with itself.
pub const NO_PAIR: u8 = u8::MAX;
/// Levels of means and shares.
const STEPS: u8 = 200;
/// Level of what is dimmed, and of a share of 0: the darkest.
pub const NONE: u8 = STEPS + 1;
/// The first of the levels of pairs within k over the ground of the means.
const FEWEST: u8 = NONE + 1;
/// Where the smallest share stands, so that it does not look like none.
const LAST_SHARE: f32 = 0.85;

/// The smallest distance that gets the darkest colour: half of the bits, the distance of unrelated texts.
pub fn darkest(bits: u8) -> u8 {
    bits.div_ceil(2).max(1)
}

/// Whether cells with this number of documents along each side are too large for a single pair within k to light them.
pub fn has_tones(each: usize) -> bool {
    each.pow(2) > 1000
}

/// How bright the pairs within k of a cell are over the ground of the means, up to 1; `None` if there are none. Of many pairs, by their
/// share.
pub fn tone(each: usize, (nearest, k): (u8, u8), share: Option<f32>) -> Option<f32> {
    // A share has no bits.
    let bright = |share| 1.0 - Scale::share(each, u8::MAX, k).place(share).unwrap_or(1.0);
    (nearest <= k).then(|| share.filter(|_| has_tones(each)).map_or(1.0, bright))
}

/// The grey of such a tone on a dark ground.
pub fn grey(tone: f32) -> u8 {
    (130.0 + 125.0 * tone) as u8
}

impl Scale {
    /// Smallest distances: from 0 to half of the bits and more.
    pub fn nearest(bits: u8, k: u8) -> Self {
        Self { show: Show::Nearest, k, bits, near: 0.0, far: darkest(bits).into() }
    }

    /// Mean distances: between the whole numbers around those that there are. NaN is no mean.
    pub fn mean(means: &[f32], bits: u8, k: u8) -> Self {
        let near = means.iter().copied().fold(f32::NAN, f32::min).floor();
        let far = means.iter().copied().fold(f32::NAN, f32::max).ceil();
        let (near, far) =
            if near.is_nan() { (0.0, darkest(bits).into()) } else { (near, far.max(near + 1.0)) };
        Self { show: Show::Mean, k, bits, near, far }
    }

    /// Shares within k, by powers of ten: from all to the first that is at most one of the pairs of a cell, `scale`
    /// documents along each side.
    pub fn share(scale: usize, bits: u8, k: u8) -> Self {
        let pairs = (scale.max(1) as f64).powi(2);
        let decades = pairs.log10().ceil().clamp(1.0, 12.0) as i32;
        Self { show: Show::Share, k, bits, near: 1.0, far: 10_f32.powi(-decades) }
    }

    fn decades(&self) -> i32 {
        -self.far.log10().round() as i32
    }

    /// Where a value stands between the near end (0) and the far one (1); `None` for a share of 0.
    pub fn place(&self, value: f32) -> Option<f32> {
        match self.show {
            Show::Nearest | Show::Mean => {
                Some(((value - self.near) / (self.far - self.near)).clamp(0.0, 1.0))
            }
            Show::Share if value <= 0.0 => None,
            Show::Share => Some((value.log10() / self.far.log10()).clamp(0.0, 1.0) * LAST_SHARE),
        }
    }

    /// The numbers of the legend in their order, about `count` between the ends.
    pub fn ticks(&self, count: usize) -> Vec<Tick> {
        let tick =
            |value: f32, label: String| Tick { place: self.place(value).unwrap_or(1.0), label, is_k: false };
        if self.show == Show::Share {
            let decades = self.decades();
            let step = (decades as usize).div_ceil(count + 1).max(1) as i32;
            let powers = (0..decades).step_by(step as usize).chain([decades]);
            return powers.map(|power| tick(10_f32.powi(-power), percent(power))).collect();
        }
        let span = self.far - self.near;
        let step = (span / (count + 1) as f32).ceil().max(1.0);
        let k = f32::from(self.k);
        let has_k = self.near <= k && k < self.far;
        // A number close to k or to the far end gives way to it.
        let inner =
            (0..).map(|i| self.near + step * i as f32).take_while(|value| value + step / 2.0 < self.far);
        let mut ticks: Vec<Tick> = inner
            .filter(|value| !has_k || *value == self.near && k != self.near || (value - k).abs() > step / 2.0)
            .map(|value| tick(value, format!("{value}")))
            .collect();
        if has_k {
            let at = ticks.partition_point(|tick| tick.place < self.place(k).unwrap_or(0.0));
            let label = format!("k={}", self.k);
            ticks.insert(at, Tick { is_k: true, ..tick(k, label) });
        }
        let far = match self.show {
            Show::Nearest if k >= self.far => format!("{}+ k={}", self.far, self.k),
            Show::Nearest => format!("{}+", self.far),
            _ => format!("{}", self.far),
        };
        ticks.push(tick(self.far, far));
        ticks
    }

    /// The level of a value, of which each has its colour; [`NO_PAIR`] for NaN.
    pub fn level(&self, value: f32) -> u8 {
        if value.is_nan() {
            return NO_PAIR;
        }
        match (self.show, self.place(value)) {
            (Show::Nearest, _) => value as u8,
            (_, None) => NONE,
            (_, Some(place)) => (place * f32::from(STEPS)).round() as u8,
        }
    }

    /// The level of a tone, which is brighter than that of any mean.
    pub fn within(tone: f32) -> u8 {
        FEWEST + (tone * f32::from(NO_PAIR - 1 - FEWEST)).round() as u8
    }

    /// The colour of a level in a picture: bright where it is near.
    pub fn colour(&self, level: u8) -> Colour {
        match (self.show, level) {
            (_, NO_PAIR) => ITSELF,
            (Show::Mean, FEWEST..) => [grey(f32::from(level - FEWEST) / f32::from(NO_PAIR - 1 - FEWEST)); 3],
            (_, level) => self.shade(self.place_of(level)),
        }
    }

    /// The place of a level; of one that has none the far end.
    pub fn place_of(&self, level: u8) -> f32 {
        match self.show {
            Show::Nearest => self.place(level.into()).unwrap_or(1.0),
            _ => f32::from(level.min(STEPS)) / f32::from(STEPS),
        }
    }

    /// How far from the brightest colour a place is. Means are the ground of what is within k and leave it the brightest.
    pub fn depth(&self, place: f32) -> f32 {
        if self.show == Show::Mean { 0.3 + 0.7 * place } else { place }
    }

    /// The colour at a place: bright where it is near.
    pub(super) fn shade(&self, place: f32) -> Colour {
        viridis(1.0 - f64::from(self.depth(place)))
    }

    /// What the numbers are, for the foot of a picture.
    pub fn what(&self) -> String {
        match self.show {
            Show::Nearest => "smallest distance".into(),
            Show::Mean => "mean distance".into(),
            Show::Share => format!("share of the pairs within k = {}", self.k),
        }
    }
}

/// 10^−power as a percentage.
fn percent(power: i32) -> String {
    match power {
        ..=2 => format!("{}%", 10_i32.pow((2 - power.max(0)) as u32)),
        _ => format!("0.{}1%", "0".repeat(power as usize - 3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale, count: usize) -> String {
        scale.ticks(count).iter().map(|tick| tick.label.clone()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_legend_has_numbers_at_every_k() {
        for (k, count, text) in [
            (3, 3, "0 k=3 8 16 24 32+"),
            (0, 3, "k=0 8 16 24 32+"),
            (8, 3, "0 k=8 16 24 32+"),
            (15, 1, "0 k=15 32+"),
            (31, 3, "0 8 16 24 k=31 32+"),
            (40, 3, "0 8 16 24 32+ k=40"),
            (3, 0, "0 k=3 32+"),
        ] {
            assert_eq!(labels(&Scale::nearest(64, k), count), text, "k = {k}");
        }
        let mean = Scale::mean(&[27.5, f32::NAN, 31.25], 64, 3);
        assert_eq!((labels(&mean, 3), mean.near, mean.far), ("27 29 32".into(), 27.0, 32.0));
        assert_eq!(labels(&Scale::mean(&[f32::NAN], 64, 3), 1), "0 k=3 16 32");
        assert_eq!(labels(&Scale::share(10, 64, 3), 9), "100% 10% 1%");
        assert_eq!(labels(&Scale::share(5730, 64, 3), 3), "100% 1% 0.01% 0.0001% 0.000001%");
        assert_eq!(labels(&Scale::share(1, 64, 3), 3), "100% 10%");
    }

    #[test]
    fn ticks_and_places_ascend_from_near_to_far_for_every_k_and_width() {
        for bits in [1, 8, 64, 100, 128] {
            for k in 0..=bits {
                for count in 0..12 {
                    let means = [f32::from(bits) / 3.0, f32::from(bits) / 2.0];
                    for scale in [
                        Scale::nearest(bits, k),
                        Scale::mean(&means, bits, k),
                        Scale::share(1 + count, bits, k),
                    ] {
                        let ticks = scale.ticks(count);
                        assert!(
                            ticks.len() > 1 && ticks.is_sorted_by(|a, b| a.place < b.place),
                            "{scale:?} {ticks:?}"
                        );
                        assert!(ticks[0].place == 0.0);
                    }
                }
            }
        }
    }

    #[test]
    fn a_share_of_none_looks_like_no_other() {
        let scale = Scale::share(100, 64, 3);
        assert_eq!(scale.place(0.0), None);
        assert_eq!((scale.place(1.0), scale.place(0.0001)), (Some(0.0), Some(LAST_SHARE)));
        assert!(scale.colour(scale.level(0.0)) != scale.colour(scale.level(0.0001)));
        assert_eq!(scale.colour(scale.level(f32::NAN)), ITSELF);
    }

    #[test]
    fn near_is_brighter_than_far() {
        let lightness = |c: Colour| u32::from(c[0]) * 3 + u32::from(c[1]) * 6 + u32::from(c[2]);
        for bits in [1, 2, 16, 63, 64, 65, 127, 128] {
            let scale = Scale::nearest(bits, 3);
            for distance in 1..=darkest(bits) {
                assert!(
                    lightness(scale.colour(distance - 1)) > lightness(scale.colour(distance)),
                    "{distance} of {bits}"
                );
            }
            assert_eq!(scale.colour(bits), viridis(0.0));
            assert_eq!(scale.colour(0), viridis(1.0));
        }
    }
}
