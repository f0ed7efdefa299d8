//! What filters are evaluated against, taken along by a job.

use super::{Grouping, Shared};
use crate::corpus::Corpus;
use crate::filter::{Facts, Script};
use crate::groups::{Dendrogram, GroupSpread, Groups, Spread};
use crate::tui::filtering::KnownKey;
use std::collections::HashSet;
use std::sync::Arc;

/// What is known of documents and groups at one moment.
#[derive(Debug, Clone)]
pub struct Known {
    pub corpus: Corpus,
    pub groups: Option<Groups>,
    /// By document, where they were found.
    pub scripts: Option<Arc<Vec<Script>>>,
    k: u8,
    features: Arc<Vec<u32>>,
    tree: Option<Arc<Dendrogram>>,
    spread: Spreads,
    mark: Option<Groups>,
    /// Documents of which a pair was judged.
    judged: HashSet<u32>,
    are_leaders: bool,
}

/// Where the spread of a group is.
#[derive(Debug, Clone)]
enum Spreads {
    Unknown,
    /// Along the tree.
    Tree(Arc<Spread>),
    /// By number − 1.
    Each(Vec<GroupSpread>),
}

impl Shared {
    /// What is known now.
    pub fn known(&self) -> Known {
        let spread = match (self.grouped_by, &self.model.spread, &self.leader_spread) {
            (Some(Grouping::Connection), Some(spread), _) => Spreads::Tree(spread.clone()),
            (Some(Grouping::Leaders | Grouping::Verified), _, Some(spread)) => Spreads::Each(spread.clone()),
            _ => Spreads::Unknown,
        };
        Known {
            corpus: self.model.corpus.clone(),
            groups: self.groups.clone(),
            scripts: None,
            k: self.k,
            features: self.model.features.clone(),
            tree: self.model.tree.clone(),
            spread,
            mark: self.mark_a().map(|mark| mark.groups.clone()),
            judged: self.judging.known.iter().flat_map(|((a, b), _)| [a, b]).collect(),
            are_leaders: self.grouped_by == Some(Grouping::Leaders),
        }
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

    /// Its key. `of_groups`: the filter asks for more than the documents themselves have.
    pub fn known_key(&self, of_groups: bool) -> KnownKey {
        let model = &self.model;
        match of_groups {
            false => (model.corpus.len(), model.generation, 0, 0, false, 0, 0),
            true => {
                let is_measured = model.spread.is_some() || self.leader_spread.is_some();
                (
                    model.corpus.len(),
                    model.generation,
                    model.trees,
                    self.regrouped,
                    is_measured,
                    // Neither comes near 2³².
                    self.marked + (self.judging.version << 32),
                    self.k,
                )
            }
        }
    }
}

impl Known {
    /// Evaluates.
    pub fn with<T>(&self, work: impl FnOnce(&Facts<'_>) -> T) -> T {
        let spread = |number: usize| match &self.spread {
            Spreads::Unknown => None,
            Spreads::Tree(spread) => spread.of(self.tree.as_deref()?, self.groups.as_ref()?.run(number)),
            Spreads::Each(spread) => spread.get(number - 1).copied(),
        };
        let judged = |document: u32| self.judged.contains(&document);
        let is_whole = self.features.len() == self.corpus.len();
        work(&Facts {
            k: self.k,
            features: Some(self.features.as_slice()).filter(|_| is_whole),
            scripts: self.scripts.as_ref().map(|scripts| scripts.as_slice()),
            tree: self.tree.as_deref(),
            groups: self.groups.as_ref(),
            spread: (!matches!(self.spread, Spreads::Unknown)).then_some(&spread),
            are_leaders: self.are_leaders,
            mark: self.mark.as_ref(),
            judged: Some(&judged),
            ..Facts::of(&self.corpus)
        })
    }
}
