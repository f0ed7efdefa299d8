//! The lists of this screen: which rows they have, in which order, and which of them pass the filter.

use super::features;
use super::keys::{Act, Pane, View};
use super::lengths::LengthRow;
use super::measuring::MEASURES;
use super::state::State;
use super::work::{Changes, Feature, NearKey, TextsKey};
use crate::action::Screen;
use crate::filtering::Standing;
use crate::listing::{self, Sorts};
use crate::shared::Shared;
use crate::shared::model::Generation;
use crate::shared::parts::cycle;
use crate::surface::{Lang, Phrase};
use crate::widgets::list::List;
use crate::widgets::table::Sort;
use simscope_core::alignment::Difference;
use simscope_core::contrast::Under;
use simscope_core::measures::Measure;
use simscope_core::search::Hit;
use simscope_core::sensitivity::{Edit, Left, Trial};
use simscope_core::{simhash, visible};

/// What the rows of a list follow from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ListedOf {
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
    chain: usize,
}

/// The two orders of a list that is not sorted by columns.
const USUAL: Phrase = ("usual order", "通常次序");
const FLIPS: Phrase = ("flipped bits", "翻转位数");

impl State {
    /// Rows of the list that is shown.
    pub fn rows(&self, shared: &Shared) -> usize {
        if self.listed.is_some() { self.shown.rows() } else { self.all_rows(shared) }
    }

    /// A row of the list that is shown.
    pub fn row<'a>(&'a self, shared: &'a Shared, row: usize) -> Option<Row<'a>> {
        self.any_row(shared, self.place_in(row)?)
    }

    /// Among all rows, the place of one that is shown.
    pub(super) fn place_in(&self, row: usize) -> Option<usize> {
        if self.listed.is_some() { self.shown.place_in(row) } else { Some(row) }
    }

