//! The panes, the keys and the actions of the screen Judge.

use crate::surface::key::{Binding, SILENT, bind, bind_here};
use simscope_core::judgements::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// Both texts of the pair.
    #[default]
    Texts,
    /// What the judgements say of every k.
    Table,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Says whether the pair is right, and goes to the next.
    Judge(Verdict),
    /// A remark on the pair.
    Note,
    /// Takes back the last judgement.
    TakeBack,
    /// To the next pair, without a judgement.
    Skip,
    /// Fold what is equal.
    ToggleFold,
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind_here("judge.judge-yes", &["y"], Act::Judge(Verdict::Yes), ("these two are near-duplicates", "这两篇近似重复"), ("yes", "是")),
    bind_here("judge.judge-no", &["n"], Act::Judge(Verdict::No), ("these two are not", "这两篇不是近似重复"), ("no", "否")),
    bind_here("judge.judge-unsure", &["?"], Act::Judge(Verdict::Unsure), ("unsure: seen, and left open", "不确定：看过，但不判定"), ("unsure", "不确定")),
    bind("judge.note", &["i"], Act::Note, ("a note on this pair", "给此对写备注"), ("note", "备注")),
    bind_here("judge.take-back", &["u"], Act::TakeBack, ("take back the last judgement", "撤回上一次判定"), ("take back", "撤回")),
    bind("judge.skip", &["s"], Act::Skip, ("the next pair, without a judgement", "跳到下一对，不判定"), ("skip", "跳过")),
    bind("judge.toggle-fold", &["z"], Act::ToggleFold, ("fold what is equal, or show it", "折叠或展开相同部分"), SILENT),
];
