//! The panes, the keys and the actions of the screen Pair.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    TextA,
    /// The text that `i` edits, unless A has the keys.
    #[default]
    TextB,
    /// Both signatures and sums on one grid.
    Bits,
    /// One of the lists of [`View`].
    List,
}

/// A list below the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// Where the texts differ.
    #[default]
    Differences,
    /// The features of both, with their weights.
    Features,
    /// What edits of A do.
    Edits,
    /// How far an edit moves a text, by its length.
    Lengths,
    /// What leaving out each feature of A does.
    Influence,
    /// All measures.
    Measures,
    /// The documents nearest to B.
    Nearest,
    /// How two documents come to share a group.
    Chain,
    /// How far apart the texts are under every recipe.
    Recipes,
    /// The distances of several texts, one a line.
    Texts,
}

impl View {
    /// All of them, in the order of `v`.
    pub const ALL: [View; 10] = [
        View::Differences,
        View::Features,
        View::Edits,
        View::Lengths,
        View::Influence,
        View::Measures,
        View::Nearest,
        View::Chain,
        View::Recipes,
        View::Texts,
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The keys go into a text.
    Type,
    /// To the next lower bit (1) that differs, or the next higher (−1).
    StepFlip(i8),
    /// To the next (1) or the previous (−1) place where the texts differ.
    StepDifference(i8),
    /// Fold what is equal.
    ToggleFold,
    /// A and B change places.
    Swap,
    NextView,
    SetView(View),
    /// Sorts the list that is shown: by a column where it has several orders, else in its other order.
    Sort(Sorting<&'static str>),
    /// Ask for an edit of the user's own.
    AskEdit,
    /// Forget an edit of the user's own.
    ForgetEdit,
    /// One word more (1) or fewer (−1) an edit.
    StepEdits(i8),
    /// Ask for the seed of the random choices.
    AskSeed,
    /// Each line of the text becomes a text of its own.
    TakeLines,
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("pair.type", &["i"], Act::Type, ("edit B, or A if it has the keys; Esc leaves the text", "编辑 B（选中 A 时编辑 A）；Esc 离开文本"), ("edit", "编辑")),
    bind("pair.step-flip-plus", &["f"], Act::StepFlip(1), ("next bit that differs", "下一个不同的位"), ("flip", "翻转位")),
    bind("pair.step-flip-minus", &["F"], Act::StepFlip(-1), ("previous bit that differs", "上一个不同的位"), SILENT),
    bind("pair.next-view", &["v", "o"], Act::NextView, ("next list: differences, features, edits, lengths, influence, measures, nearest, chain, recipes, several texts", "下一列表：差异、特征、编辑、长度、影响、度量、最近、链、配方、多文本"), ("view", "视图")),
    bind("pair.step-difference-plus", &["d"], Act::StepDifference(1), ("next difference of the texts", "文本的下一处差异"), ("difference", "差异")),
    bind("pair.step-difference-minus", &["a"], Act::StepDifference(-1), ("previous difference of the texts", "文本的上一处差异"), SILENT),
    bind("pair.toggle-fold", &["z"], Act::ToggleFold, ("fold what is equal, or show it", "折叠或展开相同部分"), ("fold", "折叠")),
    bind("pair.swap", &["X"], Act::Swap, ("A and B change places", "A 与 B 互换"), ("swap", "互换")),
    bind("pair.next-sort", &["s"], Act::Sort(Sorting::Next), ("the next order of the list", "列表的下一种次序"), SILENT),
    bind("pair.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the list", "反转列表的次序"), SILENT),
    bind("pair.ask-edit", &["E"], Act::AskEdit, ("add an edit of your own to the list of edits", "在编辑列表中添加自定编辑"), SILENT),
    bind("pair.forget-edit", &["del"], Act::ForgetEdit, ("forget the selected edit, if it is your own", "删除所选的自定编辑"), SILENT),
    bind("pair.step-edits-plus", &[], Act::StepEdits(1), ("one word more in each edit", "每次编辑多改一词"), SILENT),
    bind("pair.step-edits-minus", &[], Act::StepEdits(-1), ("one word fewer in each edit", "每次编辑少改一词"), SILENT),
    bind("pair.ask-seed", &["#"], Act::AskSeed, ("seed of the random choices", "随机选择的种子"), SILENT),
    bind("pair.take-lines", &["M"], Act::TakeLines, ("each line of the text as a text of its own: all distances", "把文本的每一行作为一个文本：列出所有距离"), SILENT),
];
