//! Which of the pairs that only one recipe sees are listed, in which order.

use super::keys::{Act, Column};
use super::state::{Listed, State};
use crate::filtering::{Count, Standing};
use crate::shared::Shared;
use crate::surface::Phrase;
use crate::widgets::list::List;
use crate::widgets::table::Sort;
use simscope_core::contrast::SeenPair;
use std::sync::Arc;

impl State {
    fn sides(&self) -> (&[SeenPair], &[SeenPair]) {
        let Some(found) = self.found() else { return (&[], &[]) };
        match self.listed {
            Listed::Both => (&found.only_a, &found.only_b),
            Listed::OnlyA => (&found.only_a, &[]),
            Listed::OnlyB => (&[], &found.only_b),
        }
    }

    /// Pairs of the sides that are listed, whatever the filter says.
    pub fn pair_count(&self) -> usize {
        let (a, b) = self.sides();
        a.len() + b.len()
    }

    /// Pairs listed.
    pub fn rows(&self) -> usize {
        self.order.len()
    }

    /// A pair by its place, A's before B's.
    fn pair_at(&self, place: usize) -> Option<SeenPair> {
        let (a, b) = self.sides();
        a.get(place).or_else(|| b.get(place.checked_sub(a.len())?)).copied()
    }

    /// The pair in a row.
    pub fn pair(&self, row: usize) -> Option<SeenPair> {
        self.pair_at(*self.order.get(row)? as usize)
    }

    /// Puts what is listed into its order. The same pair stays selected where it still is one.
    pub(super) fn arrange(&mut self, shared: &Shared, selected: Option<SeenPair>) {
        let all = (0..self.pair_count()).filter_map(|place| self.pair_at(place));
        let all: Vec<SeenPair> = all.collect();
        let least =
            |pair: &SeenPair| pair.distance_a.into_iter().chain(pair.distance_b).min().unwrap_or(u8::MAX);
        let distances = all.iter().map(|pair| (pair.documents.0, pair.documents.1, least(pair)));
        let (passing, why) = shared.passing(self.filter.filter(), &distances.collect::<Vec<_>>());
        (self.why_none, self.listed_by) = (why, self.filter.filter().clone());
        self.order = order(shared, &all, passing, self.sort);
        let row = selected.and_then(|selected| {
            let mut listed = (0..self.rows()).filter_map(|row| self.pair(row));
            listed.position(|pair| pair.documents == selected.documents)
        });
        self.list = List::default();
        self.list.select(row.unwrap_or(0));
    }

    /// Another filter was typed: lists what passes it.
    pub(super) fn follow_filter(&mut self, shared: &Shared) {
        if !Arc::ptr_eq(&self.listed_by, self.filter.filter()) {
            self.arrange(shared, self.pair(self.list.selected));
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self) -> Standing<'_> {
        let count = match (&self.why_none, self.found()) {
            (Some(why), _) => Count::None(why.clone()),
            (None, Some(_)) => Count::Of(self.rows(), self.pair_count()),
            (None, None) => Count::Pending,
        };
        Standing { line: &self.filter, count }
    }

    pub(super) fn sort(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::SortBy(column) => self.sort.choose(column),
            Act::ReverseSort => self.sort.reverse(),
            _ => self.sort.step(&Column::ALL),
        }
        self.arrange(shared, self.pair(self.list.selected));
        let Sort { by, is_reversed } = self.sort;
        shared.say_sorted(by.name(), is_reversed);
    }
}

/// The places, row by row. Equal keys stand as they were found; a distance that is not defined comes last.
fn order(shared: &Shared, pairs: &[SeenPair], mut places: Vec<u32>, sort: Sort<Column>) -> Vec<u32> {
    let pair = |place: &u32| &pairs[*place as usize];
    let last = |distance: Option<u8>| distance.map_or(u16::MAX, u16::from);
    match sort.by {
        Column::SeenBy => {}
        Column::DistanceA => places.sort_by_key(|place| last(pair(place).distance_a)),
        Column::DistanceB => places.sort_by_key(|place| last(pair(place).distance_b)),
        Column::Ids => places.sort_by_cached_key(|place| {
            let (a, b) = pair(place).documents;
            [a, b].map(|document| shared.model.corpus.get(document as usize).id)
        }),
    }
    if sort.is_reversed {
        places.reverse();
    }
    places
}

impl Column {
    /// Its head.
    pub const fn name(self) -> Phrase {
        match self {
            Column::SeenBy => ("seen by", "可见于"),
            Column::DistanceA => ("d A", "d A"),
            Column::DistanceB => ("d B", "d B"),
            Column::Ids => ("documents", "文档"),
        }
    }
}
