//! The judgements that are about the pairs of a corpus.

use super::{Judgement, Judgements, Named, Verdict};
use crate::corpus::{Corpus, Found, Lookup};
use crate::evidence::Selection;
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
        // The last of each who judged it.
        let mut said: BTreeMap<[&Named; 2], Vec<Judgement>> = BTreeMap::new();
        for judgement in &judgements.lines {
            let said = said.entry(judgement.key()).or_default();
            let judgement = judgement.clone().after(said.last());
            said.retain(|before| before.who != judgement.who);
            said.extend(Some(judgement).filter(|judgement| judgement.verdict.is_some()));
        }
        let lookup = Lookup::new(corpus);
        let mut known = Self::default();
        for judgement in said.into_values().filter_map(|mut said| said.pop()) {
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
