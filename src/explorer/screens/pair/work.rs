//! The jobs of this screen: what two texts are, and what the edits of the battery do.

use super::state::State;
use crate::jobs::{Found, Tell, Work};
use crate::shared::model::Generation;
use crate::shared::{Shared, found};
use simscope_core::corpus::Corpus;
use simscope_core::progress::Progress;
use simscope_core::recipe::{DocumentFrequencies, Recipe, Weighting};
use simscope_core::sensitivity::{
    Battery, Bench, Difference, Edit, Edited, Moot, Own, Traced, Trial, vocabulary,
};
use simscope_core::simhash::{self, Fragile, Signer, Trace};
use std::collections::HashMap;
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

/// Two texts, each named by the number of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changes {
    pub a: u64,
    pub b: u64,
}

/// What two texts are looked at under. A text is named by the number of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextsKey {
    /// The last change of A.
    pub a: u64,
    /// The last change of B.
    pub b: u64,
    /// The recipe.
    pub hashed: HashedBy,
}

/// A recipe with what it takes from the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashedBy {
    /// The recipe.
    pub recipe: Recipe,
    /// Document frequencies are known; they are those of the whole corpus.
    pub has_frequencies: bool,
}

/// Both texts, and what differs between them.
#[derive(Debug)]
pub struct Compared {
    /// What it is about.
    pub key: TextsKey,
    /// A.
    pub a: Arc<Traced>,
    /// B.
    pub b: Arc<Trace>,
    /// Characters of both.
    pub chars: [usize; 2],
    /// From A to B.
    pub difference: Difference,
    /// The places of each of its changes in the traces of A and B.
    pub places: Vec<[Option<usize>; 2]>,
    /// The bits that are fragile in A or in B.
    pub fragile: Fragile,
    /// The features of A in its order, then those that only B has.
    pub features: Vec<Feature>,
}

/// A feature of A or B, by its place in the trace of each that has it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Feature {
    pub places: [Option<usize>; 2],
    /// 0 where a text lacks it.
    pub weights: [f64; 2],
}

impl Compared {
    /// What is known of A, and of B.
    pub fn of(key: TextsKey, a: Arc<Traced>, b: Arc<Trace>, chars: [usize; 2]) -> Self {
        let recipe = &key.hashed.recipe;
        let difference = Difference::between(&a.trace, &b, recipe);
        let in_b: HashMap<&str, usize> =
            b.features.iter().enumerate().map(|(at, feature)| (feature.term.as_str(), at)).collect();
        let mut only_b = vec![true; b.features.len()];
        let of_a = a.trace.features.iter().enumerate().map(|(at, feature)| {
            let other = in_b.get(feature.term.as_str()).copied();
            other.into_iter().for_each(|other| only_b[other] = false);
            let weight = other.map_or(0.0, |other| b.features[other].weight);
            Feature { places: [Some(at), other], weights: [feature.weight, weight] }
        });
        let mut features: Vec<Feature> = of_a.collect();
        let of_b = b.features.iter().enumerate().filter(|(at, _)| only_b[*at]);
        features.extend(
            of_b.map(|(at, feature)| Feature { places: [None, Some(at)], weights: [0.0, feature.weight] }),
        );
        let in_a: HashMap<&str, usize> =
            a.trace.features.iter().enumerate().map(|(at, feature)| (feature.term.as_str(), at)).collect();
        let place = |term: &str| [&in_a, &in_b].map(|places| places.get(term).copied());
        let places = difference.changes.iter().map(|change| place(&change.term)).collect();
        let (of_a, of_b) = (a.influence.fragile, b.fragile(recipe));
        let fragile =
            Fragile { removing: of_a.removing | of_b.removing, replacing: of_a.replacing | of_b.replacing };
        Self { places, fragile, features, difference, key, a, b, chars }
    }

    pub fn traces(&self) -> [&Trace; 2] {
        [&self.a.trace, &self.b]
    }

    /// The term of a feature.
    pub fn term(&self, feature: Feature) -> &str {
        match feature.places {
            [Some(at), _] => &self.a.trace.features[at].term,
            [None, at] => at.map_or("", |at| &self.b.features[at].term),
        }
    }
}

/// What a battery is tried under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatteryKey {
    /// The last change of A.
    pub a: u64,
    /// The recipe.
    pub hashed: HashedBy,
    /// The last change of the user's own edits.
    pub own: u64,
    /// Words, or characters, that an edit changes.
    pub edits: u16,
    /// What random choices follow from.
    pub seed: u64,
}

/// The trials so far.
#[derive(Debug, Clone)]
pub struct Tried {
    /// In the order of the battery.
    pub trials: Vec<Trial>,
    /// None is left.
    pub is_whole: bool,
}

/// An edit that was made for B.
#[derive(Debug)]
pub struct Made {
    /// The edit.
    pub edit: Edit,
    /// The last change of the A that it was made of.
    pub a: u64,
    /// The text, or why there is none.
    pub text: Result<Edited, Moot>,
}

/// What is sought, and among which signatures.
#[derive(Debug, Clone, PartialEq)]
pub struct NearKey {
    /// That of B.
    pub signature: u128,
    /// The document that B is.
    pub except: Option<u32>,
    pub generation: Generation,
}

/// Which texts, and under which recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeveralKey {
    /// Their last change.
    pub texts: u64,
    pub hashed: HashedBy,
}

// The distance of the two texts under the recipe beside that of the corpus.

/// The two texts under the second recipe.
const SECOND: &Work =
    &Work::new("SecondPair", ("signing the pair under recipe B", "按配方 B 计算该对签名")).of_texts();

/// What the distance under a second recipe follows from: the texts by their last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SecondKey {
    texts: Changes,
    recipe: Recipe,
}

/// The distance of the texts under a second recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Second {
    Known(u8),
    Awaited,
    /// tf-idf takes the whole corpus.
    NotAlone,
}

impl State {
    fn second_key(&self, recipe: Recipe) -> SecondKey {
        SecondKey { texts: self.changes(), recipe }
    }

    /// The distance of the texts under a recipe that is not that of the corpus.
    pub fn second(&self, recipe: Recipe) -> Second {
        match self.second.get(&self.second_key(recipe)) {
            _ if recipe.weighting == Weighting::TfIdf => Second::NotAlone,
            Some(&distance) => Second::Known(distance),
            None => Second::Awaited,
        }
    }

    pub(super) fn want_second(&mut self, shared: &mut Shared) {
        let Some(recipe) = shared.second.filter(|recipe| recipe.weighting != Weighting::TfIdf) else {
            return;
        };
        let (key, texts) = (self.second_key(recipe), [self.a.text(), self.b.text()]);
        shared.want(&mut self.second, SECOND, key, move |_| {
            let mut signer = Signer::new(&recipe, None);
            let [a, b] = texts.map(|text| signer.sign(&text).signature);
            Some(simscope_core::hamming::distance(a, b))
        });
    }
}
