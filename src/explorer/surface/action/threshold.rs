//! The panes, the keys and the actions of the screen Threshold.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind, bind_here};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The groups at k.
    #[default]
    Groups,
    /// The members of the selected group.
    Members,
    /// What the groups have in common, counted.
    Facets,
    /// Pairs at the distances that k decides about.
    Border,
    /// The selected one of them.
    Pair,
    /// Which k, and why.
    Advice,
    /// Pairs by distance.
    Histogram,
    /// One row for every k.
    Sweep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Linear or logarithmic bars.
    ToggleLog,
    /// k to the advised one.
    GoAdvised,
    /// k to the best F1.
    GoBest,
    /// Sorts the list that has the keys, groups or pairs.
    Sort(Sorting<&'static str>),
    /// Sorts the members by this column; again reverses.
    SortMembers(Member),
    /// Shows the facets, or hides them.
    ToggleFacets,
    /// Other pairs at the border.
    Reseed,
    /// Groups of confirmed pairs, or by connection.
    Verify,
    /// The next of the views below: groups, border, advice.
    NextView,
    /// The group is accepted as the rule has it, or no longer.
    Accept,
    /// The group is left as it is, or no longer.
    Leave,
    /// The group is to be decided later, or no longer.
    Later,
    /// The member stays, by hand, or as the rule has it.
    Choose,
    /// The member leaves its group, or comes back.
    Exclude,
    /// Take the group apart.
    AskSplit,
    /// Which document of a group stays.
    AskRule,
    /// Write the kept records.
    AskWrite,
    /// To the next group about which nothing was said.
    NextUndecided,
    /// τ up or down by a step.
    StepTau(i8),
}

/// A column of the members by which they are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Member {
    /// The order of the group.
    Number,
    Id,
    /// The distance to the member at this place in the group, from 0; where it is decided what stays, its fate.
    Distance(u32),
}

impl Act {
    /// Whether it is about what stays and goes.
    pub fn decides(self) -> bool {
        use Act::*;
        matches!(self, Accept | Choose | Exclude | AskSplit | AskRule | AskWrite | NextUndecided)
    }
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("threshold.toggle-log", &["H"], Act::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
    bind("threshold.next-view", &["o"], Act::NextView, ("groups, the border, advice, or deciding", "分组、取决于 k 的文档对、建议或去留"), ("view", "视图")),
    bind("threshold.go-advised", &["v"], Act::GoAdvised, ("k to the one advised for pairs; again for groups", "k 到按文档对建议的值；再按到按分组建议的值"), ("advised k", "建议的 k")),
    bind("threshold.go-best", &["b"], Act::GoBest, ("k to the best F1", "k 到最佳 F1"), ("best F1", "最佳 F1")),
    bind("threshold.verify", &["V"], Act::Verify, ("confirm: groups of pairs within k that share τ of their word pairs", "确认：按距离在 k 内且相邻字词对重合达 τ 的文档对分组"), ("confirm", "确认")),
    bind("threshold.accept", &["a"], Act::Accept, ("the group is decided as the rule has it; again: undecided", "接受该组按规则处理；再按恢复未决定"), ("accept", "接受")),
    bind("threshold.leave", &["A"], Act::Leave, ("all documents of the group stay; again: undecided", "该组全部保留；再按恢复未决定"), SILENT),
    bind("threshold.later", &["z"], Act::Later, ("decide about the group later; until then all stay", "该组待定；决定之前全部保留"), SILENT),
    bind("threshold.choose", &["space"], Act::Choose, ("the member stays, by hand; again: as the rule has it", "手动保留该成员；再按恢复按规则"), ("keep", "保留")),
    bind("threshold.exclude", &["X"], Act::Exclude, ("take the member out of its group: it stays", "将该成员移出所在组：保留"), ("exclude", "排除")),
    bind("threshold.ask-split", &["P"], Act::AskSplit, ("take the group apart: at its widest gap, around leaders, or at a lower k", "拆分该组：在最大间隙处、按代表或按更小的 k"), ("take apart", "拆分")),
    bind("threshold.ask-rule", &["K"], Act::AskRule, ("which document of each group stays", "每组保留哪一篇"), ("rule", "规则")),
    bind("threshold.ask-write", &["E"], Act::AskWrite, ("write the records that stay, and which were dropped because of which", "写出保留的记录，以及各篇因哪篇而去除"), ("write", "写出")),
    bind("threshold.next-undecided", &["U"], Act::NextUndecided, ("to the next group that is undecided", "到下一个未决定的组"), ("next undecided", "下一未决定")),
    bind("threshold.next-sort", &["s"], Act::Sort(Sorting::Next), ("sort the list by the next column: groups, members or pairs", "按下一列排序：组、成员或文档对"), ("sort", "排序")),
    bind("threshold.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the list", "反转列表的顺序"), SILENT),
    bind("threshold.toggle-facets", &["f"], Act::ToggleFacets, ("facets: what the groups have in common, to filter by; or hide them", "分面：按各组的共同点筛选；再按隐藏"), ("facets", "分面")),
    bind("threshold.reseed", &["O"], Act::Reseed, ("other pairs at the border", "换一批取决于 k 的文档对"), SILENT),
    bind_here("threshold.step-tau-minus", &["T"], Act::StepTau(-1), ("τ down: less in common confirms a pair", "减小 τ：重合较少也算确认"), SILENT),
    bind_here("threshold.step-tau-plus", &["t"], Act::StepTau(1), ("τ up: confirmed pairs must have more in common", "增大 τ：确认须重合更多"), ("τ", "τ")),
];
