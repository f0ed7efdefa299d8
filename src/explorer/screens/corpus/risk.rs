//! Which documents are too short for k: with one word replaced, more than half of the texts of that length are beyond k of what
//! they were. The length curve of the recipe decides this for the whole corpus; a job measures it when the user asks.

use super::State;
use crate::action::Screen;
use crate::jobs::Work;
use crate::shared::kept::CURVE;
use crate::shared::model::{Generation, Stage, Step};
use crate::shared::spark_output::NO_TEXTS;
use crate::shared::{Shared, found};
use crate::surface::{Phrase, grouped_digits};
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{self, Experiment, Lengths, TooShort};
use std::sync::Arc;

/// The length curve of the recipe, for which documents are too short.
pub(super) const RISK: &Work =
    &Work::new("Risk", ("finding documents too short", "测量哪些文档过短")).cancellable().of_texts();

/// What the lengths follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct RiskKey {
    /// Without its name, which does not matter.
    pub recipe: Recipe,
    pub generation: Generation,
}

/// How many documents are too short for k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RiskShare {
    /// Too short.
    pub short: usize,
    /// All that can be in a group.
    pub all: usize,
}

impl State {
    /// The documents that are too short for k, as soon as that is known.
    pub fn too_short(&self, shared: &Shared) -> Option<TooShort> {
        Some(self.found(shared)?.too_short(shared.k))
    }

    /// Their share.
    pub fn risk_share(&self, shared: &Shared) -> Option<RiskShare> {
        let short = self.found(shared)?.short(shared.k);
        Some(RiskShare { short, all: shared.model.documents.len() })
    }

    fn risk_key(shared: &Shared) -> RiskKey {
        let recipe = Recipe { name: None, ..shared.model.recipe };
        RiskKey { recipe, generation: shared.model.generation() }
    }

    /// What is known under the recipe of the signatures; nothing where the corpus has no passages to measure on.
    fn found(&self, shared: &Shared) -> Option<&Lengths> {
        self.risk.get(&Self::risk_key(shared)).filter(|found| !found.curve().points.is_empty())
    }

    /// Why it is not known which documents are too short; `None` where it is.
    pub fn why_no_risk(&self, shared: &Shared) -> Option<Phrase> {
        if self.found(shared).is_some() {
            return None;
        }
        Some(match self.risk.get(&Self::risk_key(shared)) {
            _ if self.is_risk_cancelled(shared) => (
                "too short or not: the measuring of the curve was cancelled; ‹resume› starts it",
                "是否过短未知：曲线测量已取消；按 ‹resume› 开始",
            ),
            Some(_) if !shared.is_rehashing() => (
                "too short or not: the corpus has too few words to measure it on",
                "是否过短未知：语料的词太少，无法测量",
            ),
            _ if shared.lacks_texts() => NO_TEXTS,
            _ if !self.can_measure_risk(shared) => (
                "too short or not: measured as soon as the groups are known",
                "是否过短未知：分组已知后才测量",
            ),
            _ => (
                "measuring which texts are too short for k: they are listed then",
                "正在测量哪些文档对 k 过短：测完即列出",
            ),
        })
    }

    fn is_risk_cancelled(&self, shared: &Shared) -> bool {
        self.risk.is_ended_at(&Self::risk_key(shared))
            || shared.kept.curves.is_ended(&shared.curve_key(Experiment::default()))
    }

    /// Whether nothing more urgent is being computed.
    fn can_measure_risk(&self, shared: &Shared) -> bool {
        let is_ready = matches!(shared.model.stage, Stage::Ready | Stage::Cancelled(Step::Spread));
        is_ready && !shared.lacks_texts() && !shared.is_rehashing() && shared.model.is_hashed()
    }

    /// Shows only the documents that are too short for k, or all again.
    pub(super) fn toggle_only_short(&mut self, shared: &mut Shared) {
        if !self.is_only_short
            && let Some(why) = self.why_no_risk(shared)
        {
            // Listed as soon as it is known.
            self.asks_risk = !shared.lacks_texts();
            let is_known = self.risk.get(&Self::risk_key(shared)).is_some();
            self.is_only_short = self.asks_risk && !is_known && !self.is_risk_cancelled(shared);
            return shared.warn(why);
        }
        let short = self.risk_share(shared).map_or(0, |share| share.short);
        if !self.is_only_short && short == 0 {
            let k = shared.k;
            return shared.warn(both!(
                "no document is too short for k = {k}: nothing to list",
                "没有对 k = {k} 过短的文档：无可列出"
            ));
        }
        self.is_only_short ^= true;
        self.say_only_short(shared);
    }

    /// What is asked for is known: lists it, or says that there is nothing to list.
    fn list_only_short(&mut self, shared: &mut Shared) {
        if self.is_only_short && self.risk_share(shared).is_none_or(|share| share.short == 0) {
            self.is_only_short = false;
            self.toggle_only_short(shared);
        } else if self.is_only_short {
            self.say_only_short(shared);
        }
    }

    fn say_only_short(&self, shared: &mut Shared) {
        let text = match (self.is_only_short, self.risk_share(shared)) {
            (true, Some(RiskShare { short, .. })) => {
                let (short, k) = (grouped_digits(short), shared.k);
                shared.lang.pick(both!(
                    "only the {short} too short for k = {k} are listed; Esc lists all",
                    "仅列出对 k = {k} 过短的 {short} 篇；Esc 列出全部"
                ))
            }
            _ => shared.lang.pick(("all documents again", "重新列出全部文档")).to_owned(),
        };
        shared.say_of(text);
    }

    /// Asks for the curve, then for the lengths, as soon as nothing else is to be waited for and the screen shows what they
    /// say.
    pub(super) fn want_risk(&mut self, shared: &mut Shared) {
        let key = Self::risk_key(shared);
        if shared.screen != Screen::Corpus
            || !self.asks_risk
            || shared.runs(RISK)
            || !self.risk.is_missing(&key)
            || !self.can_measure_risk(shared)
            || shared.model.corpus.is_empty()
        {
            return;
        }
        let curve_key = shared.curve_key(Experiment::default());
        let Some(curve) = shared.kept.curves.get(&curve_key).cloned() else {
            // One that is being measured for another screen ends first.
            if !shared.runs(CURVE) {
                shared.want_curve(curve_key);
            }
            return;
        };
        let (corpus, recipe, features) =
            (shared.model.corpus.clone(), shared.model.recipe, shared.model.features.clone());
        shared.begin_for(self.risk.ask_anew(key.clone()), RISK, move |progress, _| {
            let lengths = if recipe.keeps_all_terms() {
                features
            } else {
                progress.expect(corpus.len() as u64);
                Arc::new(sensitivity::lengths(&corpus, &recipe, progress)?)
            };
            Some(found(move |own: &mut Self, shared| {
                own.risk.put(key, Lengths::new(curve, lengths, &shared.model.documents));
                own.list_only_short(shared);
            }))
        });
    }

    /// Stops the measuring. Returns whether it ran.
    pub fn cancel_risk(&self, shared: &mut Shared) -> bool {
        if !shared.stop(RISK) && !shared.stop(CURVE) {
            return false;
        }
        shared.say((
            "which documents are too short: cancelled; ‹resume› starts it again",
            "哪些文档过短：已取消测量；按 ‹resume› 重新开始",
        ));
        true
    }
}
