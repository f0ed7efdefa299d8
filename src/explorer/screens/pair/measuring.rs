//! Exact measures of the two texts, and in what way they differ.

use super::keys::View;
use super::state::State;
use super::work::{Changes, TextsKey};
use crate::jobs::{Tell, Work};
use crate::shared::{Shared, found};
use crate::wanted::{Same, Wanted};
use simscope_core::alignment::Kind;
use simscope_core::contrast::Under;
use simscope_core::measures::{self, Condition, Measure, Measurer, Shingles, Weights};
use simscope_core::progress::Progress;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::Signer;
use std::sync::Arc;

/// What measures say of the texts.
pub(super) const MEASURE: &Work =
    &Work::new("Measures", ("measuring the pair", "测量该对")).cancellable().of_texts();

/// The share of their words that texts have in common.
pub const WORDS: Measure = Measure::Jaccard(Shingles::Words(1));

/// What confirms a pair.
pub(super) const CONFIRMS: Measure = Condition::DEFAULT.measure;

/// The measures, in the order in which they are shown.
pub(super) const MEASURES: [Measure; 10] = [
    CONFIRMS,
    Measure::Cosine,
    WORDS,
    Measure::Jaccard(Shingles::Words(2)),
    Measure::Jaccard(Shingles::Words(3)),
    Measure::Jaccard(Shingles::Chars(5)),
    Measure::Containment(Shingles::Words(2)),
    Measure::Edit,
    Measure::Sentences(3),
    Measure::Equal,
];

/// The product of the lengths of two texts, in bytes, up to which `edit` takes about half a second.
const QUICK: u128 = 5_000_000_000;

/// The measures that were taken so far.
#[derive(Debug, Clone, Default)]
pub struct Measures {
    pub values: Vec<(Measure, f64)>,
    pub is_whole: bool,
    /// The kind of the difference, where the words that differ tell it.
    pub kind: Option<Kind>,
}

/// Whether a measure of two texts is left out, because it takes long.
pub(super) fn is_left_out(measure: Measure, [a, b]: [&str; 2]) -> bool {
    measure == Measure::Edit && a.len() as u128 * b.len() as u128 > QUICK
}

/// What is worked out of the texts.
#[derive(Debug, Default)]
pub struct Measuring {
    pub(super) taken: Wanted<TextsKey, Measures>,
    /// What confirms them, by the weights of the corpus.
    confirms: Wanted<ConfirmsKey, f64>,
    /// The texts under every recipe.
    pub(super) under: Wanted<TextsKey, Vec<Under>>,
    /// The distance under the second recipe.
    second: Wanted<SecondKey, u8>,
}

impl State {
    pub(super) fn want_measuring(&mut self, shared: &mut Shared) {
        self.want_measures(shared);
        self.want_confirms(shared);
        self.want_under(shared);
        self.want_second(shared);
    }

    /// A measure of the texts as they are now, once it is taken.
    pub fn measured(&self, shared: &Shared, measure: Measure) -> Option<f64> {
        if measure == CONFIRMS {
            let (texts, weights) = (self.changes(), Same::of(&shared.clean_lately()?.weights));
            return self.measuring.confirms.get(&ConfirmsKey { texts, weights }).copied();
        }
        let values = &self.measures(shared)?.values;
        values.iter().find(|(of, _)| *of == measure).map(|&(_, value)| value)
    }

    /// What is measured of the texts as they are now.
    pub fn measures(&self, shared: &Shared) -> Option<&Measures> {
        self.measuring.taken.get(&self.texts_key(shared)?)
    }

    /// What shingles weigh follows from the whole corpus, which Clean weighs too.
    fn want_confirms(&mut self, shared: &mut Shared) {
        if self.view != View::Measures || shared.lacks_texts() {
            return;
        }
        shared.want_clean();
        let Some(weights) = shared.clean_lately().map(|clean| clean.weights.clone()) else { return };
        let key = ConfirmsKey { texts: self.changes(), weights: Same::of(&weights) };
        let texts = [self.a.text(), self.b.text()];
        shared.want(&mut self.measuring.confirms, CONFIRMING, key, move |_| {
            let measurer = Measurer::new(CONFIRMS, &Recipe::DEFAULT, None).weighing(Some(&weights));
            let [a, b] = [&texts[0], &texts[1]].map(|text| measurer.prepare(text));
            Some(measurer.value(&a, &b))
        });
    }

