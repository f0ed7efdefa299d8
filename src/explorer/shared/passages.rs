//! The passages of the corpus: which parts of a text are in others.

use super::{Shared, Stage};
use crate::jobs::Work;
use crate::shared::model::Generation;
use crate::wanted::Wanted;
use simscope_core::passages::{Definition, Passages, Shares};
use simscope_core::recipe::Given;
use std::convert::Infallible;
use std::sync::Arc;

/// The passages of all documents.
pub const PASSAGES: &Work =
    &Work::new("Passages", ("looking for passages", "查找段落")).cancellable().of_texts();

/// What they follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct PassagesKey {
    generation: Generation,
    given: Option<Given>,
}

/// What was compared, and how much of each document is in others.
#[derive(Debug)]
pub struct Found {
    pub passages: Passages,
    pub shares: Shares,
}

/// The passages of a corpus, once they were asked for.
pub type WantedPassages = Wanted<PassagesKey, Arc<Found>>;

impl Shared {
    fn passages_key(&self) -> PassagesKey {
        PassagesKey { generation: self.model.generation(), given: self.model.recipe.given }
    }

    /// The passages of the corpus, if they are known.
    pub fn passages(&self) -> Option<&Arc<Found>> {
        self.kept.passages.get(&self.passages_key())
    }

    /// Whether looking for them was cancelled, or failed.
    pub fn are_passages_ended(&self) -> bool {
        self.kept.passages.is_ended() && self.passages().is_none()
    }

    /// Starts looking for them, once the corpus is read.
    pub fn want_passages(&mut self) {
        let key = self.passages_key();
        if matches!(self.model.stage, Stage::Reading) || self.runs(PASSAGES) {
            return;
        }
        let (corpus, given) = (self.model.corpus.clone(), self.model.recipe.given);
        let mut wanted = std::mem::take(&mut self.kept.passages);
        self.want(&mut wanted, PASSAGES, key, move |progress| {
            let texts: Vec<&str> = corpus.iter().map(|document| document.text).collect();
            let given: Vec<&str> = given.iter().flat_map(|given| given.texts()).map(String::as_str).collect();
            let passages = Passages::of((&texts, texts.len()), &given, Definition::DEFAULT, progress)?;
            let mut shares = Shares::default();
            let Ok(done) = passages.each(progress, |passage| {
                shares.add(&passages, &passage);
                Ok::<(), Infallible>(())
            });
            done.map(|()| Arc::new(Found { passages, shares }))
        });
        self.kept.passages = wanted;
    }
}
