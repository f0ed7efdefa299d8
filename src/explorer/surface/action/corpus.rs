//! The panes, the keys and the actions of the screen Corpus.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind};

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
    Sort(Sorting<&'static str>),
    /// Only the documents that are too short for k, or all again.
    ToggleOnlyShort,
    /// To the next (1) or the previous (−1) line of the selected text in which the filter has a hit.
    StepHit(i8),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("corpus.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort by the next column", "按下一列排序"), ("sort", "排序")),
    bind("corpus.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order", "反转顺序"), ("reverse", "反序")),
    bind("corpus.toggle-only-short", &["f"], Act::ToggleOnlyShort, ("only documents too short for k, or all", "只列对 k 过短的文档，或全部"), ("too short", "过短")),
    bind("corpus.step-hit-plus", &[], Act::StepHit(1), ("next hit of the filter, in this text or the next", "筛选词的下一处：在此文本或下一篇中"), SILENT),
    bind("corpus.step-hit-minus", &[], Act::StepHit(-1), ("previous hit of the filter, in this text or the one before", "筛选词的上一处：在此文本或上一篇中"), SILENT),
];
