//! The panes, the keys and the actions of the screen Matrix.

use crate::surface::key::{Binding, bind, choose, here, hinted_by_words};
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
    /// The mean of a dot's pairs under what is within k, the share within k, or the nearest.
    NextShow,
    /// The largest groups, all documents, or the group of the selected one.
    ToggleGroup,
    /// Dim the dots without a pair within k.
    ToggleDim,
    /// Half blocks or glyphs.
    ToggleGlyphs,
}

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    [
        here(hinted_by_words(choose("matrix.zoom", ("zoom", "缩放"), [
            ("plus", &["z"], Act::Zoom(1), ("in", "放大")),
            ("minus", &["Z"], Act::Zoom(-1), ("out", "缩小")),
        ]))),
        bind("matrix.next-show", &["v s"], Act::NextShow, ("show the mean under pairs within k, their share, or the nearest", "每点显示平均距离与 k 内的文档对、k 内占比或最近距离"), ("mean/share/nearest", "平均/占比/最近")),
        bind("matrix.next-order", &["v o"], Act::NextOrder, ("order by group, input or signature", "排列：组、输入、签名"), ("order", "排列")),
        bind("matrix.toggle-group", &["v g"], Act::ToggleGroup, ("show the largest groups, all, or that of the document", "显示最大的各组、全部文档，或只看光标所在文档的组"), ("groups shown", "所示的组")),
        bind("matrix.toggle-dim", &["v d"], Act::ToggleDim, ("dim the dots without a pair within k", "淡化没有 k 内文档对的点"), ("dim", "淡化")),
        bind("matrix.toggle-glyphs", &["v b"], Act::ToggleGlyphs, ("half blocks or glyphs", "半块或字符"), ("blocks/glyphs", "半块/字符")),
    ]
    .concat()
}
