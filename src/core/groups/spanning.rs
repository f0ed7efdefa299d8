//! A minimum spanning tree of distinct signatures.
//!
//! One pass over all pairs, a tile at a time, gives those within a k; they connect nearly all vertices. Prim's algorithm
//! joins the others, which are few. A tile stays in the cache while it is compared, and tiles need no order, so all threads
//! work on them; each step of Prim's algorithm goes through all vertices that remain, and needs the step before.

use super::canonical::find;
use super::forest::{Levels, Nearest};
use super::prim::{self, Edge};
use super::threads;
use crate::hamming::{COLUMNS, DISTANCES, Kernel, ROWS, Scan, Signature, Tally, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::Mutex;

/// Up to this many vertices all fit into the cache, where Prim's steps are as fast.
const FEW: usize = 1 << 14;

/// What comparing all pairs gives.
pub(super) struct Tree {
    /// The edges of a minimum spanning tree.
    pub(super) edges: Vec<Edge>,
    /// The nearest vertex of each that has one within some k; `None` if that was not looked for.
    pub(super) nearest: Option<Nearest>,
}

/// A minimum spanning tree of the complete graph over `signatures`. Which of several equally heavy edges it has depends on
/// the threads; what its edges up to any weight connect does not. If `threads` is 1 it works on one thread at a time.
///
/// `None` when cancelled. Advances by pairs, and expects n(n − 1)/2; where a pass over all pairs leaves vertices apart, it
/// then expects more.
pub(super) fn spanning_tree<S: Signature>(
    kernel: Kernel,
    threads: usize,
    signatures: &[S],
    progress: &Progress,
) -> Option<Tree> {
    progress.expect(pairs_of(signatures.len()));
    if let Some(k) = Neighbours::sampled(kernel, signatures).and_then(|neighbours| neighbours.best_k()) {
        tree_through(k, kernel, threads, signatures, progress)
    } else {
        let all: Vec<u32> = (0..signatures.len() as u32).collect();
        let (first, rest) = all.split_at(1.min(all.len()));
        let edges = prim::complete(kernel, threads, signatures, (first, rest), progress)?;
        Some(Tree { edges, nearest: None })
    }
}

/// Compares all pairs and keeps those within k; joins what they leave apart to the largest component.
///
/// The edges of a component are a part of some minimum spanning tree, and Prim's algorithm may begin with any such part.
fn tree_through<S: Signature>(
    k: u8,
    kernel: Kernel,
    threads: usize,
    signatures: &[S],
    progress: &Progress,
) -> Option<Tree> {
    let n = signatures.len();
    let nearest = Nearest::new(n);
    let levels = Mutex::new(Levels::new(n, k, 3 * n));
    let scan = Scan { kernel, signatures, k };
    let starts: Vec<usize> = (0..n).step_by(ROWS).collect();
    threads::share(threads, starts.into_par_iter()).for_each(|start| {
        let (mut hits, mut pairs) = (Vec::new(), Vec::new());
        for first in (start..n).step_by(COLUMNS) {
            if progress.is_cancelled() {
                return;
            }
            let (rows, columns) = (start..n.min(start + ROWS), first..n.min(first + COLUMNS));
            progress.advance(scan.tile(rows, columns, &mut hits, &mut pairs));
            for &(a, b, distance) in &pairs {
                nearest.offer(a, b, distance);
                nearest.offer(b, a, distance);
            }
            if !pairs.is_empty() {
                let mut levels = levels.lock().expect("no thread panics with it");
                pairs.drain(..).for_each(|(a, b, weight)| levels.add(Edge { a, b, weight }));
            }
        }
    });
    progress.unless_cancelled()?;
    let mut edges = levels.into_inner().expect("no thread panics with it").into_edges();
    let component_of = components(n, &edges);
    let mut sizes = vec![0_u32; n];
    component_of.iter().for_each(|&component| sizes[component as usize] += 1);
    let largest =
        (0..n as u32).max_by_key(|&component| (sizes[component as usize], Reverse(component))).unwrap_or(0);
    let (root, rest): (Vec<u32>, Vec<u32>) =
        (0..n as u32).partition(|&vertex| component_of[vertex as usize] == largest);
    progress.expect(progress.done() + root.len() as u64 * rest.len() as u64 + pairs_of(rest.len()));
    edges.retain(|edge| component_of[edge.a as usize] == largest);
    edges.extend(prim::complete(kernel, threads, signatures, (&root, &rest), progress)?);
    Some(Tree { edges, nearest: Some(nearest) })
}

/// By vertex: the first vertex of its component.
fn components(vertices: usize, edges: &[Edge]) -> Vec<u32> {
    let mut above: Vec<u32> = (0..vertices as u32).collect();
    for edge in edges {
        let (a, b) = (find(&mut above, edge.a), find(&mut above, edge.b));
        above[a.max(b) as usize] = a.min(b);
    }
    (0..vertices as u32).map(|vertex| find(&mut above, vertex)).collect()
}

/// How many others some vertices have within each distance.
struct Neighbours {
    vertices: usize,
    within: Vec<[u64; DISTANCES]>,
}

impl Neighbours {
    /// `None` for few vertices.
    fn sampled<S: Signature>(kernel: Kernel, signatures: &[S]) -> Option<Self> {
        const SAMPLE: usize = 128;
        let n = signatures.len();
        if n < FEW {
            return None;
        }
        let within = (0..SAMPLE)
            .map(|i| {
                let mut tally = Tally::new();
                kernel.cross(&signatures[i * n / SAMPLE..][..1], signatures, &mut tally);
                let mut within = tally.histogram().0;
                // Itself.
                within[0] -= 1;
                for distance in 1..DISTANCES {
                    within[distance] += within[distance - 1];
                }
                within
            })
            .collect();
        Some(Self { vertices: n, within })
    }

    /// The k with the least work; `None` if Prim's algorithm alone has less.
    fn best_k(&self) -> Option<u8> {
        /// The work of Prim's algorithm alone, on its one thread, as a multiple of comparing all tiles.
        const PRIM: f64 = 3.0;
        let (n, samples) = (self.vertices as f64, self.within.len() as f64);
        let all = n * n / 2.0;
        let work = |k: usize| {
            /// Of comparing a vertex that is left apart, and of a pair that was found, in comparisons of a tile.
            const STEP: f64 = 2.0;
            const PAIR: f64 = 800.0;
            let pairs: u64 = self.within.iter().map(|within| within[k]).sum();
            let pairs = pairs as f64 / samples * n / 2.0;
            // A vertex with few others at the largest distances is probably not connected to most; at small
            // distances there may be copies of it, which say nothing about that.
            let is_loose = |within: &&[u64; DISTANCES]| within[k] - within[k.saturating_sub(4)] < 2;
            let loose = self.within.iter().filter(is_loose).count() as f64 / samples * n;
            all + PAIR * pairs + STEP * loose * (n - loose / 2.0)
        };
        let best = (0..DISTANCES).min_by(|&a, &b| work(a).total_cmp(&work(b)))?;
        (work(best) < PRIM * all).then_some(best as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::super::canonical::leaf_order;
    use super::*;
    use crate::hamming::distance_of;
    use crate::hamming::tests::signature_sets;
    use proptest::prelude::*;

    fn same_tree<S: Signature>(words: &[S], edges: &[Edge]) {
        let vertex_of: Vec<u32> = (0..words.len() as u32).collect();
        let split = vertex_of.split_at(1.min(words.len()));
        let expected = prim::complete(Kernel::best(), 1, words, split, &Progress::new()).unwrap();
        assert_eq!(edges.len(), expected.len());
        let order = |edges| leaf_order(&vertex_of, words.len(), edges);
        assert_eq!(order(edges), order(&expected));
    }

    proptest! {
        #[test]
        fn the_tree_through_any_k_is_that_of_prims_algorithm(signatures in signature_sets(60), k in 0..=128_u8) {
            let mut words = signatures;
            words.sort_unstable();
            words.dedup();
            for threads in [1, 2] {
                let progress = Progress::new();
                let tree = tree_through(k, Kernel::best(), threads, &words, &progress).unwrap();
                prop_assert_eq!(progress.done(), progress.total());
                same_tree(&words, &tree.edges);
                for (vertex, &word) in words.iter().enumerate() {
                    let others = (0..).zip(&words).filter(|&(other, _)| other != vertex as u32);
                    let nearest = others.map(|(other, &word_of)| (distance_of(word, word_of), other)).min();
                    let within = nearest.filter(|&(distance, _)| distance <= k);
                    let found = tree.nearest.as_ref().unwrap().of(vertex as u32);
                    prop_assert_eq!(found, within.map(|(distance, other)| (other, distance)));
                }
            }
        }
    }

    #[test]
    fn the_tree_of_many_is_that_of_prims_algorithm() {
        let spread = |i: u64| {
            i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let even: Vec<u64> = (1..=FEW as u64).map(spread).collect();
        // Half of them close together, so that no k suits all.
        let uneven: Vec<u64> = (1..=FEW as u64).map(|i| if i % 2 == 0 { i } else { spread(i) }).collect();
        for words in [even, uneven] {
            let k = Neighbours::sampled(Kernel::best(), &words).unwrap().best_k();
            assert!(k.is_some());
            same_tree(&words, &spanning_tree(Kernel::best(), 2, &words, &Progress::new()).unwrap().edges);
        }
    }
}
