//! The panes, the keys and the actions of the screen Corpus.

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
    NextSort,
    /// Sorts by this column; again reverses.
    SortBy(Column),
    ReverseSort,
    /// Only the documents that are too short for k, or all again.
    ToggleOnlyShort,
    /// To the next (1) or the previous (−1) line of the selected text in which the filter has a hit.
    StepHit(i8),
}

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// The order of the input.
    Input,
    Id,
    /// Start of the text.
    Text,
    /// Characters.
    Length,
    /// Distinct features.
    Features,
    /// The signature as a number.
    Signature,
    /// Distance to the nearest neighbour.
    Nearest,
    /// Group at k: largest groups first, then single documents.
    Group,
}

impl Column {
    /// All of them, in the order of the `s` key.
    pub const ALL: [Column; 8] = [
        Column::Input,
        Column::Id,
        Column::Text,
        Column::Length,
        Column::Features,
        Column::Signature,
        Column::Nearest,
        Column::Group,
    ];
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind(&["s"], Act::NextSort, ("sort by the next column", "按下一列排序"), ("sort", "排序")),
    bind(&["S"], Act::ReverseSort, ("reverse the order", "反转顺序"), ("reverse", "反序")),
    bind(&["f"], Act::ToggleOnlyShort, ("only documents too short for k, or all", "只列对 k 过短的文档，或全部"), ("too short", "过短")),
    bind(&[], Act::StepHit(1), ("next hit of the filter, in this text or the next", "筛选词的下一处：在此文本或下一篇中"), SILENT),
    bind(&[], Act::StepHit(-1), ("previous hit of the filter, in this text or the one before", "筛选词的上一处：在此文本或上一篇中"), SILENT),
];
