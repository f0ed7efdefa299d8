//! Progress of a long computation, and its cancelling.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between the thread that computes and the one that watches it.
///
/// `done` and `total` count whatever the computation counts (bytes, documents, pairs); a `total` of 0
/// means that it is not known yet.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    phase: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Nothing done, total unknown, not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the total.
    pub fn expect(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Starts the next phase of the same computation: nothing done, total unknown. A cancel remains.
    pub fn restart(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(0, Ordering::Relaxed);
        self.phase.fetch_add(1, Ordering::Relaxed);
    }

    /// How many phases were started with [`Progress::restart`].
    pub fn phase(&self) -> u64 {
        self.phase.load(Ordering::Relaxed)
    }

    /// Adds to the amount done.
    pub fn advance(&self, by: u64) {
        self.done.fetch_add(by, Ordering::Relaxed);
    }

    /// Amount done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The total; 0 while unknown.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Asks the computation to stop; it soon returns `None`.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Progress::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// `None` if it was called, for `?`.
    pub(crate) fn unless_cancelled(&self) -> Option<()> {
        (!self.is_cancelled()).then_some(())
    }
}
