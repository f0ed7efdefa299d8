//! Prim's algorithm over distinct signatures.

use super::threads;
use crate::hamming::{COLUMNS, Kernel, ROWS, Signature};
use crate::progress::Progress;
use rayon::prelude::*;

/// An edge of the tree between two vertices (indices into the signatures).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub a: u32,
    pub b: u32,
    /// The distance.
    pub weight: u8,
}

/// The edges that join the vertices of `rest` to a tree over those of `root`, by Prim's algorithm ("Shortest connection
/// networks and some generalizations", 1957): the tree grows by the nearest vertex, and each step compares the newcomer with
/// all vertices that remain. If the edges of the root are part of a minimum spanning tree, both together are one.
///
/// The same whatever the kernel and the number of processors. `None` when cancelled. Advances by pairs. Only the root is
/// compared on several threads.
pub(super) fn complete<S: Signature>(
    kernel: Kernel,
    threads: usize,
    signatures: &[S],
    (root, rest): (&[u32], &[u32]),
    progress: &Progress,
) -> Option<Vec<Edge>> {
    /// Pairs between two reports: a few milliseconds of work.
    const OFTEN: u64 = 1 << 25;
    let newcomer = |&vertex: &u32| Newcomer { signature: signatures[vertex as usize], vertex };
    let mut remaining = Remaining::new(kernel, rest.iter().map(newcomer));
    remaining.meet(threads, root.iter().map(newcomer), progress);
    let mut edges = Vec::with_capacity(rest.len());
    let mut compared = 0;
    while let Some((edge, newcomer)) = remaining.take_nearest() {
        edges.push(edge);
        remaining.compare(newcomer);
        compared += remaining.len as u64;
        if compared > OFTEN {
            progress.advance(std::mem::take(&mut compared));
            if progress.is_cancelled() {
                break;
            }
        }
    }
    progress.advance(compared);
    (!progress.is_cancelled()).then_some(edges)
}

/// A vertex that has just joined the tree.
#[derive(Debug, Clone, Copy)]
struct Newcomer<S> {
    signature: S,
    vertex: u32,
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
    /// Distance of the vertex that is nearest to the tree, and its index; `None` without a tree or without vertices.
    nearest: Option<(u8, usize)>,
}

impl<S: Signature> Remaining<S> {
    fn new(kernel: Kernel, vertices: impl Iterator<Item = Newcomer<S>>) -> Self {
        let (signatures, ids): (Vec<S>, Vec<u32>) =
            vertices.map(|newcomer| (newcomer.signature, newcomer.vertex)).unzip();
        Self {
            kernel,
            best: Aligned::new(&vec![u8::MAX; ids.len()]),
            signatures: Aligned::new(&signatures),
            parents: vec![0; ids.len()],
            len: ids.len(),
            ids,
            nearest: None,
        }
    }

    /// Compares each vertex with all of a tree, a tile of vertices at a time; stops early when cancelled.
    fn meet(
        &mut self,
        threads: usize,
        tree: impl Iterator<Item = Newcomer<S>> + Clone + Sync,
        progress: &Progress,
    ) {
        let (kernel, signatures, best) = (self.kernel, self.signatures.get(), self.best.get());
        let tiles = (
            signatures.par_chunks(COLUMNS),
            best.par_chunks_mut(COLUMNS),
            self.parents.par_chunks_mut(COLUMNS),
        );
        threads::share(threads, tiles.into_par_iter()).for_each(|(signatures, best, parents)| {
            for (i, newcomer) in tree.clone().enumerate() {
                if i % ROWS == 0 && progress.is_cancelled() {
                    return;
                }
                kernel.relax(newcomer.signature, newcomer.vertex, signatures, best, parents);
                progress.advance(signatures.len() as u64);
            }
        });
        let nearest = (self.best.get().iter().copied().zip(0..)).min();
        self.nearest = nearest.filter(|&(weight, _)| weight < u8::MAX);
    }

    /// Compares all vertices with a newcomer of the tree.
    fn compare(&mut self, newcomer: Newcomer<S>) {
        let (signatures, best) = (&self.signatures.get()[..self.len], self.best.get());
        let Newcomer { signature, vertex } = newcomer;
        self.nearest = self.kernel.relax(signature, vertex, signatures, best, &mut self.parents);
    }

    /// Takes the nearest vertex out, with the edge that joins it to the tree.
    fn take_nearest(&mut self) -> Option<(Edge, Newcomer<S>)> {
        let (weight, at) = self.nearest.take()?;
        let (signatures, best) = (self.signatures.get(), self.best.get());
        let newcomer = Newcomer { signature: signatures[at], vertex: self.ids[at] };
        let edge = Edge { a: self.parents[at], b: newcomer.vertex, weight };
        self.len -= 1;
        signatures[at] = signatures[self.len];
        best[at] = best[self.len];
        self.parents[at] = self.parents[self.len];
        self.ids[at] = self.ids[self.len];
        Some((edge, newcomer))
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
