//! The keys and the actions of the view of Anatomy that goes step by step; each of them opens it.

use crate::surface::key::{Binding, SILENT, bind, bind_here};
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
pub const BINDINGS: &[Binding<Act>] = &[
    bind_here("steps.play", &["space"], Act::Play, ("step by step, from the text to the signature; there, play or pause", "逐步演示：从文本到签名；其中播放或暂停"), ("steps", "逐步")),
    bind("steps.whole-plus", &["shift-right"], Act::Whole(1), ("step by step: a whole feature, or stage, further; PgDn does too", "逐步演示：前进整个特征或阶段；PgDn 亦可"), SILENT),
    bind("steps.whole-minus", &["shift-left"], Act::Whole(-1), ("step by step: a whole feature, or stage, back; PgUp does too", "逐步演示：后退整个特征或阶段；PgUp 亦可"), SILENT),
    bind("steps.present", &["V"], Act::Present, ("presenter view: large cells, nothing around; again leaves it", "演示视图：大格，无边框；再按退出"), SILENT),
    bind("steps.step-pace-plus", &["v +"], Act::StepPace(1), ("play faster: first bit by bit, then feature by feature", "加快播放：先逐位，再逐个特征"), ("faster", "快")),
    bind("steps.step-pace-minus", &["v -"], Act::StepPace(-1), ("play slower", "放慢播放"), ("slower", "慢")),
    bind("steps.ask-step", &["v #"], Act::AskStep, ("go to a step by its number", "按步号跳转"), ("number", "步号")),
    bind("steps.go-stage-text", &["v 1"], Act::GoStage(Stage::Text), ("to the text", "到文本"), ("text", "文本")),
    bind("steps.go-stage-features", &["v 2"], Act::GoStage(Stage::Features), ("to the features", "到特征"), ("features", "特征")),
    bind("steps.go-stage-weights", &["v 3"], Act::GoStage(Stage::Weights), ("to the weights", "到权重"), ("weights", "权重")),
    bind("steps.go-stage-hashes", &["v 4"], Act::GoStage(Stage::Hashes), ("to the hashes", "到哈希"), ("hashes", "哈希")),
    bind("steps.go-stage-adding", &["v 5"], Act::GoStage(Stage::Adding), ("to the adding up", "到累加"), ("adding", "累加")),
    bind("steps.go-stage-sums", &["v 6"], Act::GoStage(Stage::Sums), ("to the sums", "到各位的累加值"), ("sums", "累加值")),
    bind("steps.go-stage-signs", &["v 7"], Act::GoStage(Stage::Signs), ("to the signs", "到符号"), ("signs", "符号")),
    bind("steps.go-stage-signature", &["v 8"], Act::GoStage(Stage::Signature), ("to the signature", "到签名"), ("signature", "签名")),
];
