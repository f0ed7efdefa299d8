//! The pairs that are drawn at exactly k and at k + 1, or at another distance, and what is measured of the selected one.

use super::border::COLUMNS;
use super::keys::Below;
use super::pair::Row;
use super::state::State;
use crate::action::Screen;
use crate::jobs::Work;
use crate::listing::Listing;
use crate::shared::model::{Generation, Linked, Stage};
use crate::shared::moved::{Moved, of_row};
use crate::shared::{Shared, found};
use crate::surface::Phrase;
use crate::wanted::Wanted;
use simscope_core::analysis::{Analysed, as_read, weigh};
use simscope_core::groups::{Run, Wanted as Drawing};
use simscope_core::measures::{Condition, Measure, Measurer, Weights};
use simscope_core::progress::Progress;
use std::sync::{Arc, OnceLock};

/// Pairs at one distance.
const BORDER: &Work = &Work::new("Border", ("drawing pairs", "抽取文档对")).of_texts();
/// Exact measures of one of them.
const MEASURES_OF: &Work = &Work::new("BorderMeasures", ("measuring a pair", "度量文档对")).of_texts();

/// What shingles weigh, which the first job that needs it finds out.
pub(super) type Weighed = Arc<OnceLock<Weights>>;

/// Pairs drawn at each distance.
const PAIRS: usize = 20;

/// What pairs at the border follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderKey {
    pub of: Linked,
    /// From this distance to that one.
    pub distances: (u8, u8),
    pub seed: u64,
}

/// A pair under some signatures.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredKey {
    pub generation: Generation,
    pub pair: (u32, u32),
}

/// Which pairs are shown, and which of them is selected.
#[derive(Debug)]
pub struct Drawn {
    /// Another seed draws other pairs.
    pub seed: u64,
    pub drawn: Wanted<BorderKey, Arc<Vec<Stratum>>>,
    /// The pairs that are shown.
    pub pairs: Listing,
    /// The pair that was last selected everywhere, while it is shown.
    pointed: Option<(u32, u32)>,
    measured: Wanted<MeasuredKey, Vec<(Measure, f64)>>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self {
            seed: 0,
            drawn: Wanted::default(),
            pairs: Listing::by("distance", false),
            pointed: None,
            measured: Wanted::default(),
        }
    }
}

impl Drawn {
    /// Whether this document was selected with the first pair, and no other pair was chosen.
    pub(super) fn is_untouched(&self, selected: u32) -> bool {
        self.pairs.list.selected == 0 && self.pointed.is_some_and(|(a, _)| a == selected)
    }
}

/// Pairs at one distance.
#[derive(Debug, Clone, PartialEq)]
pub struct Stratum {
    /// The distance.
    pub at: u8,
    /// How many pairs there are, exactly.
    pub of: u64,
    /// Those that were drawn, uniformly without replacement.
    pub pairs: Vec<(u32, u32)>,
    /// How much the texts of each share.
    pub values: Vec<f64>,
}

impl Stratum {
    /// Whether all its pairs were drawn.
    pub fn is_whole(&self) -> bool {
        self.values.len() as u64 >= self.of
    }
}

/// What is measured of the selected pair, beside what confirms it. The edit distance takes long for long texts.
const MEASURES: [Measure; 2] = [Measure::Cosine, Measure::Edit];
/// The product of the lengths of two texts, in bytes, up to which the edit distance takes some milliseconds.
const QUICK: usize = 100_000_000;

/// The last move; `None` if it went over more than three distances, where the pairs around k say more.
pub(super) fn short_move(shared: &Shared) -> Option<&Moved> {
    const LONGEST: u8 = 3;
    shared.moved().filter(|moved| moved.from.abs_diff(moved.to) <= LONGEST)
}

/// The group that the last move has changed and that these documents link.
pub(super) fn linked(shared: &Shared, pair: &Pair) -> Option<Run> {
    let moved = short_move(shared).filter(|moved| pair.distance <= moved.from.max(moved.to))?;
    moved.linked(shared.model.tree.as_ref()?, pair.documents)
}

/// One of the pairs that are shown.
#[derive(Debug, Clone, Copy)]
pub struct Pair {
    pub distance: u8,
    /// Pairs at this distance, drawn or not.
    pub of: u64,
    pub documents: (u32, u32),
    /// How much the texts share, as it is confirmed.
    pub value: f64,
}

