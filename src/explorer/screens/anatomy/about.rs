//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Features => &[
            (
                "What the document was cut into, each with its count, its weight, and its hash, a bit a column.",
                "文档切分成的特征，各有次数、权重与哈希，每列一位。",
            ),
            (
                "A feature adds its weight to the sums where its hash has 1, and takes it where it has 0.",
                "特征在哈希为 1 的位给累加值加上权重，为 0 的位则减去。",
            ),
        ],
        Pane::Sums => &[
            (
                "The sum of each bit over all features: above 0 the signature has 1, below it 0.",
                "每一位对全部特征求和：大于 0 签名为 1，小于 0 为 0。",
            ),
            (
                "fragile: one feature flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
            (
                "tie (=): the sum is 0, and the tie rule decides. dead bit (x): the same in all documents, of 20 or more.",
                "平票（=）：累加值为 0，由平票规则决定。死位（x）：在所有文档中都相同（至少 20 篇）。",
            ),
        ],
        Pane::Bit => &[(
            "Which features push the bit under the cursor up, and which down, the heaviest first.",
            "哪些特征把光标所在的位推高，哪些压低，权重大的在前。",
        )],
        Pane::Steps => &[
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
        ],
        Pane::Text => {
            &[("The text, with the places of the selected feature marked.", "文本，标出所选特征出现之处。")]
        }
    }
}
