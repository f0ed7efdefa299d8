//! What two recipes see of a corpus.

use simscope_core::contrast::{Contrast, SeenPair};
use simscope_core::recipe::Recipe;

/// Pairs of each side that a comparison keeps.
pub const PAIRS_KEPT: usize = 10_000;

/// What a comparison is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContrastKey {
    /// The recipe of the corpus.
    pub a: Recipe,
    /// The second one.
    pub b: Recipe,
    /// The threshold of both.
    pub k: u8,
    /// Documents in the corpus.
    pub documents: usize,
}

/// What two recipes see of a corpus.
#[derive(Debug)]
pub struct Contrasted {
    /// Of what.
    pub key: ContrastKey,
    /// How many.
    pub contrast: Contrast,
    /// The first pairs that only A sees, at most [`PAIRS_KEPT`].
    pub only_a: Vec<SeenPair>,
    /// The first pairs that only B sees, at most [`PAIRS_KEPT`].
    pub only_b: Vec<SeenPair>,
}
