//! The panes, the keys and the actions of the place Clean.

use crate::surface::key::{Binding, SILENT, bind_here};
use simscope_core::judgements::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The kinds of difference, and what becomes of the texts of each.
    #[default]
    Kinds,
    /// The text that goes, and the one that stays.
    Pair,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Says whether one of the two may go because of the other, and goes to the next.
    Judge(Verdict),
    /// The next pair, or the one before.
    Step(i8),
    /// The most doubtful first, or drawn at random.
    Shuffle,
    /// Texts of this kind go, or stay.
    Allow(bool),
    /// The text that goes stays, and comes before the other.
    Swap,
    /// All texts of the group stay.
    Apart,
    /// Write what stays, and the tables.
    AskWrite,
    /// Fold what is equal.
    ToggleFold,
    /// τ up or down by a step.
    StepTau(i8),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind_here("clean.goes", &["y"], Act::Judge(Verdict::Yes), ("right: the text may go because of the one that stays", "对：该文本可因保留的文本而去除"), ("goes", "去除")),
    bind_here("clean.stays", &["n"], Act::Judge(Verdict::No), ("wrong: both texts stay", "不对：两篇都保留"), ("stays", "保留")),
    bind_here("clean.next", &["space"], Act::Step(1), ("the next pair", "下一对"), ("next", "下一对")),
    bind_here("clean.ask-write", &["w"], Act::AskWrite, ("write what stays, what goes and why, and what is held", "写出保留的、去除的及原因、暂留的"), ("write", "写出")),
    bind_here("clean.swap", &["K"], Act::Swap, ("the other one stays: what goes comes first, and stays", "改留另一篇：让将去除的优先并保留"), ("who stays", "留哪篇")),
    bind_here("clean.allow", &["A"], Act::Allow(true), ("all texts of this kind go", "该类文本全部去除"), ("kind goes", "此类去除")),
    bind_here("clean.hold", &["D"], Act::Allow(false), ("all texts of this kind stay", "该类文本全部保留"), ("kind stays", "此类保留")),
    bind_here("clean.apart", &["X"], Act::Apart, ("take the group apart: all its texts stay", "拆开该组：其文本全部保留"), SILENT),
    bind_here("clean.shuffle", &["v r"], Act::Shuffle, ("pairs at random, which the estimate needs; or the most doubtful first", "随机抽取（估计所需）；或最可疑的在先"), ("at random", "随机")),
    bind_here("clean.toggle-fold", &["v z"], Act::ToggleFold, ("fold what is equal, or show it", "折叠或展开相同部分"), ("fold", "折叠")),
    bind_here("clean.previous", &["v p"], Act::Step(-1), ("the pair before; Left does too", "上一对；左键亦可"), ("pair before", "上一对")),
    bind_here("clean.step-tau-plus", &["t +"], Act::StepTau(1), ("τ up: confirmed pairs must have more in common", "增大 τ：确认须重合更多"), ("τ up: more must agree", "增大 τ：须重合更多")),
    bind_here("clean.step-tau-minus", &["t -"], Act::StepTau(-1), ("τ down: less in common confirms a pair", "减小 τ：重合较少也算确认"), ("τ down", "减小 τ")),
];
