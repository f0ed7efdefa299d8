//! Which documents the corpus table shows, in which order. Runs as a job.

use super::keys::Column;
use super::risk::TooShort;
use crate::filtering::Why;
use crate::shared::known::Known;
use crate::sorting::{by_key, by_text};
use rayon::prelude::*;
use simscope_core::filter::{self, Filter};
use simscope_core::groups::Dendrogram;
use simscope_core::hamming::Signatures;
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
    /// The column to sort by.
    pub sort: Column,
    /// The other way round.
    pub is_reversed: bool,
    /// Signatures so far; may be fewer than documents.
    pub signatures: Arc<Signatures>,
    /// Features so far.
    pub features: Arc<Vec<u32>>,
    /// For the nearest neighbours.
    pub tree: Option<Arc<Dendrogram>>,
}

/// The rows, and why there are none where the filter leaves none.
pub type Selected = (Option<Vec<u32>>, Option<Why>);

/// The rows; `None` inside when they are simply all documents in their order; `None` when cancelled.
pub fn select(query: &Query, progress: &Progress) -> Option<Selected> {
    let filter = &*query.filter;
    if filter.is_empty() && query.too_short.is_none() && query.sort == Column::Input && !query.is_reversed {
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
    sort(&mut rows, query);
    if query.is_reversed {
        rows.reverse();
    }
    (!progress.is_cancelled()).then_some((Some(rows), why))
}

/// Every order is total: equal keys stand in the order of the input.
fn sort(rows: &mut [u32], query: &Query) {
    let corpus = &query.known.corpus;
    match query.sort {
        Column::Input => {}
        Column::Id => by_text(rows, &|document| corpus.get(document as usize).id),
        Column::Text => by_text(rows, &|document| corpus.get(document as usize).text),
        Column::Length => by_key(rows, &|document| corpus.get(document as usize).text.chars().count() as u64),
        Column::Features => {
            by_key(rows, &|document| {
                query.features.get(document as usize).map_or(u64::MAX, |&n| u64::from(n))
            });
        }
        Column::Signature => {
            // Those without one come last.
            rows.par_sort_by_cached_key(|&document| {
                let signature = query.signatures.try_get(document as usize);
                (signature.is_none(), signature)
            });
        }
        Column::Nearest => by_key(rows, &|document| {
            let distance = query.tree.as_ref().and_then(|tree| tree.nearest_distance(document));
            distance.map_or(u64::MAX, u64::from)
        }),
        Column::Group => by_key(rows, &|document| {
            let number = query.known.groups.as_ref().and_then(|groups| groups.number_of(document));
            number.map_or(u64::MAX, |number| number as u64)
        }),
    }
}
