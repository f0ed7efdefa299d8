//! Exact measures of the two texts, what the distance says beside them, and in what way the texts differ.

use super::{Copied, Listed};
use crate::jobs::{Tell, Work};
use crate::screens::pair::Scene;
use crate::screens::pair::file::AWAITED;
use crate::screens::pair::keys::View;
use crate::screens::pair::state::State;
use crate::screens::pair::work::{Changes, Compared, TextsKey};
use crate::shared::{Shared, found};
use crate::surface::{Paint, Rect, Role, grouped_digits};
use crate::wanted::{Same, Wanted};
use crate::widgets::{bits, table};
use simscope_core::alignment::Kind;
use simscope_core::measures::{self, Condition, Measure, Measurer, Shingles, Weights};
use simscope_core::progress::Progress;
use std::f64::consts::PI;
use std::sync::Arc;

/// What measures say of the texts.
pub(in crate::screens::pair) const MEASURE: &Work =
    &Work::new("Measures", ("measuring the pair", "测量该对")).cancellable().of_texts();

/// The share of their words that texts have in common.
pub const WORDS: Measure = Measure::Jaccard(Shingles::Words(1));

/// What confirms a pair.
const CONFIRMS: Measure = Condition::DEFAULT.measure;

/// The measures, in the order in which they are shown.
const MEASURES: [Measure; 10] = [
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
pub struct Taken {
    pub values: Vec<(Measure, f64)>,
    pub is_whole: bool,
    /// The kind of the difference, where the words that differ tell it.
    pub kind: Option<Kind>,
}

/// Whether a measure of two texts is left out, because it takes long.
fn is_left_out(measure: Measure, [a, b]: [&str; 2]) -> bool {
    measure == Measure::Edit && a.len() as u128 * b.len() as u128 > QUICK
}

/// What is measured of the texts.
#[derive(Debug, Default)]
pub struct Measuring {
    pub(in crate::screens::pair) taken: Wanted<TextsKey, Taken>,
    /// What confirms them, by the weights of the corpus.
    confirms: Wanted<ConfirmsKey, f64>,
}

pub(super) struct Measures;

impl Listed for Measures {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.compared().map_or(0, |_| MEASURES.len())
    }

    fn text(&self, _scene: Scene<'_>, row: usize) -> String {
        MEASURES[row].to_string()
    }

    fn head(&self, _scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let (name, value) = columns(area);
        paint.say(area.x + 2, area.y, name, paint.pick(("measure", "度量")), Role::Title);
        paint.right(value, area.y, VALUE, paint.pick(("value", "值")), Role::Title);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize) {
        let measure = MEASURES[at];
        let (shown, role) = match scene.own.measured(scene.shared, measure) {
            Some(value) => (format!("{value:.3}"), Role::Text),
            None if is_left_out(measure, scene.own.texts()) => {
                (paint.pick(("long texts", "文本过长")).to_owned(), Role::Dim)
            }
            None if waits_for_clean(scene, measure) => table::dash(),
            None => table::dots(),
        };
        let (name, value) = columns(row);
        paint.say(row.x + 2, row.y, name, &measure.to_string(), Role::Text);
        paint.right(value, row.y, VALUE, &shown, role);
        let at = value + VALUE + 2;
        let bar = BAR.min(row.right().saturating_sub(at));
        let share = scene.own.measured(scene.shared, measure).unwrap_or(0.0).clamp(0.0, 1.0);
        bits::bar_of(paint, Rect { x: at, width: bar, height: 1, ..row }, share, Role::Within);
        let at = at + bar + 2;
        let beside = match (measure, scene.own.measured(scene.shared, measure)) {
            (Measure::Cosine, _) => estimated(scene),
            (CONFIRMS, Some(value)) => confirmed(scene, value),
            (CONFIRMS, None) if waits_for_clean(scene, measure) => scene.keyed((
                "known when ‹go-clean› or ‹pair.show-measures› has compared the corpus",
                "按 ‹go-clean› 或 ‹pair.show-measures› 比较语料后可知",
            )),
            _ => return,
        };
        let room = row.right().saturating_sub(at);
        paint.say(at, row.y, room, paint.whole_parts(&beside, room.into()), Role::Dim);
    }

    fn foot(&self, scene: Scene<'_>) -> String {
        scene.lang.pick(("exact, from 0 to 1", "均为精确值，0 到 1")).to_owned()
    }

    fn want(&self, _own: &mut State, shared: &mut Shared) {
        // What shingles weigh follows from the whole corpus, which Clean weighs too.
        shared.want_clean();
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let value = scene.own.measured(scene.shared, MEASURES[row]).ok_or(AWAITED)?;
        Ok((format!("{}\t{value}", MEASURES[row]), ("the measure and its value", "度量与其值")))
    }

    fn why(&self, scene: Scene<'_>, compared: &Compared, _row: usize) -> Option<String> {
        Some(why(scene, compared))
    }
}

/// Whether a measure waits for what takes long in a large corpus, and was not asked for.
fn waits_for_clean(scene: Scene<'_>, measure: Measure) -> bool {
    measure == CONFIRMS && scene.own.view != View::Measures && scene.shared.clean_lately().is_none()
}

/// Columns of the name of a measure.
const NAME: u16 = 24;
/// Columns of a value, with the gap before it.
const VALUE: u16 = 9;

/// Columns of a bar from 0 to 1.
const BAR: u16 = 12;

/// The columns of the name, and where the values begin.
fn columns(line: Rect) -> (u16, u16) {
    let name = NAME.min(line.width.saturating_sub(VALUE + 3));
    (name, line.x + 2 + name)
}

