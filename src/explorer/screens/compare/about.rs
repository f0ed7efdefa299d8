//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::TextA => &[(
            "The text of A, aligned with B. What differs is marked; what is equal is folded (‹compare.toggle-fold› unfolds).",
            "A 的文本，与 B 对齐。不同之处已标出；相同部分折叠（‹compare.toggle-fold› 展开）。",
        )],
        Pane::TextB => &[(
            "The text of B, aligned with A. What differs is marked; what is equal is folded (‹compare.toggle-fold› unfolds).",
            "B 的文本，与 A 对齐。不同之处已标出；相同部分折叠（‹compare.toggle-fold› 展开）。",
        )],
        Pane::Bits => &[
            (
                "Both signatures with their sums Σ, bit below bit. ⊕, the last line, compares the bits: ▲ where they differ.",
                "两个签名及其各位的累加值 Σ，逐位对齐。末行 ⊕ 逐位比较：▲ 处不同。",
            ),
            (
                "fragile: a feature of A or B flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：A 或 B 的一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
        ],
        Pane::Features => &[(
            "Which features only A has, only B, and both, with their weights.",
            "仅 A、仅 B 与共有的特征及其权重。",
        )],
        Pane::Measures => &[(
            "Exact measures of the two texts, to compare with the distance of their signatures.",
            "两篇文本的精确度量，供与签名距离对照。",
        )],
        Pane::Chain => &[(
            "How the two come to share a group: within k, or over documents between them.",
            "两者如何同组：在 k 以内，或经由中间的文档。",
        )],
    }
}
