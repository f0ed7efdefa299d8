//! The panes, the keys and the actions of the screen Pair.

use crate::surface::key::{Binding, SILENT, bind, bind_here};

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
    Sort(&'static str),
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
    bind("pair.next-view", &["v v"], Act::NextView, ("next list", "下一列表"), SILENT),
    bind("pair.show-differences", &["v d"], Act::SetView(View::Differences), ("where the texts differ", "文本的不同之处"), ("differences", "差异")),
    bind("pair.show-features", &["v f"], Act::SetView(View::Features), ("the features of both texts", "两篇文本的特征"), ("features", "特征")),
    bind("pair.show-edits", &["v e"], Act::SetView(View::Edits), ("what edits of A do to its signature", "编辑 A 对签名的影响"), ("edits", "编辑")),
    bind("pair.show-lengths", &["v l"], Act::SetView(View::Lengths), ("how far an edit moves a text, by its length", "一次编辑使文本移动多远（按长度）"), ("lengths", "长度")),
    bind("pair.show-influence", &["v i"], Act::SetView(View::Influence), ("what leaving out each feature of A does", "去掉 A 的每个特征的影响"), ("influence", "影响")),
    bind_here("pair.show-measures", &["v m"], Act::SetView(View::Measures), ("all measures of the two texts", "两篇文本的全部度量"), ("measures", "度量")),
    bind_here("pair.show-nearest", &["v n"], Act::SetView(View::Nearest), ("the documents nearest to B", "离 B 最近的文档"), ("nearest", "最近")),
    bind("pair.show-chain", &["v c"], Act::SetView(View::Chain), ("how the two come to share a group", "两者如何同组"), ("chain", "链")),
    bind("pair.show-recipes", &["v r"], Act::SetView(View::Recipes), ("how far apart they are under every recipe", "在每个配方下的距离"), ("recipes", "配方")),
    bind("pair.show-texts", &["v t"], Act::SetView(View::Texts), ("several texts, one a line: all distances", "多个文本，每行一个：所有距离"), ("texts", "多文本")),
    bind("pair.toggle-fold", &["v z"], Act::ToggleFold, ("fold what is equal, or show it", "折叠或展开相同部分"), ("fold", "折叠")),
    bind("pair.swap", &["v x"], Act::Swap, ("A and B change places", "A 与 B 互换"), ("swap", "互换")),
    bind("pair.ask-edit", &["v a"], Act::AskEdit, ("add an edit of your own to the list of edits", "在编辑列表中添加自定编辑"), ("add an edit", "添加编辑")),
    bind("pair.step-edits-plus", &["v +"], Act::StepEdits(1), ("one word more in each edit", "每次编辑多改一词"), ("more words", "多一词")),
    bind("pair.step-edits-minus", &["v -"], Act::StepEdits(-1), ("one word fewer in each edit", "每次编辑少改一词"), ("fewer", "少一词")),
    bind("pair.ask-seed", &["v #"], Act::AskSeed, ("seed of the random choices", "随机选择的种子"), ("seed", "种子")),
    bind("pair.take-lines", &["v L"], Act::TakeLines, ("each line of the text as a text of its own: all distances", "把文本的每一行作为一个文本：列出所有距离"), ("lines as texts", "按行拆分")),
    bind("pair.forget-edit", &["del"], Act::ForgetEdit, ("forget the selected edit, if it is your own", "删除所选的自定编辑"), SILENT),
    bind("pair.step-difference-plus", &[], Act::StepDifference(1), ("next difference of the texts", "文本的下一处差异"), SILENT),
    bind("pair.step-difference-minus", &[], Act::StepDifference(-1), ("previous difference of the texts", "文本的上一处差异"), SILENT),
];
