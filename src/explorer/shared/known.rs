//! What filters are evaluated against, taken along by a job.

use super::passages::Found;
use super::{Grouping, Made, Mark, Shared};
use crate::filtering::{Line, Reach, Why};
use crate::shared::model::{Generation, Linked};
use crate::wanted::Same;
use simscope_core::analysis::{Analysed, Clean};
use simscope_core::filter::{Facts, Filter, Pairs};
use simscope_core::groups::{Groups, Spread};
use simscope_core::judgements::KnownJudgements;
use simscope_core::progress::Progress;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// What is known of documents and groups at one moment.
#[derive(Debug, Clone)]
pub struct Known {
    pub analysed: Analysed,
    pub groups: Option<Arc<Groups>>,
    k: u8,
    has_features: bool,
    made: Made,
    mark: Option<Arc<Groups>>,
    picked: Arc<BTreeSet<u32>>,
    /// Documents of which a pair was judged.
    judged: HashSet<u32>,
    /// What the texts say of them, once they are compared.
    clean: Option<Arc<Clean>>,
    pub passages: Option<Arc<Found>>,
}

/// What a filter follows from beside its line.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownKey {
    documents: usize,
    generation: Generation,
    grouped: Option<GroupedKey>,
    passages: Option<Same<Found>>,
}

/// The same for a filter that uses groups, marks and judgements.
#[derive(Debug, Clone, PartialEq)]
struct GroupedKey {
    of: Linked,
    groups: Option<Same<Groups>>,
    spread: Option<Same<Spread>>,
    marks: Same<[Mark]>,
    picked: Same<BTreeSet<u32>>,
    judged: Same<KnownJudgements>,
    clean: Option<Same<Clean>>,
    k: u8,
}

impl Shared {
    /// What is known now.
    pub fn known(&self) -> Known {
        Known {
            analysed: self.model.analysed.clone(),
            groups: self.groups.clone(),
            k: self.k,
            has_features: self.knows_recipe(),
            made: self.made.clone(),
            mark: self.mark_a().map(|mark| mark.groups.clone()),
            picked: self.kept.picked.clone(),
            judged: self.judging.known.iter().flat_map(|((a, b), _)| [a, b]).collect(),
            clean: self.clean().cloned(),
            passages: self.passages().cloned(),
        }
    }

    /// The places of the pairs, each with its distance, that a filter leaves; why there are none, where that is so. Not for
    /// more pairs than a list holds: this is no job.
    pub fn passing(&self, filter: &Filter, pairs: &[(u32, u32, u8)]) -> (Vec<u32>, Option<Why>) {
        let places = 0..pairs.len() as u32;
        if filter.is_empty() {
            return (places.collect(), None);
        }
        let documents: Vec<u32> = pairs.iter().flat_map(|&(a, b, _)| [a, b]).collect();
        let tests = self.known().with(|facts| Pairs::new(filter, facts, Some(&documents), &Progress::new()));
        match tests {
            Err(mistake) => (Vec::new(), Some(Why::Unknown(mistake))),
            Ok(None) => (Vec::new(), None),
            Ok(Some(mut tests)) => {
                let passing = places.filter(|&place| tests.pass(pairs[place as usize])).collect();
                (passing, tests.why_none().map(Why::Empty))
            }
        }
    }

    /// Clears a filter. Returns whether there was one.
    pub fn clear_filter(&mut self, line: &mut Line) -> bool {
        let was_there = !line.text().trim().is_empty();
        if was_there {
            line.set("");
            self.say(("filter cleared", "已清除筛选"));
        }
        was_there
    }

    /// Remembers a filter, for the prompt.
    pub fn keep_filter(&mut self, line: &str) {
        const KEPT: usize = 100;
        self.filters.retain(|kept| kept != line);
        if !line.is_empty() {
            self.filters.push(line.to_owned());
        }
        if self.filters.len() > KEPT {
            self.filters.remove(0);
        }
    }

    /// The key of the facts up to this reach.
    pub fn known_key(&self, reach: Reach) -> KnownKey {
        let model = &self.model;
        let grouped = || GroupedKey {
            of: model.linked(),
            groups: self.grouped(),
            spread: model.spread.as_ref().map(Same::of),
            marks: Same::of(&self.marks),
            picked: Same::of(&self.kept.picked),
            judged: Same::of(&self.judging.known),
            clean: self.clean().map(Same::of),
            k: self.k,
        };
        KnownKey {
            documents: model.corpus.len(),
            generation: model.generation(),
            grouped: (reach != Reach::Documents).then(grouped),
            passages: self.passages().map(Same::of),
        }
    }
}

impl Known {
    /// Evaluates.
    pub fn with<T>(&self, work: impl FnOnce(&Facts<'_>) -> T) -> T {
        let spread = |number| self.made.spread(&self.analysed, number, self.groups.as_ref()?.run(number));
        let judged = |document: u32| self.judged.contains(&document);
        let kinds = self.clean.as_ref().map(|clean| |document: u32, kind| clean.is_of(document, kind));
        let passages = self.passages.as_ref().map(|found| |document: u32| found.shares.passages(document));
        let is_whole = self.analysed.features.len() == self.analysed.corpus.len();
        work(&Facts {
            k: self.k,
            features: Some(self.analysed.features.as_slice()).filter(|_| is_whole && self.has_features),
            tree: self.analysed.tree.as_deref(),
            groups: self.groups.as_deref(),
            spread: self.made.has_spread(&self.analysed).then_some(&spread),
            are_leaders: self.made.by == Some(Grouping::Leaders),
            mark: self.mark.as_deref(),
            picked: Some(&*self.picked).filter(|picked| !picked.is_empty()),
            judged: Some(&judged),
            kinds: kinds.as_ref().map(|kinds| kinds as _),
            passages: passages.as_ref().map(|passages| passages as _),
            ..Facts::of(&self.analysed.corpus)
        })
    }
}
