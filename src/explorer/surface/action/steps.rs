//! The keys and the actions of the view of Anatomy that goes step by step; each of them opens it.

use crate::surface::key::{Binding, SILENT, bind, both, choose, here, hinted_by_words};
use simscope_core::simhash::steps::Stage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Plays, or pauses.
    Play,
    /// To the end of the next (1) or the previous (−1) larger step: a whole feature, a whole stage.
    Whole(i8),
    /// Plays faster (1) or slower (−1).
    StepPace(i8),
    /// Asks for the number of a step.
    AskStep,
    /// Large and bare, for a projector; or as before.
    Present,
    GoStage(Stage),
}

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    [
        here(bind("steps.play", &["space"], Act::Play, ("step by step, from the text to the signature; there, play or pause", "逐步演示：从文本到签名；其中播放或暂停"), ("steps", "逐步"))),
        both("steps.whole", [&["shift-left"], &["shift-right"]], Act::Whole, ("step by step, a whole feature or stage", "逐步演示：整个特征或阶段"), [("back (PgUp does too)", "后退（PgUp 亦可）"), ("further (PgDn does too)", "前进（PgDn 亦可）")]),
        bind("steps.present", &["V"], Act::Present, ("presenter view: large cells, nothing around; again leaves it", "演示视图：大格，无边框；再按退出"), SILENT),
        hinted_by_words(both("steps.step-pace", [&["v -"], &["v +"]], Act::StepPace, ("play", "播放"), [("slower", "慢"), ("faster", "快")])),
        bind("steps.ask-step", &["v #"], Act::AskStep, ("go to a step by its number", "按步号跳转"), ("number", "步号")),
        hinted_by_words(choose("steps.go-stage", ("to a stage", "到阶段"), [
            ("text", &["v 1"], Act::GoStage(Stage::Text), ("text", "文本")),
            ("features", &["v 2"], Act::GoStage(Stage::Features), ("features", "特征")),
            ("weights", &["v 3"], Act::GoStage(Stage::Weights), ("weights", "权重")),
            ("hashes", &["v 4"], Act::GoStage(Stage::Hashes), ("hashes", "哈希")),
            ("adding", &["v 5"], Act::GoStage(Stage::Adding), ("adding", "累加")),
            ("sums", &["v 6"], Act::GoStage(Stage::Sums), ("sums", "累加值")),
            ("signs", &["v 7"], Act::GoStage(Stage::Signs), ("signs", "符号")),
            ("signature", &["v 8"], Act::GoStage(Stage::Signature), ("signature", "签名")),
        ])),
    ]
    .concat()
}
