//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::TextA => &[(
            "A, the text. Enter begins to type; after every key the signature is computed again.",
            "A：文本。Enter 开始输入；每按一键都立即重新计算签名。",
        )],
        Pane::TextB => &[(
            "B, a copy to be edited. Below stand both signatures; ⊕ compares them: ▲ where the edits flipped a bit.",
            "B：供编辑的副本。下方是两个签名；⊕ 逐位比较：▲ 处为编辑所翻转的位。",
        )],
        Pane::Effects => &[
            (
                "‹lab.next-view› changes the list: what typical edits do, each feature's influence, each bit's margin, what differs.",
                "‹lab.next-view› 切换列表：常见编辑的影响、每个特征的影响、每一位的余量、不同之处。",
            ),
            (
                "Then d under every recipe, the documents nearest to B, and the distances of several texts.",
                "其后：每个配方下的 d、离 B 最近的文档、多个文本之间的距离。",
            ),
            (
                "influence: the bits that flip without the feature. margin: how far the sum is from flipping the bit.",
                "影响：去掉该特征会翻转的位。余量：累加值离翻转该位还有多远。",
            ),
        ],
        Pane::Curve => &[
            (
                "How far one replaced word moves a text, by its number of features: measured on this corpus,",
                "替换一个词会使文本移动多远（按特征数）：在本语料上测得，",
            ),
            ("beside what theory expects of random hashes.", "并与随机哈希的理论值对照。"),
        ],
    }
}
