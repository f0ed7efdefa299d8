//! What rows and lengths follow from.

use crate::shared::known::KnownKey;
use crate::shared::model::Generation;
use crate::wanted::Same;
use crate::widgets::table::Sort;
use simscope_core::filter::Filter;
use simscope_core::groups::{Dendrogram, Groups};
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
    /// What the order hangs on.
    pub tree: Option<Same<Dendrogram>>,
    pub groups: Option<Same<Groups>>,
}

/// What the lengths follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct RiskKey {
    /// Without its name, which does not matter.
    pub recipe: Recipe,
    pub generation: Generation,
}
