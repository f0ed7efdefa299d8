//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::tui::surface::Phrase;

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
                "leaders (C): in the order of the rule each document joins the first leader within k, so there are no chains.",
                "代表（C）：依规则的顺序，每篇加入 k 以内最先的代表，因此没有链。",
            ),
        ],
        Pane::Members => &[(
            "The members of the selected group and the distances between them.",
            "所选组的成员及其两两距离。",
        )],
        Pane::Facets => &[(
            "What the groups have in common, counted. Enter or a click filters by a value; again takes it back.",
            "各组的共同点及其数目。Enter 或点击按该值筛选，再按取消。",
        )],
        Pane::Border => &[(
            "The pairs that k decides about: drawn from those at exactly k, and from those at k + 1.",
            "由 k 决定的文档对：从恰为 k 与 k + 1 的对中抽取。",
        )],
        Pane::Pair => &[("The selected pair, with what differs marked.", "所选文档对，标出不同之处。")],
        Pane::Advice => &[
            (
                "Which k is advised, and why. A pair counts as right if its texts share τ of their word pairs.",
                "建议的 k 及理由。相邻词对重合达 τ 的文档对算符合定义。",
            ),
            (
                "precision: the share of pairs within k that are right. recall: the share of right pairs within k.",
                "精确率：k 以内的文档对中符合定义的比例。召回率：符合定义的文档对中在 k 以内的比例。",
            ),
            (
                "F1: the harmonic mean of the two. margin: how far a bound is from what was asked.",
                "F1：两者的调和平均。余量：界限离要求还有多远。",
            ),
        ],
        Pane::Histogram => &[
            (
                "How many pairs there are at each distance; W compares the bar at k with random signatures.",
                "每个距离上有多少对；W 把 k 处的条与随机签名比较。",
            ),
            (
                "valley: the distance with the fewest pairs between two hills; a k there separates them best.",
                "谷：两座峰之间对数最少的距离；k 取在此处最能分开。",
            ),
            (
                "Over the bars: precision, recall and the share of the largest group at each k.",
                "条形之上：每个 k 的精确率、召回率与最大组的份额。",
            ),
        ],
        Pane::Sweep => &[
            (
                "What every k would give: pairs, groups, documents in groups, the largest group, chains.",
                "每个 k 的结果：对数、组数、入组文档、最大的组、链。",
            ),
            ("★: the k with the best F1.", "★：F1 最佳的 k。"),
        ],
    }
}
