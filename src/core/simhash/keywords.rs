//! Selects the heaviest terms.

use crate::recipe::{Tables, Top, Weighting, partial_sort};
use std::cmp::Ordering;

/// A keyword: the index of its term, and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Keyword {
    pub(super) term: usize,
    pub(super) weight: f64,
    pub(super) idf: f64,
}

/// The terms (each with its number of occurrences) weighted by occurrences and IDF, in byte order of the terms. `mean`
/// is the IDF of one that is not in the table.
fn weighed(tables: Tables, mean: f64, terms: &[(&str, u32)]) -> Vec<Keyword> {
    let weighed = terms.iter().enumerate().map(|(term, &(text, count))| {
        let idf = tables.idf(text).unwrap_or(mean);
        Keyword { term, weight: f64::from(count) * idf, idf }
    });
    let mut keywords: Vec<Keyword> = weighed.collect();
    keywords.sort_unstable_by_key(|keyword| terms[keyword.term].0);
    keywords
}

/// The keywords among `terms` under [`Weighting::Tags`] or [`Weighting::FirstTags`], the heaviest first.
fn tags(tables: Tables, terms: &[(&str, u32)], are_by_term: bool) -> Vec<Keyword> {
    let total: f64 = terms.iter().map(|&(_, count)| f64::from(count)).sum();
    let mut keywords: Vec<Keyword> = (terms.iter().enumerate())
        .map(|(term, &(text, count))| {
            let idf = tables.idf(text).unwrap_or(tables.idf_median());
            Keyword { term, weight: f64::from(count) * (idf / total), idf }
        })
        .collect();
    let term_down = |a: &Keyword, b: &Keyword| -> Ordering { terms[b.term].0.cmp(terms[a.term].0) };
    if are_by_term {
        keywords.sort_unstable_by(term_down);
    }
    // As Python's, this sort keeps the order of equals: that of first occurrence, unless they were sorted.
    keywords.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    for keyword in &mut keywords {
        keyword.weight = (keyword.weight * 20.0).trunc();
    }
    keywords
}

/// The selected terms, in the order in which they are added; `None` if the weighting keeps all terms. `bytes`
/// is the length of the text.
pub(super) fn select(
    weighting: Weighting,
    tables: Tables,
    bytes: usize,
    terms: &[(&str, u32)],
) -> Option<Vec<Keyword>> {
    let (mut keywords, top) = match weighting {
        Weighting::Keywords(top) => {
            let mut keywords = weighed(tables, tables.idf_mean(), terms);
            keywords.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            (keywords, top.of(bytes))
        }
        Weighting::CppKeywords(top) => {
            // cppjieba keeps its words in a map, so its sort also starts from byte order.
            let mut keywords = weighed(tables, tables.cppjieba_idf_mean(), terms);
            partial_sort(&mut keywords, top.of(bytes), |a, b| a.weight > b.weight);
            (keywords, top.of(bytes))
        }
        Weighting::Tags(n) => (tags(tables, terms, true), Top::Count(n).of(bytes)),
        Weighting::FirstTags(n) => (tags(tables, terms, false), Top::Count(n).of(bytes)),
        Weighting::Uniform | Weighting::Tf | Weighting::TfIdf | Weighting::Given => return None,
    };
    keywords.truncate(top);
    Some(keywords)
}
