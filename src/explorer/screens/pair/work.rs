//! The jobs of this screen: what two texts are, and what the edits of the battery do.

use super::news::{BatteryKey, Compared, Made, TextsKey, Traced};
use super::state::State;
use crate::jobs::{Found, Tell, Work};
use crate::shared::found;
use simscope_core::corpus::Corpus;
use simscope_core::progress::Progress;
use simscope_core::recipe::DocumentFrequencies;
use simscope_core::sensitivity::{Battery, Bench, Edit, Own, Trial, vocabulary};
use simscope_core::simhash::{self, Trace};
use std::sync::Arc;
use std::thread;

/// The two texts; none is started while one runs.
pub const TEXTS: &Work = &Work::new("Pair", ("tracing both texts", "追踪两个文本"));
/// All edits, tried on A.
pub const BATTERY: &Work = &Work::new("Battery", ("trying edits", "试各种编辑")).cancellable();
/// One edit, made.
pub(super) const EDIT: &Work = &Work::new("Edit", ("editing", "编辑"));

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
pub fn compare(job: Texts) -> Compared {
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
    let chars = [&job.texts.0, &job.texts.1].map(|text| text.chars().count());
    Compared::of(job.key, a, b, chars)
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
            let drawn = (self.key.seed, words.clone());
            tell(found(move |own: &mut State, _| own.vocabulary = Some(drawn)));
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
pub fn try_edits(mut job: Edits, progress: &Progress, tell: Tell<'_>) -> Option<Found> {
    let (words, key) = (job.words(tell), job.key);
    let mut each = |trial: &Trial| {
        let trial = trial.clone();
        tell(found(move |own: &mut State, _| own.take_trial(key, trial)));
    };
    Battery::run(&job.text, &job.own, job.bench(&words), progress, &mut each)?;
    Some(found(move |own: &mut State, shared| own.end_trials(shared, key)))
}

/// Makes one edit.
pub fn make(mut job: Edits, edit: Edit, progress: &Progress, tell: Tell<'_>) -> Option<Found> {
    let words = job.words(tell);
    let text = edit.apply_watched(&job.text, &job.bench(&words), progress)?;
    let made = Made { edit, a: job.key.a, text };
    Some(found(move |own: &mut State, shared| own.take_made(shared, made)))
}
