//! The jobs of the lab: what two texts are, what the edits of the battery do, and the length curve.

use super::news::{BatteryKey, Compared, Made, News, TextsKey, Traced};
use crate::jobs::{Outcome, Tell};
use simscope_core::corpus::Corpus;
use simscope_core::progress::Progress;
use simscope_core::recipe::DocumentFrequencies;
use simscope_core::sensitivity::{Battery, Bench, Difference, Edit, Own, Trial, vocabulary};
use simscope_core::simhash::{self, Trace};
use std::sync::Arc;
use std::thread;

/// Two texts to be looked at.
#[derive(Debug)]
pub struct Texts {
    /// Which.
    pub key: TextsKey,
    /// A and B.
    pub texts: (Arc<str>, Arc<str>),
    /// Under tf-idf.
    pub frequencies: Option<Arc<DocumentFrequencies>>,
    /// What is known of A already.
    pub a: Option<Arc<Traced>>,
    /// What is known of B already.
    pub b: Option<Arc<Trace>>,
}

/// What both are, and what differs.
pub fn compare(job: Texts) -> Outcome {
    let recipe = &job.key.hashed.recipe;
    let trace = |text: &str| simhash::trace(recipe, job.frequencies.as_deref(), text);
    let trace_b = || job.b.unwrap_or_else(|| Arc::new(trace(&job.texts.1)));
    let trace_a = || Traced::of(&job.texts.0, trace(&job.texts.0), recipe);
    // Not on the threads of the battery and the curve, which may be busy with those for a long time.
    let (a, b) = match job.a {
        Some(a) => (a, trace_b()),
        None => thread::scope(|scope| {
            let b = scope.spawn(trace_b);
            let a = Arc::new(trace_a());
            (a, b.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        }),
    };
    let difference = Arc::new(Difference::between(&a.trace, &b, recipe));
    let chars = (job.texts.0.chars().count(), job.texts.1.chars().count());
    Outcome::Lab(News::Compared(Compared { key: job.key, a, b, chars, difference }))
}

/// A text to be edited.
#[derive(Debug)]
pub struct Edits {
    /// Under what.
    pub key: BatteryKey,
    /// A.
    pub text: Arc<str>,
    /// The edits of the user.
    pub own: Vec<Own>,
    /// Under tf-idf.
    pub frequencies: Option<Arc<DocumentFrequencies>>,
    /// Where other words come from.
    pub corpus: Corpus,
    /// The words, if they were drawn already.
    pub vocabulary: Option<Arc<Vec<String>>>,
}

impl Edits {
    fn words(&mut self, tell: Tell<'_>) -> Arc<Vec<String>> {
        let words = self.vocabulary.take().unwrap_or_else(|| {
            let words = Arc::new(vocabulary(&self.corpus, self.key.seed));
            tell(Outcome::Lab(News::Vocabulary(self.key.seed, words.clone())));
            words
        });
        self.vocabulary = Some(words.clone());
        words
    }

    fn bench<'a>(&'a self, vocabulary: &'a [String]) -> Bench<'a> {
        Bench {
            recipe: &self.key.hashed.recipe,
            frequencies: self.frequencies.as_deref(),
            vocabulary,
            seed: self.key.seed,
            edits: self.key.edits,
        }
    }
}

/// Tries all edits; each trial is reported as soon as it is there.
pub fn try_edits(mut job: Edits, progress: &Progress, tell: Tell<'_>) -> Option<Outcome> {
    let (words, key) = (job.words(tell), job.key);
    let mut each = |trial: &Trial| tell(Outcome::Lab(News::Tried(key, Box::new(trial.clone()))));
    Battery::run(&job.text, &job.own, job.bench(&words), progress, &mut each)?;
    Some(Outcome::Lab(News::BatteryDone(key)))
}

/// Makes one edit.
pub fn make(mut job: Edits, edit: Edit, progress: &Progress, tell: Tell<'_>) -> Option<Outcome> {
    let words = job.words(tell);
    let text = edit.apply_watched(&job.text, &job.bench(&words), progress)?;
    Some(Outcome::Lab(News::Made(Box::new(Made { edit, a: job.key.a, text }))))
}
