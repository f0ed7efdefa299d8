//! The dendrogram, groups at k, leaders, the sweep over k.

mod canonical;
mod chain;
mod dendrogram;
mod forest;
mod growth;
mod leaders;
mod partition;
mod prim;
mod spread;
mod sweep;
#[cfg(test)]
mod tests;
mod vertices;

pub use chain::{Chain, chain};
pub use dendrogram::{Dendrogram, UNKNOWN};
pub use growth::{Effort, Growth, Step};
pub use leaders::leaders;
pub use partition::{Groups, Run};
pub use spread::{GroupSpread, Spread, spread_of};
pub use sweep::{SweepRow, sweep};
