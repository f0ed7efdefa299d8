//! What rows and pairs follow from.

use crate::filtering::Why;
use crate::shared::known::KnownKey;
use crate::shared::model::{Generation, Linked};
use crate::widgets::table::Sort;
use simscope_core::filter::Filter;
use std::sync::Arc;

/// What pairs at the border follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderKey {
    pub of: Linked,
    /// From this distance to that one.
    pub distances: (u8, u8),
    pub seed: u64,
}

/// A pair under some signatures.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredKey {
    pub generation: Generation,
    pub pair: (u32, u32),
}

/// What the rows of the groups follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct TableKey {
    pub filter: Arc<Filter>,
    pub sort: Sort<&'static str>,
    pub known: KnownKey,
}

/// The numbers of the groups that are listed, in their order; why there are none.
#[derive(Debug, Clone)]
pub struct Listed {
    pub numbers: Arc<Vec<u32>>,
    pub why: Option<Why>,
}
