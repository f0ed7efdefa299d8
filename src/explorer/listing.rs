//! A list that is filtered and sorted: which rows it has, in which order, and which of them is selected.

use crate::action::Action;
use crate::filtering::{Count, Line, Standing, Why};
use crate::shared::Shared;
use crate::surface::Phrase;
use crate::widgets::list::List;
use crate::widgets::table::{Column, Order, Rows, Sort};
use rayon::slice::ParallelSliceMut;
use simscope_core::filter::Filter;
use std::cmp::Ordering;
use std::sync::Arc;

/// A list whose rows are places in what was found.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// The selected row.
    pub list: List,
    /// The column that it is sorted by, by the English name.
    pub sort: Sort<&'static str>,
    /// What a row must pass to be listed.
    pub filter: Line,
    /// The filter that was passed.
    passed: Arc<Filter>,
    /// Why it leaves no row.
    pub why_none: Option<Why>,
    places: Vec<u32>,
    /// Rows that were found.
    pub all: usize,
}

impl Listing {
    /// Empty, with that order to come.
    pub fn by(by: &'static str, is_reversed: bool) -> Self {
        Self { sort: Sort { by, is_reversed }, ..Self::default() }
    }

    /// Rows listed.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// The place of the row at that line of the list.
    pub fn place_in(&self, row: usize) -> Option<usize> {
        self.places.get(row).map(|&place| place as usize)
    }

    /// The row of that place.
    pub fn row_of(&self, place: usize) -> Option<usize> {
        self.places.iter().position(|&listed| listed as usize == place)
    }

    /// The place of the selected row.
    pub fn selected(&self) -> Option<usize> {
        self.place_in(self.list.selected)
    }

    /// Whether another filter was typed.
    pub fn is_outdated(&self) -> bool {
        !Arc::ptr_eq(&self.passed, self.filter.filter())
    }

    /// Lists the pairs of documents that pass, each with its distance.
    pub fn pass_pairs(&mut self, shared: &Shared, pairs: impl Iterator<Item = (u32, u32, u8)>) {
        let pairs: Vec<(u32, u32, u8)> = pairs.collect();
        let (places, why) = shared.passing(self.filter.filter(), &pairs);
        self.take(places, why, pairs.len());
    }

    /// Lists the texts that pass.
    pub fn pass_texts<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        let (filter, all) = (self.filter.filter(), texts.len());
        let passing = (0..).zip(texts).filter(|(_, text)| filter.passes(text));
        self.take(passing.map(|(place, _)| place).collect(), None, all);
    }

    fn take(&mut self, places: Vec<u32>, why: Option<Why>, all: usize) {
        (self.places, self.why_none, self.all) = (places, why, all);
        self.passed = self.filter.filter().clone();
    }

    /// Puts what passed into its order; the row of this place is selected, or where it is not listed the first.
    pub fn order<'a, L: Rows>(
        &mut self,
        columns: &[Column<L>],
        selected: Option<usize>,
        row: &(dyn Fn(usize) -> L::Row<'a> + Sync),
    ) {
        order(&mut self.places, columns, self.sort, &|place| row(place as usize));
        self.list.select(selected.and_then(|place| self.row_of(place)).unwrap_or(0));
    }

    /// Sorts as is asked, and says so.
    pub fn sort<L: Rows>(&mut self, shared: &mut Shared, columns: &[Column<L>], by: &'static str) {
        choose(&mut self.sort, columns, by);
        say(shared, columns, self.sort);
    }

    /// How the filter stands; without one that was found, the rows are still to come.
    pub fn standing(&self, label: Phrase, is_found: bool) -> Standing<'_> {
        let count = match &self.why_none {
            Some(why) => Count::None(why.clone()),
            None if is_found => Count::Of(self.rows(), self.all),
            None => Count::Pending,
        };
        Standing { label, line: &self.filter, count }
    }
}

/// Takes the order that is asked, among the columns that sort.
pub fn choose<L: Rows>(sort: &mut Sort<&'static str>, columns: &[Column<L>], by: &'static str) {
    sort.take(by, columns.iter().map(|column| (column.what.0, column.is_largest_first)));
}

/// The columns by which a list is sorted, each with what does it; the place of the one it is sorted by.
#[derive(Debug, Default)]
pub struct Sorts {
    pub columns: Vec<(Phrase, Action)>,
    pub by: usize,
}

impl Sorts {
    /// Those of a list.
    pub fn of<L: Rows>(columns: &[Column<L>], by: &'static str) -> Self {
        let sorting = columns.iter().filter(|column| !matches!(column.order, Order::No));
        Self::new(sorting.filter_map(|column| Some((column.what, L::click(column.what.0)?))).collect(), by)
    }