impl State {
    fn border_key(&self, shared: &Shared) -> BorderKey {
        let k = shared.k;
        // Those that the last move took in or left out, and those that the next one would.
        let moved = short_move(shared).map(|moved| (moved.from.min(k).saturating_add(1), moved.from.max(k)));
        let (low, high) = moved.unwrap_or((k, k));
        let distances = (low.min(k), high.max(k.saturating_add(1)));
        BorderKey { of: shared.model.linked(), distances, seed: self.border.seed }
    }

    /// The pairs at each distance, if they are drawn.
    pub fn border_strata(&self, shared: &Shared) -> Option<&[Stratum]> {
        self.border.drawn.get(&self.border_key(shared)).map(|strata| strata.as_slice())
    }

    /// All pairs that were drawn.
    fn all_pairs(&self, shared: &Shared) -> Vec<Pair> {
        let strata = self.border_strata(shared).unwrap_or_default().iter();
        let pairs = strata.flat_map(|&Stratum { at: distance, of, ref pairs, ref values }| {
            let values = pairs.iter().zip(values);
            values.map(move |(&documents, &value)| Pair { distance, of, documents, value })
        });
        pairs.collect()
    }

    /// All pairs that are shown, in their order.
    pub fn border_pairs(&self, shared: &Shared) -> Vec<Pair> {
        let (all, pairs) = (self.all_pairs(shared), &self.border.pairs);
        (0..pairs.rows()).filter_map(|row| all.get(pairs.place_in(row)?).copied()).collect()
    }

    pub fn border_pair(&self, shared: &Shared) -> Option<Pair> {
        self.all_pairs(shared).get(self.border.pairs.selected()?).copied()
    }

    /// Lists the pairs that pass the filter; the pair of this place is selected, or else the first.
    pub(super) fn arrange_border(&mut self, shared: &Shared, selected: Option<usize>) {
        let (all, pairs) = (self.all_pairs(shared), &mut self.border.pairs);
        pairs.pass_pairs(shared, all.iter().map(|pair| (pair.documents.0, pair.documents.1, pair.distance)));
        pairs.why_none = pairs.why_none.take().filter(|_| !all.is_empty());
        let corpus = &shared.model.corpus;
        pairs.order(&COLUMNS, selected, &|place| Row::of(corpus, all[place].documents, all[place]));
    }

    /// Another filter was typed: the first pair that passes is selected. The pair of the selected row is the one that all
    /// keys act on, whatever was selected on another screen or in another view before.
    pub(super) fn follow_border(&mut self, shared: &mut Shared) {
        let is_shown = shared.screen == Screen::Threshold && self.below == Below::Border;
        if self.border.pairs.is_outdated() {
            (self.border.pairs.list, self.top) = Default::default();
            self.arrange_border(shared, None);
        } else if is_shown {
            // The facts that a filter uses may have changed.
            self.arrange_border(shared, self.border.pairs.selected());
        }
        let pair = if is_shown { self.border_pair(shared) } else { None };
        let pair = pair.map(|pair| pair.documents);
        if std::mem::replace(&mut self.border.pointed, pair) != pair
            && let Some((a, b)) = pair
            && (shared.selected, shared.other) != (a, Some(b))
        {
            shared.point_to(a, Some(b));
        }
    }

    /// Draws the pairs that are missing, and aligns the texts of the selected one.
    pub(super) fn want_border(&mut self, shared: &mut Shared) {
        let is_ready = shared.model.stage == Stage::Ready && !shared.is_rehashing();
        if shared.screen != Screen::Threshold || self.below != Below::Border || !is_ready {
            return;
        }
        self.draw_border(shared, self.border_key(shared));
        if let Some(Pair { documents: (a, b), .. }) = self.border_pair(shared) {
            shared.want_alignment(a, b);
            self.measure_pair(shared, (a, b));
        }
    }

    /// Exact measures of the selected pair, if they are at hand.
    pub fn border_measures(&self, shared: &Shared) -> &[(Measure, f64)] {
        let Some(Pair { documents: pair, .. }) = self.border_pair(shared) else { return &[] };
        let key = MeasuredKey { generation: shared.model.generation(), pair };
        self.border.measured.get(&key).map_or(&[], Vec::as_slice)
    }

