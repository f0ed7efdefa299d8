//! The judgements that are about the pairs of a corpus.

use super::{Judgement, Judgements, Named, Verdict};
use crate::corpus::{Corpus, Found, Lookup};
use crate::evidence::{Judged, Selection};
use std::collections::BTreeMap;

/// A pair of documents by their numbers, the smaller first.
type Pair = (u32, u32);

/// The newest judgement of every pair of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownJudgements {
    pairs: BTreeMap<Pair, Judgement>,
    /// Judged pairs with a text that has changed since; they are not used.
    pub changed: usize,
    /// Judged pairs with a document that the corpus does not have.
    pub missing: usize,
}

impl KnownJudgements {
    /// What of a file is about this corpus.
    pub fn new(judgements: &Judgements, corpus: &Corpus) -> Self {
        let mut newest: BTreeMap<[&Named; 2], Judgement> = BTreeMap::new();
        for judgement in &judgements.lines {
            let before = newest.remove(&judgement.key());
            if judgement.verdict.is_some() {
                newest.insert(judgement.key(), judgement.clone().after(before.as_ref()));
            }
        }
        let lookup = Lookup::new(corpus);
        let mut known = Self::default();
        for judgement in newest.into_values() {
            let found = judgement.pair.each_ref().map(|named| lookup.find(&named.id, named.hash));
            match found {
                [Found::Same(a), Found::Same(b)] => known.put((a, b), judgement),
                _ if found.contains(&Found::Missing) => known.missing += 1,
                _ => known.changed += 1,
            }
        }
        known
    }

    /// Takes in a judgement of two documents. One without a verdict takes back what was said.
    pub fn put(&mut self, (a, b): Pair, judgement: Judgement) {
        let pair = (a.min(b), a.max(b));
        let before = self.pairs.remove(&pair);
        if judgement.verdict.is_some() {
            self.pairs.insert(pair, judgement.after(before.as_ref()));
        }
    }

    /// What was said of a pair.
    pub fn get(&self, (a, b): Pair) -> Option<&Judgement> {
        self.pairs.get(&(a.min(b), a.max(b)))
    }

    /// Judged pairs by what was said: yes, no, unsure.
    pub fn counts(&self) -> [usize; 3] {
        let count = |verdict| self.pairs.values().filter(|of| of.verdict == Some(verdict)).count();
        [Verdict::Yes, Verdict::No, Verdict::Unsure].map(count)
    }

    /// All judged pairs.
    pub fn iter(&self) -> impl Iterator<Item = (Pair, &Judgement)> {
        self.pairs.iter().map(|(&pair, judgement)| (pair, judgement))
    }

    /// What was said with certainty: whether the two are near-duplicates.
    pub fn said(&self) -> impl Iterator<Item = (Pair, bool)> {
        self.pairs.iter().filter_map(|(&pair, judgement)| match judgement.verdict? {
            Verdict::Yes => Some((pair, true)),
            Verdict::No => Some((pair, false)),
            Verdict::Unsure => None,
        })
    }

    /// The judged pairs by distance, to be estimated from. `counts` are the pairs of the corpus by distance, and `distance`
    /// tells that of a pair under `recipe`, `None` for pairs that are not compared. Pairs that were drawn under another
    /// recipe or at another distance count as chosen: they are no sample of those at this distance.
    pub fn judged(&self, counts: &[u64], recipe: &str, distance: impl Fn(Pair) -> Option<u8>) -> Judged {
        let mut judged = Judged::new(counts);
        for (&pair, judgement) in &self.pairs {
            let verdict = judgement.verdict.and_then(Verdict::is_right);
            if let (Some(is_right), Some(distance)) = (verdict, distance(pair)) {
                let is_sample = judgement.recipe == recipe && judgement.distance == distance;
                let selection = if is_sample { judgement.selection } else { Selection::Chosen };
                judged.add(distance, selection, is_right);
            }
        }
        judged
    }
}

impl Judgement {
    /// The judgement of a pair that was judged before: what was drawn stays drawn, because that is not chance of
    /// the answer.
    fn after(mut self, before: Option<&Self>) -> Self {
        let was_drawn = before.is_some_and(|before| {
            let is_same = (before.distance, &before.recipe) == (self.distance, &self.recipe);
            before.selection == Selection::Drawn && is_same
        });
        if was_drawn {
            self.selection = Selection::Drawn;
        }
        self
    }
}
