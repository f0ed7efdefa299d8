//! Which features are listed, in which order.

use super::keys::{Act, Column};
use super::state::State;
use crate::shared::Shared;
use crate::widgets::table::Sort;
use simscope_core::filter::Filter;
use simscope_core::simhash::Trace;
use std::cmp::Ordering;
use std::sync::Arc;

/// The rows of the features, made when the document, the sort or the filter changes.
#[derive(Debug, Clone)]
pub struct Order {
    pub sort: Sort<Column>,
    /// What it is of.
    of: Option<(Arc<Trace>, Sort<Column>, Arc<Filter>)>,
    /// The place in the trace of the feature in each row.
    places: Vec<u32>,
}

impl Default for Order {
    fn default() -> Self {
        Self { sort: Sort::by(Column::Place), of: None, places: Vec::new() }
    }
}

impl Order {
    /// The place in the trace of the feature in a row.
    pub fn place_in(&self, row: usize) -> Option<usize> {
        self.places.get(row).map(|&place| place as usize)
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    fn row_of(&self, place: usize) -> Option<usize> {
        self.places.iter().position(|&listed| listed as usize == place)
    }

    /// Returns whether there was something to do.
    fn arrange(&mut self, trace: &Arc<Trace>, filter: &Arc<Filter>) -> bool {
        let is_same = self.of.as_ref().is_some_and(|(of, sort, passed)| {
            Arc::ptr_eq(of, trace) && *sort == self.sort && Arc::ptr_eq(passed, filter)
        });
        if !is_same {
            self.places = places(trace, self.sort, filter);
            self.of = Some((trace.clone(), self.sort, filter.clone()));
        }
        !is_same
    }
}

impl State {
    /// Lists the features of the selected document. A selected feature that stays in the list stays selected.
    pub(super) fn arrange(&mut self, shared: &Shared) {
        let Some(trace) = shared.model.trace(shared.selected) else { return };
        let is_of_it = self.order.of.as_ref().is_some_and(|(of, ..)| Arc::ptr_eq(of, trace));
        let place = self.order.place_in(self.features.selected).filter(|_| is_of_it);
        if self.order.arrange(trace, self.filter.filter()) && is_of_it {
            self.features.select(place.and_then(|place| self.order.row_of(place)).unwrap_or(0));
        }
    }

    /// The selected feature stays selected.
    pub(super) fn sort(&mut self, shared: &mut Shared, act: Act) {
        let sort = &mut self.order.sort;
        match act {
            Act::SortBy(column @ (Column::Count | Column::Weight)) => sort.choose_largest(column),
            Act::SortBy(column) => sort.choose(column),
            Act::ReverseSort => sort.reverse(),
            _ if sort.by == Column::Place => *sort = Sort { by: Column::Weight, is_reversed: true },
            _ => *sort = Sort::by(Column::Place),
        }
        self.arrange(shared);
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

/// Those that pass. Equal keys stand in the order of the trace, whichever way round.
fn places(trace: &Trace, sort: Sort<Column>, filter: &Filter) -> Vec<u32> {
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
    let passes = |place: &u32| filter.passes(&features[*place as usize].term);
    let mut places: Vec<u32> = (0..features.len() as u32).filter(passes).collect();
    places.sort_by(|&a, &b| if sort.is_reversed { compare(b, a) } else { compare(a, b) });
    places
}