    fn measure_pair(&mut self, shared: &mut Shared, pair: (u32, u32)) {
        let key = MeasuredKey { generation: shared.model.generation(), pair };
        let analysed = shared.model.analysed.clone();
        shared.want(&mut self.border.measured, MEASURES_OF, key, move |_| {
            let Analysed { corpus, recipe, frequencies, .. } = &analysed;
            let [a, b] = [pair.0, pair.1].map(|document| corpus.get(document as usize).text);
            let is_quick = a.len().saturating_mul(b.len()) <= QUICK;
            let measures = MEASURES.into_iter().filter(|&measure| is_quick || measure != Measure::Edit);
            let values = measures.map(|measure| {
                let measurer = Measurer::new(measure, recipe, frequencies.as_deref());
                (measure, measurer.value(&measurer.prepare(a), &measurer.prepare(b)))
            });
            Some(values.collect())
        });
    }

    fn draw_border(&mut self, shared: &mut Shared, key: BorderKey) {
        let analysed = shared.model.analysed.clone();
        if analysed.measured().is_none() {
            return;
        }
        let Some(fate) = self.border.drawn.ask(key.clone()) else { return };
        let weighed = self.weighed(shared);
        shared.begin_for(fate, BORDER, move |progress, _| {
            let (tree, spread) = analysed.measured()?;
            let Analysed { corpus, recipe, signatures, .. } = &analysed;
            let counts = spread.pairs().counts();
            let (low, high) = key.distances;
            let wanted: Vec<Drawing> = (low..=high.min(recipe.bits.get()))
                .filter_map(|distance| {
                    let of = *counts.get(usize::from(distance))?;
                    Some(Drawing { distance, of, pairs: PAIRS })
                })
                .collect();
            let drawn = spread.draw(tree, (signatures, recipe.bits), &wanted, key.seed, progress)?;
            let weights = weights(&weighed, &analysed, progress)?;
            let measurer = Measurer::new(Condition::DEFAULT.measure, recipe, None).weighing(Some(weights));
            let strata = wanted.iter().zip(drawn).map(|(wanted, pairs)| {
                let values = measurer.values(corpus, &pairs, &Progress::new())?;
                Some(Stratum { at: wanted.distance, of: wanted.of, pairs, values })
            });
            let strata = strata.collect::<Option<Vec<Stratum>>>()?;
            Some(found(move |own: &mut Self, shared| own.take_drawn(shared, key, strata)))
        });
    }

    fn take_drawn(&mut self, shared: &mut Shared, key: BorderKey, strata: Vec<Stratum>) {
        self.border.drawn.put(key.clone(), Arc::new(strata));
        if key == self.border_key(shared) {
            (self.border.pairs.list, self.top) = Default::default();
            // First a pair of a group that the last move has changed, if it may be that of the selected document.
            let linked: Vec<_> = self.all_pairs(shared).iter().map(|pair| linked(shared, pair)).collect();
            let of_selected = shared
                .model
                .tree
                .as_ref()
                .and_then(|tree| tree.position(shared.selected))
                .and_then(|start| of_row(Run { start, len: 1 }, shared.moved()?.changed()));
            let is_of = |run: Option<Run>| linked.iter().position(|of| run.is_some() && *of == run);
            let any = || linked.iter().position(Option::is_some);
            self.arrange_border(shared, is_of(of_selected).or_else(any));
        }
    }

    /// Why no pair is shown.
    pub fn why_no_border(&self, shared: &Shared) -> Phrase {
        match self.border_strata(shared) {
            Some([]) => ("distances are not counted that far", "距离未统计到此处"),
            Some(_) => ("no pair is at this distance", "此距离没有文档对"),
            None if self.border.drawn.is_ended_at(&self.border_key(shared)) => {
                ("drawing was cancelled; ‹resume› starts it", "抽取已取消；按 ‹resume› 开始")
            }
            None if shared.model.stage == Stage::Ready => ("drawing pairs", "正在抽取文档对"),
            None => ("known when all distances are counted", "统计所有距离后可知"),
        }
    }
}

/// The weights, found out if nobody has yet. `None` when cancelled.
pub(super) fn weights<'w>(
    weighed: &'w Weighed,
    analysed: &Analysed,
    progress: &Progress,
) -> Option<&'w Weights> {
    if weighed.get().is_none() {
        let read = as_read(&analysed.corpus, &analysed.recipe);
        let texts: Vec<&str> = read.iter().map(|document| document.text).collect();
        // Another job may have been quicker.
        let _ = weighed.set(weigh(Condition::DEFAULT, &texts, progress)?);
    }
    weighed.get()
}
