//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Strategies => &[(
            "What each way to find the neighbours costs here: tables, look-ups, candidates, distances, time, memory.",
            "每种查找近邻的方法在此的代价：表、查找、候选、距离、时间、内存。",
        )],
        Pane::Blocks => &[
            (
                "The signature cut into blocks. k flips change at most k of k + 1 blocks, so at least one stays equal,",
                "签名切成若干块。k 位翻转最多改变 k + 1 块中的 k 块，至少一块不变，",
            ),
            ("and the table that leads with it finds the neighbour.", "以该块开头的表就能找到近邻。"),
        ],
        Pane::Found => &[(
            "The documents within k, with the blocks that stayed whole (letters) and the flips in the others.",
            "k 以内的文档：完好的块（字母）与其余各块的翻转数。",
        )],
    }
}
