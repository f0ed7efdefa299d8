//! The panes, the keys and the actions of the screen Index.

use crate::surface::key::Binding;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// What each strategy costs.
    #[default]
    Strategies,
    /// The blocks, and the tables of the selected strategy.
    Blocks,
    /// The neighbours of the document.
    Found,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Sorts the neighbours.
    Sort(&'static str),
}

pub const BINDINGS: &[Binding<Act>] = &[];
