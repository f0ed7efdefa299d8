//! What becomes of every document, as a job; reading and writing the decisions.

use super::weighed::{OutcomeKey, Preview, Weighed};
use crate::analysis::field_values;
use crate::corpus::{Corpus, Lookup, ReadOptions, Source, text_hash};
use crate::decide::{self, Decider, Decisions, Keep, Part, Preference, Setting, Unfit};
use crate::evidence::Sampling;
use crate::export::write_whole;
use crate::files;
use crate::groups::Groups;
use crate::hamming::Signatures;
use crate::measures::{Condition, Measure, Verifier};
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::tui::jobs::Outcome;
use crate::tui::shared::news::News;
use rayon::prelude::*;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Labels and files that a preview names; the largest.
const PARTS: usize = 8;

/// What the outcome follows from.
pub(super) struct Weighing {
    pub key: OutcomeKey,
    pub groups: Groups,
    pub corpus: Corpus,
    pub recipe: Recipe,
    pub signatures: Arc<Signatures>,
    pub decisions: Arc<Decisions>,
    /// The order of the rule, if it is known.
    pub preference: Option<Arc<Preference>>,
    /// The least Jaccard index of a confirmed pair, where pairs are verified.
    pub tau: Option<f64>,
    /// Where a field is read from.
    pub reading: (Vec<Source>, ReadOptions),
}

impl Weighing {
    pub fn weigh(self, progress: &Progress) -> Option<Outcome> {
        let preference =
            match self.preference.clone().map_or_else(|| self.preference(progress).map(Arc::new), Ok) {
                Ok(preference) => preference,
                Err(why) => return Some(Outcome::Shared(News::Weighed(Err((self.key, why))))),
            };
        let verifier = self.tau.map(|tau| Verifier::new(condition(tau), &self.corpus, &self.recipe, None));
        let confirms = |a: u32, b: u32| verifier.as_ref().is_none_or(|verifier| verifier.confirms(a, b));
        let named = |document: u32| {
            let document = self.corpus.get(document as usize);
            (document.id, text_hash(document.text))
        };
        let decider = Decider {
            signatures: &self.signatures,
            bits: self.recipe.bits,
            k: self.groups.k(),
            preference: &preference,
            decisions: &self.decisions,
            named: &named,
            confirms: verifier.is_some().then_some(&confirms),
        };
        progress.restart();
        let outcome = decider.all(&self.groups, progress)?;
        let preview = self.preview(&outcome);
        let weighed = Weighed { key: self.key, outcome: Arc::new(outcome), preview, preference };
        Some(Outcome::Shared(News::Weighed(Ok(Box::new(weighed)))))
    }

    /// What goes in all, of each label, and of each file, where there are several.
    fn preview(&self, outcome: &decide::Outcome) -> Preview {
        let bytes = |document: usize| self.corpus.get(document).text.len() as u64;
        let label = |document: usize| self.corpus.get(document).label.unwrap_or_default();
        let file =
            |document: usize| self.corpus.file_name(self.corpus.place(document).file).unwrap_or_default();
        let several = |mut parts: Vec<Part>| {
            let all = parts.len();
            parts.truncate(if all > 1 { PARTS } else { 0 });
            (parts, all)
        };
        Preview {
            whole: outcome.whole(bytes),
            labels: several(outcome.parts(label, bytes)),
            files: several(outcome.parts(file, bytes)),
        }
    }

    fn preference(&self, progress: &Progress) -> Result<Preference, String> {
        let (sources, options) = &self.reading;
        preference_of(&self.decisions.keep, &self.corpus, (sources, options), progress)
    }
}

/// The order of a rule; the values of a field are read again.
pub(super) fn preference_of(
    keep: &Keep,
    corpus: &Corpus,
    reading: (&[Source], &ReadOptions),
    progress: &Progress,
) -> Result<Preference, String> {
    let keep = keep.clone();
    let Some(field) = keep.field() else {
        let length = |document: usize| corpus.get(document).text.chars().count() as u32;
        let lengths: Vec<u32> = (0..corpus.len()).into_par_iter().map(length).collect();
        return Ok(Preference::of_texts(keep, &lengths));
    };
    let values = field_values(reading, field, corpus, progress).map_err(|error| error.to_string())?;
    let id = |document: usize| corpus.get(document).id.to_owned();
    Preference::of_values(keep, values.iter().map(Option::as_deref), &id).map_err(|error| error.to_string())
}

/// What verified pairs are measured by.
pub fn condition(tau: f64) -> Condition {
    Condition { measure: Measure::Jaccard(Sampling::default().shingles), at_least: tau }
}

/// What was in the file of decisions when it was last read or written here, as a hash; `None` for no file. The jobs that
/// write share it.
pub(super) type Seen = Arc<Mutex<Option<u64>>>;

/// Writes the decisions, unless somebody else has changed the file meanwhile.
pub(super) fn write_decisions(path: &Path, text: &str, seen: &Seen) -> Result<(), String> {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let now = files::read_if_there(path, decide::LARGEST_FILE).map_err(|error| error.to_string())?;
    if now.as_deref().map(text_hash) != *seen {
        return Err("another program has changed the file; open the corpus again to read it".to_owned());
    }
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())?;
    *seen = Some(text_hash(text));
    Ok(())
}

/// Nothing if there is no file yet.
pub(super) fn read_decisions(
    path: &Path,
    lookup: &Lookup<'_>,
    seen: &Seen,
) -> Result<Option<(Decisions, Setting, Vec<Unfit>)>, String> {
    let text = files::read_if_there(path, decide::LARGEST_FILE).map_err(|error| error.to_string())?;
    *seen.lock().unwrap_or_else(PoisonError::into_inner) = text.as_deref().map(text_hash);
    text.map(|text| decide::read(&text, lookup)).transpose().map_err(|error| error.to_string())
}
