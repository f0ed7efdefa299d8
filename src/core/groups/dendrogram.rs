//! The dendrogram: the groups at every k.

use super::canonical::leaf_order;
use super::forest::{Known, Nearest, spanning_forest};
use super::partition::{Groups, Run, positions_of};
use super::prim::Edge;
use super::spanning::{Tree, spanning_tree};
use super::threads;
use super::vertices::Vertices;
use crate::hamming::{self, Counted, DISTANCES, Kernel, Signature, Signatures, by_width, pairs_of};
use crate::progress::Progress;
use crate::search::Design;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The groups at every k (single linkage), stored as leaf order and gaps.
///
/// Canonical: it depends only on the signatures and the order of the documents. The children of every node are
/// in the order of their first document, so the first leaf of a group is the first of its documents in the
/// corpus: its representative.
///
/// The tree of a large corpus may be known only up to some k ([`Dendrogram::exact_up_to`]). Groups that have
/// not merged at that k are in the order of their first documents, with gaps of [`UNKNOWN`].
#[derive(Debug, Clone)]
pub struct Dendrogram {
    order: Arc<[u32]>,
    /// By document; [`super::partition::ABSENT`] for those left out.
    positions: Arc<[u32]>,
    gap: Vec<u8>,
    /// By position.
    nearest: Vec<Near>,
    exact_up_to: u8,
    /// Counted by the search that built the tree; `None` if all pairs were compared.
    pairs: Option<Counted>,
}

/// Gap of the first leaf, and of a leaf whose height is unknown.
pub const UNKNOWN: u8 = u8::MAX;
/// [`Dendrogram::exact_up_to`] of a whole tree.
pub(super) const WHOLE: u8 = DISTANCES as u8 - 1;

/// A neighbour; packed without padding, because there is one for each document.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed)]
struct Near {
    /// The first of the nearest, or [`Near::ANY`].
    document: u32,
    distance: u8,
}

impl Near {
    /// Which of the documents at this distance is the first was not found while the tree was built.
    const ANY: u32 = u32::MAX;
    const NONE: Self = Self { document: Self::ANY, distance: u8::MAX };
}

impl Dendrogram {
    /// The exact tree over the given documents (indices into `signatures`, ascending; empty documents are
    /// left out by the caller). `None` when cancelled. Advances by pairs; expects n(n−1)/2 of the distinct
    /// signatures.
    pub fn build(signatures: &Signatures, documents: &[u32], progress: &Progress) -> Option<Self> {
        Self::build_with(Kernel::best(), threads::available(), signatures, documents, progress)
    }

    /// As [`Dendrogram::build`], with a given kernel, and on one thread if `threads` is 1. All give the same tree.
    pub fn build_with(
        kernel: Kernel,
        threads: usize,
        signatures: &Signatures,
        documents: &[u32],
        progress: &Progress,
    ) -> Option<Self> {
        Self::compared(kernel, threads, &Vertices::of(signatures, documents), documents, progress)
    }

    /// The tree up to the k of the design, built from the pairs that the search finds. Exact up to that k: cut
    /// there, it gives the groups of [`Dendrogram::build`]; only the order of groups that have not merged may
    /// differ. `None` when cancelled. Advances as the search does. `documents` as in [`Dendrogram::build`].
    pub fn within(
        signatures: &Signatures,
        documents: &[u32],
        design: &Design,
        progress: &Progress,
    ) -> Option<Self> {
        Self::searched(&Vertices::of(signatures, documents), documents, None, design, progress)
    }

    /// As [`Dendrogram::build`].
    pub(super) fn compared(
        kernel: Kernel,
        threads: usize,
        vertices: &Vertices,
        documents: &[u32],
        progress: &Progress,
    ) -> Option<Self> {
        let Tree { edges, nearest } =
            by_width!(&vertices.signatures, |words| spanning_tree(kernel, threads, words, progress))?;
        let lightest = lightest(&edges, vertices.len());
        let near = by_leaf(vertices, |vertex| {
            let near = nearest.as_ref().and_then(|nearest| near(vertices, nearest, vertex));
            near.unwrap_or(Near { document: Near::ANY, distance: lightest[vertex as usize] })
        });
        Some(Self::of(vertices, documents, &edges, near, WHOLE, None))
    }

