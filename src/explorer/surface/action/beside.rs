//! The panes, the keys and the actions of the screen Beside.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The pairs that only one recipe sees.
    #[default]
    Differing,
    /// The document under the recipe of the corpus.
    SideA,
    /// The document under the second recipe.
    SideB,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Back to the anatomy under one recipe.
    Leave,
    /// Choose the second recipe.
    Choose,
    /// The second recipe and that of the corpus change places.
    Swap,
    /// Which pairs that only one recipe sees are listed.
    NextListed,
    /// Sorts the pairs.
    Sort(Sorting<&'static str>),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("beside.leave", &["b"], Act::Leave, ("back to the anatomy under one recipe", "回到单个配方的解剖"), ("back", "返回")),
    bind("beside.choose", &["B"], Act::Choose, ("choose the second recipe", "选择第二配方"), ("recipe B", "配方 B")),
    bind("beside.swap", &["X"], Act::Swap, ("the two recipes change places", "两个配方互换"), ("swap", "互换")),
    bind("beside.next-listed", &["o"], Act::NextListed, ("list pairs within k under A only, under B only, or both lists", "列出只在 A 下、只在 B 下、或两者各自独有的文档对"), ("which pairs", "哪些对")),
    bind("beside.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort the pairs by the next column", "文档对按下一列排序"), ("sort", "排序")),
    bind("beside.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the pairs", "反转文档对的顺序"), SILENT),
];
