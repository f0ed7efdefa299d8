//! The texts of a pair, aligned: for every screen that shows both.

use super::{Shared, found_for_all};
use crate::jobs::Work;
use crate::wanted::Wanted;
use crate::widgets::marked::Marked;
use std::sync::Arc;
use std::time::Duration;

/// What differs between the texts of a pair.
pub const ALIGN: &Work = &Work::new("Align", ("aligning the texts", "对齐文本")).cancellable().of_texts();

/// Of long texts, what is not compared by then counts as different.
pub const LIMIT: Duration = Duration::from_secs(2);

/// The pair that was aligned last. A document keeps its text, so that it stays right.
pub type Alignments = Wanted<(u32, u32), Arc<Marked>>;

impl Shared {
    /// The texts of two documents, aligned, if that is at hand.
    pub fn aligned(&self, a: u32, b: u32) -> Option<&Arc<Marked>> {
        self.kept.alignments.get(&(a, b))
    }

    /// Asks for the alignment of two documents.
    pub fn want_alignment(&mut self, a: u32, b: u32) {
        let Some(fate) = self.kept.alignments.ask((a, b)) else { return };
        let corpus = self.model.corpus.clone();
        self.begin_for(fate, ALIGN, move |progress, _| {
            let text = |document: u32| corpus.get(document as usize).text;
            let marked = Marked::new(text(a), text(b), LIMIT, progress)?;
            Some(found_for_all(move |shared| shared.kept.alignments.put((a, b), Arc::new(marked))))
        });
    }
}
