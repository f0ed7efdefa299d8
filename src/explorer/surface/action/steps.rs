//! The pane, the keys and the actions of the screen Steps.

use crate::surface::key::{Binding, SILENT, bind};
use simscope_core::simhash::steps::Stage;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// Features, sums and signature on one grid.
    #[default]
    Grid,
    /// The text, where there is room for it; it never has the keys.
    Text,
}

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
    /// Few bits in wide cells, or as many bits as fit.
    ToggleCells,
    GoStage(Stage),
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("steps.play", &["space"], Act::Play, ("play or pause; at the end from the beginning", "播放或暂停；在末尾则从头播放"), ("play", "播放")),
    bind("steps.whole-plus", &["shift-right"], Act::Whole(1), ("a whole feature, or stage, further; PgDn does too", "前进整个特征或阶段；PgDn 亦可"), ("whole", "整步")),
    bind("steps.whole-minus", &["shift-left"], Act::Whole(-1), ("a whole feature, or stage, back; PgUp does too", "后退整个特征或阶段；PgUp 亦可"), SILENT),
    bind("steps.present", &["V"], Act::Present, ("presenter view: large cells, nothing around; again leaves it", "演示视图：大格，无边框；再按退出"), ("present", "演示")),
    bind("steps.step-pace-plus", &[], Act::StepPace(1), ("play faster: first bit by bit, then feature by feature", "加快播放：先逐位，再逐个特征"), SILENT),
    bind("steps.step-pace-minus", &[], Act::StepPace(-1), ("play slower", "放慢播放"), SILENT),
    bind("steps.ask-step", &["#"], Act::AskStep, ("go to a step by its number", "按步号跳转"), ("number", "步号")),
    bind("steps.toggle-cells", &["v"], Act::ToggleCells, ("few bits in wide cells, or as many bits as fit", "宽格显示少数位，或尽量多的位"), ("cells", "格宽")),
    bind("steps.go-stage-text", &[], Act::GoStage(Stage::Text), ("to the text", "到文本"), SILENT),
    bind("steps.go-stage-features", &[], Act::GoStage(Stage::Features), ("to the features", "到特征"), SILENT),
    bind("steps.go-stage-weights", &[], Act::GoStage(Stage::Weights), ("to the weights", "到权重"), SILENT),
    bind("steps.go-stage-hashes", &[], Act::GoStage(Stage::Hashes), ("to the hashes", "到哈希"), SILENT),
    bind("steps.go-stage-adding", &[], Act::GoStage(Stage::Adding), ("to the adding up", "到累加"), SILENT),
    bind("steps.go-stage-sums", &[], Act::GoStage(Stage::Sums), ("to the sums", "到各位的累加值"), SILENT),
    bind("steps.go-stage-signs", &[], Act::GoStage(Stage::Signs), ("to the signs", "到符号"), SILENT),
    bind("steps.go-stage-signature", &[], Act::GoStage(Stage::Signature), ("to the signature", "到签名"), SILENT),
];
