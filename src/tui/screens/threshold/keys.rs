//! The panes, the keys and the actions of the screen Threshold.

use crate::tui::surface::key::{Binding, bind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The groups at k.
    #[default]
    Groups,
    /// The members of the selected group.
    Members,
    /// Pairs by distance.
    Histogram,
    /// One row for every k.
    Sweep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Linear or logarithmic bars.
    ToggleLog,
    /// k to the valley of the histogram.
    GoValley,
}

#[rustfmt::skip]
pub const BINDINGS: &[Binding<Act>] = &[
    bind(&["L"], Act::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
    bind(&["v"], Act::GoValley, ("k to the valley of the histogram", "k 到直方图谷底"), ("valley", "谷底")),
];
