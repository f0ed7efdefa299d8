//! Which neighbours are listed, in which order.

use super::keys::{Act, Column};
use super::news::Answer;
use super::state::State;
use crate::filtering::{Count, Standing};
use crate::shared::Shared;
use crate::surface::Phrase;
use rayon::prelude::*;
use simscope_core::search::Hit;
use std::sync::Arc;

impl State {
    /// Sorts the neighbours; the selected one stays selected.
    pub(super) fn sort(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::SortBy(column) => self.sort.choose(column),
            Act::ReverseSort => self.sort.reverse(),
            _ => self.sort.step(&Column::ALL),
        }
        self.arrange(shared);
        let name: Phrase = match self.sort.by {
            Column::Distance => ("distance", "距离"),
            Column::Table => ("table", "表"),
            Column::Id => ("id", "编号"),
        };
        shared.say_sorted(name, self.sort.is_reversed);
    }

    /// Puts the neighbours that are shown into their order. That by table follows the selected strategy.
    pub(super) fn arrange(&mut self, shared: &Shared) {
        if let Some((asked, mut answer)) = self.answer.key().copied().zip(self.answer().cloned()) {
            self.arrange_in(shared, &mut answer);
            self.answer.put(asked, answer);
        }
    }

    /// Another filter was typed: lists what passes it.
    pub(super) fn follow_filter(&mut self, shared: &Shared) {
        if !Arc::ptr_eq(&self.listed_by, self.filter.filter()) {
            self.arrange(shared);
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self) -> Standing<'_> {
        let count = match (&self.why_none, self.answer()) {
            (Some(why), _) => Count::None(why.clone()),
            (None, Some(answer)) => Count::Of(answer.listed.len(), answer.hits.len()),
            (None, None) => Count::Pending,
        };
        Standing { line: &self.filter, count }
    }

    /// The same of an answer that comes to be shown. Every order is total: equal ones stand in the order of the corpus.
    pub(super) fn arrange_in(&mut self, shared: &Shared, answer: &mut Answer) {
        let is_same = self.answer().is_some_and(|shown| shown.document == answer.document);
        let selected = self.hit().filter(|_| is_same);
        let document = |hit: &Hit| (hit.index, hit.index, hit.distance);
        let neighbours: Vec<(u32, u32, u8)> = answer.hits.iter().map(document).collect();
        let (passing, why) = shared.passing(self.filter.filter(), &neighbours);
        (self.why_none, self.listed_by) = (why, self.filter.filter().clone());
        let mut hits: Vec<Hit> = passing.into_iter().map(|place| answer.hits[place as usize]).collect();
        match self.sort.by {
            Column::Distance => hits.sort_unstable_by_key(|hit| (hit.distance, hit.index)),
            Column::Table => hits.sort_by_cached_key(|hit| {
                let other = shared.model.signatures.try_get(hit.index as usize);
                let table = other.and_then(|other| self.first_table(answer.signature ^ other));
                // What no table finds comes last.
                (table.unwrap_or(usize::MAX), hit.index)
            }),
            Column::Id => {
                let corpus = &shared.model.corpus;
                let id = |hit: &Hit| corpus.get(hit.index as usize).id;
                hits.par_sort_unstable_by(|a, b| id(a).cmp(id(b)).then(a.index.cmp(&b.index)));
            }
        }
        if self.sort.is_reversed {
            hits.reverse();
        }
        if let Some(row) = selected.and_then(|hit| hits.iter().position(|other| other.index == hit.index)) {
            self.found.select(row);
        }
        answer.listed = hits;
    }
}
