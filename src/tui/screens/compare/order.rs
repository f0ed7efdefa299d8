//! In which order the features of the pair are listed.

use super::keys::{Act, Column};
use super::news::Weighed;
use super::state::State;
use crate::tui::shared::Shared;
use crate::tui::surface::Phrase;
use crate::tui::widgets::table::Sort;
use std::cmp::Ordering;

/// The order of the three lists: only A, only B, shared; made when the pair or the sort changes.
#[derive(Debug)]
pub struct Order {
    pub sort: Sort<Column>,
    /// The place of the feature in each row; empty in the order in which they came.
    places: [Vec<u32>; 3],
}

impl Order {
    /// How they come: the heaviest first.
    const AS_THEY_COME: Sort<Column> = Sort { by: Column::Weight, is_reversed: true };

    /// Of a list, the place of the feature in a row.
    pub fn place_in(&self, list: usize, row: usize) -> usize {
        self.places[list].get(row).map_or(row, |&place| place as usize)
    }

    pub(super) fn arrange(&mut self, weighed: &Weighed) {
        let sort = self.sort;
        self.places = Default::default();
        if sort != Self::AS_THEY_COME {
            let [only_a, only_b] = &weighed.only;
            let one = |x: &(String, f64), y: &(String, f64)| match sort.by {
                Column::Term => x.0.cmp(&y.0),
                _ => x.1.total_cmp(&y.1),
            };
            let both = |x: &(String, [f64; 2]), y: &(String, [f64; 2])| match sort.by {
                Column::Term => x.0.cmp(&y.0),
                Column::Weight => x.1[0].max(x.1[1]).total_cmp(&y.1[0].max(y.1[1])),
                Column::WeightA => x.1[0].total_cmp(&y.1[0]),
                Column::WeightB => x.1[1].total_cmp(&y.1[1]),
            };
            self.places = [
                places(only_a, sort.is_reversed, one),
                places(only_b, sort.is_reversed, one),
                places(&weighed.shared, sort.is_reversed, both),
            ];
        }
    }
}

impl Default for Order {
    fn default() -> Self {
        Self { sort: Self::AS_THEY_COME, places: Default::default() }
    }
}

/// Equal ones stand as they came, whichever way round.
fn places<T>(of: &[T], is_reversed: bool, compare: impl Fn(&T, &T) -> Ordering) -> Vec<u32> {
    let mut places: Vec<u32> = (0..of.len() as u32).collect();
    places.sort_by(|&a, &b| {
        let (a, b) = (&of[a as usize], &of[b as usize]);
        if is_reversed { compare(b, a) } else { compare(a, b) }
    });
    places
}

impl State {
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
