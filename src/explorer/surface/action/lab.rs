//! The panes, the keys and the actions of the screen Lab.

use crate::surface::key::{Binding, SILENT, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The editor of A.
    TextA,
    /// The editor of B.
    TextB,
    /// What edits do, features, bits, or what differs.
    Effects,
    /// How far an edit moves a text, by its length.
    Curve,
}

/// A list of the pane [`Pane::Effects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// What edits do.
    #[default]
    Edits,
    /// What leaving out each feature does.
    Influence,
    /// How near each bit is to flipping.
    Bits,
    /// What differs between the texts: features, and sums that changed sides.
    Changes,
    /// How far apart the texts are under every recipe.
    Recipes,
    /// The documents nearest to B.
    Near,
    /// The distances of several texts, one a line.
    Texts,
}

impl View {
    /// All of them, in the order of `o`.
    pub const ALL: [View; 7] =
        [View::Edits, View::Influence, View::Bits, View::Changes, View::Recipes, View::Near, View::Texts];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The keys go into a text.
    Type,
    NextView,
    SetView(View),
    /// Each line of the text becomes a text of its own.
    TakeLines,
    /// The other order of the list.
    ToggleOrder,
    /// Ask for an edit of the user's own.
    AskEdit,
    /// Forget an edit of the user's own.
    ForgetEdit,
    /// One word more (1) or fewer (−1) an edit.
    StepEdits(i8),
    /// Ask for the seed of the random choices.
    AskSeed,
    /// The length curve as a plot or as a table.
    ToggleCurve,
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("lab.type", &["i"], Act::Type, ("type into the text; Esc leaves it", "在文本中输入；Esc 离开"), SILENT),
    bind("lab.next-view", &["o"], Act::NextView, ("edits, influence, bits, what differs, recipes, nearest documents, texts", "编辑、影响、位、差异、配方、最近文档、多文本"), ("view", "视图")),
    bind("lab.ask-edit", &["a"], Act::AskEdit, ("add an edit of your own", "添加自定编辑"), ("add edit", "加编辑")),
    bind("lab.forget-edit", &["d", "del"], Act::ForgetEdit, ("forget the selected edit, if it is your own", "删除所选的自定编辑"), SILENT),
    bind("lab.step-edits-plus", &[], Act::StepEdits(1), ("one word more in each edit", "每次编辑多改一词"), SILENT),
    bind("lab.step-edits-minus", &[], Act::StepEdits(-1), ("one word fewer in each edit", "每次编辑少改一词"), SILENT),
    bind("lab.toggle-curve", &["v"], Act::ToggleCurve, ("length curve as a plot or a table", "长度曲线：图或表"), ("plot/table", "图/表")),
    bind("lab.toggle-order", &["s"], Act::ToggleOrder, ("order of the list: largest effect first, or in place", "列表次序：影响大者在先或按位置"), ("order", "次序")),
    bind("lab.take-lines", &["M"], Act::TakeLines, ("each line of the text as a text of its own: all distances", "把文本的每一行作为一个文本：列出所有距离"), ("lines", "按行")),
    bind("lab.ask-seed", &["S"], Act::AskSeed, ("seed of the random choices", "随机选择的种子"), ("seed", "种子")),
];
