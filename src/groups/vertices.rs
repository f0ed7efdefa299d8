//! Equal signatures as one vertex.

use crate::hamming::{Signature, Signatures};
use rayon::prelude::*;

/// The distinct signatures of some documents: the vertices, numbered in the order of their first leaf (index into
/// the documents, which ascend).
pub(super) struct Vertices {
    /// By leaf.
    pub(super) of_leaf: Vec<u32>,
    /// By vertex.
    pub(super) signatures: Signatures,
    /// By vertex: its first two leaves (the same one twice if there is no other).
    pub(super) twins: Vec<[u32; 2]>,
    /// By vertex: how many leaves it has.
    pub(super) sizes: Vec<u32>,
}

impl Vertices {
    pub(super) fn of(signatures: &Signatures, documents: &[u32]) -> Self {
        let places = |order: &[u32]| order.iter().map(|&leaf| documents[leaf as usize]).collect::<Vec<_>>();
        let (mut vertices, firsts) = match signatures {
            Signatures::Narrow(words) => Self::number(words, documents),
            Signatures::Wide(words) => Self::number(words, documents),
        };
        vertices.signatures = signatures.select(&places(&firsts));
        vertices
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.twins.len()
    }

    /// The vertices without their signatures, and the first leaf of each.
    fn number<S: Signature>(signatures: &[S], documents: &[u32]) -> (Self, Vec<u32>) {
        let mut sorted: Vec<(S, u32)> = (documents.iter().zip(0..))
            .map(|(&document, leaf)| (signatures[document as usize], leaf))
            .collect();
        sorted.par_sort_unstable();
        let mut first_of = vec![0; sorted.len()];
        for run in sorted.chunk_by(|a, b| a.0 == b.0) {
            for &(_, leaf) in run {
                first_of[leaf as usize] = run[0].1;
            }
        }
        drop(sorted);
        let mut vertices = Self {
            of_leaf: first_of,
            signatures: Signatures::Narrow(Vec::new()),
            twins: Vec::new(),
            sizes: Vec::new(),
        };
        let mut firsts = Vec::new();
        for leaf in 0..vertices.of_leaf.len() {
            let first = vertices.of_leaf[leaf] as usize;
            if first == leaf {
                vertices.of_leaf[leaf] = firsts.len() as u32;
                firsts.push(leaf as u32);
                vertices.twins.push([leaf as u32; 2]);
                vertices.sizes.push(1);
            } else {
                // The first leaf has its vertex already.
                let vertex = vertices.of_leaf[first];
                vertices.of_leaf[leaf] = vertex;
                let twins = &mut vertices.twins[vertex as usize];
                if twins[0] == twins[1] {
                    twins[1] = leaf as u32;
                }
                vertices.sizes[vertex as usize] += 1;
            }
        }
        (vertices, firsts)
    }
}
