//! Which rows of the list that is shown pass the filter.

use crate::filtering::Standing;
use crate::screens::pair::Scene;
use crate::screens::pair::keys::View;
use crate::screens::pair::state::State;
use crate::screens::pair::work::{Changes, NearKey, TextsKey};
use crate::shared::Shared;
use crate::shared::model::Generation;
use crate::surface::Lang;
use crate::widgets::table::Sort;

/// What the rows of a list follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedOf {
    view: View,
    is_reordered: bool,
    lang: Lang,
    compared: Option<TextsKey>,
    /// How many edits were tried, and whether none is left: those that cannot be made come last then.
    tried: (usize, bool),
    own: u64,
    under: Option<TextsKey>,
    near: Option<NearKey>,
    /// Those near are of these signatures only.
    generation: Generation,
    several: u64,
    /// The order of the features, and the curve as a table; what differs in the texts, and the chain.
    sort: (Sort<&'static str>, bool),
    marked: Option<Changes>,
    passages: usize,
    chain: usize,
}

impl State {
    /// Rows of the list that is shown.
    pub fn rows(&self, shared: &Shared) -> usize {
        if self.listed.is_some() { self.shown.rows() } else { self.all_rows(shared) }
    }

    /// Rows of the list, whether they pass the filter or not.
    pub fn all_rows(&self, shared: &Shared) -> usize {
        self.view.list().rows(Scene { own: self, shared })
    }

    /// Among all rows, the place of one that is shown.
    pub fn place_in(&self, row: usize) -> Option<usize> {
        if self.listed.is_some() { self.shown.place_in(row) } else { Some(row) }
    }

    /// Selects a row of the list that is shown by its place among all rows, where it passes the filter.
    pub(in crate::screens::pair) fn select_place(&mut self, place: usize) {
        let row = if self.listed.is_some() { self.shown.row_of(place) } else { Some(place) };
        if let Some(row) = row {
            self.lists[self.view as usize].select(row);
        }
    }

    /// The rows that pass the filter follow from it and from what is listed.
    pub(in crate::screens::pair) fn follow_filter(&mut self, shared: &Shared) {
        if self.shown.filter.is_empty() {
            if self.listed.take().is_some() {
                self.clamp_lists(shared);
            }
            return;
        }
        let of = self.listed_of(shared);
        let is_known = self.listed.as_ref().is_some_and(|(known, _)| *known == of);
        if is_known && !self.shown.is_outdated() {
            return;
        }
        // Another filter over the same rows has the same texts.
        let known = self.listed.take().filter(|_| is_known);
        let texts = known.map_or_else(|| self.row_texts(shared), |(_, texts)| texts);
        self.shown.pass_texts(texts.iter().map(String::as_str));
        self.listed = Some((of, texts));
        self.clamp_lists(shared);
    }

    /// What a filter looks into, of every row.
    pub fn row_texts(&self, shared: &Shared) -> Vec<String> {
        let (scene, list) = (Scene { own: self, shared }, self.view.list());
        (0..list.rows(scene)).map(|row| list.text(scene, row)).collect()
    }

    /// What the rows of the list that is shown follow from.
    fn listed_of(&self, shared: &Shared) -> ListedOf {
        let tried = self.tried(shared).map_or((0, false), |tried| (tried.trials.len(), tried.is_whole));
        ListedOf {
            view: self.view,
            is_reordered: self.is_list_reordered(),
            lang: shared.lang,
            compared: self.compared.key().copied(),
            tried,
            own: self.own_change,
            under: self.under.key().copied(),
            near: self.near.key().cloned(),
            generation: shared.model.generation(),
            several: self.several.change,
            sort: (self.sort, self.is_table),
            marked: self.marked.key().copied(),
            passages: self.passages(shared).len(),
            chain: self.chain(shared).len(),
        }
    }

    /// How the filter stands.
    pub(in crate::screens::pair) fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let known = self.listed.as_ref().filter(|(of, _)| *of == self.listed_of(shared));
        let label = ("filter the list: ", "筛选列表：");
        let stands =
            |texts: &[String]| self.shown.filter.stands_over(label, texts.iter().map(String::as_str));
        known.map_or_else(|| stands(&self.row_texts(shared)), |(_, texts)| stands(texts))
    }

    /// Another list, or another place in it, is shown: with all its rows.
    pub(super) fn drop_filter(&mut self) {
        (self.shown, self.listed) = Default::default();
    }

    pub(in crate::screens::pair) fn clamp_lists(&mut self, shared: &Shared) {
        let rows = self.rows(shared);
        let list = &mut self.lists[self.view as usize];
        list.selected = list.selected.min(rows.saturating_sub(1));
    }
}
