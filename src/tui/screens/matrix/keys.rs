//! The panes, the keys and the actions of the screen Matrix.

pub use crate::analysis::Order;
use crate::tui::surface::key::{Binding, bind};

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
    /// Dim the cells beyond k.
    ToggleDim,
    /// Half blocks or glyphs.
    ToggleGlyphs,
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind(&["+"], Act::Zoom(1), ("zoom in", "放大"), ("in", "放大")),
    bind(&["-"], Act::Zoom(-1), ("zoom out", "缩小"), ("out", "缩小")),
    bind(&["o"], Act::NextOrder, ("order by group, input or signature", "排列：组、输入、签名"), ("order", "排列")),
    bind(&["z"], Act::ToggleDim, ("dim the cells beyond k", "淡化超过 k 的格"), ("dim", "淡化")),
    bind(&["#"], Act::ToggleGlyphs, ("half blocks or glyphs", "半块或字符"), ("glyphs", "字符")),
];
