//! In which order the features are listed.

use super::keys::{Act, Column};
use super::state::State;
use crate::simhash::Trace;
use crate::tui::shared::Shared;
use crate::tui::widgets::table::Sort;
use std::cmp::Ordering;
use std::sync::Arc;

/// The order of the features, made when the document or the sort changes.
#[derive(Debug, Clone)]
pub struct Order {
    pub sort: Sort<Column>,
    /// What it is of.
    of: Option<(Arc<Trace>, Sort<Column>)>,
    /// The place in the trace of the feature in each row; empty in the order of the trace.
    places: Vec<u32>,
}

impl Default for Order {
    fn default() -> Self {
        Self { sort: Sort::by(Column::Place), of: None, places: Vec::new() }
    }
}

impl Order {
    /// The place in the trace of the feature in a row.
    pub fn place_in(&self, row: usize) -> usize {
        self.places.get(row).map_or(row, |&place| place as usize)
    }

    fn row_of(&self, place: usize) -> usize {
        self.places.iter().position(|&listed| listed as usize == place).unwrap_or(place)
    }

    fn arrange(&mut self, trace: &Arc<Trace>) {
        let is_same = |(of, sort): &(Arc<Trace>, _)| Arc::ptr_eq(of, trace) && *sort == self.sort;
        if !self.of.as_ref().is_some_and(is_same) {
            self.places = places(trace, self.sort);
            self.of = Some((trace.clone(), self.sort));
        }
    }
}

impl State {
    /// Puts the features of the selected document into their order.
    pub(super) fn arrange(&mut self, shared: &Shared) {
        if let Some(trace) = shared.model.trace(shared.selected) {
            self.order.arrange(trace);
        }
    }

    /// The selected feature stays selected.
    pub(super) fn sort(&mut self, shared: &mut Shared, act: Act) {
        let place = self.order.place_in(self.features.selected);
        let sort = &mut self.order.sort;
        match act {
            Act::SortBy(column @ (Column::Count | Column::Weight)) => sort.choose_largest(column),
            Act::SortBy(column) => sort.choose(column),
            Act::ReverseSort => sort.reverse(),
            _ if sort.by == Column::Place => *sort = Sort { by: Column::Weight, is_reversed: true },
            _ => *sort = Sort::by(Column::Place),
        }
        self.arrange(shared);
        self.features.select(self.order.row_of(place));
        let Sort { by, is_reversed } = self.order.sort;
        shared.say(match (by, is_reversed) {
            (Column::Place, false) => {
                ("features: in the order in which they are added up", "特征：按累加次序")
            }
            (Column::Place, true) => ("features: added up last first", "特征：按累加次序，反转"),
            (Column::Weight, true) => ("features: heaviest first", "特征：按权重"),
            (Column::Weight, false) => ("features: lightest first", "特征：按权重，轻者在先"),
            (Column::Count, true) => ("features: most frequent first", "特征：次数多者在先"),
            (Column::Count, false) => ("features: least frequent first", "特征：次数少者在先"),
            (Column::Term, false) => ("features: by term, ascending", "特征：按词项升序"),
            (Column::Term, true) => ("features: by term, descending", "特征：按词项降序"),
        });
    }
}

/// Equal keys stand in the order of the trace, whichever way round.
fn places(trace: &Trace, sort: Sort<Column>) -> Vec<u32> {
    if sort == Sort::by(Column::Place) {
        return Vec::new();
    }
    let features = &trace.features;
    let compare = |a: u32, b: u32| -> Ordering {
        let (x, y) = (&features[a as usize], &features[b as usize]);
        match sort.by {
            Column::Place => a.cmp(&b),
            Column::Term => x.term.cmp(&y.term),
            Column::Count => x.count.cmp(&y.count),
            Column::Weight => x.weight.total_cmp(&y.weight),
        }
    };
    let mut places: Vec<u32> = (0..features.len() as u32).collect();
    places.sort_by(|&a, &b| if sort.is_reversed { compare(b, a) } else { compare(a, b) });
    places
}
