//! Which documents the corpus table shows, in which order. Runs as a job.

use super::columns::{self, COLUMNS, Row};
use super::risk::TooShort;
use crate::filtering::Why;
use crate::listing;
use crate::shared::known::Known;
use crate::widgets::table::Sort;
use simscope_core::filter::{self, Filter};
use simscope_core::progress::Progress;
use std::sync::Arc;

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
    if filter.is_empty() && query.too_short.is_none() && query.sort == Sort::by(columns::INPUT.0) {
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
    let analysed = &query.known.analysed;
    let of = columns::Known {
        corpus: &analysed.corpus,
        signatures: &analysed.signatures,
        features: &analysed.features,
        tree: analysed.tree.as_deref(),
        groups: query.known.groups.as_deref(),
    };
    listing::order(&mut rows, &COLUMNS, query.sort, &|at| Row { at, of, is_short: false });
    (!progress.is_cancelled()).then_some((Some(rows), why))
}
