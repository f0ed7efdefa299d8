//! The panes, the keys and the actions of the screen Threshold.

use super::Sorting;
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
    Sort(Sorting<&'static str>),
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
    /// Choose the second recipe.
    ChooseBeside,
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
    bind("threshold.toggle-log", &["H"], Act::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
    bind("threshold.next-view", &["o"], Act::NextView, ("the next view: groups, pairs at a distance, or two recipes", "下一视图：分组、某距离的文档对或两个配方"), ("view", "视图")),
    bind("threshold.show-groups", &[], Act::ShowGroups, ("the groups at k", "此 k 的分组"), SILENT),
    bind_here("threshold.show-pairs", &["p"], Act::ShowPairs, ("the pairs at k and k + 1", "k 与 k + 1 处的文档对"), ("pairs", "文档对")),
    bind("threshold.show-recipes", &[], Act::ShowRecipes, ("two recipes side by side", "两个配方并列"), SILENT),
    bind("threshold.go-advised", &["@", "v"], Act::GoAdvised, ("k to the advised one; why, where none is", "k 到建议的值；没有建议时说明原因"), ("advised k", "建议的 k")),
    bind_here("threshold.judge-yes", &["y"], Act::Judge(Verdict::Yes), ("pairs: these two are near-duplicates; elsewhere copy", "文档对：这两篇近似重复；其他视图则复制"), ("yes", "是")),
    bind_here("threshold.judge-no", &["n"], Act::Judge(Verdict::No), ("pairs: these two are not; elsewhere the next row", "文档对：这两篇不是；其他视图则到下一行"), ("no", "否")),
    bind("threshold.verify", &["V"], Act::Verify, ("groups of confirmed pairs: within k, and τ of their word pairs agree; again: all within k", "只按确认的文档对分组：距离在 k 内且相邻字词对重合达 τ；再按恢复"), ("confirmed", "确认")),
    bind("threshold.choose-beside", &["B"], Act::ChooseBeside, ("choose the second recipe", "选择第二配方"), ("recipe B", "配方 B")),
    bind("threshold.swap", &[], Act::Swap, ("the two recipes change places", "两个配方互换"), SILENT),
    bind("threshold.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort the list by the next column: groups, members or pairs", "按下一列排序：组、成员或文档对"), ("sort", "排序")),
    bind("threshold.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the list", "反转列表的顺序"), SILENT),
    bind("threshold.reseed", &["O"], Act::Reseed, ("other pairs; of two recipes those that only A, only B, or either sees", "换一批文档对；两个配方时依次列出只有 A、只有 B、任一方看到的"), SILENT),
    bind_here("threshold.step-tau-minus", &["T"], Act::StepTau(-1), ("τ down: less in common confirms a pair", "减小 τ：重合较少也算确认"), SILENT),
    bind_here("threshold.step-tau-plus", &["t"], Act::StepTau(1), ("τ up: confirmed pairs must have more in common", "增大 τ：确认须重合更多"), ("τ", "τ")),
];
