//! All partitions by "distance ≤ k" at once.

use super::canonical::leaf_order;
use super::partition::{Groups, Run, positions_of};
use super::prim::{self, Edge, spanning_tree};
use crate::hamming::{Kernel, Signature, Signatures};
use crate::progress::Progress;
use std::sync::Arc;

/// All partitions by "distance ≤ k" at once (single linkage), as leaf order and gaps.
///
/// Canonical: a function of the signatures and the order of the documents alone. Within every node of the
/// tree the children stand in the order of their first document, so the first leaf of a group is the
/// document of the group that comes first in the corpus: its representative.
#[derive(Debug, Clone)]
pub struct Dendrogram {
    order: Arc<[u32]>,
    /// By document; [`super::partition::ABSENT`] for those left out.
    positions: Arc<[u32]>,
    gap: Vec<u8>,
    /// By position.
    nearest: Vec<Near>,
}

/// A neighbour; kept unpadded, because there is one for every document.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed)]
struct Near {
    document: u32,
    distance: u8,
}

impl Dendrogram {
    /// The exact tree over the given documents (indices into `signatures`, ascending; empty documents are
    /// left out by the caller). `None` when cancelled. Advances by pairs; expects n(n−1)/2 of the distinct
    /// signatures.
    pub fn build(signatures: &Signatures, documents: &[u32], progress: &Progress) -> Option<Self> {
        Self::build_with(Kernel::best(), prim::threads(), signatures, documents, progress)
    }

    /// As [`Dendrogram::build`], with a kernel and at most so many threads of one's choice (more than two are
    /// of no use). All give the same tree.
    pub fn build_with(
        kernel: Kernel,
        threads: usize,
        signatures: &Signatures,
        documents: &[u32],
        progress: &Progress,
    ) -> Option<Self> {
        match signatures {
            Signatures::Narrow(words) => Self::of(kernel, threads, words, documents, progress),
            Signatures::Wide(words) => Self::of(kernel, threads, words, documents, progress),
        }
    }

    fn of<S: Signature>(
        kernel: Kernel,
        threads: usize,
        signatures: &[S],
        documents: &[u32],
        progress: &Progress,
    ) -> Option<Self> {
        let Distinct { vertex_of, signatures, twins } = Distinct::of(signatures, documents);
        let edges = spanning_tree(kernel, threads, &signatures, progress)?;
        let leaves = leaf_order(&vertex_of, signatures.len(), &edges);
        let near = nearest(&edges, &vertex_of, &twins);
        let order: Arc<[u32]> = leaves.order.iter().map(|&leaf| documents[leaf as usize]).collect();
        let nearest = (leaves.order.iter())
            .map(|&leaf| {
                let Near { document, distance } = near[leaf as usize];
                let document = documents.get(document as usize).copied().unwrap_or(document);
                Near { document, distance }
            })
            .collect();
        Some(Self { positions: positions_of(&order), order, gap: leaves.gap, nearest })
    }

    /// Documents in leaf order.
    pub fn order(&self) -> &Arc<[u32]> {
        &self.order
    }

    /// Height at which each leaf joins the one before it; `gap[0]` is 255.
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

    /// A nearest neighbour of a document and its distance; exact. `None` if it is alone or was left out.
    ///
    /// Among several: of documents with the same signature the first in the corpus (for that one, the
    /// second); else the first document of the nearest signature that touches it in the spanning tree, the
    /// same on every machine.
    pub fn nearest(&self, document: u32) -> Option<(u32, u8)> {
        let Near { document, distance } = self.nearest[self.position(document)? as usize];
        (distance != u8::MAX).then_some((document, distance))
    }

    /// The groups at k.
    pub fn cut(&self, k: u8) -> Groups {
        Groups::new(k, Arc::clone(&self.order), Arc::clone(&self.positions), runs_within(&self.gap, k))
    }

    /// How many groups-or-single-documents at `k` the documents of `run` (a run of `order`) fall into.
    pub fn pieces(&self, run: Run, k: u8) -> usize {
        self.gap[run.range()].iter().skip(1).filter(|&&gap| gap > k).count() + usize::from(run.len > 0)
    }
}

/// Runs of at least two leaves that are joined by gaps ≤ k.
///
/// 64 gaps at a time as the bits of a word: every run has one place where it starts (its second leaf is
/// joined to the one before, the first is not) and one where it ends, so the branches depend on the number
/// of runs, not on how they lie.
pub(super) fn runs_within(gap: &[u8], k: u8) -> Vec<Run> {
    let word = |gaps: &[u8]| -> u64 {
        gaps.iter().enumerate().fold(0, |word, (i, &gap)| word | u64::from(gap <= k) << i)
    };
    let mut runs: Vec<Run> = Vec::new();
    let mut ends = 0;
    let mut before = 0;
    for (i, gaps) in gap.chunks(64).enumerate() {
        let base = 64 * i as u32;
        let joined = word(gaps);
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

/// The distinct signatures: the vertices, numbered in the order of their first leaf (index into `documents`).
struct Distinct<S> {
    /// By leaf.
    vertex_of: Vec<u32>,
    /// By vertex.
    signatures: Vec<S>,
    /// By vertex: its first two leaves (the same one twice if there is no other).
    twins: Vec<[u32; 2]>,
}

impl<S: Signature> Distinct<S> {
    fn of(signatures: &[S], documents: &[u32]) -> Self {
        let mut sorted: Vec<(S, u32)> = (documents.iter().zip(0..))
            .map(|(&document, leaf)| (signatures[document as usize], leaf))
            .collect();
        sorted.sort_unstable();
        let mut first_of = vec![0; sorted.len()];
        for run in sorted.chunk_by(|a, b| a.0 == b.0) {
            for &(_, leaf) in run {
                first_of[leaf as usize] = run[0].1;
            }
        }
        let mut distinct =
            Self { vertex_of: vec![0; sorted.len()], signatures: Vec::new(), twins: Vec::new() };
        for leaf in 0..sorted.len() {
            let first = first_of[leaf] as usize;
            if first == leaf {
                distinct.vertex_of[leaf] = distinct.signatures.len() as u32;
                distinct.signatures.push(signatures[documents[leaf] as usize]);
                distinct.twins.push([leaf as u32; 2]);
            } else {
                let vertex = distinct.vertex_of[first];
                distinct.vertex_of[leaf] = vertex;
                let twins = &mut distinct.twins[vertex as usize];
                if twins[0] == twins[1] {
                    twins[1] = leaf as u32;
                }
            }
        }
        distinct
    }
}

/// For each leaf a nearest other leaf: a twin, or the far end of the lightest edge at its vertex, which in
/// a minimum spanning tree is as light as any edge of the whole graph there.
fn nearest(edges: &[Edge], vertex_of: &[u32], twins: &[[u32; 2]]) -> Vec<Near> {
    let mut lightest = vec![(u8::MAX, u32::MAX); twins.len()];
    for &Edge { a, b, weight } in edges {
        for (here, there) in [(a, b), (b, a)] {
            let lightest = &mut lightest[here as usize];
            *lightest = (*lightest).min((weight, twins[there as usize][0]));
        }
    }
    (vertex_of.iter().zip(0..))
        .map(|(&vertex, leaf)| {
            let [first, second] = twins[vertex as usize];
            if first == second {
                let (distance, document) = lightest[vertex as usize];
                Near { document, distance }
            } else {
                Near { document: if leaf == first { second } else { first }, distance: 0 }
            }
        })
        .collect()
}
