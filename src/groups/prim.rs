//! A minimum spanning tree of distinct signatures.

mod relay;

use crate::hamming::{Kernel, Signature, pairs_of};
use crate::progress::Progress;
use std::num::NonZero;
use std::thread;

/// An edge of the tree between two vertices (indices into the signatures).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub a: u32,
    pub b: u32,
    /// The distance.
    pub weight: u8,
}

/// From this many vertices on two threads share each step; below, waiting for each other would cost more.
const SHARED: usize = 60_000;

/// The edges of a minimum spanning tree of the complete graph over `signatures`, by Prim's algorithm
/// ("Shortest connection networks and some generalizations", 1957): the tree grows by the nearest vertex,
/// and each step compares the newcomer with all vertices that remain, n(n − 1)/2 distances in all.
///
/// The same whatever the kernel and the number of processors. `None` when cancelled. Advances by pairs, and
/// expects n(n − 1)/2.
pub(super) fn spanning_tree<S: Signature>(
    kernel: Kernel,
    threads: usize,
    signatures: &[S],
    progress: &Progress,
) -> Option<Vec<Edge>> {
    progress.expect(pairs_of(signatures.len()));
    let Some((&first, rest)) = signatures.split_first() else {
        return Some(Vec::new());
    };
    let newcomer = Newcomer { signature: first, vertex: 0 };
    // The division of the vertices decides between edges of equal weight, so it must not depend on the number
    // of processors.
    let parts = if rest.len() >= SHARED { 2 } else { 1 };
    let part = |part: usize| Remaining::new(kernel, rest.iter().copied().zip(1..).skip(part).step_by(parts));
    if parts == 1 {
        let nothing = Remaining::new(kernel, std::iter::empty());
        grow(newcomer, part(0), nothing, progress)
    } else if threads == 1 {
        grow(newcomer, part(0), part(1), progress)
    } else {
        relay::with_helper(part(1), |helper| grow(newcomer, part(0), helper, progress))
    }
}

/// How many threads [`spanning_tree`] can use on this machine.
pub(super) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A vertex that has just joined the tree.
#[derive(Debug, Clone, Copy)]
struct Newcomer<S> {
    signature: S,
    vertex: u32,
}

/// The vertex of a share that is nearest to the tree.
#[derive(Debug, Clone, Copy)]
struct Offer<S> {
    newcomer: Newcomer<S>,
    /// The nearest vertex of the tree.
    parent: u32,
    weight: u8,
    /// Vertices in the share.
    len: u32,
}

/// A share of the vertices outside the tree.
trait Share<S> {
    /// Begins a step: `taken` says whether the share's last offer joined the tree; `newcomer` is the vertex
    /// that did.
    fn begin(&mut self, newcomer: Newcomer<S>, taken: bool);
    /// Ends the step; `None` when no vertex is left.
    fn end(&mut self) -> Option<Offer<S>>;
}

/// Grows the tree until no share has a vertex left. Of equally near vertices it takes one of the larger share,
/// which keeps the shares even.
fn grow<S: Signature>(
    mut newcomer: Newcomer<S>,
    mut one: Remaining<S>,
    mut other: impl Share<S>,
    progress: &Progress,
) -> Option<Vec<Edge>> {
    let mut edges = Vec::with_capacity(one.len);
    let mut report = Report { pairs: 0, progress };
    let mut takes_other = None;
    loop {
        other.begin(newcomer, takes_other == Some(true));
        one.begin(newcomer, takes_other == Some(false));
        let offers = (one.end(), other.end());
        let compared = [offers.0, offers.1].into_iter().flatten().map(|offer| u64::from(offer.len)).sum();
        report.compared(compared)?;
        let (offer, is_other) = match offers {
            (Some(one), Some(other)) => {
                let is_other = (other.weight, one.len) < (one.weight, other.len);
                (if is_other { other } else { one }, is_other)
            }
            (Some(one), None) => (one, false),
            (None, Some(other)) => (other, true),
            (None, None) => break,
        };
        edges.push(Edge { a: offer.parent, b: offer.newcomer.vertex, weight: offer.weight });
        newcomer = offer.newcomer;
        takes_other = Some(is_other);
    }
    report.flush()?;
    Some(edges)
}

/// Reports progress from time to time, not at every step.
struct Report<'a> {
    pairs: u64,
    progress: &'a Progress,
}

