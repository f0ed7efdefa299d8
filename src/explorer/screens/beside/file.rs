//! What of the screen Beside leaves the explorer.

use super::news::Contrasted;
use crate::sheet::Sheet;
use crate::surface::Phrase;
use simscope_core::contrast::SeenPair;
use simscope_core::corpus::Corpus;
use simscope_core::export::{Format, SeenPairs};
use simscope_core::recipe::Recipe;
use std::io::{self, Write};
use std::sync::Arc;

/// The pairs that only one of two recipes sees, as far as they are kept.
#[derive(Debug)]
pub struct SeenByOne {
    pub corpus: Corpus,
    pub found: Arc<Contrasted>,
    /// Those that are listed, in their order.
    pub pairs: Vec<SeenPair>,
}

impl Sheet for SeenByOne {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let id = |document: u32| self.corpus.get(document as usize).id;
        let mut rows = SeenPairs::new(&id, format, recipes, out)?;
        self.pairs.iter().try_for_each(|pair| rows.write(pair))?;
        rows.finish()
    }

    fn lacks(&self) -> Option<Phrase> {
        let found = &self.found;
        let (seen, kept) = (found.contrast.pairs, found.only_a.len() + found.only_b.len());
        ((kept as u64) < seen.only_a + seen.only_b).then_some((
            "only the first 10,000 pairs of a side; diff-recipes --pairs gives all",
            "每方仅前 10,000 对；diff-recipes --pairs 给出全部",
        ))
    }
}