    /// As [`Dendrogram::within`]; pairs that a tree of a smaller k has connected are not searched again.
    pub(super) fn searched(
        vertices: &Vertices,
        documents: &[u32],
        known: Option<&Self>,
        design: &Design,
        progress: &Progress,
    ) -> Option<Self> {
        let known =
            known.map(|tree| Known { edges: tree.edges_between(vertices, documents), k: tree.exact_up_to });
        let forest = spanning_forest(vertices, known, design, progress)?;
        let near = by_leaf(vertices, |vertex| near(vertices, &forest.nearest, vertex).unwrap_or(Near::NONE));
        // With everything connected, the tree is whole.
        let is_whole = forest.edges.len() + 1 >= vertices.len();
        let exact_up_to = if is_whole { WHOLE } else { design.k() };
        Some(Self::of(vertices, documents, &forest.edges, near, exact_up_to, Some(forest.pairs)))
    }

    /// `near` is by leaf and refers to leaves.
    fn of(
        vertices: &Vertices,
        documents: &[u32],
        edges: &[Edge],
        near: Vec<Near>,
        exact_up_to: u8,
        pairs: Option<Counted>,
    ) -> Self {
        let leaves = leaf_order(&vertices.of_leaf, vertices.len(), edges);
        let order: Arc<[u32]> = leaves.order.iter().map(|&leaf| documents[leaf as usize]).collect();
        let nearest = (leaves.order.iter())
            .map(|&leaf| {
                let Near { document, distance } = near[leaf as usize];
                let document = documents.get(document as usize).copied().unwrap_or(document);
                Near { document, distance }
            })
            .collect();
        Self { positions: positions_of(&order), order, gap: leaves.gap, nearest, exact_up_to, pairs }
    }

    /// Edges between adjacent leaves. They connect the same vertices at every weight as the edges that the tree
    /// was built from.
    fn edges_between(&self, vertices: &Vertices, documents: &[u32]) -> Vec<Edge> {
        let mut vertex_at = vec![0; self.order.len()];
        for (&document, &vertex) in documents.iter().zip(&vertices.of_leaf) {
            vertex_at[self.positions[document as usize] as usize] = vertex;
        }
        (vertex_at.windows(2).zip(&self.gap[1.min(self.gap.len())..]))
            .filter(|&(pair, &gap)| pair[0] != pair[1] && gap <= self.exact_up_to)
            .map(|(pair, &weight)| Edge { a: pair[0], b: pair[1], weight })
            .collect()
    }

    /// The largest k at which the groups are exact: 128 if the tree is whole.
    pub fn exact_up_to(&self) -> u8 {
        self.exact_up_to
    }

    /// Whether the groups are exact at every k.
    pub fn is_whole(&self) -> bool {
        self.exact_up_to == WHOLE
    }

    /// The pairs of documents by distance, if the search that built the tree has counted them.
    pub fn pairs(&self) -> Option<&Counted> {
        self.pairs.as_ref()
    }

    /// Documents in leaf order.
    pub fn order(&self) -> &Arc<[u32]> {
        &self.order
    }

    /// Height at which each leaf joins the one before it; [`UNKNOWN`] for the first leaf and for heights above
    /// [`Dendrogram::exact_up_to`].
    pub fn gap(&self) -> &[u8] {
        &self.gap
    }

    /// Where a document stands in `order`; `None` if it was left out.
    pub fn position(&self, document: u32) -> Option<u32> {
        self.positions
            .get(document as usize)
            .copied()
            .filter(|&position| position != super::partition::ABSENT)
    }

    /// The nearest neighbour of a document and its distance, exact; the first in the corpus among several. `None` for a
    /// document that is alone or was left out, and if none is within [`Dendrogram::exact_up_to`]. `signatures` are
    /// those that the tree was built from; they are looked through for a document far from all others.
    pub fn nearest(&self, document: u32, signatures: &Signatures) -> Option<(u32, u8)> {
        let distance = self.nearest_distance(document)?;
        let nearest = self.nearest[self.position(document)? as usize].document;
        let nearest = match signatures {
            _ if nearest != Near::ANY => nearest,
            Signatures::Narrow(words) => self.first_within(words, document, distance)?,
            Signatures::Wide(words) => self.first_within(words, document, distance)?,
        };
        Some((nearest, distance))
    }

    /// The distance of [`Dendrogram::nearest`].
    pub fn nearest_distance(&self, document: u32) -> Option<u8> {
        let Near { distance, .. } = self.nearest[self.position(document)? as usize];
        (distance != u8::MAX).then_some(distance)
    }

