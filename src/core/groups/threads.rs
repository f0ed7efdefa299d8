//! How work is divided among threads.

use rayon::iter::IndexedParallelIterator;
use std::num::NonZero;
use std::thread;

/// How many threads there are on this machine.
pub(super) fn available() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// An iterator that is worked through by one thread if `threads` is 1, and else by as many as there are.
pub(super) fn share<I: IndexedParallelIterator>(
    threads: usize,
    items: I,
) -> impl IndexedParallelIterator<Item = I::Item> {
    let at_once = if threads == 1 { usize::MAX } else { 1 };
    items.with_min_len(at_once).with_max_len(at_once)
}
