//! The canonical leaf order, from the edges of any minimum spanning tree or forest.

use super::prim::Edge;
use crate::hamming::DISTANCES;

/// Leaves in canonical order, and the height at which each joins the one before it (255 for the first leaf of
/// each tree).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Leaves {
    pub order: Vec<u32>,
    pub gap: Vec<u8>,
}

/// End of a chain of leaves.
const END: u32 = u32::MAX;

/// Joins chains of leaves level by level.
///
/// Leaves with the same `vertex_of[leaf]` have equal signatures (they join at height 0). Vertices are numbered
/// in the order of their first leaf, and leaves in the order of the corpus, so the smaller of two vertices
/// comes first. All components that meet at one height are merged, with their leaves in the order of the first
/// leaf of each. Which of several edges of equal weight the spanning tree contains makes no difference, because
/// the edges up to any weight connect the same vertices in every minimum spanning tree. The trees of a forest
/// follow one another in the order of their first leaves.
pub(super) fn leaf_order(vertex_of: &[u32], vertices: usize, edges: &[Edge]) -> Leaves {
    let n = vertex_of.len();
    let mut chains = Chains {
        head: vec![END; vertices],
        tail: vec![END; vertices],
        next: vec![END; n],
        height: vec![u8::MAX; n],
    };
    for (leaf, &vertex) in vertex_of.iter().enumerate() {
        chains.push(vertex as usize, leaf as u32);
    }
    let mut above: Vec<u32> = (0..vertices as u32).collect();
    let mut met = Vec::new();
    for level in by_weight(edges).iter().filter(|level| !level.is_empty()) {
        met.clear();
        for edge in level {
            met.extend([find(&mut above, edge.a), find(&mut above, edge.b)]);
        }
        for edge in level {
            let (a, b) = (find(&mut above, edge.a), find(&mut above, edge.b));
            above[a.max(b) as usize] = a.min(b);
        }
        met.sort_unstable();
        met.dedup();
        for &vertex in &met {
            let first = find(&mut above, vertex);
            if first != vertex {
                chains.append(first as usize, vertex as usize, level[0].weight);
            }
        }
    }
    chains.unroll(&above)
}

/// The first vertex of the component; compresses the path to it (union-find).
pub(super) fn find(above: &mut [u32], mut vertex: u32) -> u32 {
    while above[vertex as usize] != vertex {
        above[vertex as usize] = above[above[vertex as usize] as usize];
        vertex = above[vertex as usize];
    }
    vertex
}

/// The edges of each weight, lightest first.
fn by_weight(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut levels = vec![Vec::new(); DISTANCES];
    for &edge in edges {
        levels[usize::from(edge.weight)].push(edge);
    }
    levels
}

/// Linked lists of leaves, one for each component, stored at its first vertex.
struct Chains {
    head: Vec<u32>,
    tail: Vec<u32>,
    next: Vec<u32>,
    height: Vec<u8>,
}

impl Chains {
    /// Adds a leaf to a vertex's own.
    fn push(&mut self, vertex: usize, leaf: u32) {
        if self.head[vertex] == END {
            self.head[vertex] = leaf;
        } else {
            self.next[self.tail[vertex] as usize] = leaf;
            self.height[leaf as usize] = 0;
        }
        self.tail[vertex] = leaf;
    }

    /// Puts the chain of `vertex` after that of `first`.
    fn append(&mut self, first: usize, vertex: usize, height: u8) {
        let head = self.head[vertex];
        self.next[self.tail[first] as usize] = head;
        self.height[head as usize] = height;
        self.tail[first] = self.tail[vertex];
    }

    /// The chains of the components, each under its first vertex.
    fn unroll(self, above: &[u32]) -> Leaves {
        let n = self.next.len();
        let mut leaves = Leaves { order: Vec::with_capacity(n), gap: Vec::with_capacity(n) };
        for (&above, vertex) in above.iter().zip(0_u32..) {
            if above != vertex {
                continue;
            }
            let mut leaf = self.head[vertex as usize];
            while leaf != END {
                leaves.order.push(leaf);
                leaves.gap.push(self.height[leaf as usize]);
                leaf = self.next[leaf as usize];
            }
        }
        leaves
    }
}
