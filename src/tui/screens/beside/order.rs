//! In which order the pairs that only one recipe sees are listed.

use super::keys::{Act, Column};
use super::state::{Listed, State};
use crate::contrast::SeenPair;
use crate::tui::shared::Shared;
use crate::tui::surface::Phrase;
use crate::tui::widgets::list::List;
use crate::tui::widgets::table::Sort;

impl State {
    fn sides(&self) -> (&[SeenPair], &[SeenPair]) {
        let Some(found) = self.found() else { return (&[], &[]) };
        match self.listed {
            Listed::Both => (&found.only_a, &found.only_b),
            Listed::OnlyA => (&found.only_a, &[]),
            Listed::OnlyB => (&[], &found.only_b),
        }
    }

    /// Pairs listed.
    pub fn pair_count(&self) -> usize {
        let (a, b) = self.sides();
        a.len() + b.len()
    }

    /// A pair by its place, A's before B's.
    fn pair_at(&self, place: usize) -> Option<SeenPair> {
        let (a, b) = self.sides();
        a.get(place).or_else(|| b.get(place.checked_sub(a.len())?)).copied()
    }

    /// The pair in a row.
    pub fn pair(&self, row: usize) -> Option<SeenPair> {
        self.pair_at(self.order.get(row).map_or(row, |&place| place as usize))
    }

    /// Puts what is listed into its order. The same pair stays selected where it still is one.
    pub(super) fn arrange(&mut self, shared: &Shared, selected: Option<SeenPair>) {
        let all = (0..self.pair_count()).filter_map(|place| self.pair_at(place));
        let all: Vec<SeenPair> = all.collect();
        self.order = match self.sort {
            Sort { by: Column::SeenBy, is_reversed: false } => Vec::new(),
            sort => order(shared, &all, sort),
        };
        let row = selected.and_then(|selected| {
            let mut listed = (0..all.len()).filter_map(|row| self.pair(row));
            listed.position(|pair| pair.documents == selected.documents)
        });
        self.list = List::default();
        self.list.select(row.unwrap_or(0));
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
fn order(shared: &Shared, pairs: &[SeenPair], sort: Sort<Column>) -> Vec<u32> {
    let mut places: Vec<u32> = (0..pairs.len() as u32).collect();
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
