//! Builds a minimum spanning forest from the pairs that a search finds.

use super::canonical::find;
use super::prim::Edge;
use super::vertices::Vertices;
use crate::hamming::{Counted, Histogram, Pair, by_width, pairs_of};
use crate::progress::Progress;
use crate::search::{Design, each_word_pair};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known from a smaller k.
pub(super) struct Known {
    /// Edges of its forest, or any that connect the same vertices at each weight.
    pub(super) edges: Vec<Edge>,
    /// Its k.
    pub(super) k: u8,
}

/// What the pairs within k determine.
pub(super) struct Forest {
    /// The edges of a minimum spanning forest of the graph whose edges are the pairs.
    pub(super) edges: Vec<Edge>,
    /// By vertex: the nearest other vertex (the first if there are several) and its distance; `None` if none is
    /// within k.
    pub(super) nearest: Nearest,
    /// Pairs of leaves by distance, up to k.
    pub(super) pairs: Counted,
}

/// The forest of all pairs of vertices within the k of the design. `None` when cancelled; advances as the search does.
///
/// Pairs come from many threads, in no order, and may not fit in memory. So edges are collected up to a few
/// millions and then reduced to those of a minimum spanning forest (J. B. Kruskal, "On the shortest spanning
/// subtree of a graph", 1956): an edge that closes a cycle of edges no heavier is never needed later. Which of
/// several equally heavy edges stay depends on the threads; what they connect at each weight does not.
pub(super) fn spanning_forest(
    vertices: &Vertices,
    known: Option<Known>,
    design: &Design,
    progress: &Progress,
) -> Option<Forest> {
    let gathering = Gathering::new(vertices, known, design.k());
    let sink = |pairs: &mut Vec<Pair>| gathering.take(pairs);
    by_width!(&vertices.signatures, |words| each_word_pair(words, design, progress, &sink)?);
    Some(gathering.finish())
}

/// By vertex, its nearest vertex.
pub(super) struct Nearest(Vec<AtomicU64>);

impl Nearest {
    pub(super) fn new(vertices: usize) -> Self {
        Self((0..vertices).map(|_| AtomicU64::new(u64::MAX)).collect())
    }

    /// The nearer offer wins, among equally near ones the smaller vertex, in whatever order they come.
    pub(super) fn offer(&self, vertex: u32, other: u32, distance: u8) {
        let (kept, offer) = (&self.0[vertex as usize], u64::from(distance) << 32 | u64::from(other));
        if offer < kept.load(Ordering::Relaxed) {
            kept.fetch_min(offer, Ordering::Relaxed);
        }
    }

    /// The vertex nearest to this one, and its distance.
    pub(super) fn of(&self, vertex: u32) -> Option<(u32, u8)> {
        let kept = self.0[vertex as usize].load(Ordering::Relaxed);
        (kept != u64::MAX).then_some((kept as u32, (kept >> 32) as u8))
    }
}

struct Gathering<'a> {
    vertices: &'a Vertices,
    /// By vertex: the first vertex of its component at the known k; empty if nothing is known.
    components: Vec<u32>,
    nearest: Nearest,
    gathered: Mutex<Gathered>,
}

struct Gathered {
    levels: Levels,
    pairs: Histogram,
}

impl<'a> Gathering<'a> {
    fn new(vertices: &'a Vertices, known: Option<Known>, k: u8) -> Self {
        /// 64 MB; in tests small enough that edges are dropped.
        const ENOUGH: usize = if cfg!(test) { 64 } else { 1 << 23 };
        // A reduction leaves less than half of the edges, so that each edge is processed twice at most, on average.
        let mut levels = Levels::new(vertices.len(), k, ENOUGH.max(2 * vertices.len()));
        let mut components = Vec::new();
        if let Some(known) = known {
            known.edges.iter().filter(|edge| edge.weight <= known.k).for_each(|&edge| levels.add(edge));
            levels.reduce();
            components = (0..vertices.len() as u32).map(|vertex| find(&mut levels.above, vertex)).collect();
        }
        Self {
            vertices,
            components,
            nearest: Nearest::new(vertices.len()),
            gathered: Mutex::new(Gathered { levels, pairs: Histogram::default() }),
        }
    }

    /// Takes pairs of vertices within k. Pairs inside one component of the smaller k connect nothing new; they
    /// are dropped here, before the threads need the lock.
    fn take(&self, pairs: &mut Vec<Pair>) {
        let mut counted = Histogram::default();
        let size = |vertex: u32| u64::from(self.vertices.sizes[vertex as usize]);
        pairs.retain(|&(a, b, distance)| {
            counted.0[usize::from(distance)] += size(a) * size(b);
            self.nearest.offer(a, b, distance);
            self.nearest.offer(b, a, distance);
            self.components.is_empty() || self.components[a as usize] != self.components[b as usize]
        });
        let mut gathered = self.gathered.lock().expect("no thread panics with it");
        gathered.pairs.add(&counted);
        pairs.drain(..).for_each(|(a, b, weight)| gathered.levels.add(Edge { a, b, weight }));
    }

    fn finish(self) -> Forest {
        let Gathered { levels, mut pairs } = self.gathered.into_inner().expect("no thread panics with it");
        pairs.0[0] += self.vertices.sizes.iter().map(|&size| pairs_of(size as usize)).sum::<u64>();
        let k = (levels.edges.len() - 1) as u8;
        Forest { edges: levels.into_edges(), nearest: self.nearest, pairs: Counted::new(pairs, k) }
    }
}

/// Edges by weight; reduced to those of a minimum spanning forest from time to time.
pub(super) struct Levels {
    edges: Vec<Vec<(u32, u32)>>,
    /// Number of edges.
    len: usize,
    /// Number of edges at which they are reduced.
    most: usize,
    /// Union-find parents, as of the last reduction.
    above: Vec<u32>,
}

impl Levels {
    /// For edges up to k, of which at most `most` are kept: more than there are vertices.
    pub(super) fn new(vertices: usize, k: u8, most: usize) -> Self {
        Self {
            edges: vec![Vec::new(); usize::from(k) + 1],
            len: 0,
            most,
            above: (0..vertices as u32).collect(),
        }
    }

    pub(super) fn add(&mut self, edge: Edge) {
        self.edges[usize::from(edge.weight)].push((edge.a, edge.b));
        self.len += 1;
        if self.len >= self.most {
            self.reduce();
        }
    }

    fn reduce(&mut self) {
        let above = &mut self.above;
        above.iter_mut().zip(0..).for_each(|(above, vertex)| *above = vertex);
        for level in &mut self.edges {
            level.retain(|&(a, b)| {
                let (a, b) = (find(above, a), find(above, b));
                above[a.max(b) as usize] = a.min(b);
                a != b
            });
        }
        self.len = self.edges.iter().map(Vec::len).sum();
    }

    pub(super) fn into_edges(mut self) -> Vec<Edge> {
        self.reduce();
        (self.edges.into_iter().zip(0..))
            .flat_map(|(level, weight)| level.into_iter().map(move |(a, b)| Edge { a, b, weight }))
            .collect()
    }
}
