//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

/// What the upper half shows beside the pane that has the keys.
pub(super) const fn above(pane: Pane) -> &'static [&'static [Phrase]] {
    const UPPER: [&[Phrase]; 2] = [about(Pane::Histogram), about(Pane::Sweep)];
    match pane {
        Pane::Histogram => UPPER.split_at(1).1,
        Pane::Sweep => UPPER.split_at(1).0,
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
                "leaders (C): in the order of the rule each document joins the first leader within k, so there are no chains.",
                "代表（C）：依规则的顺序，每篇加入 k 以内最先的代表，因此没有链。",
            ),
        ],
        Pane::Members => &[
            (
                "The members of the selected group and the distances between them.",
                "所选组的成员及其两两距离。",
            ),
            (
                "Where it is decided what stays: ● stays by the rule, ★ stays by hand, ○ is in a group that stays whole, ✗ is taken out of its group and stays, · goes. “d 2 → 3” means: it goes because it is at distance 2 from member 3.",
                "去留视图中：● 按规则保留，★ 手动保留，○ 所在组整组保留，✗ 已移出所在组并保留，· 去除。“d 2 → 3”表示：与第 3 篇距离为 2，因此去除。",
            ),
        ],
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
                "Which k is advised, and why. A pair is confirmed if its texts share τ of their word pairs; what much of the corpus shares counts nothing.",
                "建议的 k 及理由。文本的相邻字词对重合达 τ 的文档对得到确认；语料中普遍的内容不计。",
            ),
            (
                "precision: of the pairs within k, the share that is confirmed. recall: of all confirmed pairs, the share that is within k.",
                "精确率：k 以内的文档对中确认的比例。召回率：确认的文档对中在 k 以内的比例。",
            ),
            ("F1: the harmonic mean of the two.", "F1：两者的调和平均。"),
        ],
        Pane::Histogram => &[
            (
                "The bars: how many pairs there are at each distance. The scale at the left is linear, or logarithmic: then each mark is a power of ten.",
                "条形：每个距离上有多少对。左侧刻度为线性或对数；对数时每个刻度是十的幂。",
            ),
            (
                "‹why› on this pane compares the bar at k with random signatures.",
                "在此窗格按 ‹why›，把 k 处的条与随机签名比较。",
            ),
            (
                "valley: the distance with the fewest pairs between two hills; a k there separates them best.",
                "谷：两座峰之间对数最少的距离；k 取在此处最能分开。",
            ),
            (
                "Over the bars at each k: precision ━, recall ═, the share of documents in the largest group ╌ (in ASCII P, R, G). Shaded ░: 95 % intervals.",
                "条形之上，每个 k：精确率 ━、召回率 ═、最大组占文档的份额 ╌（ASCII 中为 P、R、G）。阴影 ░：95 % 区间。",
            ),
        ],
        Pane::Sweep => &[
            (
                "What every k would give: pairs, groups, documents in groups, the largest group, chains.",
                "每个 k 的结果：对数、组数、入组文档、最大的组、链。",
            ),
            (
                "prec, rec: precision and recall of the pairs within k, by labels or by the texts; g·prec, g·rec: of the pairs that share a group. ±: half of the 95 % interval of the column before it, in percentage points, while not all pairs are counted. ★: the k with the best F1. ☆: the k advised for groups.",
                "精确、召回：k 以内文档对的精确率与召回率，按标签或按文本；组精确、组召回：同组文档对的。±：尚未计入全部文档对时，前一列 95 % 区间的一半，以百分点计。★：F1 最佳的 k。☆：按分组建议的 k。",
            ),
        ],
    }
}
