//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

/// What the upper half shows beside the pane that has the keys.
pub(super) const fn above(pane: Pane) -> &'static [&'static [Phrase]] {
    const UPPER: [&[Phrase]; 1] = [about(Pane::Sweep)];
    match pane {
        Pane::Sweep => &[],
        _ => &UPPER,
    }
}

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Groups => &[
            (
                "The groups at this k; the first member stands for its group.",
                "此 k 下的组；以首篇（第一个成员）命名该组。",
            ),
            (
                "diameter: the largest distance inside a group. chain: a group whose diameter exceeds k.",
                "直径：组内最大的距离。链：直径超过 k 的组。",
            ),
            (
                "leaders (‹toggle-grouping›): in the order of the rule each document joins the first leader within k, so there are no chains.",
                "代表（‹toggle-grouping›）：依规则的顺序，每篇加入 k 以内最先的代表，因此没有链。",
            ),
        ],
        Pane::Members => &[(
            "The members of the selected group and the distances between them.",
            "所选组的成员及其两两距离。",
        )],
        Pane::Border => &[
            (
                "The pairs that k decides about: a sample of those at exactly k, and of those at k + 1. A click on a bar shows those at its distance.",
                "由 k 决定的文档对：恰为 k 与 k + 1 的对的样本。点击一条则显示该距离的对。",
            ),
            (
                "agree: how much of the word pairs agrees; what much of the corpus shares counts nothing. ▇: that confirms the pair.",
                "重合：相邻字词对重合多少；语料中普遍的内容不计。▇：据此得到确认。",
            ),
        ],
        Pane::Pair => &[("The selected pair, with what differs marked.", "所选文档对，标出不同之处。")],
        Pane::Recipes => &[(
            "The pairs that are within k under only one of two recipes, with the distance under each.",
            "只在一个配方下距离不超过 k 的文档对，以及在两个配方下的距离。",
        )],
        Pane::Sweep => &[
            (
                "The bars: how many pairs there are at each distance; solid the confirmed ones, shaded the others.",
                "条形：每个距离上有多少对；实心为确认的，浅色为其余。",
            ),
            (
                "The scale at the left is linear, or logarithmic; ▲: a bar that is cut.",
                "左侧刻度为线性或对数；▲：截短的条。",
            ),
            (
                "A pair is confirmed if τ of its word pairs agree; what much of the corpus shares counts nothing.",
                "相邻字词对重合达 τ 的文档对得到确认；语料中普遍的内容不计。",
            ),
            (
                "The table: what every k would give. missed: confirmed pairs farther apart than k. ●: the advised k. ☆: the search radius, which finds nearly all confirmed pairs where the texts are compared afterwards.",
                "表：每个 k 的结果。漏掉：距离大于 k 的确认文档对。●：建议的 k。☆：搜索半径，事后再比较文本时可找到几乎全部确认的文档对。",
            ),
        ],
    }
}
