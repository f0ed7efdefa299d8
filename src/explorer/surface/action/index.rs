//! The panes of the screen Index; it has no keys of its own.

use crate::surface::key::Binding;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// What each strategy costs.
    #[default]
    Strategies,
    /// The blocks, and the tables of the selected strategy.
    Blocks,
    /// The candidates.
    Found,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {}

pub fn bindings() -> Vec<Binding<Act>> {
    Vec::new()
}