    /// The rows that pass the filter follow from it and from what is listed.
    pub(super) fn follow_filter(&mut self, shared: &Shared) {
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

    /// What a filter looks into, row by row.
    fn row_texts(&self, shared: &Shared) -> Vec<String> {
        let rows = (0..self.all_rows(shared)).filter_map(|row| self.any_row(shared, row));
        rows.map(|row| row.text(self, shared)).collect()
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
            under: self.measuring.under.key().copied(),
            near: self.near.key().cloned(),
            generation: shared.model.generation(),
            several: self.several.change(),
            sort: (self.sort, self.is_table),
            marked: self.marked.key().copied(),
            chain: self.chain(shared).len(),
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let known = self.listed.as_ref().filter(|(of, _)| *of == self.listed_of(shared));
        let label = ("filter the list: ", "筛选列表：");
        let stands =
            |texts: &[String]| self.shown.filter.stands_over(label, texts.iter().map(String::as_str));
        known.map_or_else(|| stands(&self.row_texts(shared)), |(_, texts)| stands(texts))
    }

    /// Rows of the list, whether they pass the filter or not.
    pub fn all_rows(&self, shared: &Shared) -> usize {
        let compared = self.compared();
        match self.view {
            View::Differences => self.marked().map_or(0, |marked| marked.differences.len()),
            View::Features => self.features.len(),
            View::Edits => Edit::all().len() + self.own.len(),
            View::Lengths if self.is_table => self.length_rows(shared).len(),
            View::Lengths => 0,
            View::Influence => compared.map_or(0, |compared| compared.a.left.len()),
            View::Measures => compared.map_or(0, |_| MEASURES.len()),
            View::Nearest => self.near(shared).len(),
            View::Chain => self.chain(shared).len().saturating_sub(1),
            View::Recipes => self.under().len(),
            View::Texts => self.several.texts.len(),
        }
    }

    /// A row of the list, whether it passes the filter or not.
    fn any_row<'a>(&'a self, shared: &'a Shared, row: usize) -> Option<Row<'a>> {
        Some(match self.view {
            View::Differences => Row::Difference(self.marked()?.differences.get(row)?),
            View::Features => {
                let compared = self.compared()?;
                let feature = *compared.features.get(*self.features.get(row)? as usize)?;
                Row::Feature(feature, compared.term(feature))
            }
            View::Edits => {
                let at = *self.edits(shared).get(row)?;
                Row::Edit(self.edit_at(at)?, self.trial(shared, at))
            }
            View::Lengths => Row::Length(*self.length_rows(shared).get(row)?),
            View::Influence => {
                let a = &self.compared()?.a;
                let left = if self.is_list_reordered() { &a.influence.left } else { &a.left };
                let left = *left.get(row)?;
                Row::Without(&a.trace.features[left.feature], left)
            }
            View::Measures => Row::Measure(*MEASURES.get(row)?),
            View::Nearest => Row::Near(*self.near(shared).get(row)?),
            View::Chain => {
                let chain = self.chain(shared);
                Row::Link(*chain.get(row)?, *chain.get(row + 1)?)
            }
            View::Recipes => Row::Under(self.under_row(row)?),
            View::Texts => Row::Text(row, self.several.texts.get(row)?),
        })
    }

    /// An edit by its place in the battery.
    fn edit_at(&self, at: usize) -> Option<Edit> {
        Edit::all().cloned().chain(self.own.iter().cloned().map(Edit::Own)).nth(at)
    }

    /// What the edit of that place did.
    fn trial<'a>(&'a self, shared: &Shared, at: usize) -> Option<&'a Trial> {
        self.tried(shared)?.trials.get(at)
    }

    /// The places of the edits in the battery, row by row: in its order, or the one that flips most bits first. Those that
    /// cannot be applied to A come last, as soon as all are tried.
    fn edits(&self, shared: &Shared) -> Vec<usize> {
        let mut places: Vec<usize> = (0..Edit::all().len() + self.own.len()).collect();
        let is_whole = self.tried(shared).is_some_and(|tried| tried.is_whole);
        let cannot_be =
            |at: usize| is_whole && self.trial(shared, at).is_some_and(|trial| trial.outcome.is_err());
        let distance = |at: usize| {
            let moved = self.trial(shared, at).and_then(|trial| trial.outcome.as_ref().ok());
            moved.map(|moved| moved.distance())
        };
        let is_by_distance = self.is_reordered[View::Edits as usize];
        places.sort_by_key(|&at| (cannot_be(at), std::cmp::Reverse(distance(at).filter(|_| is_by_distance))));
        places
    }

    /// Selects a row of the list that is shown by its place among all rows, where it passes the filter.
    pub(super) fn select_place(&mut self, place: usize) {
        let row = if self.listed.is_some() { self.shown.row_of(place) } else { Some(place) };
        if let Some(row) = row {
            self.lists[self.view as usize].select(row);
        }
    }

    /// The place in the battery of the selected edit.
    pub(super) fn selected_edit_place(&self, shared: &Shared) -> Option<usize> {
        let row = self.lists[View::Edits as usize].selected;
        let row = if self.view == View::Edits { self.place_in(row)? } else { row };
        self.edits(shared).get(row).copied()
    }

    /// Selects an edit by its place in the battery.
    pub(super) fn select_edit(&mut self, shared: &Shared, place: Option<usize>) {
        let row = place.and_then(|place| self.edits(shared).iter().position(|&at| at == place));
        if self.view == View::Edits {
            self.follow_filter(shared);
        }
        let is_filtered = self.view == View::Edits && self.listed.is_some();
        let row = if is_filtered { row.and_then(|row| self.shown.row_of(row)) } else { row };
        if let Some(row) = row {
            self.lists[View::Edits as usize].select(row);
        }
    }

    /// Another list, or another place in it, is shown: with all its rows.
    fn drop_filter(&mut self) {
        (self.shown, self.listed) = Default::default();
    }

    /// Shows an edit by its place in the battery, in its order.
    pub(super) fn show_edit(&mut self, shared: &Shared, at: usize) {
        self.drop_filter();
        self.view = View::Edits;
        self.is_reordered[View::Edits as usize] = false;
        self.select_edit(shared, Some(at));
    }

    /// The selected edit, where edits are listed.
    pub fn selected_edit(&self, shared: &Shared) -> Option<Edit> {
        match (shared.screen, self.row(shared, self.list().selected)?) {
            (Screen::Pair, Row::Edit(edit, _)) => Some(edit),
            _ => None,
        }
    }

    pub(super) fn set_view(&mut self, shared: &mut Shared, view: View) {
        if view != self.view {
            self.drop_filter();
        }
        self.view = view;
        self.focus = Pane::List;
        self.clamp_lists(shared);
        shared.say(view.shows());
    }

    pub(super) fn next_view(&mut self, shared: &mut Shared) {
        self.set_view(shared, cycle(&View::ALL, |now| *now == self.view, 1));
    }

    /// By what the list that is shown is sorted: by a column, or in one of two orders.
    pub(super) fn sorts_of_list(&self) -> Sorts {
        let two = |orders: [Phrase; 2]| {
            let by = orders[usize::from(self.is_list_reordered())].0;
            Sorts::new(orders.map(|what| (what, Act::Sort(what.0).into())).into(), by)
        };
        match self.view {
            View::Features => Sorts::of(&features::COLUMNS, self.sort.by),
            View::Edits => two([USUAL, FLIPS]),
            View::Influence => two([FLIPS, USUAL]),
            View::Recipes => two([USUAL, ("distance", "距离")]),
            _ => Sorts::default(),
        }
    }

    /// Another order of the list that is shown, where it has one.
    pub(super) fn sort_list(&mut self, shared: &mut Shared, asked: &'static str) {
        let view = self.view;
        self.lists[view as usize] = List::default();
        if view == View::Features {
            listing::choose(&mut self.sort, &features::COLUMNS, asked);
            listing::say(shared, &features::COLUMNS, self.sort);
            return self.arrange_features();
        }
        if !matches!(view, View::Edits | View::Influence | View::Recipes) {
            return shared.warn(("this list has one order", "此列表只有一种次序"));
        }
        let orders = self.sorts_of_list();
        // What is no order of its own is the other one.
        let other = 1 - orders.by;
        let at = orders.columns.iter().position(|(what, _)| what.0 == asked).unwrap_or(other);
        self.is_reordered[view as usize] = at == 1;
        shared.say(match (view, self.is_list_reordered()) {
            (View::Edits, false) => ("edits: in the usual order", "编辑：按既定次序"),
            (View::Edits, true) => ("edits: most bits flipped first", "编辑：翻转最多者在先"),
            (View::Influence, false) => ("features: most bits flipped first", "特征：翻转最多者在先"),
            (View::Influence, true) => {
                ("features: in the order in which they are added up", "特征：按累加次序")
            }
            (_, false) => ("recipes: as they are listed everywhere", "配方：按通常次序"),
            (_, true) => ("recipes: least distance for their bits first", "配方：距离占位数最小者在先"),
        });
    }

    pub(super) fn clamp_lists(&mut self, shared: &Shared) {
        let rows = self.rows(shared);
        let list = &mut self.lists[self.view as usize];
        list.selected = list.selected.min(rows.saturating_sub(1));
    }
}

