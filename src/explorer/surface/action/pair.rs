//! The panes, the keys and the actions of the screen Pair.

use crate::surface::Phrase;
use crate::surface::key::{BACK_AND_ON, Binding, FOLD, SILENT, bind, both, choose, here, hinted};

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
    /// Which parts of A are in B.
    Passages,
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
    pub const ALL: [View; 11] = [
        View::Differences,
        View::Passages,
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

    /// Its name in the settings.
    pub fn key_name(self) -> &'static str {
        self.about().0
    }

    /// Its name in the settings, its key, what it is called, and what it shows.
    #[rustfmt::skip]
    const fn about(self) -> (&'static str, &'static [&'static str], Phrase, Phrase) {
        match self {
            View::Differences => ("differences", &["v d"], ("Differences", "差异"), ("where the texts differ", "文本的不同之处")),
            View::Passages => ("passages", &["v p"], ("Passages", "段落"), ("the parts of A that are in B", "A 中见于 B 的部分")),
            View::Features => ("features", &["v f"], ("Features", "特征"), ("the features of A and B, those that differ first", "A 与 B 的特征，不同者在先")),
            View::Edits => ("edits", &["v e"], ("Edits", "编辑"), ("what edits of A do to its signature", "编辑 A 对签名的影响")),
            View::Lengths => ("lengths", &["v l"], ("Lengths", "长度"), ("how far an edit moves texts, by their length", "编辑使文本移动多远（按长度）")),
            View::Influence => ("influence", &["v i"], ("Influence", "影响"), ("how far A moves without each of its features", "去掉每个特征后 A 移动多远")),
            View::Measures => ("measures", &["v m"], ("Measures", "度量"), ("exact measures of the two texts", "两篇文本的精确度量")),
            View::Nearest => ("nearest", &["v n"], ("Nearest", "最近"), ("the documents nearest to B, as you type", "离 B 最近的文档，随输入更新")),
            View::Chain => ("chain", &["v c"], ("Chain", "链"), ("how the two come to share a group", "两者如何同组")),
            View::Recipes => ("recipes", &["v r"], ("Recipes", "配方"), ("how far apart A and B are under every recipe", "A 与 B 在每个配方下的距离")),
            View::Texts => ("texts", &["v t"], ("Several texts", "多文本"), ("several texts, one a line: all distances", "多个文本，每行一个：所有距离")),
        }
    }

    pub const fn name(self) -> Phrase {
        self.about().2
    }

    /// Its name where there is room for a few letters.
    pub fn short(self) -> Phrase {
        const EN: &str = "Diff Pass Feature Edits Length Influence Measure Near Chain Recipe Texts";
        (EN.split(' ').nth(self as usize).unwrap_or_default(), self.name().1)
    }

    /// What it shows.
    pub const fn shows(self) -> Phrase {
        self.about().3
    }
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
    /// Ask which document is B.
    AskB,
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

/// What its action is called.
const SHOW: Phrase = ("list below", "下方列表");

/// The lists, each by its key.
fn lists() -> Vec<Binding<Act>> {
    let choice = |view: View| {
        let (name, keys, _, shows) = view.about();
        (name, keys, Act::SetView(view), shows)
    };
    hinted(choose("pair.show", SHOW, View::ALL.map(choice)), View::ALL.map(View::name))
}

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    [
        bind("pair.type", &["i"], Act::Type, ("edit B, or A if it has the keys; Esc leaves the text", "编辑 B（选中 A 时编辑 A）；Esc 离开文本"), ("edit", "编辑")),
        hinted(both("pair.step-flip", [&["F"], &["f"]], Act::StepFlip, ("bit that differs", "不同的位"), BACK_AND_ON), [SILENT, ("flip", "翻转位")]),
        here(lists()),
        choose("pair.show", SHOW, [("next", &["v v"], Act::NextView, ("the next of these", "其中下一个"))]),
        bind("pair.toggle-fold", &["v z"], Act::ToggleFold, FOLD, ("fold", "折叠")),
        bind("pair.swap", &["v x"], Act::Swap, ("A and B change places", "A 与 B 互换"), ("swap", "互换")),
        bind("pair.ask-b", &["b"], Act::AskB, ("choose B: an id or words", "选择 B：编号或词"), ("choose B", "选 B")),
        bind("pair.ask-edit", &["v a"], Act::AskEdit, ("add an edit of your own to the list of edits", "在编辑列表中添加自定编辑"), ("add an edit", "添加编辑")),
        hinted(both("pair.step-edits", [&["v -"], &["v +"]], Act::StepEdits, ("words changed in each edit", "每次编辑改动的词"), [("one fewer", "少一词"), ("one more", "多一词")]), [("fewer", "少一词"), ("more words", "多一词")]),
        bind("pair.ask-seed", &["v #"], Act::AskSeed, ("seed of the random choices", "随机选择的种子"), ("seed", "种子")),
        bind("pair.take-lines", &["v L"], Act::TakeLines, ("each line of the text as a text of its own: all distances", "把文本的每一行作为一个文本：列出所有距离"), ("lines as texts", "按行拆分")),
        bind("pair.forget-edit", &["del"], Act::ForgetEdit, ("forget the selected edit, if it is your own", "删除所选的自定编辑"), SILENT),
        both("pair.step-difference", [&[], &[]], Act::StepDifference, ("difference of the texts", "文本的差异"), BACK_AND_ON),
    ]
    .concat()
}
