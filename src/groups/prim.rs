//! A minimum spanning tree of distinct signatures.

use crate::hamming::{Kernel, pairs_of};
use crate::progress::Progress;

/// An edge of the tree between two vertices (indices into the signatures).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub a: u32,
    pub b: u32,
    /// The distance.
    pub weight: u8,
}

/// The edges of a minimum spanning tree of the complete graph over `signatures`, by Prim's algorithm
/// ("Shortest connection networks and some generalizations", 1957): the tree grows by the nearest vertex,
/// and each step compares the newcomer with all vertices that remain, n(n − 1)/2 distances in all.
///
/// The same whatever the kernel. `None` when cancelled. Advances by pairs, and expects n(n − 1)/2.
pub(super) fn spanning_tree(kernel: Kernel, signatures: &[u64], progress: &Progress) -> Option<Vec<Edge>> {
    progress.expect(pairs_of(signatures.len()));
    let Some((&first, rest)) = signatures.split_first() else {
        return Some(Vec::new());
    };
    let mut edges = Vec::with_capacity(rest.len());
    let mut remaining = Remaining::new(rest, 1);
    let mut report = Report { pairs: 0, progress };
    let mut newcomer = (first, 0);
    while let Some((weight, at)) = remaining.relax(kernel, newcomer) {
        report.compared(remaining.len)?;
        let vertex = remaining.remove(at);
        edges.push(Edge {
            a: vertex.parent,
            b: vertex.id,
            weight,
        });
        newcomer = (vertex.signature, vertex.id);
    }
    report.flush()?;
    Some(edges)
}

/// Reports now and then, not at every step.
struct Report<'a> {
    pairs: u64,
    progress: &'a Progress,
}

impl Report<'_> {
    fn compared(&mut self, pairs: usize) -> Option<()> {
        /// A few milliseconds' work.
        const OFTEN: u64 = 1 << 25;
        self.pairs += pairs as u64;
        if self.pairs > OFTEN {
            self.flush()
        } else {
            Some(())
        }
    }

    fn flush(&mut self) -> Option<()> {
        self.progress.advance(std::mem::take(&mut self.pairs));
        (!self.progress.is_cancelled()).then_some(())
    }
}

/// The vertices outside the tree, as parallel arrays; a vertex that leaves is replaced by the last one.
struct Remaining {
    signatures: Aligned<u64>,
    /// Distance to the nearest vertex of the tree.
    best: Aligned<u8>,
    /// That vertex.
    parents: Vec<u32>,
    ids: Vec<u32>,
    len: usize,
}

/// A vertex that joins the tree.
struct Vertex {
    id: u32,
    parent: u32,
    signature: u64,
}

impl Remaining {
    fn new(signatures: &[u64], first_id: u32) -> Self {
        Self {
            signatures: Aligned::new(signatures.iter().copied()),
            best: Aligned::new(signatures.iter().map(|_| u8::MAX)),
            parents: vec![0; signatures.len()],
            ids: (first_id..).take(signatures.len()).collect(),
            len: signatures.len(),
        }
    }

    fn relax(&mut self, kernel: Kernel, newcomer: (u64, u32)) -> Option<(u8, usize)> {
        let (signatures, best) = (self.signatures.get(), self.best.get());
        kernel.relax(
            newcomer.0,
            newcomer.1,
            &signatures[..self.len],
            &mut best[..self.len],
            &mut self.parents[..self.len],
        )
    }

    fn remove(&mut self, at: usize) -> Vertex {
        self.len -= 1;
        let (signatures, best) = (self.signatures.get(), self.best.get());
        let vertex = Vertex {
            id: self.ids[at],
            parent: self.parents[at],
            signature: signatures[at],
        };
        signatures[at] = signatures[self.len];
        best[at] = best[self.len];
        self.parents[at] = self.parents[self.len];
        self.ids[at] = self.ids[self.len];
        vertex
    }
}

/// Items from the beginning of a cache line on: vector loads that straddle two lines cost twice.
struct Aligned<T> {
    items: Vec<T>,
    start: usize,
}

impl<T: Copy + Default> Aligned<T> {
    fn new(items: impl Iterator<Item = T>) -> Self {
        let n = items.size_hint().0;
        let mut all: Vec<T> = Vec::with_capacity(n + 64);
        let start = all.as_ptr().align_offset(64).min(63);
        all.resize(start, T::default());
        all.extend(items);
        Self { items: all, start }
    }

    fn get(&mut self) -> &mut [T] {
        &mut self.items[self.start..]
    }
}
