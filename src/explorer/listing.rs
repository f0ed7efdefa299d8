//! A list that is filtered and sorted: which rows it has, in which order, and which of them is selected.

use crate::filtering::{Count, Line, Standing, Why};
use crate::shared::Shared;
use crate::sorting;
use crate::widgets::list::List;
use crate::widgets::table::{Column, Order, Rows, Sort, Sorting};
use simscope_core::filter::Filter;
use std::sync::Arc;

/// A list of rows that are told by their places in what was found.
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
        let place = selected.map(|place| place as u32);
        let row = place.and_then(|place| self.places.iter().position(|&listed| listed == place));
        self.list.select(row.unwrap_or(0));
    }

    /// Sorts as is asked, and says so.
    pub fn sort<L: Rows>(
        &mut self,
        shared: &mut Shared,
        columns: &[Column<L>],
        asked: Sorting<&'static str>,
    ) {
        choose(&mut self.sort, columns, asked);
        say(shared, columns, self.sort);
    }

    /// How the filter stands; without one that was found, the rows are still to come.
    pub fn standing(&self, is_found: bool) -> Standing<'_> {
        let count = match &self.why_none {
            Some(why) => Count::None(why.clone()),
            None if is_found => Count::Of(self.rows(), self.all),
            None => Count::Pending,
        };
        Standing { line: &self.filter, count }
    }
}

/// Takes the order that is asked, among the columns that sort.
pub fn choose<L: Rows>(sort: &mut Sort<&'static str>, columns: &[Column<L>], asked: Sorting<&'static str>) {
    let sorting = columns.iter().filter(|column| !matches!(column.order, Order::No));
    sort.take(asked, sorting.map(|column| (column.what.0, column.is_largest_first)));
}

/// Says by what a list is sorted.
pub fn say<L: Rows>(shared: &mut Shared, columns: &[Column<L>], sort: Sort<&'static str>) {
    if let Some(column) = columns.iter().find(|column| column.what.0 == sort.by) {
        shared.say_sorted(column.what, sort.is_reversed);
    }
}

/// Sorts rows by their places. Equal ones stay as they stand, unless the whole order is reversed.
pub fn order<'a, L: Rows>(
    places: &mut [u32],
    columns: &[Column<L>],
    sort: Sort<&'static str>,
    row: &(dyn Fn(u32) -> L::Row<'a> + Sync),
) {
    let column = columns.iter().find(|column| column.what.0 == sort.by);
    if sort.is_reversed && L::KEEPS_TIES {
        places.reverse();
    }
    match column.map_or(Order::Found, |column| column.order) {
        Order::No | Order::Found => {}
        Order::Number(number) => sorting::by_key(places, &|place| number(&row(place))),
        Order::Texts(texts) => sorting::by(places, &|a, b| texts(&row(a)).cmp(&texts(&row(b)))),
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
