//! Which documents are too short for k: with one word replaced, more than half of the texts of that length
//! are beyond k of what they were. Said of the whole corpus by the length curve of the recipe, which a job measures once the groups are there.

use super::App;
use crate::recipe::Recipe;
use crate::sensitivity::{Curve, Experiment};
use crate::tui::action::Screen;
use crate::tui::jobs::{Job, Kind};
use crate::tui::lang::{Said, grouped_digits};
use crate::tui::model::{Stage, Step};
use std::sync::Arc;

/// What is known of it.
#[derive(Debug, Default)]
pub struct Risk {
    found: Option<Found>,
    /// The user cancelled the measuring.
    pub is_cancelled: bool,
}

/// The curve, and the documents that it speaks of.
#[derive(Debug)]
struct Found {
    recipe: Recipe,
    curve: Arc<Curve>,
    /// Of every document, as the curve counts.
    lengths: Arc<Vec<u32>>,
    /// Documents with features by length; the last are as long as the longest of the curve, or longer.
    counts: Vec<usize>,
}

/// Which lengths are too short for one k.
#[derive(Debug, Clone)]
pub struct TooShort {
    /// By length; what is longer is as the last.
    is_short: Vec<bool>,
    lengths: Arc<Vec<u32>>,
}

/// How many documents are too short for k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RiskShare {
    /// Too short.
    pub short: usize,
    /// All that can be in a group.
    pub all: usize,
}

impl TooShort {
    /// Whether a document is; one without terms is not.
    pub fn holds(&self, document: u32) -> bool {
        let length = self.lengths.get(document as usize).map_or(0, |&length| length as usize);
        length > 0 && self.is_short.get(length).or(self.is_short.last()).is_some_and(|&is_short| is_short)
    }
}

impl RiskShare {
    /// In percent, rounded; what is not nothing is at least 1, what is not all at most 99.
    pub fn percent(self) -> usize {
        match self {
            RiskShare { short: 0, .. } => 0,
            RiskShare { short, all } if short >= all => 100,
            RiskShare { short, all } => ((short * 200 + all) / (2 * all)).clamp(1, 99),
        }
    }
}

impl App {
    /// The documents that are too short for k, as soon as that is known.
    pub fn too_short(&self) -> Option<TooShort> {
        let found = self.found()?;
        Some(TooShort { is_short: found.curve.too_short(self.k), lengths: found.lengths.clone() })
    }

    /// Their share.
    pub fn risk_share(&self) -> Option<RiskShare> {
        let found = self.found()?;
        let by_length = found.curve.too_short(self.k);
        let short = by_length.iter().zip(&found.counts).filter(|(is_short, _)| **is_short);
        let short = short.map(|(_, count)| count).sum();
        Some(RiskShare { short, all: self.model.documents.len() })
    }

    /// What is known under the recipe of the signatures; nothing where the corpus has no passages to measure on.
    fn found(&self) -> Option<&Found> {
        self.risk
            .found
            .as_ref()
            .filter(|found| found.recipe.has_parts_of(&self.model.recipe) && !found.curve.points.is_empty())
    }

    /// Why it is not known which documents are too short; `None` where it is.
    pub fn why_no_risk(&self) -> Option<Said> {
        if self.found().is_some() {
            return None;
        }
        Some(match &self.risk {
            Risk { is_cancelled: true, .. } => (
                "too short or not: the measuring of the curve was cancelled; r starts it",
                "是否过短未知：曲线测量已取消；按 r 开始",
            ),
            Risk { found: Some(_), .. } if !self.is_rehashing() => (
                "too short or not: the corpus has too few words to measure it on",
                "是否过短未知：语料的词太少，无法测量",
            ),
            _ if !self.can_measure_risk() => (
                "too short or not: measured as soon as the groups are known",
                "是否过短未知：分组已知后才测量",
            ),
            _ => (
                "too short or not: the curve of this recipe is still being measured",
                "是否过短未知：此配方的曲线仍在测量",
            ),
        })
    }

    /// Whether nothing more urgent is being computed.
    fn can_measure_risk(&self) -> bool {
        let is_ready = matches!(self.model.stage, Stage::Ready | Stage::Cancelled(Step::Spread));
        is_ready && !self.is_rehashing() && self.model.is_hashed()
    }

