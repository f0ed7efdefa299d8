//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Differing => &[(
            "The pairs that are within k under only one of the two recipes, with the distance under each.",
            "只在一个配方下距离不超过 k 的文档对，以及在两个配方下的距离。",
        )],
        Pane::SideA => &[("The document under the recipe of the corpus.", "文档在语料的配方下。")],
        Pane::SideB => &[("The document under the second recipe.", "文档在第二个配方下。")],
    }
}
