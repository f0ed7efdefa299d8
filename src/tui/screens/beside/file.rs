//! What of the screen Beside leaves the explorer.

use super::news::Contrasted;
use super::state::Listed;
use crate::contrast::SeenPair;
use crate::corpus::Corpus;
use crate::export::{Cell, Format, Rows};
use crate::tui::sheet::Sheet;
use crate::tui::surface::lang::Said;
use std::io::{self, Write};
use std::sync::Arc;

/// The pairs that only one of two recipes sees, as far as they are kept.
#[derive(Debug)]
pub struct SeenByOne {
    pub corpus: Corpus,
    pub found: Arc<Contrasted>,
    /// Which of them.
    pub listed: Listed,
}

impl Sheet for SeenByOne {
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, found, listed } = self;
        let pairs: Vec<&SeenPair> = match listed {
            Listed::Both => found.only_a.iter().chain(&found.only_b).collect(),
            Listed::OnlyA => found.only_a.iter().collect(),
            Listed::OnlyB => found.only_b.iter().collect(),
        };
        let columns = ["id_a", "id_b", "distance_a", "distance_b", "seen_by"];
        let mut out = Rows::new(format, &columns, out)?;
        let distance = |distance: Option<u8>| {
            distance.map_or(Cell::Nothing, |distance| Cell::Count(u64::from(distance)))
        };
        for pair in pairs {
            out.write(&[
                Cell::Text(corpus.get(pair.documents.0 as usize).id),
                Cell::Text(corpus.get(pair.documents.1 as usize).id),
                distance(pair.distance_a),
                distance(pair.distance_b),
                Cell::Text(if pair.is_seen.0 { "a" } else { "b" }),
            ])?;
        }
        out.finish()
    }

    fn lacks(&self) -> Option<Said> {
        let found = &self.found;
        let (seen, kept) = (found.contrast.pairs, found.only_a.len() + found.only_b.len());
        ((kept as u64) < seen.only_a + seen.only_b).then_some((
            "only the first 10,000 pairs of a side; diff-recipes --pairs gives all",
            "每方仅前 10,000 对；diff-recipes --pairs 给出全部",
        ))
    }
}
