//! Groups that hang on text that much of the corpus shares.

use crate::recipe::DocumentFrequencies;
use crate::simhash::{Trace, term_key};
use rustc_hash::FxHashMap;

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

    /// How far a group of `members` documents hangs on common terms; the traces are those of some of its members, at least
    /// two. `None` if they share no feature.
    pub fn boilerplate(&self, traces: &[Trace], members: usize) -> Option<Boilerplate> {
        let (first, others) = traces.split_first()?;
        let terms_of = |trace: &Trace| trace.features.iter().map(|feature| term_key(&feature.term)).collect();
        let others: Vec<rustc_hash::FxHashSet<u64>> = others.iter().map(terms_of).collect();
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
        let terms = common.into_iter().map(|(_, term)| term).collect();
        let rests = traces.iter().map(|trace| {
            let whole: f64 = trace.features.iter().map(|feature| feature.weight).sum();
            (1.0 - all / whole).max(0.0)
        });
        let rest = rests.sum::<f64>() / traces.len() as f64;
        Some(Boilerplate { share: weight[1] / all, rest, shared, terms })
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
}

impl Boilerplate {
    /// From this share on, and from this rest on, the group deserves a warning.
    pub const WARNED: (f64, f64) = (0.5, 0.1);

    /// Whether at least half of what its members share is in more than a tenth of the other documents, and they also
    /// differ: copies of one text, however common its words are, hang on nothing else.
    pub fn is_warned(&self) -> bool {
        self.share >= Self::WARNED.0 && self.rest >= Self::WARNED.1
    }
}
