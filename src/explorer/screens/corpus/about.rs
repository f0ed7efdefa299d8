//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Documents => &[
            (
                "All documents: number of features, signature, the nearest neighbour's distance d with a tick where it",
                "全部文档：特征数、签名、与最近邻的距离 d（在 k 以内打勾），",
            ),
            (
                "is within k, and the group at k. ! before a number of features: too short for k.",
                "以及在 k 下所属的组。特征数前的 ! 表示对 k 过短。",
            ),
            (
                "too short: one replaced word moves most texts of that length by more than k, as measured on this corpus.",
                "过短：替换一个词，这样长的文本多半移动超过 k 位（在本语料上测得）。",
            ),
            (
                "group: documents that are joined by pairs within k; · where the document is in none.",
                "组：由 k 以内的文档对相连的文档；· 表示不在任何组中。",
            ),
        ],
        Pane::Selected => &[
            (
                "The selected document beside its nearest neighbour; what differs is marked.",
                "所选文档与其最近邻并列；不同之处已标出。",
            ),
            ("nearest neighbour: the document with the fewest differing bits.", "最近邻：不同位最少的文档。"),
        ],
    }
}
