//! The panes, the keys and the actions of the screen Matrix.

use crate::surface::key::{Binding, bind, both, here, hinted_by_words};
pub use simscope_core::analysis::Order;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The heatmap.
    #[default]
    Heat,
    /// The pair under the cursor.
    Pair,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// In (1) or out (−1).
    Zoom(i8),
    NextOrder,
    /// The nearest, the mean or the share within k of a dot's pairs.
    NextShow,
    /// Only the group of the selected document, or all again.
    ToggleGroup,
    /// Dim the dots without a pair within k.
    ToggleDim,
    /// Half blocks or glyphs.
    ToggleGlyphs,
}

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    [
        here(hinted_by_words(both("matrix.zoom", [&["Z"], &["z"]], Act::Zoom, ("zoom", "缩放"), [("out", "缩小"), ("in", "放大")]))),
        bind("matrix.next-show", &["v s"], Act::NextShow, ("show the nearest, mean or share within k of each dot", "每点显示其各对的最近距离、平均距离或 k 内占比"), ("nearest/mean/share", "最近/平均/占比")),
        bind("matrix.next-order", &["v o"], Act::NextOrder, ("order by group, input or signature", "排列：组、输入、签名"), ("order", "排列")),
        bind("matrix.toggle-group", &["v g"], Act::ToggleGroup, ("only the group of the document; again for all", "只看光标所在文档的组；再按看全部"), ("this group", "单组")),
        bind("matrix.toggle-dim", &["v d"], Act::ToggleDim, ("dim the dots without a pair within k", "淡化没有 k 内文档对的点"), ("dim", "淡化")),
        bind("matrix.toggle-glyphs", &["v b"], Act::ToggleGlyphs, ("half blocks or glyphs", "半块或字符"), ("blocks/glyphs", "半块/字符")),
    ]
    .concat()
}
