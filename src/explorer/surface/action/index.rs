//! The panes, the keys and the actions of the screen Index.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind};

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
    Sort(Sorting<&'static str>),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("index.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort the neighbours by the next column", "近邻按下一列排序"), SILENT),
    bind("index.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the neighbours", "反转近邻的顺序"), SILENT),
];