    pub fn new(columns: Vec<(Phrase, Action)>, by: &str) -> Self {
        Self { by: columns.iter().position(|(what, _)| what.0 == by).unwrap_or(0), columns }
    }
}

/// Says by what a list is sorted.
pub fn say<L: Rows>(shared: &mut Shared, columns: &[Column<L>], sort: Sort<&'static str>) {
    if let Some(column) = columns.iter().find(|column| column.what.0 == sort.by) {
        shared.say_sorted(column.what, sort.is_reversed);
    }
}

/// Sorts rows by their places. Equal rows keep their order. If the order is reversed, the list decides whether they do.
pub fn order<'a, L: Rows>(
    places: &mut [u32],
    columns: &[Column<L>],
    sort: Sort<&'static str>,
    row: &(dyn Fn(u32) -> L::Row<'a> + Sync),
) {
    let column = columns.iter().find(|column| column.what.0 == sort.by);
    let order = column.map_or(Order::Found, |column| column.order);
    if sort.is_reversed && L::KEEPS_TIES && !matches!(order, Order::Found) {
        places.reverse();
    }
    match order {
        Order::No | Order::Found => {}
        Order::Number(number) => by_key(places, &|place| number(&row(place))),
        Order::Texts(texts) => by(places, &|a, b| texts(&row(a)).cmp(&texts(&row(b)))),
    }
    if sort.is_reversed {
        places.reverse();
    }
}

/// A weight as a number in the same order.
pub fn weight(weight: f64) -> u128 {
    let bits = weight.to_bits();
    (if weight.is_sign_negative() { !bits } else { bits | 1 << 63 }).into()
}

/// Sorts by a key that is computed once for each; equal ones keep their order. Keys come from trait objects, so that the sort
/// is compiled once and not for every list.
pub fn by_key(numbers: &mut [u32], key: &(dyn Fn(u32) -> u128 + Sync)) {
    numbers.par_sort_by_cached_key(|&number| key(number));
}

/// Sorts them as they compare; equal ones keep their order.
pub fn by(numbers: &mut [u32], compare: &(dyn Fn(u32, u32) -> Ordering + Sync)) {
    numbers.par_sort_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::table::list;

    list!(Plain of (u32, &'a str), in ());
    list!(Kept of (u32, &'a str), in (); const KEEPS_TIES: bool = true;);

    const fn columns<L: for<'a> Rows<Row<'a> = (u32, &'a str)>>() -> [Column<L>; 3] {
        [
            Column::blank(("found", ""), 0).by(Order::Found),
            Column::blank(("number", ""), 0).by(Order::Number(|row| row.0 as u128)),
            Column::blank(("text", ""), 0).by(Order::Texts(|row| [row.1, ""])),
        ]
    }

    fn ordered<L: for<'a> Rows<Row<'a> = (u32, &'a str)>>(by: &'static str, is_reversed: bool) -> Vec<u32> {
        let rows = [(2, "b"), (1, "c"), (2, "a"), (1, "a")];
        let mut places = vec![0, 1, 2, 3];
        order(&mut places, &columns::<L>(), Sort { by, is_reversed }, &|place| rows[place as usize]);
        places
    }

    #[test]
    fn equal_rows_stay_as_they_stood_or_are_reversed_with_the_others() {
        assert_eq!(ordered::<Plain>("number", false), [1, 3, 0, 2]);
        assert_eq!(ordered::<Plain>("number", true), [2, 0, 3, 1]);
        assert_eq!(ordered::<Kept>("number", true), [0, 2, 1, 3]);
        assert_eq!(
            (ordered::<Plain>("text", false), ordered::<Kept>("text", true)),
            (vec![2, 3, 0, 1], vec![1, 0, 2, 3])
        );
        // As they were found no two are equal.
        assert_eq!(
            (ordered::<Plain>("found", true), ordered::<Kept>("found", true)),
            (vec![3, 2, 1, 0], vec![3, 2, 1, 0])
        );
    }

    #[test]
    fn sorting_by_the_same_column_reverses() {
        let mut sort = Sort::by("found");
        let mut ask = |by| {
            choose(&mut sort, &columns::<Plain>(), by);
            (sort.by, sort.is_reversed)
        };
        assert_eq!(
            ["text", "text", "text", "number"].map(&mut ask),
            [("text", false), ("text", true), ("text", false), ("number", false)]
        );
    }

    #[test]
    fn weights_stand_in_the_order_of_their_numbers() {
        let weights = [f64::NEG_INFINITY, -2.5, -0.0, 0.0, 1e-300, 1.0, f64::INFINITY];
        assert!(weights.map(weight).is_sorted_by(|a, b| a < b));
    }
}
