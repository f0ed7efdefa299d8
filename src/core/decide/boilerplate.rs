//! Groups that hang on text that much of the corpus shares.

use crate::recipe::DocumentFrequencies;
use crate::simhash::{Trace, term_key};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The terms that more than a tenth of the documents hold.
#[derive(Debug, Clone, Default)]
pub struct CommonTerms {
    documents: u64,
    holding: FxHashMap<u64, u32>,
}

impl CommonTerms {
    /// A term is common if more than one document in ten holds it.
    const ONE_IN: u64 = 10;

    /// Those of a corpus.
    pub fn of(frequencies: &DocumentFrequencies) -> Self {
        let documents = frequencies.documents();
        let is_common = |&(_, holding): &(u64, u32)| u64::from(holding) * Self::ONE_IN > documents;
        Self { documents, holding: frequencies.iter().filter(is_common).collect() }
    }

    /// Whether more than a tenth of the documents outside a group of `members`, which all hold it, hold a term, too.
    fn is_common_outside(&self, term: &str, members: u64) -> bool {
        let holding = self.holding.get(&term_key(term)).map_or(0, |&holding| u64::from(holding));
        let outside = self.documents.saturating_sub(members);
        holding.saturating_sub(members) * Self::ONE_IN > outside
    }

    /// How far a group of `members` documents hangs on common terms; the texts and their traces are those of some of its
    /// members, at least two. `None` if they share no feature.
    pub fn boilerplate(&self, texts: &[(&str, Trace)], members: usize) -> Option<Boilerplate> {
        let traces = || texts.iter().map(|(_, trace)| trace);
        let (first, others) = (traces().next()?, traces().skip(1));
        let terms_of = |trace: &Trace| trace.features.iter().map(|feature| term_key(&feature.term)).collect();
        let others: Vec<FxHashSet<u64>> = others.map(terms_of).collect();
        let is_shared = |term: &str| others.iter().all(|terms| terms.contains(&term_key(term)));
        let (mut shared, mut weight, mut common) = (0, [0.0; 2], Vec::new());
        for feature in first.features.iter().filter(|feature| is_shared(&feature.term)) {
            let is_common = self.is_common_outside(&feature.term, members as u64);
            shared += 1;
            weight[usize::from(is_common)] += feature.weight;
            if is_common {
                common.push((feature.weight, feature.term.clone()));
            }
        }
        let all = weight[0] + weight[1];
        // Features of weight 0 hold nothing together.
        if all <= 0.0 {
            return None;
        }
        common.sort_by(|a, b| b.0.total_cmp(&a.0));
        let terms: Vec<String> = common.into_iter().map(|(_, term)| term).collect();
        let phrase = phrase(texts, &terms);
        let rests = traces().map(|trace| {
            let whole: f64 = trace.features.iter().map(|feature| feature.weight).sum();
            (1.0 - all / whole).max(0.0)
        });
        let rest = rests.sum::<f64>() / texts.len() as f64;
        Some(Boilerplate { share: weight[1] / all, rest, shared, terms, phrase })
    }
}

/// How far a group hangs on text that much of the corpus shares.
#[derive(Debug, Clone, PartialEq)]
pub struct Boilerplate {
    /// Of the weight of the features that the members share, the part of common terms, 0 to 1.
    pub share: f64,
    /// Of the weight of the features of a member, the part that not all of these members share, 0 to 1; the mean.
    pub rest: f64,
    /// Features that the members share.
    pub shared: usize,
    /// The common terms among them, the heaviest first.
    pub terms: Vec<String>,
    /// The longest stretch of the first text that consists of such terms, where all members share stretches of it.
    pub phrase: Option<String>,
}

impl Boilerplate {
    /// From this share on, and from this rest on, the group deserves a warning.
    pub const WARNED: (f64, f64) = (0.5, 0.1);

    /// Whether at least half of what its members share is in more than a tenth of the other documents, and they also
    /// differ: copies of one text, however common its words are, hang on nothing else.
    pub fn is_warned(&self) -> bool {
        self.share >= Self::WARNED.0 && self.rest >= Self::WARNED.1
    }

    /// Whether it is warned of and the members share a phrase, and not common words alone.
    pub fn is_template(&self) -> bool {
        self.is_warned() && self.phrase.is_some()
    }
}

/// A phrase has at least this many terms and bytes,
const PHRASE: (usize, usize) = (4, 20);
/// and at most this many bytes between two of its terms: a blank, or a blank and a sign.
const GAP: usize = 3;

/// A term where it occurs.
type Place = (Range<usize>, u64);

/// The longest stretch of the first text made of phrases of these terms that all texts have.
fn phrase(texts: &[(&str, Trace)], terms: &[String]) -> Option<String> {
    let terms: FxHashSet<u64> = terms.iter().map(|term| term_key(term)).collect();
    let places: Vec<Vec<Place>> = texts.iter().map(|(_, trace)| places(trace, &terms)).collect();
    let (first, others) = places.split_first()?;
    let others: Vec<FxHashSet<Vec<u64>>> =
        others.iter().map(|places| shortest_phrases(places).map(|(_, phrase)| phrase).collect()).collect();
    let in_all = |phrase: &Vec<u64>| others.iter().all(|phrases| phrases.contains(phrase));
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for (range, _) in shortest_phrases(first).filter(|(_, phrase)| in_all(phrase)) {
        match stretches.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = range.end,
            None => stretches.push(range),
        }
    }
    let longest =
        stretches.into_iter().max_by_key(|stretch| (stretch.len(), std::cmp::Reverse(stretch.start)))?;
    texts.first()?.0.get(longest).map(str::to_owned)
}

/// Where a text has these terms, from its start on.
fn places(trace: &Trace, terms: &FxHashSet<u64>) -> Vec<Place> {
    let of_these = trace.features.iter().map(|feature| (feature, term_key(&feature.term)));
    let mut places: Vec<Place> = of_these
        .filter(|(_, key)| terms.contains(key))
        .flat_map(|(feature, key)| feature.spans.iter().map(move |span| (span.clone(), key)))
        .collect();
    places.sort_unstable_by_key(|(span, _)| (span.start, span.end));
    places
}

/// From each place on, the fewest terms in a row that are a phrase, with the bytes that they cover.
fn shortest_phrases(places: &[Place]) -> impl Iterator<Item = (Range<usize>, Vec<u64>)> {
    (0..places.len()).filter_map(|at| {
        let start = places[at].0.start;
        let mut end = start;
        for (n, (span, _)) in (1..).zip(&places[at..]) {
            if n > 1 && span.start > end + GAP {
                return None;
            }
            end = end.max(span.end);
            if n >= PHRASE.0 && end - start >= PHRASE.1 {
                return Some((start..end, places[at..at + n].iter().map(|(_, key)| *key).collect()));
            }
        }
        None
    })
}
