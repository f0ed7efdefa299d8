//! Exact measures of the two texts, and in what way they differ.

use super::state::State;
use super::work::TextsKey;
use crate::jobs::{Tell, Work};
use crate::shared::{Shared, found};
use simscope_core::alignment::Kind;
use simscope_core::measures::{self, Measure, Measurer, Shingles};
use simscope_core::progress::Progress;
use std::sync::Arc;

/// What measures say of the texts.
pub(super) const MEASURE: &Work =
    &Work::new("Measures", ("measuring the pair", "测量该对")).cancellable().of_texts();

/// The share of their words that texts have in common.
pub const WORDS: Measure = Measure::Jaccard(Shingles::Words(1));

/// The measures, in the order in which they are shown.
pub(super) const MEASURES: [Measure; 9] = [
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

impl State {
    /// A measure of the texts as they are now, once it is taken.
    pub fn measured(&self, shared: &Shared, measure: Measure) -> Option<f64> {
        let values = &self.measures(shared)?.values;
        values.iter().find(|(of, _)| *of == measure).map(|&(_, value)| value)
    }

    /// What is measured of the texts as they are now.
    pub fn measures(&self, shared: &Shared) -> Option<&Measures> {
        self.measured.get(&self.texts_key(shared)?)
    }

    pub(super) fn want_measures(&mut self, shared: &mut Shared) {
        let Some(key) = self.texts_key(shared).filter(|_| self.is_current(shared)) else { return };
        let Some(fate) = self.measured.ask(key) else { return };
        let Some(compared) = self.compared.get(&key) else { return };
        let cosine = measures::cosine(&compared.a.trace, &compared.b);
        let texts = [self.a.text(), self.b.text()];
        shared.begin_for(fate, MEASURE, move |progress, tell| {
            let whole = measure(key, &texts, cosine, progress, tell)?;
            Some(found(move |own: &mut Self, _| own.measured.put(key, whole)))
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
        if measure == Measure::Cosine || is_left_out(measure, [a, b]) {
            continue;
        }
        // Of these none needs document frequencies.
        let measurer = Measurer::new(measure, &key.hashed.recipe, None);
        so_far.values.push((measure, measurer.value(&measurer.prepare(a), &measurer.prepare(b))));
        if measure == WORDS {
            so_far.kind = Some(Kind::of_pair(a, b, None)).filter(|kind| *kind != Kind::Unconfirmed);
        }
        let known = so_far.clone();
        tell(found(move |own: &mut State, _| own.measured.put(key, known)));
    }
    Some(Measures { is_whole: true, ..so_far })
}
