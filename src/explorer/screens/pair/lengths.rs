//! The length curve as a table.

use super::keys::View;
use super::state::State;
use crate::shared::Shared;
use simscope_core::sensitivity::Point;

/// A row of the length curve as a table.
#[derive(Debug, Clone, Copy)]
pub enum LengthRow<'a> {
    /// A length that was measured.
    Measured(&'a Point),
    /// The length of A, between two of those.
    Own {
        /// Features of A.
        features: u32,
        /// The share that stays within k.
        within: f64,
    },
}

impl LengthRow<'_> {
    /// The length.
    pub fn features(&self) -> u32 {
        match *self {
            LengthRow::Measured(point) => point.features,
            LengthRow::Own { features, .. } => features,
        }
    }
}

impl State {
    /// The length curve as a table, with a row for the length of A where it is among those that are measured.
    pub fn length_rows<'a>(&self, shared: &'a Shared) -> Vec<LengthRow<'a>> {
        let (points, _) = self.curve_points(shared);
        let mut rows: Vec<LengthRow<'a>> = points.iter().map(LengthRow::Measured).collect();
        let features = self.compared().map_or(0, |compared| compared.a.length);
        let at = points.partition_point(|point| point.features < features);
        let is_between = at > 0 && points.get(at).is_some_and(|point| point.features > features);
        let within = self.curve_so_far(shared).and_then(|curve| curve.within(features, shared.k));
        if let Some(within) = within.filter(|_| is_between) {
            rows.insert(at, LengthRow::Own { features, within });
        }
        rows
    }

    /// Notes which length is selected.
    pub(super) fn keep_length(&mut self, shared: &Shared) {
        let rows = self.length_rows(shared);
        let selected = self.lists[View::Lengths as usize].selected;
        self.length = rows.get(selected).map_or(0, LengthRow::features);
    }

    /// Selects that length again, or the longest below it: there are other rows now.
    pub(super) fn follow_length(&mut self, shared: &Shared) {
        if self.view != View::Lengths || !self.is_table || self.listed.is_some() {
            return;
        }
        let rows = self.length_rows(shared);
        let row = rows.iter().rposition(|row| row.features() <= self.length);
        self.lists[View::Lengths as usize].select(row.unwrap_or(0));
    }

    /// The curve as a table or as a plot.
    pub(super) fn toggle_curve(&mut self, shared: &mut Shared) {
        self.is_table ^= true;
        self.length = self.compared().map_or(0, |compared| compared.a.length);
        self.follow_length(shared);
        shared.say(match self.is_table {
            true => ("length curve: as a table", "长度曲线：表格"),
            false => ("length curve: as a plot", "长度曲线：图"),
        });
    }
}
