//! The filter and the order of the rows.

use super::columns::{COLUMNS, INPUT, Row};
use super::keys::{Act, Pane};
use super::view;
use crate::filtering::{Count, Line, Reach, Standing, Why};
use crate::jobs::Work;
use crate::listing;
use crate::shared::known::{Known, KnownKey};
use crate::shared::model::Generation;
use crate::shared::{Shared, found};
use crate::wanted::{Same, Wanted};
use crate::widgets::table::Sort;
use crate::widgets::{hits, prose};
use simscope_core::filter::{self, Filter};
use simscope_core::groups::{Dendrogram, Groups};
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{Lengths, TooShort};
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
    pub(super) risk: Wanted<RiskKey, Lengths>,
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
            let (rows, why) = select(&query, progress)?;
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

/// What the rows follow from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RowsKey {
    /// Filter and order, where there are any.
    pub arranged: Option<Arrangement>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Arrangement {
    /// What every row must pass.
    pub filter: Arc<Filter>,
    /// Only the documents that are too short for this k, as soon as that is known.
    pub only_short: Option<(u8, Option<RiskKey>)>,
    pub sort: Sort<&'static str>,
    /// What the filter follows from.
    pub known: KnownKey,
    /// What the order hangs on.
    pub tree: Option<Same<Dendrogram>>,
    pub groups: Option<Same<Groups>>,
}

/// What the lengths follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct RiskKey {
    /// Without its name, which does not matter.
    pub recipe: Recipe,
    pub generation: Generation,
}

/// A filter and an order.
#[derive(Debug, Clone)]
pub struct Query {
    /// What is known of the documents.
    pub known: Known,
    pub filter: Arc<Filter>,
    /// Of these only, because a wider filter left them.
    pub within: Option<Arc<Vec<u32>>>,
    /// Only the documents that are.
    pub too_short: Option<TooShort>,
    pub sort: Sort<&'static str>,
}

/// The rows, and why there are none where the filter leaves none.
pub type Selected = (Option<Vec<u32>>, Option<Why>);

/// The rows; `None` inside when they are simply all documents in their order; `None` when cancelled.
pub fn select(query: &Query, progress: &Progress) -> Option<Selected> {
    let filter = &*query.filter;
    if filter.is_empty() && query.too_short.is_none() && query.sort == Sort::by(INPUT.0) {
        return Some((None, None));
    }
    let is_short = |document: &u32| query.too_short.as_ref().is_none_or(|short| short.holds(*document));
    let found = query.known.with(|facts| {
        if let Err(mistake) = filter.check(facts) {
            return Some((Vec::new(), Some(Why::Unknown(mistake))));
        }
        let within = query.within.as_deref().map(Vec::as_slice);
        let found = filter::documents(filter, facts, within, progress)?;
        let why = match found.is_empty() && !filter.is_empty() {
            true => Some(Why::Empty(filter::why_no_document(filter, facts, progress)?)),
            false => None,
        };
        Some((found, why))
    });
    let (mut rows, why) = found?;
    rows.retain(is_short);
    let (of, groups) = (&query.known.analysed, query.known.groups.as_deref());
    listing::order(&mut rows, &COLUMNS, query.sort, &|at| Row { at, of, groups, is_short: false });
    (!progress.is_cancelled()).then_some((Some(rows), why))
}

impl State {
    /// Scrolls to the next or the previous hit; after the last in this text comes the next document in the rows.
    pub(super) fn go_to_hit(&mut self, shared: &mut Shared, by: i8) {
        let Some(document) = shared.selected_document() else { return };
        if self.filter.is_empty() {
            return shared.warn((
                "there is no filter: press ‹ask-filter› and type words",
                "没有筛选：按 ‹ask-filter› 输入词语",
            ));
        }
        let lines = self.hit_lines(shared, document);
        // The hit gone to last, while the text still stands there; else from the line in view.
        let last = self.hit.filter(|&at| lines.get(at) == Some(&self.text_scroll));
        let next = match (last, by > 0) {
            (Some(at), true) => Some(at + 1).filter(|&at| at < lines.len()),
            (Some(at), false) => at.checked_sub(1),
            (None, true) => lines.iter().position(|&line| line >= self.text_scroll),
            (None, false) => lines.iter().rposition(|&line| line < self.text_scroll),
        };
        match next {
            Some(next) => self.show_hit(shared, &lines, next),
            None => self.go_to_hit_beside(shared, by),
        }
    }

    /// To the document after, or before, and there to its first or its last hit.
    fn go_to_hit_beside(&mut self, shared: &mut Shared, by: i8) {
        let before = shared.selected;
        shared.step_document(by);
        if shared.selected == before {
            return;
        }
        (self.hit, self.text_scroll, self.document) = (None, 0, shared.selected);
        let lines = self.hit_lines(shared, shared.selected);
        match lines.len().checked_sub(1) {
            Some(last) => self.show_hit(shared, &lines, if by > 0 { 0 } else { last }),
            // It passes by something else, such as its id.
            None => shared.say(("the filter has no hit in this text", "筛选词不在此文本中")),
        }
    }

    fn show_hit(&mut self, shared: &mut Shared, lines: &[usize], next: usize) {
        let all = lines.len();
        (self.hit, self.text_scroll) = (Some(next), lines[next]);
        if shared.area_of(Pane::Selected).is_none() {
            // Too few lines for both panes: the one with the text is shown when it has the keys.
            self.focus = Pane::Selected;
        }
        let (at, line) = (next + 1, lines[next] + 1);
        shared.say(both!("hit {at} of {all}, in line {line}", "第 {at} 处匹配，共 {all} 处，在第 {line} 行"));
    }

    /// The lines below the table in which the hits begin, hit by hit.
    fn hit_lines(&self, shared: &Shared, document: u32) -> Vec<usize> {
        let text = shared.document(document).text;
        let lines = prose::lines(text, view::columns_of_text(shared));
        let starts: Vec<usize> = lines.filter_map(|line| line.first().map(|&(offset, _)| offset)).collect();
        let hits = hits::in_long(text, self.filter.filter());
        let line_of = |start: usize| starts.partition_point(|&line| line <= start).saturating_sub(1);
        hits.into_iter().map(|hit| line_of(hit.start)).collect()
    }
}
