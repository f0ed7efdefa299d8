//! The panes, the keys and the actions of the screen Threshold.

use crate::tui::surface::key::{Binding, SILENT, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The groups at k.
    #[default]
    Groups,
    /// The members of the selected group.
    Members,
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
    /// Other pairs at the border.
    Reseed,
    /// Groups of verified pairs, or by connection.
    Verify,
    /// The next of the views below: groups, border, advice.
    NextView,
    /// τ up or down by a step.
    StepTau(i8),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind(&["L"], Act::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
    bind(&["o"], Act::NextView, ("below: groups, the border, or advice", "下方显示分组、边界或建议"), ("view", "视图")),
    bind(&["v"], Act::GoAdvised, ("k to the one advised for pairs; again for groups", "k 到就文档对建议的值；再按到就分组建议的值"), ("advised k", "建议的 k")),
    bind(&["b"], Act::GoBest, ("k to the best F1", "k 到最佳 F1"), ("best F1", "最佳 F1")),
    bind(&["V"], Act::Verify, ("verify: groups of pairs within k that share τ of their word pairs", "核实：按距离在 k 内且相邻词对重合达 τ 的文档对分组"), ("verify", "核实")),
    bind(&["S"], Act::Reseed, ("other pairs at the border", "换一批边界上的文档对"), SILENT),
    bind(&[","], Act::StepTau(-1), ("τ down: pairs count as right with less in common", "减小 τ：重合较少也算真对"), SILENT),
    bind(&["."], Act::StepTau(1), ("τ up: right pairs must have more in common", "增大 τ：真对须重合更多"), ("τ", "τ")),
];
