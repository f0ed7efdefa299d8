//! What of the screen Corpus leaves the explorer.

use crate::corpus::Corpus;
use crate::export::{Cell, Format, Rows};
use crate::groups::{Dendrogram, Groups};
use crate::hamming::Signatures;
use crate::recipe::Recipe;
use crate::simhash;
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
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, rows, signatures, features, tree, groups, recipe } = self;
        let columns =
            ["id", "signature", "bits", "features", "chars", "nearest", "distance", "group", "size", "label"];
        let mut out = Rows::new(format, &columns, out)?;
        let all: Vec<u32> = match rows {
            Some(rows) => rows.to_vec(),
            None => (0..corpus.len() as u32).collect(),
        };
        for document in all {
            let at = document as usize;
            let shown = corpus.get(at);
            let signature = signatures.try_get(at).map(|signature| simhash::hex(signature, recipe.bits));
            let nearest = tree.as_ref().and_then(|tree| tree.nearest(document));
            let number = groups.as_ref().and_then(|groups| groups.number_of(document));
            let size = number.zip(groups.as_ref()).map(|(number, groups)| groups.run(number).len);
            out.write(&[
                Cell::Text(shown.id),
                signature.as_deref().map_or(Cell::Nothing, Cell::Text),
                Cell::Count(u64::from(recipe.bits.get())),
                features.get(at).map_or(Cell::Nothing, |&features| Cell::Count(u64::from(features))),
                Cell::Count(shown.text.chars().count() as u64),
                nearest.map_or(Cell::Nothing, |(other, _)| Cell::Text(corpus.get(other as usize).id)),
                nearest.map_or(Cell::Nothing, |(_, distance)| Cell::Count(u64::from(distance))),
                number.map_or(Cell::Nothing, |number| Cell::Count(number as u64)),
                size.map_or(Cell::Nothing, |size| Cell::Count(u64::from(size))),
                shown.label.map_or(Cell::Nothing, Cell::Text),
            ])?;
        }
        out.finish()
    }
}
