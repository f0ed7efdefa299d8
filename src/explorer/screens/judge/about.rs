//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Texts => &[(
            "The pair to be judged: are these two near-duplicates? What differs is marked.",
            "待判定的对：这两篇近似重复吗？不同之处已标出。",
        )],
        Pane::Table => &[
            (
                "Precision and recall of every k as the judgements say, with 95 % intervals.",
                "由判定得出的每个 k 的精确率与召回率，附 95 % 区间。",
            ),
            (
                "Pairs are drawn from each distance. First come those whose judgement narrows the intervals most.",
                "从每个距离抽取文档对；最能缩小估计区间的在先。",
            ),
        ],
    }
}
