//! The panes, the keys and the actions of the screen Threshold.

use crate::surface::key::{Binding, SILENT, bind, bind_here};
use simscope_core::judgements::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The groups at k.
    #[default]
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
    /// The next of the views below: groups, pairs, recipes.
    NextView,
    ShowGroups,
    ShowPairs,
    ShowRecipes,
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

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind_here("threshold.show-pairs", &["p", "v p"], Act::ShowPairs, ("the pairs at k and k + 1", "k 与 k + 1 处的文档对"), ("pairs", "文档对")),
    bind("threshold.show-groups", &["v g"], Act::ShowGroups, ("the groups at k", "此 k 的分组"), ("groups", "分组")),
    bind("threshold.show-recipes", &["v r"], Act::ShowRecipes, ("two recipes side by side", "两个配方并列"), ("two recipes", "两个配方")),
    bind("threshold.verify", &["v c"], Act::Verify, ("groups of confirmed pairs: within k, and τ of their word pairs agree; again: all within k", "只按确认的文档对分组：距离在 k 内且相邻字词对重合达 τ；再按恢复"), ("confirmed only", "仅确认")),
    bind("threshold.reseed", &["v o"], Act::Reseed, ("other pairs; of two recipes those that only A, only B, or either sees", "换一批文档对；两个配方时依次列出只有 A、只有 B、任一方看到的"), ("other pairs", "换一批")),
    bind("threshold.toggle-log", &["v l"], Act::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
    bind_here("threshold.step-tau-plus", &["t +"], Act::StepTau(1), ("τ up: confirmed pairs must have more in common", "增大 τ：确认须重合更多"), ("τ up: more must agree", "增大 τ：须重合更多")),
    bind_here("threshold.step-tau-minus", &["t -"], Act::StepTau(-1), ("τ down: less in common confirms a pair", "减小 τ：重合较少也算确认"), ("τ down", "减小 τ")),
    bind_here("threshold.judge-yes", &["y"], Act::Judge(Verdict::Yes), ("pairs: these two are near-duplicates; elsewhere copy", "文档对：这两篇近似重复；其他视图则复制"), ("yes", "是")),
    bind_here("threshold.judge-no", &["n"], Act::Judge(Verdict::No), ("pairs: these two are not; elsewhere the next row", "文档对：这两篇不是；其他视图则到下一行"), ("no", "否")),
    bind("threshold.next-view", &["v v"], Act::NextView, ("the next view: groups, pairs at a distance, or two recipes", "下一视图：分组、某距离的文档对或两个配方"), SILENT),
];