    /// The first other document of the tree within k of this one.
    fn first_within<S: Signature>(&self, signatures: &[S], document: u32, k: u8) -> Option<u32> {
        let query = *signatures.get(document as usize)?;
        let mut from = 0;
        loop {
            let found = from + Kernel::best().first_within(query, &signatures[from..], k)?;
            if found != document as usize && self.position(found as u32).is_some() {
                return Some(found as u32);
            }
            from = found + 1;
        }
    }

    /// The closest two of the documents of `run` (a run of `order` that is one group, or all) whose signatures differ; the first
    /// in the corpus of several. `None` if all are equal, or as far as heights are known. `signatures` as in
    /// [`Dendrogram::nearest`].
    pub fn closest(&self, run: Range<usize>, signatures: &Signatures) -> Option<(u32, u32)> {
        let gaps = |places: Range<usize>| places.clone().zip(&self.gap[places]);
        let inner = (run.start + 1).min(run.end)..run.end;
        let d = gaps(inner.clone()).map(|(_, &gap)| gap).filter(|gap| !matches!(*gap, 0 | UNKNOWN)).min()?;
        // Leaves joined at d begin with their first document. Only equal signatures are nearer to it than d.
        let (mut start, mut first) = (run.start, None);
        for (at, &gap) in gaps(inner) {
            if gap > d {
                start = at;
            } else if gap == d && first.is_none_or(|first: usize| self.order[start] < self.order[first]) {
                first = Some(start);
            }
        }
        let (first, signature) = (first?, |document: u32| signatures.get(document as usize));
        let a = self.order[first];
        let joined = first + 1 + self.gap[first + 1..run.end].iter().take_while(|&&gap| gap <= d).count();
        let others = self.order[first + 1..joined].iter().copied();
        let b = others.filter(|&b| hamming::distance(signature(a), signature(b)) == d).min()?;
        Some((a, b))
    }

    /// The smallest k at which two documents share a group, as far as it is known.
    pub fn joined_at(&self, a: u32, b: u32) -> Option<u8> {
        let (a, b) = (self.position(a)? as usize, self.position(b)? as usize);
        let between = &self.gap[a.min(b) + 1..a.max(b) + 1];
        let highest = between.iter().copied().max().unwrap_or(0);
        Some(highest).filter(|&height| height != UNKNOWN)
    }

    /// The groups at k. Above [`Dendrogram::exact_up_to`] the groups at that k, which [`Groups::k`] returns.
    pub fn cut(&self, k: u8) -> Groups {
        let k = k.min(self.exact_up_to);
        Groups::new(k, Arc::clone(&self.order), Arc::clone(&self.positions), runs_within(&self.gap, k))
    }

    /// Whether these are the groups at k of this tree.
    pub fn is_cut(&self, groups: &Groups, k: u8) -> bool {
        groups.k() == k && Arc::ptr_eq(groups.order(), &self.order)
    }

    /// What becomes of the groups at `low` when k is `high`; both at most [`Dendrogram::exact_up_to`]. One of the two may be known.
    pub fn changed(&self, low: u8, high: u8, known: Option<&Groups>) -> Changed {
        let known = |k: u8| known.filter(|known| self.is_cut(known, k)).map(|known| known.runs().into());
        let cut = |k: u8| -> Cow<'_, [Run]> { known(k).unwrap_or_else(|| runs_within(&self.gap, k).into()) };
        let (small, groups) = (cut(low), cut(high));
        let grouped = |runs: &[Run]| runs.iter().map(|run| run.len as usize).sum::<usize>();
        let mut changed = Changed { joined: grouped(&groups) - grouped(&small), ..Changed::default() };
        let mut small = small.iter().peekable();
        for &run in &*groups {
            let (mut parts, mut is_same) = (0, false);
            while let Some(&part) = small.next_if(|part| part.start < run.start + run.len) {
                (parts, is_same) = (parts + 1, part == run);
            }
            if !is_same {
                changed.groups.push(run);
                *[&mut changed.new, &mut changed.larger, &mut changed.merged][parts.min(2)] += 1;
            }
        }
        changed
    }

