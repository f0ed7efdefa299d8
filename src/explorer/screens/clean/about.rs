//! What the panes of this place show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Kinds => &[
            (
                "The kinds of difference between a text and the one that would stay for it. What goes follows from the texts, not \
                 from k.",
                "文本与其保留文本之间差异的种类。去留取决于文本，而不是 k。",
            ),
            (
                "Confirmed: the two share at least τ of their word pairs, weighted. A text goes only if enough of it is in one \
                 that stays.",
                "确认：两者加权后的相邻字词对重合达 τ。只有当文本有足够内容存在于某篇保留的文本中时才去除。",
            ),
            (
                "Held: the texts are alike, but differ in something that must not be lost, such as a number. They stay.",
                "暂留：文本相似，但差异不可丢失（例如数字）。这些文本保留。",
            ),
        ],
        Pane::Pair => &[(
            "The text that goes and the one that stays. What differs is marked: decide whether anything is lost.",
            "将去除的文本与保留的文本。不同之处已标出：请判断是否会丢失内容。",
        )],
    }
}