/// The name of an edit, safe to show.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    visible::line(&edit.text(lang)).into_owned()
}

/// A row of the list that is shown.
#[derive(Debug, Clone)]
pub enum Row<'a> {
    /// A place where the texts differ.
    Difference(&'a Difference),
    /// A feature of A or B.
    Feature(Feature, &'a str),
    /// An edit, and what it did as far as that is known.
    Edit(Edit, Option<&'a Trial>),
    Length(LengthRow<'a>),
    /// A feature of A, and what is left without it.
    Without(&'a simhash::Feature, Left),
    Measure(Measure),
    /// A document near B.
    Near(Hit),
    /// Two documents that follow one another in the chain.
    Link(u32, u32),
    /// Both texts under one recipe.
    Under(&'a Under),
    /// One of several texts, by its place among them.
    Text(usize, &'a str),
}

impl Row<'_> {
    /// What a filter looks into: the words that differ, a term, the name of an edit or a recipe, the id of a document.
    pub fn text(&self, own: &State, shared: &Shared) -> String {
        match self {
            Row::Difference(difference) => {
                let [a, b] = own.texts();
                format!("{} {}", &a[difference.a.clone()], &b[difference.b.clone()])
            }
            Row::Feature(_, term) => (*term).to_owned(),
            Row::Edit(edit, _) => edit_name(edit, shared.lang),
            Row::Length(row) => row.features().to_string(),
            Row::Without(feature, _) => feature.term.clone(),
            Row::Measure(measure) => measure.to_string(),
            Row::Near(near) => shared.shown_id(near.index),
            Row::Link(a, b) => format!("{} {}", shared.shown_id(*a), shared.shown_id(*b)),
            Row::Under(under) => under.name(shared.lang),
            Row::Text(_, text) => (*text).to_owned(),
        }
    }
}