    /// Number of pairs of documents that share a group at k, which must be at most [`Dendrogram::exact_up_to`].
    pub fn pairs_in_groups(&self, k: u8) -> u64 {
        runs_within(&self.gap, k).iter().map(|run| pairs_of(run.len as usize)).sum()
    }

    /// Into how many groups and single documents the documents of `run` (a run of `order`) fall at `k`, which
    /// must be at most [`Dendrogram::exact_up_to`].
    pub fn pieces(&self, run: Run, k: u8) -> usize {
        self.gap[run.range()].iter().skip(1).filter(|&&gap| gap > k).count() + usize::from(run.len > 0)
    }
}

/// The difference between the groups of two k.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// The groups of the larger k that are none of the smaller one, in leaf order.
    pub groups: Vec<Run>,
    /// How many of them have no group of the smaller k in them.
    pub new: usize,
    /// How many have one.
    pub larger: usize,
    /// How many have several.
    pub merged: usize,
    /// Documents in groups of the larger k and in none of the smaller one.
    pub joined: usize,
}

/// Runs of at least two leaves that are joined by gaps ≤ k.
///
/// Handles 64 gaps at a time as the bits of a word. Every run has one start (its second leaf is joined to the
/// one before, its first is not) and one end, so the number of branches depends only on the number of runs.
pub(super) fn runs_within(gap: &[u8], k: u8) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut ends = 0;
    let mut before = 0;
    for (i, gaps) in gap.chunks(64).enumerate() {
        let base = 64 * i as u32;
        let joined = at_most(gaps, k);
        let shifted = joined << 1 | before;
        let mut starts = joined & !shifted;
        while starts != 0 {
            runs.push(Run { start: (base + starts.trailing_zeros()).saturating_sub(1), len: 0 });
            starts &= starts - 1;
        }
        let mut stops = !joined & shifted;
        while stops != 0 {
            let run = &mut runs[ends];
            run.len = base + stops.trailing_zeros() - run.start;
            ends += 1;
            stops &= stops - 1;
        }
        before = joined >> 63;
    }
    if let Some(run) = runs.get_mut(ends) {
        run.len = gap.len() as u32 - run.start;
    }
    runs
}

/// Of up to 64 gaps, those that are at most `k`, as bits; eight gaps at a time, each in a byte of a word.
fn at_most(gaps: &[u8], k: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Moves the lowest bit of byte i to bit 56 + i.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let eights = gaps.chunks(8).enumerate();
    let bits = eights.fold(0, |bits, (at, eight)| {
        let mut bytes = [u8::MAX; 8];
        bytes[..eight.len()].copy_from_slice(eight);
        let gaps = u64::from_le_bytes(bytes);
        // No byte borrows from the next: the highest bit of each stays where its lower seven are at most those of k.
        let is_low = u64::from(k | 0x80) * EACH - (gaps & LOW);
        let is_at_most = if k < 0x80 { is_low & !gaps } else { is_low | !gaps };
        bits | ((is_at_most >> 7 & EACH).wrapping_mul(GATHER) >> 56) << (8 * at)
    });
    // What stands behind the last gap is no gap.
    bits & (u64::MAX >> (64 - gaps.len()))
}

/// By leaf, its nearest other leaf.
fn by_leaf(vertices: &Vertices, mut nearest: impl FnMut(u32) -> Near) -> Vec<Near> {
    (vertices.of_leaf.iter().zip(0..))
        .map(|(&vertex, leaf)| {
            let [first, second] = vertices.twins[vertex as usize];
            match first == second {
                true => nearest(vertex),
                false => Near { document: if leaf == first { second } else { first }, distance: 0 },
            }
        })
        .collect()
}

/// The nearest leaf of another vertex, if one is within the k of the search; the first if there are several.
fn near(vertices: &Vertices, nearest: &Nearest, vertex: u32) -> Option<Near> {
    let (other, distance) = nearest.of(vertex)?;
    Some(Near { document: vertices.twins[other as usize][0], distance })
}

/// For each vertex: the weight of its lightest edge, which in a minimum spanning tree is as light as its lightest edge in the
/// whole graph; 255 without edges.
fn lightest(edges: &[Edge], vertices: usize) -> Vec<u8> {
    let mut lightest = vec![u8::MAX; vertices];
    for &Edge { a, b, weight } in edges {
        for vertex in [a, b] {
            let lightest = &mut lightest[vertex as usize];
            *lightest = (*lightest).min(weight);
        }
    }
    lightest
}
