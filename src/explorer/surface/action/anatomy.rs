//! The panes, the keys and the actions of the screen Anatomy.

use super::steps;
use crate::surface::key::{Binding, bind};

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
    /// Sorts the features.
    Sort(&'static str),
    /// Type a text to take apart.
    TypeText,
    /// Step by step.
    Steps(steps::Act),
}

#[rustfmt::skip]
pub fn bindings() -> Vec<Binding<Act>> {
    [
        bind("anatomy.toggle-bit-view", &["v b"], Act::ToggleBitView, ("bits as one line of 64 or as 8 × 8; step by step: wide or narrow cells", "位图：一行 64 位或 8 × 8；逐步演示时宽格或窄格"), ("bits in lines of 8", "每行 8 位")),
        bind("anatomy.type-text", &["a"], Act::TypeText, ("type a text of your own to take apart", "输入自己的文本来解剖"), ("own text", "自拟")),
        steps::bindings().into_iter().map(|binding| binding.map(Act::Steps)).collect(),
    ]
    .concat()
}