    /// Shows only the documents that are too short for k, or all again.
    pub(super) fn toggle_only_short(&mut self) {
        if !self.listing.is_only_short
            && let Some(why) = self.why_no_risk()
        {
            self.warn(why);
            return;
        }
        let short = self.risk_share().map_or(0, |share| share.short);
        if !self.listing.is_only_short && short == 0 {
            let k = self.k;
            let said = self.lang.pick((
                format!("no document is too short for k = {k}: nothing to list"),
                format!("没有对 k = {k} 过短的文档：无可列出"),
            ));
            self.message = Some((super::Tone::Warning, said));
            return;
        }
        self.listing.is_only_short ^= true;
        self.listing.is_stale = true;
        let text = match (self.listing.is_only_short, self.risk_share()) {
            (true, Some(RiskShare { short, .. })) => {
                let (short, k) = (grouped_digits(short as u64), self.k);
                let seed = Experiment::default().seed;
                self.lang.pick((
                    format!("only the {short} too short for k = {k} (seed {seed}): with one word replaced most texts of that length are beyond k of what they were"),
                    format!("仅列出对 k = {k} 过短的 {short} 篇（种子 {seed}）：换一个词后，此长度的文本多半移到 k 之外"),
                ))
            }
            _ => self.lang.pick(("all documents again", "重新列出全部文档")).to_owned(),
        };
        self.say(text);
    }

    /// Asks for the curve as soon as nothing else is to be waited for and the screen shows what it says.
    pub(super) fn demand_risk(&mut self) {
        if self.runs(Kind::Risk) {
            if self.is_rehashing() {
                self.abandon(Kind::Risk);
            }
            return;
        }
        // The lab measures the same curve just now; it will be at hand.
        let is_coming =
            self.runs(Kind::Curve) && self.curve_key() == (self.model.recipe, Experiment::default());
        let is_known = self.risk.found.is_some() || self.risk.is_cancelled || is_coming;
        if is_known
            || self.screen != Screen::Corpus
            || !self.can_measure_risk()
            || self.model.corpus.is_empty()
        {
            return;
        }
        let model = &self.model;
        self.begin(Job::Risk {
            corpus: model.corpus.clone(),
            recipe: model.recipe,
            frequencies: model.frequencies.clone(),
            features: model.features.clone(),
            known: model.curves.get(model.recipe, Experiment::default()).cloned(),
        });
    }

    pub(super) fn take_risk(&mut self, recipe: Recipe, curve: Arc<Curve>, lengths: Arc<Vec<u32>>) {
        let longest = curve.points.last().map_or(0, |point| point.features as usize);
        let mut counts = vec![0; longest + 1];
        for &document in self.model.documents.iter() {
            counts[(lengths[document as usize] as usize).min(longest)] += 1;
        }
        self.model.curves.keep(recipe, curve.clone());
        self.risk.found = Some(Found { recipe, curve, lengths, counts });
        self.listing.is_stale |= self.listing.is_only_short;
    }

    /// The signatures are new ones: what was known was of the old.
    pub(super) fn forget_risk(&mut self) {
        if self.runs(Kind::Risk) {
            self.abandon(Kind::Risk);
        }
        self.risk = Risk::default();
    }

    /// Stops the measuring; answers whether it ran.
    pub(super) fn cancel_risk(&mut self) -> bool {
        if !self.runs(Kind::Risk) {
            return false;
        }
        self.abandon(Kind::Risk);
        self.risk.is_cancelled = true;
        self.say(self.lang.pick((
            "which documents are too short: cancelled; r starts it again",
            "哪些文档过短：已取消测量；按 r 重新开始",
        )));
        true
    }

    /// Begins it again after that; answers whether it was cancelled.
    pub(super) fn resume_risk(&mut self) -> bool {
        self.screen == Screen::Corpus && std::mem::take(&mut self.risk.is_cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_nothing_or_all_only_where_it_is() {
        let percent = |short, all| RiskShare { short, all }.percent();
        assert_eq!(
            [(0, 0), (0, 9), (9, 9), (1, 1000), (999, 1000), (118, 173)].map(|(a, b)| percent(a, b)),
            [0, 0, 100, 1, 99, 68]
        );
    }

    #[test]
    fn what_is_longer_than_the_curve_is_as_its_end_and_the_empty_are_not_short() {
        let with =
            |is_short: &[bool]| TooShort { is_short: is_short.to_vec(), lengths: Arc::new(vec![0, 1, 2, 9]) };
        let held = |short: TooShort| [0, 1, 2, 3, 4].map(|document| short.holds(document));
        assert_eq!(held(with(&[false, true, false])), [false, true, false, false, false]);
        assert_eq!(held(with(&[true, true, true])), [false, true, true, true, false]);
        assert_eq!(held(with(&[])), [false; 5]);
    }
}
