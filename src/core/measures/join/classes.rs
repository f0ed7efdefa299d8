//! Texts that have the same shingles.

use crate::measures::sets::{Sets, sequence};
use rayon::prelude::*;

/// Classes of texts with the same set, ascending by the size of the set and then by the first text.
#[derive(Debug)]
pub(super) struct Classes {
    /// Class after class, each ascending.
    documents: Vec<u32>,
    starts: Vec<u32>,
    /// Whether the first class is that of the texts without shingles.
    has_blank: bool,
}

impl Classes {
    pub(super) fn of(sets: &Sets) -> Self {
        let mut by_set: Vec<(u64, u32)> = (0..sets.len() as u32)
            .into_par_iter()
            .map(|text| (sequence(sets.set(text as usize)), text))
            .collect();
        by_set.par_sort_unstable();
        let mut runs: Vec<&[(u64, u32)]> = by_set.chunk_by(|a, b| a.0 == b.0).collect();
        runs.par_sort_unstable_by_key(|run| (sets.set(run[0].1 as usize).len(), run[0].1));
        let has_blank = runs.first().is_some_and(|run| sets.set(run[0].1 as usize).is_empty());
        let mut classes = Self { documents: Vec::with_capacity(by_set.len()), starts: vec![0], has_blank };
        for run in runs {
            classes.documents.extend(run.iter().map(|&(_, text)| text));
            classes.starts.push(classes.documents.len() as u32);
        }
        classes
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn texts(&self) -> usize {
        self.documents.len()
    }

    pub(super) fn documents(&self, class: u32) -> &[u32] {
        let class = class as usize;
        &self.documents[self.starts[class] as usize..self.starts[class + 1] as usize]
    }

    pub(super) fn is_blank(&self, class: u32) -> bool {
        self.has_blank && class == 0
    }

    /// The first text of each class.
    pub(super) fn firsts(&self) -> impl Iterator<Item = u32> {
        (0..self.len() as u32).map(|class| self.documents(class)[0])
    }

    /// Whether each text is the first of its class.
    pub(super) fn is_first(&self) -> Vec<bool> {
        let mut is_first = vec![false; self.documents.len()];
        self.firsts().for_each(|text| is_first[text as usize] = true);
        is_first
    }
}
