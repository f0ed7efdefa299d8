//! The panes, the keys and the actions of the screen Anatomy.

use super::Sorting;
use crate::surface::key::{Binding, SILENT, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// Features and their hashes.
    #[default]
    Features,
    /// Per-bit sums and signature.
    Sums,
    /// What pushes the bit under the cursor.
    Bit,
    Text,
    /// One step at a time, in the place of the others.
    Steps,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// 64 × 1 or 8 × 8.
    ToggleBitView,
    /// Features by weight or by place.
    ToggleFeatureOrder,
    /// Sorts the features.
    Sort(Sorting<&'static str>),
    /// To the two recipes side by side.
    ShowBeside,
    /// Type a text to take apart.
    TypeText,
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind("anatomy.toggle-bit-view", &["v"], Act::ToggleBitView, ("bits as one line of 64 or as 8 × 8; step by step: wide or narrow cells", "位图：一行 64 位或 8 × 8；逐步演示时宽格或窄格"), ("view", "视图")),
    bind("anatomy.toggle-feature-order", &["s"], Act::ToggleFeatureOrder, ("features by place or by weight", "特征按位置或按权重排列"), ("order", "次序")),
    bind("anatomy.reverse-sort", &["S"], Act::Sort(Sorting::Reverse), ("reverse the order of the features", "反转特征的顺序"), SILENT),
    bind("anatomy.type-text", &["a"], Act::TypeText, ("type a text of your own to take apart", "输入自己的文本来解剖"), ("own text", "自拟")),
    bind("anatomy.show-beside", &["b"], Act::ShowBeside, ("two recipes side by side", "两个配方并列"), ("beside", "并列")),
];
