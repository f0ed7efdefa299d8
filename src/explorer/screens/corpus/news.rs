//! What rows and lengths follow from.

use crate::filtering::KnownKey;
use crate::widgets::table::Sort;
use simscope_core::filter::Filter;
use simscope_core::recipe::Recipe;
use std::sync::Arc;

/// What the rows follow from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RowsKey {
    /// Filter and order, where there are any.
    pub arranged: Option<Arrangement>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Arrangement {
    /// What every row must pass.
    pub filter: Arc<Filter>,
    /// Only the documents that are too short for this k, as soon as that is known.
    pub only_short: Option<(u8, Option<RiskKey>)>,
    pub sort: Sort<&'static str>,
    /// What the filter follows from.
    pub known: KnownKey,
    /// The tree or the groups that the order hangs on.
    pub of: u64,
}

/// What the lengths follow from: the recipe, and the generation of the signatures.
pub type RiskKey = (Recipe, u64);
