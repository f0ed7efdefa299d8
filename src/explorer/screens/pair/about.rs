//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

const TEXT: &[Phrase] = &[
    (
        "A and B side by side. What differs is marked; what is equal is folded (‹pair.toggle-fold› unfolds).",
        "A 与 B 并排。不同之处已标出；相同部分折叠（‹pair.toggle-fold› 展开）。",
    ),
    (
        "‹pair.type› edits B, or A where that has the keys; after every key the signature is computed again.",
        "‹pair.type› 编辑 B（选中 A 时编辑 A）；每按一键都立即重新计算签名。",
    ),
];

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::TextA | Pane::TextB => TEXT,
        Pane::Bits => &[
            (
                "Both signatures with their sums Σ, bit below bit. The last line compares the bits: ▲ where they differ.",
                "两个签名及其各位的累加值 Σ，逐位对齐。末行逐位比较：▲ 处不同。",
            ),
            (
                "fragile: a feature of A or B flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：A 或 B 的一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
        ],
        Pane::List => &[
            (
                "‹pair.show-next› changes the list: where the texts differ, the features of both, what typical edits of A do,",
                "‹pair.show-next› 切换列表：差异、两者的特征、常见编辑对 A 的影响、",
            ),
            (
                "how far an edit moves a text of that length, what A loses without a feature, exact measures, what is nearest",
                "编辑使该长度的文本移动多远、去掉一个特征的影响、精确度量、",
            ),
            (
                "to B, how two documents come to share a group, d under every recipe, the distances of several texts.",
                "离 B 最近的文档、两篇如何同组、每个配方下的 d、多个文本之间的距离。",
            ),
            ("influence: the bits that flip without the feature.", "影响：去掉该特征会翻转的位。"),
        ],
    }
}
