//! What goes because of its text, and what stays: decided anew after every word of the user.

use super::Shared;
use super::deciding::Kept;
use super::work::condition;
use crate::jobs::Work;
use crate::shared::model::Stage;
use crate::wanted::Same;
use simscope_core::analysis::{Clean, CleanTask};
use simscope_core::decide::Decisions;
use simscope_core::judgements::KnownJudgements;
use simscope_core::recipe::Recipe;
use std::sync::Arc;

/// Comparing all texts.
pub const CLEAN: &Work =
    &Work::new("Clean", ("comparing all texts", "比对所有文本")).cancellable().of_texts();

/// What follows from the texts, τ, and what people said.
#[derive(Debug, Clone, PartialEq)]
pub struct CleanKey {
    documents: usize,
    recipe: Recipe,
    tau_hundredths: u8,
    decisions: Same<Decisions>,
    judged: Same<KnownJudgements>,
}

impl Shared {
    fn clean_key(&self) -> CleanKey {
        CleanKey {
            documents: self.model.corpus.len(),
            recipe: self.model.recipe,
            tau_hundredths: self.tau_hundredths,
            decisions: Same::of(&self.deciding.decisions),
            judged: Same::of(&self.judging.known),
        }
    }

    /// What goes and what stays now; `None` while that is computed.
    pub fn clean(&self) -> Option<&Arc<Clean>> {
        self.deciding.clean.get(&self.clean_key())
    }

    /// The same, of before the last word while that is taken in.
    pub fn clean_lately(&self) -> Option<&Arc<Clean>> {
        self.deciding.clean.latest()
    }

    /// Whether the user cancelled it.
    pub fn is_clean_ended(&self) -> bool {
        self.deciding.clean.is_ended_at(&self.clean_key())
    }

    /// Whether what people said before is known, and all texts.
    pub fn can_clean(&self) -> bool {
        let is_read = |kept: &Kept| *kept != Kept::Unread;
        // While documents come in, these are not all.
        let is_whole = self.model.stage != Stage::Reading && self.model.is_hashed();
        is_whole && is_read(&self.deciding.kept) && is_read(&self.judging.kept)
    }

    /// What would go by these decisions. Texts that were compared are not compared again.
    pub fn clean_task(&self, decisions: Arc<Decisions>) -> CleanTask {
        let of_these =
            |key: &CleanKey| key.documents == self.model.corpus.len() && key.recipe == self.model.recipe;
        let is_same = self.deciding.clean.key().is_some_and(of_these);
        CleanTask {
            corpus: self.model.corpus.clone(),
            recipe: self.model.recipe,
            condition: condition(self.tau()),
            decisions,
            judged: self.judging.known.clone(),
            compared: self.clean_lately().filter(|_| is_same).map(|clean| clean.compared.clone()),
        }
    }

    /// What goes and what stays now was known before it was decided.
    pub fn take_clean(&mut self, clean: Arc<Clean>) {
        let (_, slot) = self.deciding.clean.ask_into(self.clean_key());
        drop(slot.set(clean));
    }

    /// Asks for what goes and what stays.
    pub fn want_clean(&mut self) {
        if !self.can_clean() {
            return;
        }
        let (key, task) = (self.clean_key(), self.clean_task(self.deciding.decisions.clone()));
        let mut wanted = std::mem::take(&mut self.deciding.clean);
        self.want(&mut wanted, CLEAN, key, move |progress| task.run(progress).map(Arc::new));
        self.deciding.clean = wanted;
    }
}
