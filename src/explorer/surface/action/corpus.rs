//! The panes, the keys and the actions of the screen Corpus.

use crate::surface::key::{Binding, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The table.
    #[default]
    Documents,
    /// The selected document and its nearest neighbour.
    Selected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Sort(&'static str),
    /// Only the documents that are too short for k, or all again.
    ToggleOnlyShort,
}

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    bind("corpus.toggle-only-short", &["v s"], Act::ToggleOnlyShort, ("only documents too short for k, or all", "只列对 k 过短的文档，或全部"), ("too short for k", "对 k 过短"))
}