impl Report<'_> {
    fn compared(&mut self, pairs: u64) -> Option<()> {
        /// A few milliseconds of work.
        const OFTEN: u64 = 1 << 25;
        self.pairs += pairs;
        if self.pairs > OFTEN { self.flush() } else { Some(()) }
    }

    fn flush(&mut self) -> Option<()> {
        self.progress.advance(std::mem::take(&mut self.pairs));
        (!self.progress.is_cancelled()).then_some(())
    }
}

/// Vertices outside the tree, as parallel arrays; a vertex that leaves is replaced by the last one.
struct Remaining<S> {
    kernel: Kernel,
    signatures: Aligned<S>,
    /// Distance to the nearest vertex of the tree.
    best: Aligned<u8>,
    /// The nearest vertex itself.
    parents: Vec<u32>,
    ids: Vec<u32>,
    len: usize,
    newcomer: Newcomer<S>,
    /// Index of the vertex offered last.
    offered: usize,
}

impl<S: Signature> Remaining<S> {
    fn new(kernel: Kernel, vertices: impl Iterator<Item = (S, u32)>) -> Self {
        let (signatures, ids): (Vec<S>, Vec<u32>) = vertices.unzip();
        Self {
            kernel,
            best: Aligned::new(&vec![u8::MAX; ids.len()]),
            signatures: Aligned::new(&signatures),
            parents: vec![0; ids.len()],
            len: ids.len(),
            ids,
            newcomer: Newcomer { signature: S::default(), vertex: 0 },
            offered: 0,
        }
    }

    fn remove(&mut self, at: usize) {
        self.len -= 1;
        let (signatures, best) = (self.signatures.get(), self.best.get());
        signatures[at] = signatures[self.len];
        best[at] = best[self.len];
        self.parents[at] = self.parents[self.len];
        self.ids[at] = self.ids[self.len];
    }
}

impl<S: Signature> Share<S> for Remaining<S> {
    fn begin(&mut self, newcomer: Newcomer<S>, taken: bool) {
        if taken {
            self.remove(self.offered);
        }
        self.newcomer = newcomer;
    }

    fn end(&mut self) -> Option<Offer<S>> {
        let (signatures, best) = (&self.signatures.get()[..self.len], self.best.get());
        let Newcomer { signature, vertex } = self.newcomer;
        let (weight, at) = self.kernel.relax(signature, vertex, signatures, best, &mut self.parents)?;
        self.offered = at;
        Some(Offer {
            newcomer: Newcomer { signature: signatures[at], vertex: self.ids[at] },
            parent: self.parents[at],
            weight,
            len: self.len as u32,
        })
    }
}

/// Items aligned to a cache line: vector loads across two lines cost twice.
struct Aligned<T> {
    items: Vec<T>,
    start: usize,
}

impl<T: Copy + Default> Aligned<T> {
    fn new(items: &[T]) -> Self {
        let mut all: Vec<T> = Vec::with_capacity(items.len() + 64);
        let start = all.as_ptr().align_offset(64).min(63);
        all.resize(start, T::default());
        all.extend_from_slice(items);
        Self { items: all, start }
    }

    fn get(&mut self) -> &mut [T] {
        &mut self.items[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_find_the_tree_that_one_finds() {
        // Few bits, so that most vertices have the same distance.
        let signatures: Vec<u64> = (0..3_000_u64).map(|i| i.wrapping_mul(0x9e37) & 0xffff).collect();
        let tree = |is_shared: bool| {
            let part = |part: usize| {
                let vertices = signatures[1..].iter().copied().zip(1..);
                Remaining::new(Kernel::best(), vertices.skip(part).step_by(2))
            };
            let newcomer = Newcomer { signature: signatures[0], vertex: 0 };
            let progress = Progress::new();
            let edges = if is_shared {
                relay::with_helper(part(1), |helper| grow(newcomer, part(0), helper, &progress))
            } else {
                grow(newcomer, part(0), part(1), &progress)
            };
            assert_eq!(progress.done(), pairs_of(signatures.len()));
            edges.unwrap()
        };
        assert_eq!(tree(true), tree(false));
        assert_eq!(tree(true).len(), signatures.len() - 1);
        let one_part = spanning_tree(Kernel::best(), 1, &signatures, &Progress::new()).unwrap();
        let weight = |edges: &[Edge]| edges.iter().map(|edge| u32::from(edge.weight)).sum::<u32>();
        assert_eq!(weight(&tree(true)), weight(&one_part));
    }
}
