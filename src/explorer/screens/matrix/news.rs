//! What the screen Matrix shows.

use super::keys::Order;
use crate::shared::model::Linked;
use crate::wanted::Same;
use simscope_core::export::heatmap::Scale;
use simscope_core::groups::Groups;
use simscope_core::hamming::{Cells, Shares, Show, Signatures, Window};
use std::sync::Arc;

/// Where a jump ended.
#[derive(Debug)]
pub struct Landing {
    /// The order that was searched.
    pub arranged: Arc<Arranged>,
    pub k: u8,
    pub is_back: bool,
    /// Places of the closest pair of the dot, and its distance, if there is such a dot.
    pub pair: Option<(usize, usize, u8)>,
}

/// The group that alone is shown: the document it was chosen by, and its groups.
pub type Scope = Option<(u32, Option<Same<Groups>>)>;

/// What cells follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct CellsKey {
    pub order: Order,
    pub scope: Scope,
    /// The part.
    pub window: Window,
    /// The tree in the order by group only.
    pub of: Linked,
}

/// Computed cells, and what they show.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The order, with its signatures.
    pub arranged: Arc<Arranged>,
    /// The part.
    pub window: Window,
    pub cells: Cells,
    /// Whether the cells are of a sample of their pairs, for as long as all pairs take.
    pub is_sketch: bool,
    /// Mean distances, as [`simscope_core::hamming::means`] gives them.
    pub means: Vec<f32>,
    /// At every k; `None` while they are counted, and where a cell is one pair, of which the distance says all.
    pub shares: Option<Shares>,
}

impl Shown {
    /// Whether this can be shown already.
    pub fn has(&self, show: Show) -> bool {
        show != Show::Share || self.shares.is_some() || self.window.step.is_one()
    }

    /// The number that a cell shows; NaN where it holds no pair of two documents.
    pub fn value(&self, cell: usize, show: Show, k: u8) -> f32 {
        let nearest = self.cells.nearest(cell);
        match (show, &self.shares) {
            (Show::Nearest, _) => nearest,
            (Show::Mean, _) => self.means[cell],
            (Show::Share, Some(shares)) => shares.at(cell, k),
            (Show::Share, None) if nearest.is_nan() => nearest,
            (Show::Share, None) => f32::from(u8::from(nearest <= f32::from(k))),
        }
    }

    /// What the numbers mean.
    pub fn scale(&self, show: Show, bits: u8, k: u8) -> Scale {
        match show {
            Show::Nearest => Scale::nearest(bits, k),
            Show::Mean => Scale::mean(&self.means, bits, k),
            Show::Share => Scale::share(self.window.step.most(), bits, k),
        }
    }
}

/// Documents and their signatures in the order in which the heatmap shows them.
#[derive(Debug)]
pub struct Arranged {
    /// The order asked for.
    pub order: Order,
    pub scope: Scope,
    /// Documents.
    pub documents: Arc<[u32]>,
    /// Their signatures.
    pub signatures: Signatures,
    /// All signatures, in the order of the input, from which these were taken.
    pub source: Arc<Signatures>,
}
