//! What becomes of every document, as the job found it.

use crate::wanted::Same;
use simscope_core::decide::{Decisions, Outcome as Decided, Part, Preference};
use simscope_core::groups::Groups;
use std::sync::Arc;

/// What an outcome follows from.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeKey {
    pub groups: Option<Same<Groups>>,
    pub decisions: Same<Decisions>,
}

/// What the job found.
#[derive(Debug)]
pub struct Weighed {
    pub key: OutcomeKey,
    pub outcome: Arc<Decided>,
    pub preview: Preview,
    pub preference: Arc<Preference>,
}

/// What an outcome does to the corpus.
#[derive(Debug)]
pub struct Preview {
    pub whole: Part,
    /// The largest labels, if there are several, and how many there are.
    pub labels: (Vec<Part>, usize),
    /// The same of the files.
    pub files: (Vec<Part>, usize),
    /// Groups that something was decided about and that are not among these, with other members.
    pub unmet: usize,
}
