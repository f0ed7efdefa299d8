//! The axis of distances that the track of k, the histogram and the tree share: the same columns in each of them.

use ratatui::layout::Rect;
use std::ops::Range;

/// As many columns for each distance, from `x` on, and one behind them where there are more distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    x: u16,
    /// Columns of a distance.
    pub cell: u16,
    pub first: u8,
    pub last: u8,
    /// The largest distance there is.
    bits: u8,
}

/// Wider cells would tear the picture apart.
const WIDEST: u16 = 4;

impl Axis {
    /// In the columns of `area`: the distances up to `reach` have as many as there is room for, and others follow where room is left.
    /// The distances up to `near` are seen in any case, the first ones otherwise.
    pub fn of(area: Rect, (reach, near): (u8, u8), bits: u8) -> Self {
        let (all, room) = (u16::from(bits) + 1, area.width.max(2) - 1);
        // However few matter, k and the four after it have columns.
        let widest = (room / 5).clamp(1, WIDEST);
        let cell = (room / (u16::from(reach) + 1).min(all)).clamp(1, widest);
        let shown = (room / cell).min(all);
        let first = (u16::from(near.min(bits)) + 1).saturating_sub(shown);
        Self { x: area.x, cell, first: first as u8, last: (first + shown - 1) as u8, bits }
    }

    fn start(self, distance: u8) -> u16 {
        self.x + u16::from(distance.saturating_sub(self.first)) * self.cell
    }

    /// The distances that have columns.
    pub fn distances(self) -> impl Iterator<Item = u8> {
        self.first..=self.last
    }

    pub fn has(self, distance: u8) -> bool {
        (self.first..=self.last).contains(&distance)
    }

    /// The columns of the bar of a distance.
    pub fn bar(self, distance: u8) -> Range<u16> {
        self.start(distance)..self.line(distance).max(self.start(distance) + 1)
    }

    /// The column in which documents at this distance join; not beside the line, if there is room between.
    pub fn join(self, distance: u8) -> u16 {
        self.start(distance) + self.cell.saturating_sub(2) / 2
    }

    /// The column of the line at this k: behind all that is within it.
    pub fn line(self, k: u8) -> u16 {
        self.start(k) + self.cell - 1
    }

    /// The column behind all distances.
    pub fn end(self) -> u16 {
        self.line(self.last) + 1
    }

    /// Whether distances follow behind the last one.
    pub fn is_cut(self) -> bool {
        self.last < self.bits
    }

    /// The distance of a column; what lies left or right of all of them is before the first and behind the last.
    pub fn distance_at(self, column: u16) -> u8 {
        match (column < self.x, column >= self.end()) {
            (true, _) => self.first.saturating_sub(1),
            (_, true) => (self.last + 1).min(self.bits),
            _ => self.first + ((column - self.x) / self.cell) as u8,
        }
    }

    /// The columns of all, with the one that says that there are more.
    pub fn columns(self) -> Range<u16> {
        self.x..self.end() + u16::from(self.is_cut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_distance_that_matters_has_columns_of_its_own(width in 20_u16..220, reach in 0_u8..130, k in 0_u8..=128, wide in any::<bool>()) {
            let bits = if wide { 128 } else { 64 };
            let (k, area) = (k.min(bits), Rect::new(7, 3, width, 1));
            let axis = Axis::of(area, (reach, k.saturating_add(4)), bits);
            prop_assert!(axis.has(k) && axis.columns().end <= area.right());
            for distance in axis.distances() {
                for column in axis.bar(distance).chain([axis.join(distance), axis.line(distance)]) {
                    prop_assert_eq!(axis.distance_at(column), distance);
                }
            }
            let needed = u16::from(reach.min(bits)) + 1;
            prop_assert!(needed >= width || axis.first > 0 || axis.has(reach.min(bits)));
            prop_assert_eq!(axis.distance_at(axis.end()), (axis.last + 1).min(bits));
        }
    }
}
