//! The filter and the order of the rows.

use super::State;
use super::columns::{COLUMNS, INPUT, Row};
use super::risk::RiskKey;
use crate::filtering::{Count, Reach, Standing, Why};
use crate::jobs::Work;
use crate::listing;
use crate::shared::known::{Known, KnownKey};
use crate::shared::{Shared, found};
use crate::wanted::Same;
use crate::widgets::table::Sort;
use simscope_core::filter::{self, Filter};
use simscope_core::groups::{Dendrogram, Groups};
use simscope_core::progress::Progress;
use simscope_core::sensitivity::TooShort;
use std::sync::Arc;

/// Filtering and sorting the documents.
const ROWS: &Work = &Work::new("Rows", ("filtering and sorting", "筛选与排序")).finished_first();

impl State {
    /// How the filter stands.
    pub fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let count = match self.rows.get(&self.rows_key(shared)) {
            None => Count::Pending,
            Some(Some(why)) => Count::None(why.clone()),
            Some(None) => Count::Of(shared.row_count(), shared.model.corpus.len()),
        };
        Standing { label: ("filter: ", "筛选："), line: &self.filter, count }
    }

    pub(super) fn sort(&mut self, shared: &mut Shared, by: &'static str) {
        listing::choose(&mut self.sort, &COLUMNS, by);
        listing::say(shared, &COLUMNS, self.sort);
        if matches!(self.sort.by, "nearest" | "group") && shared.model.tree.is_none() {
            shared.warn(("sorted as soon as all distances are known", "算完所有距离后即排序"));
        }
    }

    /// What the rows follow from; `None` where they are simply all documents in their order.
    fn rows_key(&self, shared: &Shared) -> Option<Arrangement> {
        let is_sorted = self.sort != Sort::by(INPUT.0);
        let is_arranged = is_sorted || !self.filter.is_empty() || self.is_only_short;
        is_arranged.then(|| Arrangement {
            filter: self.filter.filter().clone(),
            only_short: self.is_only_short.then(|| (shared.k, self.risk.key().cloned())),
            sort: self.sort,
            known: shared.known_key(Reach::of(self.filter.filter())),
            tree: shared.model.tree.as_ref().filter(|_| self.sort.by == "nearest").map(Same::of),
            groups: shared.grouped().filter(|_| self.sort.by == "group"),
        })
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
            within: self.wider(shared, key.as_ref()),
            too_short: self.too_short(shared).filter(|_| self.is_only_short),
            sort: self.sort,
        };
        shared.begin_for(self.rows.ask_anew(key.clone()), ROWS, move |progress, _| {
            let (rows, why) = select(&query, progress)?;
            Some(found(move |own: &mut Self, shared| {
                own.rows.put(key, why);
                shared.list_rows(rows.map(Arc::new));
            }))
        });
    }

    /// The rows now, where the filter asked for narrows the one that they passed and all else is the same.
    fn wider(&self, shared: &Shared, next: Option<&Arrangement>) -> Option<Arc<Vec<u32>>> {
        let (now, next) = (self.rows.key()?.as_ref()?, next?);
        let is_same = now.known == next.known && now.only_short == next.only_short;
        shared.rows.clone().filter(|_| is_same && next.filter.narrows(&now.filter))
    }
}

/// A filter and an order, and what they hang on.
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

/// The rows, and why there are none where the filter leaves none; `None` for the rows when they are simply all documents in their
/// order; `None` when cancelled.
fn select(query: &Query, progress: &Progress) -> Option<(Option<Vec<u32>>, Option<Why>)> {
    let filter = &*query.filter;
    if filter.is_empty() && query.too_short.is_none() && query.sort == Sort::by(INPUT.0) {
        return Some((None, None));
    }
    let found = query.known.with(|facts| {
        if let Err(mistake) = filter.check(facts) {
            return Some((Vec::new(), Some(Why::Unknown(mistake))));
        }
        let found = filter::documents(filter, facts, query.within.as_deref().map(Vec::as_slice), progress)?;
        let why = match found.is_empty() && !filter.is_empty() {
            true => Some(Why::Empty(filter::why_no_document(filter, facts, progress)?)),
            false => None,
        };
        Some((found, why))
    });
    let (mut rows, why) = found?;
    rows.retain(|&document| query.too_short.as_ref().is_none_or(|short| short.holds(document)));
    let (of, groups) = (&query.known.analysed, query.known.groups.as_deref());
    let shares = query.known.passages.as_deref();
    listing::order(&mut rows, &COLUMNS, query.sort, &|at| Row { at, of, groups, shares, is_short: false });
    (!progress.is_cancelled()).then_some((Some(rows), why))
}
