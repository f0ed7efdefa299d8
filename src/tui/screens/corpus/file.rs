//! What of the screen Corpus leaves the explorer.

use crate::corpus::Corpus;
use crate::export::{self, Format, Surroundings};
use crate::groups::{Dendrogram, Groups};
use crate::hamming::Signatures;
use crate::recipe::Recipe;
use crate::tui::shared::Shared;
use crate::tui::sheet::Sheet;
use std::io::{self, Write};
use std::sync::Arc;

/// The rows of the table.
#[derive(Debug)]
pub struct Documents {
    corpus: Corpus,
    /// The rows shown; all of them if `None`.
    rows: Option<Arc<Vec<u32>>>,
    signatures: Arc<Signatures>,
    features: Arc<Vec<u32>>,
    /// For the nearest neighbours.
    tree: Option<Arc<Dendrogram>>,
    groups: Option<Groups>,
    recipe: Recipe,
}

impl Documents {
    pub fn of(shared: &Shared) -> Self {
        let model = &shared.model;
        Self {
            corpus: model.corpus.clone(),
            rows: shared.rows.clone(),
            signatures: model.signatures.clone(),
            features: model.features.clone(),
            tree: model.tree.clone(),
            groups: shared.groups.clone(),
            recipe: model.recipe,
        }
    }
}

impl Sheet for Documents {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, rows, signatures, features, tree, groups, recipe } = self;
        let (tree, groups) = (tree.as_deref(), groups.as_ref());
        let documents = export::Documents {
            id: &|document| corpus.get(document as usize).id,
            bits: recipe.bits,
            signatures,
            features,
            documents: rows.as_deref().map(Vec::as_slice),
            surroundings: Some(Surroundings { corpus, tree, groups }),
        };
        documents.write(format, recipes, out)
    }
}
