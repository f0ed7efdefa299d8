//! What of the screen Anatomy leaves the explorer.

use crate::export::Explained;
use crate::recipe::Recipe;
use crate::simhash::Trace;
use crate::tui::sheet::{Sheet, of_rows};
use std::sync::Arc;

/// How one signature comes about.
pub fn anatomy(id: String, recipe: Recipe, trace: Arc<Trace>) -> Box<dyn Sheet> {
    of_rows(move |format, _, out| Explained { id: Some(&id), recipe, trace: &trace }.write(format, out))
}
