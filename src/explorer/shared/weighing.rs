//! The order that the rule gives the documents; reading and writing the decisions.

use rayon::prelude::*;
use simscope_core::analysis::{Analysed, field_values};
use simscope_core::corpus::{Corpus, Lookup, ReadOptions, Source, text_hash};
use simscope_core::decide::{self, Decisions, Preference, Setting, Unfit};
use simscope_core::display::say;
use simscope_core::export::write_whole;
use simscope_core::files;
use simscope_core::measures::{Condition, Weights};
use simscope_core::progress::Progress;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The order of the documents: the rule, and what was chosen by hand.
#[derive(Debug, Clone)]
pub(super) struct Ordering {
    pub decisions: Arc<Decisions>,
    pub analysed: Analysed,
    /// Where a field is read from.
    pub reading: (Vec<Source>, ReadOptions),
}

impl Ordering {
    /// The order of the rule; the values of a field are read again.
    pub(super) fn preference(&self, progress: &Progress) -> Result<Arc<Preference>, String> {
        let (corpus, keep) = (&self.analysed.corpus, self.decisions.keep.clone());
        let Some(field) = keep.field() else {
            let length = |document: usize| corpus.get(document).text.chars().count() as u32;
            let lengths: Vec<u32> = (0..corpus.len()).into_par_iter().map(length).collect();
            return Ok(Arc::new(Preference::of_texts(keep, &lengths)));
        };
        let reading = (&self.reading.0[..], &self.reading.1);
        let values = field_values(reading, field, corpus, progress).map_err(|error| error.to_string())?;
        let id = |document: usize| corpus.get(document).id.to_owned();
        let preference = Preference::of_values(keep, values.iter().map(Option::as_deref), &id);
        preference.map(Arc::new).map_err(|error| error.to_string())
    }
}

/// What confirms pairs, at this τ.
pub fn condition(tau: f64) -> Condition {
    Condition { at_least: tau, ..Condition::DEFAULT }
}

/// The weights that its measure needs of a corpus; `None` when cancelled.
pub fn weights(corpus: &Corpus, progress: &Progress) -> Option<Option<Weights>> {
    Condition::DEFAULT.measure.weights(corpus.iter().map(|document| document.text), progress)
}

/// What was in the file of decisions when it was last read or written here, as a hash; `None` for no file. The jobs that
/// write share it.
pub(super) type Seen = Arc<Mutex<Option<u64>>>;

/// Writes the decisions, unless somebody else has changed the file meanwhile.
pub(super) fn write_decisions(path: &Path, text: &str, seen: &Seen) -> Result<(), String> {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let now = files::read_if_there(path, decide::LARGEST_FILE).map_err(|error| error.to_string())?;
    if now.as_deref().map(text_hash) != *seen {
        return Err(say!(
            "another program has changed the file; open the corpus again to read it",
            "其他程序改动了该文件；请重新打开语料以读取"
        ));
    }
    write_whole(path, true, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())?;
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
