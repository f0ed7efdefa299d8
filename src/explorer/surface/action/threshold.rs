//! The panes, the keys and the actions of the screen Threshold.

use crate::surface::Phrase;
use crate::surface::key::{Binding, bind, choose, here, hinted, step_tau};
use simscope_core::judgements::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// What joins at which distance.
    #[default]
    Tree,
    /// The groups at k.
    Groups,
    /// The members of the selected group.
    Members,
    /// Pairs at the distances that k decides about.
    Border,
    /// The selected one of them, or of those that only one recipe sees.
    Pair,
    /// The pairs that only one of two recipes sees.
    Recipes,
    /// Pairs by distance, and one row for every k.
    Sweep,
}

/// The panes below the histogram and the table of every k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Below {
    /// The tree, the groups at k and their members.
    #[default]
    Groups,
    /// The pairs at k and k + 1, or at another distance.
    Border,
    /// What only one of two recipes sees.
    Recipes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Linear or logarithmic bars.
    ToggleLog,
    /// k to the advised one.
    GoAdvised,
    /// Sorts the list that has the keys, groups or pairs.
    Sort(&'static str),
    /// Sorts the members by this column; again reverses.
    SortMembers(Member),
    /// Other pairs at the border; of two recipes those that only the other one sees.
    Reseed,
    /// Groups of confirmed pairs, or by connection.
    Verify,
    Show(Below),
    /// The next pane below.
    NextView,
    /// The keys go to this pane.
    Focus(Pane),
    /// All distances, or those that matter.
    ToggleWhole,
    /// Says whether the selected pair is one of near-duplicates; copies or steps, where no pairs are shown.
    Judge(Verdict),
    /// The second recipe and that of the corpus change places.
    Swap,
    /// τ up or down by a step.
    StepTau(i8),
}

/// A column of the members by which they are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Member {
    /// The order of the group.
    Number,
    Id,
    /// The distance to the member at this place in the group, from 0.
    Distance(u32),
}

/// The panes below.
const SHOW: Phrase = ("show", "显示");

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    [
        here(hinted(choose("threshold.show", SHOW, [
            ("pairs", &["p", "v p"], Act::Show(Below::Border), ("pairs at the border, k and k + 1", "边界（k 与 k + 1）处的文档对")),
            ("tree", &["v t"], Act::Focus(Pane::Tree), ("the tree", "树")),
            ("groups", &["v g"], Act::Focus(Pane::Groups), ("groups at k", "此 k 的分组")),
            ("recipes", &["v r"], Act::Show(Below::Recipes), ("two recipes side by side", "两个配方并列")),
        ]), [("pairs", "文档对"), ("tree", "树"), ("groups", "分组"), ("two recipes", "两个配方")])),
        choose("threshold.show", SHOW, [
            ("next", &["v v"], Act::NextView, ("the next of these", "其中下一个")),
            ("table", &["v k"], Act::Focus(Pane::Sweep), ("every k in counts", "每个 k 的对数与组数")),
        ]),
        bind("threshold.verify", &["v c"], Act::Verify, ("groups of confirmed pairs: within k, and τ of their word pairs agree; again: all within k", "只按确认的文档对分组：距离在 k 内且相邻字词对重合达 τ；再按恢复"), ("confirmed only", "仅确认")),
        bind("threshold.reseed", &["v o"], Act::Reseed, ("other pairs; of two recipes those that only A, only B, or either sees", "换一批文档对；两个配方时依次列出只有 A、只有 B、任一方看到的"), ("other pairs", "换一批")),
        bind("threshold.toggle-whole", &["z"], Act::ToggleWhole, ("all distances, or those that matter", "全部距离，或只看要紧的"), ("all distances", "全部距离")),
        bind("threshold.toggle-log", &["v l"], Act::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
        here(step_tau("threshold.step-tau", Act::StepTau)),
        here(hinted(choose("threshold.judge", ("the two of a pair are near-duplicates", "一对中的两篇近似重复"), [
            ("yes", &["y"], Act::Judge(Verdict::Yes), ("yes (elsewhere copy)", "是（其他视图则复制）")),
            ("no", &["n"], Act::Judge(Verdict::No), ("no (elsewhere the next row)", "不是（其他视图则到下一行）")),
        ]), [("yes", "是"), ("no", "否")])),
    ]
    .concat()
}