/// What τ says of it.
fn confirmed(scene: Scene<'_>, value: f64) -> String {
    let tau = scene.shared.tau();
    scene.lang.pick(if value >= tau {
        both!("at least τ = {tau:.2}: the texts confirm the pair", "不低于 τ = {tau:.2}：文本确认该对")
    } else {
        both!("below τ = {tau:.2}: not confirmed", "低于 τ = {tau:.2}：未得到确认")
    })
}

/// What the distance estimates the cosine to be.
fn estimated(scene: Scene<'_>) -> String {
    let Some(compared) = scene.own.compared() else { return String::new() };
    let bits = f64::from(compared.key.hashed.recipe.bits.get());
    let share = f64::from(compared.difference.distance()) / bits;
    let (cosine, alike) = ((PI * share).cos(), 1.0 - share);
    scene.lang.pick(both!(
        "the distance estimates {cosine:.3} · 1 − d/f = {alike:.3}",
        "据距离估计为 {cosine:.3} · 1 − d/f = {alike:.3}"
    ))
}

/// What both texts share, how far apart such texts usually are, and what the distance says beside that.
pub(in crate::screens::pair) fn why(scene: Scene<'_>, compared: &Compared) -> String {
    let (lang, bits, d) = (scene.lang, scene.model.recipe.bits, compared.difference.distance());
    let width = f64::from(bits.get());
    let estimated = (PI * f64::from(d) / width).cos();
    let exact = measures::cosine(&compared.a.trace, &compared.b);
    // Each bit differs with the probability that the angle between the sums is of half a turn.
    let odds = exact.clamp(-1.0, 1.0).acos() / PI;
    let (usual, spread) = (odds * width, (odds * (1.0 - odds) * width).sqrt());
    let both = compared.features.iter().filter(|feature| !feature.places.contains(&None)).count();
    let (both, all) = (grouped_digits(both), grouped_digits(compared.features.len()));
    lang.pick(both!(
        "Both have {both} of their {all} features, a cosine of {exact:.3}: such texts usually differ in {usual:.0} ± {spread:.0} of {bits} bits, these in {d}, which estimates a cosine of {estimated:.3}.",
        "{all} 个特征中两者共有 {both} 个，余弦为 {exact:.3}：这样的文本通常相差 {bits} 位中的 {usual:.0} ± {spread:.0} 位；这两篇相差 {d} 位，据此估计余弦为 {estimated:.3}。"
    ))
}

impl State {
    /// A measure of the texts as they are now, once it is taken.
    pub fn measured(&self, shared: &Shared, measure: Measure) -> Option<f64> {
        if measure == CONFIRMS {
            let (texts, weights) = (self.changes(), Same::of(&shared.clean_lately()?.compared.weights));
            return self.measuring.confirms.get(&ConfirmsKey { texts, weights }).copied();
        }
        let values = &self.measures(shared)?.values;
        values.iter().find(|(of, _)| *of == measure).map(|&(_, value)| value)
    }

    /// What is measured of the texts as they are now.
    pub fn measures(&self, shared: &Shared) -> Option<&Taken> {
        self.measuring.taken.get(&self.texts_key(shared)?)
    }

    /// Weighs the pair once the corpus is weighed.
    pub(in crate::screens::pair) fn want_confirms(&mut self, shared: &mut Shared) {
        let Some(weights) = shared.clean_lately().map(|clean| clean.compared.weights.clone()) else { return };
        let key = ConfirmsKey { texts: self.changes(), weights: Same::of(&weights) };
        let (texts, recipe) = ([self.a.text(), self.b.text()], shared.model.recipe);
        shared.want(&mut self.measuring.confirms, CONFIRMING, key, move |_| {
            // As Clean compares them.
            let measurer = Measurer::new(CONFIRMS, &recipe, None).weighing(Some(&weights));
            let read = [&texts[0], &texts[1]].map(|text| recipe.read(text));
            let [a, b] = [&read[0], &read[1]].map(|text| measurer.prepare(text));
            Some(measurer.value(&a, &b))
        });
    }

    pub(in crate::screens::pair) fn want_measures(&mut self, shared: &mut Shared) {
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
) -> Option<Taken> {
    let ([a, b], recipe) = ([&*texts[0], &*texts[1]], key.hashed.recipe);
    let mut so_far = Taken { values: vec![(Measure::Cosine, cosine)], is_whole: false, kind: None };
    let (last, first): (Vec<_>, Vec<_>) = MEASURES.into_iter().partition(|&measure| measure == Measure::Edit);
    for measure in first.into_iter().chain(last) {
        if progress.is_cancelled() {
            return None;
        }
        if matches!(measure, CONFIRMS | Measure::Cosine) || is_left_out(measure, [a, b]) {
            continue;
        }
        // Of these none needs document frequencies.
        let measurer = Measurer::new(measure, &recipe, None);
        so_far.values.push((measure, measurer.value(&measurer.prepare(a), &measurer.prepare(b))));
        if measure == WORDS {
            so_far.kind = Some(Kind::of_pair(&recipe.read(a), &recipe.read(b), false))
                .filter(|kind| *kind != Kind::Unconfirmed);
        }
        let known = so_far.clone();
        tell(found(move |own: &mut State, _| own.measuring.taken.put(key, known)));
    }
    Some(Taken { is_whole: true, ..so_far })
}

/// Whether the texts confirm the pair.
const CONFIRMING: &Work = &Work::new("ConfirmedPair", ("weighing the pair", "按权重比较该对")).of_texts();

/// What the measure that confirms follows from: the texts by their last change, and what shingles weigh.
#[derive(Debug, Clone, PartialEq)]
struct ConfirmsKey {
    texts: Changes,
    weights: Same<Weights>,
}
