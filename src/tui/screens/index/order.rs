//! In which order the neighbours are listed.

use super::keys::{Act, Column};
use super::news::Answer;
use super::state::State;
use crate::search::Hit;
use crate::tui::shared::Shared;
use crate::tui::surface::Phrase;
use rayon::prelude::*;
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

    /// The same of an answer that comes to be shown. Every order is total: equal ones stand in the order of the corpus.
    pub(super) fn arrange_in(&mut self, shared: &Shared, answer: &mut Answer) {
        let is_same = self.answer().is_some_and(|shown| shown.document == answer.document);
        let selected = self.hit().filter(|_| is_same);
        let mut hits = answer.hits.to_vec();
        match self.sort.by {
            Column::Distance => hits.par_sort_unstable_by_key(|hit| (hit.distance, hit.index)),
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
        answer.hits = Arc::new(hits);
    }
}
