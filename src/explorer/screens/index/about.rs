//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Strategies => &[(
            "What each way to find the neighbours needs for this document: tables, documents brought up and compared, memory.",
            "每种查找方法对该文档的代价：表、查得与比较的文档数、内存。",
        )],
        Pane::Blocks => &[
            (
                "The signature cut into blocks. k flips change at most k of k + 1 blocks, so at least one stays equal,",
                "签名切成若干块。k 位翻转最多改变 k + 1 块中的 k 块，至少一块不变，",
            ),
            ("and the table that leads with it finds the neighbour.", "以该块开头的表就能找到近邻。"),
        ],
        Pane::Found => &[(
            "The candidates of the strategy: blocks that stayed whole are letters, numbers count the flips in the others.",
            "该策略的候选：完好的块显示为字母，其余各块显示翻转数。",
        )],
    }
}