    fn want_measures(&mut self, shared: &mut Shared) {
        let Some(key) = self.texts_key(shared).filter(|_| self.is_current(shared)) else { return };
        let Some(fate) = self.measuring.taken.ask(key) else { return };
        let Some(compared) = self.compared.get(&key) else { return };
        let cosine = measures::cosine(&compared.a.trace, &compared.b);
        let texts = [self.a.text(), self.b.text()];
        shared.begin_for(fate, MEASURE, move |progress, tell| {
            let whole = measure(key, &texts, cosine, progress, tell)?;
            Some(found(move |own: &mut Self, _| own.measuring.taken.put(key, whole)))
        });
    }
}

/// Takes all measures, one after the other; what may take long comes last. `None` if cancelled.
fn measure(
    key: TextsKey,
    texts: &[Arc<str>; 2],
    cosine: f64,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Measures> {
    let [a, b] = [&*texts[0], &*texts[1]];
    let mut so_far = Measures { values: vec![(Measure::Cosine, cosine)], is_whole: false, kind: None };
    let (last, first): (Vec<_>, Vec<_>) = MEASURES.into_iter().partition(|&measure| measure == Measure::Edit);
    for measure in first.into_iter().chain(last) {
        if progress.is_cancelled() {
            return None;
        }
        if matches!(measure, CONFIRMS | Measure::Cosine) || is_left_out(measure, [a, b]) {
            continue;
        }
        // Of these none needs document frequencies.
        let measurer = Measurer::new(measure, &key.hashed.recipe, None);
        so_far.values.push((measure, measurer.value(&measurer.prepare(a), &measurer.prepare(b))));
        if measure == WORDS {
            so_far.kind = Some(Kind::of_pair(a, b, None)).filter(|kind| *kind != Kind::Unconfirmed);
        }
        let known = so_far.clone();
        tell(found(move |own: &mut State, _| own.measuring.taken.put(key, known)));
    }
    Some(Measures { is_whole: true, ..so_far })
}

/// Whether the texts confirm the pair.
const CONFIRMING: &Work = &Work::new("ConfirmedPair", ("weighing the pair", "按权重比较该对")).of_texts();

/// What the measure that confirms follows from: the texts by their last change, and what shingles weigh.
#[derive(Debug, Clone, PartialEq)]
struct ConfirmsKey {
    texts: Changes,
    weights: Same<Weights>,
}

/// The two texts under every recipe.
const RECIPES: &Work = &Work::new("Recipes", ("signing under every recipe", "按每个配方计算签名"));

/// The two texts under the second recipe.
const SECOND: &Work =
    &Work::new("SecondPair", ("signing the pair under recipe B", "按配方 B 计算该对签名")).of_texts();

/// What the distance under a second recipe follows from: the texts by their last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SecondKey {
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
        match self.measuring.second.get(&self.second_key(recipe)) {
            _ if recipe.weighting == Weighting::TfIdf => Second::NotAlone,
            Some(&distance) => Second::Known(distance),
            None => Second::Awaited,
        }
    }

    fn want_second(&mut self, shared: &mut Shared) {
        let Some(recipe) = shared.second.filter(|recipe| recipe.weighting != Weighting::TfIdf) else {
            return;
        };
        let (key, texts) = (self.second_key(recipe), [self.a.text(), self.b.text()]);
        shared.want(&mut self.measuring.second, SECOND, key, move |_| {
            let mut signer = Signer::new(&recipe, None);
            let [a, b] = texts.map(|text| signer.sign(&text).signature);
            Some(simscope_core::hamming::distance(a, b))
        });
    }

    /// Both texts under every recipe, for a moment as they were before.
    pub fn under(&self) -> &[Under] {
        self.measuring.under.latest().map_or(&[], Vec::as_slice)
    }

    /// A row: in the order of the recipes, or the least distance for its bits first.
    pub(super) fn under_row(&self, row: usize) -> Option<&Under> {
        let all = self.under();
        if !self.is_list_reordered() {
            return all.get(row);
        }
        let mut places: Vec<usize> = (0..all.len()).collect();
        // What has no distance comes last.
        places.sort_by(|&x, &y| {
            let lacks = all[y].has_features.cmp(&all[x].has_features);
            lacks.then(all[x].share().total_cmp(&all[y].share()))
        });
        all.get(*places.get(row)?)
    }

    /// Whether they are of the texts as they are now.
    pub fn under_is_current(&self, shared: &Shared) -> bool {
        self.texts_key(shared).is_some_and(|key| self.measuring.under.get(&key).is_some())
    }

    fn want_under(&mut self, shared: &mut Shared) {
        let Some(key) = self.texts_key(shared) else { return };
        if self.view != View::Recipes {
            return;
        }
        let (a, b) = (self.a.text(), self.b.text());
        let frequencies = shared.model.frequencies.clone();
        shared.want(&mut self.measuring.under, RECIPES, key, move |progress| {
            Under::each([&a, &b], key.hashed.recipe, frequencies.as_deref(), progress)
        });
    }
}
