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
    /// What the strategies would cost at another size.
    Planner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The keys go to the planner, or back from it.
    TogglePlanner,
    /// The next larger (1) or smaller (−1) size of the planner.
    StepSize(i8),
    /// Ask for a size of the planner.
    AskSize,
    /// Sorts the neighbours.
    Sort(Sorting<&'static str>),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("index.toggle-planner", &["P"], Act::TogglePlanner, ("to the planner, or back", "到规划窗格或返回"), ("planner", "规划")),
    bind("index.step-size-plus", &[], Act::StepSize(1), ("the planner's N: larger", "规划的 N：更大"), SILENT),
    bind("index.step-size-minus", &[], Act::StepSize(-1), ("the planner's N: smaller, down to this corpus", "规划的 N：更小，直至本语料"), SILENT),
    bind("index.ask-size", &["#"], Act::AskSize, ("type the planner's N", "输入规划的 N"), ("type N", "输入 N")),
    bind("index.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort the neighbours by the next column", "近邻按下一列排序"), SILENT),
    bind("index.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the neighbours", "反转近邻的顺序"), SILENT),
];
