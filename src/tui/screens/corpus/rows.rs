//! Which documents the corpus table shows, in which order. Runs as a job.

use super::keys::Column;
use super::risk::TooShort;
use crate::corpus::Corpus;
use crate::groups::{Dendrogram, Groups};
use crate::hamming::Signatures;
use crate::progress::Progress;
use rayon::prelude::*;
use regex::{Regex, RegexBuilder};
use std::sync::Arc;

/// A filter and an order.
#[derive(Debug, Clone)]
pub struct Query {
    /// The documents.
    pub corpus: Corpus,
    /// Words that must all stand in the id, the label or the text, whatever their case.
    pub filter: String,
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
    /// For the groups.
    pub groups: Option<Groups>,
}

/// The rows; `None` inside when they are simply all documents in their order; `None` when cancelled.
pub fn select(query: &Query, progress: &Progress) -> Option<Option<Vec<u32>>> {
    let words = words(&query.filter);
    if words.is_empty() && query.too_short.is_none() && query.sort == Column::Input && !query.is_reversed {
        return Some(None);
    }
    let documents = 0..query.corpus.len() as u32;
    let is_short = |document| query.too_short.as_ref().is_none_or(|short| short.holds(document));
    let mut rows: Vec<u32> = if words.is_empty() {
        documents.filter(|&document| is_short(document)).collect()
    } else {
        let is_wanted = |document| is_short(document) && holds(&query.corpus, document, &words);
        documents
            .into_par_iter()
            .filter(|&document| !progress.is_cancelled() && is_wanted(document))
            .collect()
    };
    sort(&mut rows, query);
    if query.is_reversed {
        rows.reverse();
    }
    (!progress.is_cancelled()).then_some(Some(rows))
}

fn words(filter: &str) -> Vec<Regex> {
    filter
        .split_whitespace()
        .filter_map(|word| RegexBuilder::new(&regex::escape(word)).case_insensitive(true).build().ok())
        .collect()
}

fn holds(corpus: &Corpus, document: u32, words: &[Regex]) -> bool {
    let document = corpus.get(document as usize);
    words.iter().all(|word| {
        word.is_match(document.text)
            || word.is_match(document.id)
            || document.label.is_some_and(|label| word.is_match(label))
    })
}

/// Every order is total: equal keys stand in the order of the input.
fn sort(rows: &mut [u32], query: &Query) {
    let corpus = &query.corpus;
    match query.sort {
        Column::Input => {}
        Column::Id => rows.par_sort_by(|&a, &b| corpus.get(a as usize).id.cmp(corpus.get(b as usize).id)),
        Column::Text => {
            rows.par_sort_by(|&a, &b| corpus.get(a as usize).text.cmp(corpus.get(b as usize).text))
        }
        Column::Length => by_key(rows, |document| corpus.get(document as usize).text.chars().count() as u64),
        Column::Features => {
            by_key(rows, |document| {
                query.features.get(document as usize).map_or(u64::MAX, |&n| u64::from(n))
            });
        }
        Column::Signature => {
            // Those without one come last.
            by_key(rows, |document| {
                let signature = query.signatures.try_get(document as usize);
                (signature.is_none(), signature)
            });
        }
        Column::Nearest => by_key(rows, |document| {
            let distance = query.tree.as_ref().and_then(|tree| tree.nearest_distance(document));
            distance.map_or(u64::MAX, u64::from)
        }),
        Column::Group => by_key(rows, |document| {
            let number = query.groups.as_ref().and_then(|groups| groups.number_of(document));
            number.map_or(u64::MAX, |number| number as u64)
        }),
    }
}

fn by_key<K: Ord + Send + Sync>(rows: &mut [u32], key: impl Fn(u32) -> K + Sync) {
    rows.par_sort_by_cached_key(|&document| key(document));
}
