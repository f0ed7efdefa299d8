//! The filter and the order of the rows.

use super::columns::{COLUMNS, INPUT};
use super::keys::{Act, Pane};
use super::news::{Arrangement, RiskKey, RowsKey};
use super::risk::Found;
use super::rows::{self, Query};
use crate::filtering::{Count, Line, Reach, Standing, Why};
use crate::jobs::Work;
use crate::listing;
use crate::shared::{Shared, found};
use crate::wanted::{Same, Wanted};
use crate::widgets::table::Sort;
use std::sync::Arc;

/// Filtering and sorting the documents.
const ROWS: &Work = &Work::new("Rows", ("filtering and sorting", "筛选与排序")).finished_first();

#[derive(Debug)]
pub struct State {
    pub focus: Pane,
    /// What every row must pass.
    pub filter: Line,
    /// Only documents that are too short for k.
    pub is_only_short: bool,
    /// Somebody asked which are; nothing is measured unasked.
    pub(super) asks_risk: bool,
    pub sort: Sort<&'static str>,
    /// The columns of the table that were asked for; without any, those that fit.
    pub columns: Vec<&'static str>,
    /// First line of the selected text shown.
    pub text_scroll: usize,
    /// The hit of the filter that was gone to, in the selected text.
    pub(super) hit: Option<usize>,
    /// The document that the scroll is of.
    pub(super) document: u32,
    /// Why a filter leaves no row.
    rows: Wanted<RowsKey, Option<Why>>,
    /// Which lengths are too short.
    pub(super) risk: Wanted<RiskKey, Found>,
}

impl Default for State {
    fn default() -> Self {
        let mut rows = Wanted::default();
        rows.put(RowsKey::default(), None);
        Self {
            focus: Pane::default(),
            filter: Line::default(),
            is_only_short: false,
            asks_risk: false,
            sort: Sort::by(INPUT.0),
            columns: Vec::new(),
            text_scroll: 0,
            hit: None,
            document: 0,
            rows,
            risk: Wanted::default(),
        }
    }
}

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Sort(by) => self.sort(shared, by),
            Act::ToggleOnlyShort => self.toggle_only_short(shared),
        }
    }

    /// How the filter stands.
    pub fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let count = match self.rows.get(&self.rows_key(shared)) {
            None => Count::Pending,
            Some(Some(why)) => Count::None(why.clone()),
            Some(None) => Count::Of(shared.row_count(), shared.model.corpus.len()),
        };
        Standing { label: ("filter: ", "筛选："), line: &self.filter, count }
    }

    fn sort(&mut self, shared: &mut Shared, by: &'static str) {
        listing::choose(&mut self.sort, &COLUMNS, by);
        listing::say(shared, &COLUMNS, self.sort);
        let needs_tree = matches!(self.sort.by, "nearest" | "group");
        if needs_tree && shared.model.tree.is_none() {
            shared.warn(("sorted as soon as all distances are known", "算完所有距离后即排序"));
        }
    }

    fn rows_key(&self, shared: &Shared) -> RowsKey {
        let is_sorted = self.sort != Sort::by(INPUT.0);
        let is_arranged = is_sorted || !self.filter.is_empty() || self.is_only_short;
        let model = &shared.model;
        let arranged = is_arranged.then(|| Arrangement {
            filter: self.filter.filter().clone(),
            only_short: self.is_only_short.then(|| (shared.k, self.risk.key().cloned())),
            sort: self.sort,
            known: shared.known_key(Reach::of(self.filter.filter())),
            tree: model.tree.as_ref().filter(|_| self.sort.by == "nearest").map(Same::of),
            groups: shared.grouped().filter(|_| self.sort.by == "group"),
        });
        RowsKey { arranged }
    }

    /// Starts the job that makes the rows fit again.
    pub(super) fn want_rows(&mut self, shared: &mut Shared) {
        let key = self.rows_key(shared);
        // One at a time: while batches pour in, a newer search would overtake every older one.
        if shared.runs(ROWS) || !self.rows.is_missing(&key) {
            return;
        }
        let query = Query {
            known: shared.known(),
            filter: self.filter.filter().clone(),
            within: self.wider(shared, &key),
            too_short: self.too_short(shared).filter(|_| self.is_only_short),
            sort: self.sort,
        };
        let fate = self.rows.ask_anew(key.clone());
        shared.begin_for(fate, ROWS, move |progress, _| {
            let (rows, why) = rows::select(&query, progress)?;
            Some(found(move |own: &mut Self, shared| {
                own.rows.put(key, why);
                shared.list_rows(rows.map(Arc::new));
            }))
        });
    }

    /// The rows now, where the filter asked for narrows the one that they passed and all else is the same.
    fn wider(&self, shared: &Shared, key: &RowsKey) -> Option<Arc<Vec<u32>>> {
        let (now, next) = (self.rows.key()?.arranged.as_ref()?, key.arranged.as_ref()?);
        let is_same = now.known == next.known && now.only_short == next.only_short;
        shared.rows.clone().filter(|_| is_same && next.filter.narrows(&now.filter))
    }
}
