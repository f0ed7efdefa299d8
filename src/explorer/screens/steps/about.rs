//! What this screen shows, and the words that it uses.

use crate::surface::Phrase;

pub(super) const fn about() -> &'static [Phrase] {
    &[
        (
            "How the signature of this document comes about, one step at a time; the sentence says what the step does.",
            "逐步演示该文档的签名如何得来；句子说明当前一步做了什么。",
        ),
        (
            "In the grid a row is a feature and a column a bit. Adding up, a 1 adds the weight to the sum of its column, and a 0 takes it off.",
            "网格中一行是一个特征，一列是一位。累加时，1 给该列的累加值加上权重，0 则减去。",
        ),
        (
            "Left and right step; up and down keep the bit and change the feature. A click into a cell, or on a stage in the lowest line, goes there; the wheel steps.",
            "左右键走一步；上下键在同一位上换特征。点击格子或最下行的阶段即跳到那里；滚轮逐步前进后退。",
        ),
        (
            "Where the cells are too narrow for numbers, the sums stand as bars. More bits than fit are shown in parts; the part follows the step.",
            "格子太窄放不下数字时，累加值以柱形显示。位数放不下时分段显示，随步骤换段。",
        ),
    ]
}
