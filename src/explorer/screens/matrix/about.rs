//! What the panes of this screen show, and the words that they use.

use super::keys::Pane;
use crate::surface::Phrase;

/// What the heatmap is made of.
const HEATMAP: [Phrase; 7] = [
    (
        "A dot stands for the pairs of its rows and columns. ‹matrix.next-show› changes its value:",
        "一个点包含其行与列之间的全部文档对；‹matrix.next-show› 切换所示的值：",
    ),
    (
        "smallest distance, mean distance, or the share within k. The lower border has the numbers.",
        "最近距离、平均距离或 k 内占比。下边框注明数值。",
    ),
    ("Grey, or \\: a document with itself. ◆: the cursor.", "灰色或 \\：文档与自身。◆：光标。"),
    (
        "Ordered by group: squares in lines are the groups at k, from three dots on;",
        "按组排列时：方框为 k 时的组，至少三点宽；",
    ),
    ("smaller groups are marked on the diagonal (nearest only).", "更小的组在对角线上标出（仅最近距离）。"),
    (
        "‹step-document-plus› and ‹step-document-minus› go to the next and the previous dot off the diagonal with a pair within k,",
        "‹step-document-plus›、‹step-document-minus› 到对角线外下一个、上一个有 k 内文档对的点，",
    ),
    ("row by row above the diagonal, in the whole matrix.", "在整个矩阵对角线上方逐行查找。"),
];

pub(super) const fn about(pane: Pane) -> &'static [Phrase] {
    match pane {
        Pane::Heat => &HEATMAP,
        Pane::Pair => &[(
            "The pair under the cursor: which bits differ, which features only one side has, both texts.",
            "光标所在的对：哪些位不同、哪些特征只有一侧有，以及两篇文本。",
        )],
    }
}
