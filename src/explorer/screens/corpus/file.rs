//! What of the screen Corpus leaves the explorer.

use crate::shared::Shared;
use crate::sheet::{Sheet, of_rows};
use simscope_core::corpus::SignatureFormat;
use simscope_core::export::{Documents, Surroundings};
use std::sync::Arc;

/// The rows of the table.
pub fn documents(shared: &Shared) -> Box<dyn Sheet> {
    let (model, groups, rows) = (&shared.model, shared.groups.clone(), shared.rows.clone());
    let (corpus, bits, tree) = (model.corpus.clone(), model.recipe.bits, model.tree.clone());
    let features = if shared.knows_recipe() { model.features.clone() } else { Arc::default() };
    let signatures = model.signatures.clone();
    of_rows(move |format, recipes, out| {
        let (tree, groups) = (tree.as_deref(), groups.as_deref());
        let documents = Documents {
            id: &|document| corpus.get(document as usize).id,
            bits,
            signatures: &signatures,
            features: &features,
            documents: rows.as_deref().map(Vec::as_slice),
            surroundings: Some(Surroundings { corpus: &corpus, tree, groups }),
            format: SignatureFormat::Auto,
        };
        documents.write(format, recipes, out)
    })
}
