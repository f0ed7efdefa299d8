//! What is known of a pair.

use crate::shared::model::{Generation, Linked};
use simscope_core::measures::Measure;
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::Difference;
use simscope_core::simhash::{Fragile, Trace};
use std::sync::Arc;

/// A pair under one recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct PairKey {
    pub a: u32,
    pub b: u32,
    pub recipe: Recipe,
    /// Of the signatures: under tf-idf they follow from all documents.
    pub generation: Generation,
}

/// What a chain follows from.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainKey {
    pub pair: (u32, u32),
    pub k: u8,
    pub of: Linked,
}

/// What the documents within k follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct NearKey {
    pub document: u32,
    pub k: u8,
    pub generation: Generation,
}

/// What two signatures under a second recipe follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondKey {
    pub pair: (u32, u32),
    pub recipe: Recipe,
}

/// What the features of a pair have in common, and what flips.
#[derive(Debug)]
pub struct Weighed {
    pub traces: [Arc<Trace>; 2],
    pub difference: Difference,
    /// The hash of each of its changes.
    pub hashes: Vec<u128>,
    /// The bits that are fragile in A or in B.
    pub fragile: Fragile,
    /// Each with its weights in A and B, the heaviest first.
    pub shared: Vec<(String, [f64; 2])>,
    /// The same of those of one side.
    pub only: [Vec<(String, f64)>; 2],
}

/// The measures that were taken so far.
#[derive(Debug, Clone, Default)]
pub struct Measures {
    pub values: Vec<(Measure, f64)>,
    pub is_whole: bool,
}

/// How a pair is joined at k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joined {
    /// Within k of each other.
    Directly,
    /// Through others; the documents from A to B.
    Through(Vec<u32>),
    /// Through others, in a group of that size, which is too large to search.
    Somehow(usize),
    /// Not in one group at k; they are from that k on, as far as it is known.
    Apart(Option<u8>),
}
