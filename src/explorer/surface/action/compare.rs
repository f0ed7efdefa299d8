//! The panes, the keys and the actions of the screen Compare.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    #[default]
    TextA,
    TextB,
    /// Both signatures and sums on one grid.
    Bits,
    /// What features they share.
    Features,
    /// All measures.
    Measures,
    /// How they come to share a group.
    Chain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// To the next (1) or the previous (−1) place where the texts differ.
    StepDifference(i8),
    /// To the next lower bit (1) that differs, or the next higher (−1).
    StepFlip(i8),
    /// Fold what is equal.
    ToggleFold,
    /// A and B change places.
    Swap,
    /// Sorts the features.
    Sort(Sorting<&'static str>),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("compare.step-difference-plus", &["d"], Act::StepDifference(1), ("next difference of the texts", "文本的下一处差异"), ("difference", "差异")),
    bind("compare.step-difference-minus", &["a"], Act::StepDifference(-1), ("previous difference of the texts", "文本的上一处差异"), SILENT),
    bind("compare.toggle-fold", &["z"], Act::ToggleFold, ("fold what is equal, or show it", "折叠或展开相同部分"), ("fold", "折叠")),
    bind("compare.step-flip-plus", &["f"], Act::StepFlip(1), ("next bit that differs", "下一个不同的位"), ("flip", "翻转位")),
    bind("compare.step-flip-minus", &["F"], Act::StepFlip(-1), ("previous bit that differs", "上一个不同的位"), SILENT),
    bind("compare.swap", &["X"], Act::Swap, ("A and B change places", "A 与 B 互换"), ("swap", "互换")),
    bind("compare.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort the features by the next column", "特征按下一列排序"), SILENT),
    bind("compare.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the features", "反转特征的顺序"), SILENT),
];
