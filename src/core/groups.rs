//! The dendrogram, groups at k, leaders, the sweep over k.

mod canonical;
mod chain;
mod connected;
mod dendrogram;
mod drawn;
mod forest;
mod growth;
mod heights;
mod leaders;
mod partition;
mod prim;
mod rectangles;
mod spanning;
mod spread;
mod sweep;
#[cfg(test)]
mod tests;
mod threads;
mod vertices;

pub use chain::{Chain, Joined, chain};
pub use connected::Connected;
pub use dendrogram::{Changed, Dendrogram, UNKNOWN};
pub use drawn::{Drawn, Wanted};
pub use growth::{Effort, Growth, Step};
pub use heights::Heights;
pub use leaders::leaders;
pub use partition::{Groups, Run};
pub use spread::{GroupSpread, Spread, spread_of};
pub use sweep::{SweepRow, sweep};
