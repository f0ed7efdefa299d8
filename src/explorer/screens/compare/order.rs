//! Which features of the pair are listed, in which order.

use super::keys::{Act, Column, Pane};
use super::news::Weighed;
use super::state::State;
use crate::filtering::Standing;
use crate::shared::Shared;
use crate::surface::Phrase;
use crate::widgets::table::Sort;
use simscope_core::filter::Filter;
use std::cmp::Ordering;
use std::sync::Arc;

/// The rows of the three lists: only A, only B, shared; made when the pair, the sort or the filter changes.
#[derive(Debug)]
pub struct Order {
    pub sort: Sort<Column>,
    /// The place of the feature in each row.
    places: [Vec<u32>; 3],
    /// The filter that the rows passed.
    of: Arc<Filter>,
}

impl Order {
    /// Of a list, the place of the feature in a row.
    pub fn place_in(&self, list: usize, row: usize) -> Option<usize> {
        self.places[list].get(row).map(|&place| place as usize)
    }

    /// Rows of a list.
    pub fn rows(&self, list: usize) -> usize {
        self.places[list].len()
    }

    pub(super) fn arrange(&mut self, weighed: &Weighed, filter: &Arc<Filter>) {
        let Sort { by, is_reversed } = self.sort;
        let [only_a, only_b] = &weighed.only;
        let one = |x: &(String, f64), y: &(String, f64)| match by {
            Column::Term => x.0.cmp(&y.0),
            _ => x.1.total_cmp(&y.1),
        };
        let both = |x: &(String, [f64; 2]), y: &(String, [f64; 2])| match by {
            Column::Term => x.0.cmp(&y.0),
            Column::Weight => x.1[0].max(x.1[1]).total_cmp(&y.1[0].max(y.1[1])),
            Column::WeightA => x.1[0].total_cmp(&y.1[0]),
            Column::WeightB => x.1[1].total_cmp(&y.1[1]),
        };
        self.places = [
            places(only_a, filter, is_reversed, one),
            places(only_b, filter, is_reversed, one),
            places(&weighed.shared, filter, is_reversed, both),
        ];
        self.of = filter.clone();
    }
}

impl Default for Order {
    fn default() -> Self {
        let heaviest_first = Sort { by: Column::Weight, is_reversed: true };
        Self { sort: heaviest_first, places: Default::default(), of: Arc::default() }
    }
}

/// Those that pass. Equal ones stand as they came, whichever way round.
fn places<T>(
    of: &[(String, T)],
    filter: &Filter,
    is_reversed: bool,
    compare: impl Fn(&(String, T), &(String, T)) -> Ordering,
) -> Vec<u32> {
    let passes = |place: &u32| filter.passes(&of[*place as usize].0);
    let mut places: Vec<u32> = (0..of.len() as u32).filter(passes).collect();
    places.sort_by(|&a, &b| {
        let (a, b) = (&of[a as usize], &of[b as usize]);
        if is_reversed { compare(b, a) } else { compare(a, b) }
    });
    places
}

impl State {
    /// Another filter was typed: lists what passes it.
    pub(super) fn follow_filter(&mut self) {
        if !Arc::ptr_eq(&self.order.of, self.filter.filter()) {
            self.arrange_features();
            self.scroll[0] = 0;
            // The list that is filtered comes into view, where one pane has room below the texts.
            if !self.filter.is_empty() {
                self.low = Some(Pane::Features);
            }
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let lists = self.weighed(shared).map(|weighed| {
            let only = weighed.only.iter().flatten().map(|(term, _)| &**term);
            only.chain(weighed.shared.iter().map(|(term, _)| &**term))
        });
        self.filter.stands_over(lists.into_iter().flatten())
    }

    pub(super) fn sort(&mut self, shared: &mut Shared, act: Act) {
        let sort = &mut self.order.sort;
        match act {
            Act::SortBy(Column::Term) => sort.choose(Column::Term),
            Act::SortBy(weight) => sort.choose_largest(weight),
            Act::ReverseSort => sort.reverse(),
            _ => {
                sort.step(&Column::ALL);
                sort.is_reversed = sort.by != Column::Term;
            }
        }
        self.arrange_features();
        self.scroll[0] = 0;
        let name: Phrase = match self.order.sort.by {
            Column::Weight => ("weight", "权重"),
            Column::WeightA => ("weight in A", "A 中的权重"),
            Column::WeightB => ("weight in B", "B 中的权重"),
            Column::Term => ("term", "词项"),
        };
        shared.say_sorted(name, self.order.sort.is_reversed);
    }
}
