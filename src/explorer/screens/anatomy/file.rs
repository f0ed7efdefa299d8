//! What of the screen Anatomy leaves the explorer.

use crate::sheet::{Sheet, of_rows};
use simscope_core::export::Explained;
use simscope_core::recipe::Recipe;
use simscope_core::simhash::Trace;
use std::sync::Arc;

/// How one signature comes about.
pub fn anatomy(id: String, recipe: Recipe, trace: Arc<Trace>) -> Box<dyn Sheet> {
    of_rows(move |format, _, out| Explained { id: Some(&id), recipe, trace: &trace }.write(format, out))
}
