//! What the jobs of the screen Judge find.

use simscope_core::groups::Drawn;

/// What the queue was drawn from: the signatures and their tree; up to which distance.
pub type QueueKey = ((u64, u64), u8);

#[derive(Debug)]
pub enum News {
    /// Pairs by distance from 0 on, each in random order.
    Drawn(QueueKey, Vec<Vec<Drawn>>),
}
