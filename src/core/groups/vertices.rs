//! Merges equal signatures into one vertex.

use crate::hamming::{Signature, Signatures, by_width};
use crate::recipe::Bits;
use crate::search::Distinct;

/// The distinct signatures of some documents: the vertices, numbered in the order of their first leaf (index into
/// the documents, which ascend).
pub(super) struct Vertices {
    /// By leaf.
    pub(super) of_leaf: Vec<u32>,
    /// By vertex.
    pub(super) signatures: Signatures,
    /// By vertex: its first two leaves (twice the same if there is only one).
    pub(super) twins: Vec<[u32; 2]>,
    /// By vertex: how many leaves it has.
    pub(super) sizes: Vec<u32>,
}

impl Vertices {
    pub(super) fn of(signatures: &Signatures, documents: &[u32]) -> Self {
        let selected;
        let of_leaves = if documents.len() == signatures.len() {
            signatures
        } else {
            selected = signatures.select(documents);
            &selected
        };
        let (mut vertices, firsts) = by_width!(of_leaves, |words| Self::number(words));
        vertices.signatures = of_leaves.select(&firsts);
        vertices
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.twins.len()
    }

    /// The vertices without their signatures, and the first leaf of each.
    fn number<S: Signature>(of_leaves: &[S]) -> (Self, Vec<u32>) {
        let used: u128 = of_leaves.iter().fold(S::default(), |used, &signature| used | signature).into();
        let bits = Bits::new(128 - used.leading_zeros() as u8).unwrap_or(Bits::DEFAULT);
        let distinct = Distinct::of(of_leaves, bits);
        let mut vertices = Self {
            of_leaf: distinct.places.words_of_positions(),
            signatures: Signatures::Narrow(Vec::new()),
            twins: Vec::with_capacity(distinct.words.len()),
            sizes: Vec::with_capacity(distinct.words.len()),
        };
        let (mut firsts, mut vertex_of) = (Vec::new(), vec![0; distinct.words.len()]);
        for (leaf, word) in (0..).zip(&mut vertices.of_leaf) {
            let leaves = distinct.places.positions(*word);
            let vertex = &mut vertex_of[*word as usize];
            if leaves[0] == leaf {
                *vertex = firsts.len() as u32;
                firsts.push(leaf);
                vertices.twins.push([leaf, *leaves.get(1).unwrap_or(&leaf)]);
                vertices.sizes.push(leaves.len() as u32);
            }
            *word = *vertex;
        }
        (vertices, firsts)
    }
}
