//! What goes because of its text, and what stays: decided anew after every word of the user.

use super::Shared;
use super::deciding::Kept;
use super::found_for_all;
use super::work::condition;
use crate::jobs::Work;
use crate::shared::model::Stage;
use crate::wanted::{Same, Wanted};
use simscope_core::analysis::{Asked, Clean, CleanTask, Promise, draws_beside, read_draws};
use simscope_core::decide::Decisions;
use simscope_core::export::write_whole;
use simscope_core::judgements::{self, KnownJudgements};
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use std::path::Path;
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
    asked: Option<Asked>,
}

/// Lets go what is promised by the answers in a file, and keeps a new draw beside them.
fn promise(
    task: CleanTask,
    asked: &Asked,
    file: &Path,
    progress: &Progress,
) -> Result<Option<Clean>, String> {
    let before = read_draws(file)?;
    let judgements = judgements::read(file).map_err(|error| error.to_string())?;
    let mut draws = before.clone();
    let clean = task.promise(asked, (&judgements, &mut draws), progress)?;
    if draws != before && clean.is_some() {
        write_whole(&draws_beside(file), true, |out| out.write_all(draws.write().as_bytes()))
            .map_err(|error| error.to_string())?;
    }
    Ok(clean)
}

impl Shared {
    fn clean_key(&self) -> CleanKey {
        CleanKey {
            documents: self.model.corpus.len(),
            recipe: self.model.recipe,
            tau_hundredths: self.tau_hundredths,
            decisions: Same::of(&self.deciding.decisions),
            judged: Same::of(&self.judging.known),
            asked: self.deciding.asked.clone(),
        }
    }

    fn cleaning(&self) -> &Wanted<CleanKey, Arc<Clean>> {
        if self.deciding.asked.is_some() { &self.deciding.promised } else { &self.deciding.clean }
    }

    fn cleaning_mut(&mut self) -> &mut Wanted<CleanKey, Arc<Clean>> {
        let deciding = &mut self.deciding;
        if deciding.asked.is_some() { &mut deciding.promised } else { &mut deciding.clean }
    }

    /// What goes and what stays now; `None` while that is computed.
    pub fn clean(&self) -> Option<&Arc<Clean>> {
        self.cleaning().get(&self.clean_key())
    }

    /// The same, of before the last word while that is taken in.
    pub fn clean_lately(&self) -> Option<&Arc<Clean>> {
        let is_asked = |key: &CleanKey| key.asked == self.deciding.asked;
        self.cleaning().latest().filter(|_| self.cleaning().key().is_some_and(is_asked))
    }

    /// What is promised, lately.
    pub fn promised(&self) -> Option<&(Promise, Vec<[u32; 2]>)> {
        self.clean_lately()?.promised.as_ref()
    }

    /// Begins to answer for a promise, or no longer does.
    pub fn ask_promise(&mut self, asked: Option<Asked>) {
        self.stop(CLEAN);
        self.deciding.asked = asked;
        self.cleaning_mut().retry();
    }

    /// Starts again what was cancelled. Returns whether that was.
    pub fn retry_clean(&mut self) -> bool {
        self.cleaning_mut().retry()
    }

    /// Whether the user cancelled it.
    pub fn is_clean_ended(&self) -> bool {
        self.cleaning().is_ended_at(&self.clean_key())
    }

    /// Whether all texts are compared for the first time, or will be at once.
    pub fn is_comparing(&self) -> bool {
        self.can_clean() && self.clean_lately().is_none() && !self.is_clean_ended()
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
        let is_same = self.cleaning().key().is_some_and(of_these);
        CleanTask {
            corpus: self.model.corpus.clone(),
            recipe: self.model.recipe,
            condition: condition(self.tau()),
            decisions,
            judged: self.judging.known.clone(),
            before: self.cleaning().latest().filter(|_| is_same).cloned(),
        }
    }

    /// What goes and what stays now was known before it was decided.
    pub fn take_clean(&mut self, clean: Arc<Clean>) {
        let key = self.clean_key();
        let (_, slot) = self.cleaning_mut().ask_into(key);
        drop(slot.set(clean));
    }

    /// Asks for what goes and what stays.
    pub fn want_clean(&mut self) {
        if !self.can_clean() {
            return;
        }
        // What is promised follows from the file.
        let is_on_disk = self.judging.kept == Kept::Saved && self.judging.unsaved() == 0;
        let asked = self.deciding.asked.clone();
        let key = self.clean_key();
        if !self.cleaning().is_missing(&key) || asked.is_some() && !is_on_disk {
            return;
        }
        let (task, file) =
            (self.clean_task(self.deciding.decisions.clone()), self.judging.file.clone().unwrap_or_default());
        let (fate, slot) = self.cleaning_mut().ask_into(key);
        self.begin_for(fate, CLEAN, move |progress, _| {
            let clean = match &asked {
                None => Ok(task.run(progress)),
                Some(asked) => promise(task, asked, &file, progress),
            };
            Some(match clean.transpose()? {
                Ok(clean) => found_for_all(move |_| drop(slot.set(Arc::new(clean)))),
                Err(why) => found_for_all(move |shared| {
                    shared.ask_promise(None);
                    shared.warn_of(why);
                }),
            })
        });
    }
}
