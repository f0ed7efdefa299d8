//! The panes, the keys and the actions of the place Clean.

use crate::surface::key::{BACK_AND_ON, Binding, FOLD, SILENT, bind, both, choose, here, hinted, step_tau};
use simscope_core::judgements::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The differences of the corpus, and whether they matter.
    #[default]
    Differences,
    /// The pairs that have the selected one.
    Pairs,
    /// The text that goes, and the one that stays.
    Pair,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Says whether one of the two may go because of the other, and goes to the next.
    Judge(Verdict),
    /// The next pair, or the one before.
    Step(i8),
    /// Asks for a promise, and draws pairs for it.
    Promise,
    /// The most doubtful first, or drawn at random.
    Shuffle,
    /// Says that the selected difference matters, or does not; then the opposite, then nothing.
    Flip,
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
pub fn bindings() -> Vec<Binding<Act>> {
    here([
        bind("clean.matters", &["m"], Act::Flip, ("whether the selected difference matters: not as the row shows, then so, then no answer", "所选差异是否要紧：先与此行所示相反，再与之相同，再撤销回答"), ("matters?", "要紧？")),
        hinted(choose("clean.judge", ("the text that goes, and the one that stays", "将去除与将保留的文本"), [
            ("yes", &["y"], Act::Judge(Verdict::Yes), ("right, it may go", "对，可去除")),
            ("no", &["n"], Act::Judge(Verdict::No), ("wrong, both stay", "不对，都保留")),
        ]), [("goes", "去除"), ("stays", "保留")]),
        bind("clean.ask-write", &["w"], Act::AskWrite, ("write what stays, what goes and why, and what is held", "写出保留的、去除的及原因、暂留的"), ("write", "写出")),
        hinted(both("clean.step", [&["v p"], &["space"]], Act::Step, ("pair", "文本对"), BACK_AND_ON), [("pair before", "上一对"), ("next", "下一对")]),
        bind("clean.swap", &["K"], Act::Swap, ("the other one stays: what goes comes first, and stays", "改留另一篇：让将去除的优先并保留"), ("who stays", "留哪篇")),
        bind("clean.apart", &["X"], Act::Apart, ("take the group apart: all its texts stay", "拆开该组：其文本全部保留"), SILENT),
        bind("clean.promise", &["v r"], Act::Promise, ("draw pairs for a promise: by your answers at least 95 or 90 % of what goes is right", "为保证抽取文本对：依您的判断，去除的至少 95 % 或 90 % 正确"), ("promise", "保证")),
        bind("clean.shuffle", &["v e"], Act::Shuffle, ("pairs at random, which the estimate needs; or the most doubtful first", "随机抽取（估计所需）；或最可疑的在先"), ("at random", "随机")),
        bind("clean.toggle-fold", &["v z"], Act::ToggleFold, FOLD, ("fold", "折叠")),
        step_tau("clean.step-tau", Act::StepTau),
    ]
    .concat())
}
