//! Scales of lengths and distances.

use std::ops::Range;

/// A logarithmic axis of numbers of features, to the right.
pub(super) struct Lengths {
    /// Natural logarithms of the lengths at both ends.
    ends: Range<f64>,
    place: Range<f64>,
}

impl Lengths {
    /// From the first to the last length, with a small margin on both sides.
    pub(super) fn new(first: u32, last: u32, place: Range<f64>) -> Self {
        let [first, last] = [first, last].map(|features| f64::from(features.max(1)).ln());
        let room = (0.02 * (last - first)).max(0.1);
        Self { ends: first - room..last + room, place }
    }

    /// The coordinate of a length; may lie outside the axis.
    pub(super) fn at(&self, features: u32) -> f64 {
        let along = (f64::from(features.max(1)).ln() - self.ends.start) / (self.ends.end - self.ends.start);
        self.place.start + along * (self.place.end - self.place.start)
    }

    /// The ticks 1, 2, 5, 10, 20, 50 … on the axis, with their coordinates.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (u32, f64)> {
        let decades = [1, 10, 100, 1000, 10_000];
        let all = decades.into_iter().flat_map(|decade| [decade, 2 * decade, 5 * decade]);
        all.map(|features| (features, self.at(features))).filter(|(_, x)| self.place.contains(x))
    }
}

/// A linear axis of distances, upwards from 0.
pub(super) struct Distances {
    highest: f64,
    step: u32,
    place: Range<f64>,
}

impl Distances {
    /// From 0 to the first tick that is at least `highest`; `place` runs from the top down.
    pub(super) fn new(highest: f64, place: Range<f64>) -> Self {
        let highest = highest.ceil() as u32;
        /// More ticks would be too dense.
        const MOST_TICKS: u32 = 10;
        let step = [1, 2, 5, 10].into_iter().find(|step| highest / step < MOST_TICKS).unwrap_or(20);
        Self { highest: f64::from(highest.div_ceil(step).max(1) * step), step, place }
    }

    pub(super) fn at(&self, distance: f64) -> f64 {
        self.place.end - distance / self.highest * (self.place.end - self.place.start)
    }

    /// With their places.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (u32, f64)> {
        let all = (0..=self.highest as u32).step_by(self.step as usize);
        all.map(|distance| (distance, self.at(distance.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_lie_on_the_axis() {
        let lengths = Lengths::new(1, 500, 0.0..100.0);
        let ticks: Vec<u32> = lengths.ticks().map(|(features, _)| features).collect();
        assert_eq!(ticks, [1, 2, 5, 10, 20, 50, 100, 200, 500]);
        assert!(lengths.at(900) > 100.0 && lengths.at(1) > 0.0);
        let distances = Distances::new(36.2, 10.0..110.0);
        let ticks: Vec<(u32, f64)> = distances.ticks().collect();
        assert_eq!(ticks.first(), Some(&(0, 110.0)));
        assert_eq!(ticks.last(), Some(&(40, 10.0)));
        assert_eq!(Distances::new(0.0, 0.0..1.0).ticks().count(), 2);
    }
}
