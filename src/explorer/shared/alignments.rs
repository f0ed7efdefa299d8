//! The texts of a pair, aligned: for every screen that shows both.

use super::Shared;
use crate::jobs::{Kind, Outcome};
use crate::shared::news::News;
use crate::wanted::Wanted;
use crate::widgets::marked::Marked;
use std::sync::Arc;
use std::time::Duration;

/// Of long texts, what is not compared by then counts as different.
pub const LIMIT: Duration = Duration::from_secs(2);

/// The pair that was aligned last. A document keeps its text, so that it stays right.
pub type Alignments = Wanted<(u32, u32), Arc<Marked>>;

impl Shared {
    /// The texts of two documents, aligned, if that is at hand.
    pub fn aligned(&self, a: u32, b: u32) -> Option<&Arc<Marked>> {
        self.alignments.get(&(a, b))
    }

    /// Asks for the alignment of two documents.
    pub fn want_alignment(&mut self, a: u32, b: u32) {
        if !self.alignments.is_missing(&(a, b)) {
            return;
        }
        self.alignments.ask((a, b));
        let corpus = self.model.corpus.clone();
        self.begin(Kind::Align, move |progress, _| {
            let text = |document: u32| corpus.get(document as usize).text;
            let marked = Marked::new(text(a), text(b), LIMIT, progress)?;
            Some(Outcome::Shared(News::Aligned { pair: (a, b), marked: Arc::new(marked) }))
        });
    }
}
