//! Which k, and why: a job counts the pairs that the texts confirm, as soon as all distances are counted, and says now and then
//! what it has; another job says what that means at τ. Nothing here is cleared when the corpus or the recipe changes, because the keys change.

use super::keys::Act;
use super::news::{Judged, JudgedKey};
use super::state::State;
use crate::action::Screen;
use crate::jobs::Work;
use crate::shared::model::{Linked, Stage, Step};
use crate::shared::spark_output::NO_TEXTS;
use crate::shared::{Scene, Shared, found};
use crate::surface::Phrase;
use crate::wanted::Wanted;
use simscope_core::display::percent_text;
use simscope_core::evidence::{
    Advice, Confirmed, Counting, Curve, Predicted, Purpose, Subject, Targets, Verdict,
};
use simscope_core::measures::Condition;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Confirmed pairs are counted.
pub(super) const SAMPLE: &Work =
    &Work::new("Sample", ("comparing the texts", "比较文本")).cancellable().of_texts();
/// What these say of every k.
const ADVICE: &Work = &Work::new("Advice", ("weighing every k", "权衡各个 k"));

/// What is known of the confirmed pairs.
#[derive(Debug, Default)]
pub struct Evidence {
    confirmed: Wanted<Linked, Arc<Confirmed>>,
    judged: Wanted<JudgedKey, Judged>,
}

/// How often what is counted so far is shown.
const SHOWN_EVERY: Duration = Duration::from_secs(1);

/// The smallest and the largest τ, in hundredths, and the step of its keys.
const TAUS: (u8, u8) = (5, 100);
const TAU_STEP: u8 = 5;

impl State {
    fn judged_key(&self, shared: &Shared) -> JudgedKey {
        let rounds = self.confirmed(shared).map_or(0, |confirmed| confirmed.rounds());
        JudgedKey { of: shared.model.linked(), tau: shared.tau_hundredths, rounds }
    }

    /// What the texts say of these signatures at τ.
    pub fn judged(&self, shared: &Shared) -> Option<&Judged> {
        self.evidence.judged.get(&self.judged_key(shared)).filter(|_| !shared.is_rehashing())
    }

    /// The same, while it is computed for a new τ, at the τ before.
    pub fn judged_lately(&self, shared: &Shared) -> Option<&Judged> {
        let is_of_these = self.evidence.judged.key().is_some_and(|key| key.of == shared.model.linked());
        self.evidence.judged.latest().filter(|_| is_of_these && !shared.is_rehashing())
    }

    pub fn confirmed(&self, shared: &Shared) -> Option<&Arc<Confirmed>> {
        self.evidence.confirmed.get(&shared.model.linked())
    }

    /// Starts what is missing, while the screen is shown and nothing more urgent runs.
    pub(super) fn want_evidence(&mut self, shared: &mut Shared) {
        let is_ready = shared.model.stage == Stage::Ready && !shared.is_rehashing();
        if shared.screen != Screen::Threshold || !is_ready || shared.lacks_texts() {
            return;
        }
        self.count(shared);
        if let Some(confirmed) = self.confirmed(shared).cloned() {
            let largest: Vec<usize> = shared.model.sweep.iter().map(|row| row.largest).collect();
            let (key, tau) = (self.judged_key(shared), shared.tau_hundredths);
            shared.want(&mut self.evidence.judged, ADVICE, key, move |_| {
                let curves = confirmed.curves(tau);
                let advices = confirmed.advise(tau, Targets::default(), &largest);
                Some(Judged { curves, advices })
            });
        }
    }

    fn count(&mut self, shared: &mut Shared) {
        let model = &shared.model;
        let key = model.linked();
        let (Some(tree), Some(spread)) = (model.tree.clone(), model.spread.clone()) else { return };
        let (corpus, recipe) = (model.corpus.clone(), model.recipe);
        let (signatures, documents) = (model.signatures.clone(), model.documents.clone());
        let Some(fate) = self.evidence.confirmed.ask(key.clone()) else { return };
        let here = move |confirmed: Confirmed| {
            let key = key.clone();
            found(move |own: &mut Self, _| own.evidence.confirmed.put(key, Arc::new(confirmed)))
        };
        shared.begin_for(fate, SAMPLE, move |progress, tell| {
            let subject = Subject {
                corpus: &corpus,
                recipe: &recipe,
                signatures: &signatures,
                documents: &documents,
                tree: &tree,
                spread: &spread,
            };
            let mut counting = Counting::of(&subject, (Condition::DEFAULT.measure, TAUS.0), progress)?;
            let mut told = Instant::now();
            while !counting.is_done() {
                counting.step(progress)?;
                if !counting.is_done() && told.elapsed() >= SHOWN_EVERY {
                    tell(here(counting.so_far()));
                    told = Instant::now();
                }
            }
            Some(here(counting.so_far()))
        });
    }

    pub(super) fn cancel_evidence(&self, shared: &mut Shared) -> bool {
        if !shared.stop(SAMPLE) {
            return false;
        }
        shared.say((
            "comparing pairs cancelled; ‹resume› starts it again",
            "已取消比较文档对；按 ‹resume› 重新开始",
        ));
        true
    }

    pub(super) fn resume_evidence(&mut self) -> bool {
        self.evidence.confirmed.retry() | self.evidence.judged.retry()
    }

    /// Moves τ by a number of steps.
    pub(super) fn step_tau(&mut self, shared: &mut Shared, by: i8) {
        let tau = shared.tau_hundredths.saturating_add_signed(by * TAU_STEP as i8).clamp(TAUS.0, TAUS.1);
        if tau == shared.tau_hundredths {
            return shared.warn(("τ goes no further", "τ 已到尽头"));
        }
        shared.set_tau(tau);
        let tau = shared.tau();
        shared.say((
            format!("τ = {tau:.2}: a pair is confirmed if its texts share that much of their word pairs, frames aside"),
            format!("τ = {tau:.2}：两篇文本的相邻字词对（框架除外）重合度达到它才算确认"),
        ));
    }

    /// k to what is advised for pairs, or for groups if it is there already; and why.
    pub(super) fn go_advised(&mut self, shared: &mut Shared) {
        let Some(judged) = self.judged(shared) else {
            return shared.warn(self.why_no_evidence(shared));
        };
        let [pairs, groups] = &judged.advices;
        let is_there = |advice: &Advice| advice.at.is_some_and(|at| at.k == shared.k);
        let advice = if is_there(pairs) && !is_there(groups) && groups.at.is_some() { groups } else { pairs };
        let said = said(shared, advice);
        match advice.at {
            Some(at) => {
                shared.set_k(at.k);
                shared.say_of(said);
            }
            None => shared.warn_of(said),
        }
    }

    /// k to the row with the best F1: by the labels where there are some, else by the texts.
    pub(super) fn go_best(&mut self, shared: &mut Shared) {
        let Some((k, f1)) = self.best_f1(shared) else {
            return shared.warn(self.why_no_evidence(shared));
        };
        shared.set_k(k);
        let how = match shared.model.labelled {
            Some(_) => ("by the labels", "按标签"),
            None => ("by the texts", "按文本"),
        };
        let how = shared.lang.pick(how);
        shared.say((
            format!("k = {k}: the best F1 for pairs, {f1:.2}, {how}"),
            format!("k = {k}：文档对的最佳 F1 {f1:.2}（{how}）"),
        ));
    }

    /// The k with the best F1 of pairs, and that F1.
    pub fn best_f1(&self, shared: &Shared) -> Option<(u8, f64)> {
        if let Some(labelled) = &shared.model.labelled {
            let best = labelled.curve();
            return Some((best.best?, best.best_row()?.f1?));
        }
        let row = self.judged_lately(shared)?.curves[0].best_row()?;
        Some((row.k, row.f1?))
    }

    /// Why nothing is advised yet.
    pub fn why_no_evidence(&self, shared: &Shared) -> Phrase {
        match shared.model.stage {
            _ if shared.lacks_texts() => NO_TEXTS,
            _ if self.evidence.confirmed.is_ended_at(&shared.model.linked()) => {
                ("comparing pairs was cancelled; ‹resume› starts it", "比较文档对已取消；按 ‹resume› 开始")
            }
            Stage::Cancelled(Step::Spread | Step::Tree) => {
                ("the distances were not counted: ‹resume› starts that", "距离未统计：按 ‹resume› 开始")
            }
            Stage::Ready => ("pairs are being compared exactly", "正在精确比较文档对"),
            _ => ("known when all distances are counted", "统计所有距离后可知"),
        }
    }

    /// What is predicted for one k.
    pub fn predicted<'s>(&'s self, shared: &Shared, purpose: Purpose, k: u8) -> Option<&'s Predicted> {
        self.curve(shared, purpose)?.at(k)
    }

    /// The k that is advised for pairs or groups.
    pub fn advised(&self, shared: &Shared, purpose: Purpose) -> Option<u8> {
        let advices = &self.judged_lately(shared)?.advices;
        advices.iter().find(|advice| advice.purpose == purpose)?.at.map(|at| at.k)
    }

    pub fn curve<'s>(&'s self, shared: &Shared, purpose: Purpose) -> Option<&'s Curve> {
        self.judged_lately(shared)?.curves.iter().find(|curve| curve.purpose == purpose)
    }
}

/// The advice in one line.
fn said(shared: &Shared, advice: &Advice) -> String {
    let purpose = shared.lang.pick(name(advice.purpose));
    let verdict = advice.verdict_text(shared.lang);
    let Some(at) = advice.at else {
        return format!("{purpose}: {verdict}");
    };
    let right = at.precision.map_or("–".to_owned(), |precision| percent_text(precision.share));
    let found = at.recall.map(|recall| percent_text(recall.share));
    let found = match found {
        Some(found) => shared.lang.pick((format!(", finds {found}"), format!("，找到 {found}"))),
        None => String::new(),
    };
    shared.lang.pick((
        format!("{purpose} k = {}: {right} confirmed{found} — {verdict}", at.k),
        format!("{purpose} k = {}：{right} 确认{found} —— {verdict}", at.k),
    ))
}

/// What the status line says of the advice.
pub fn standing(scene: Scene<'_, State>) -> Option<String> {
    let parts: Vec<String> = by_judgements(scene).into_iter().chain(by_comparing(scene)).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// What people said of the pairs within k.
fn by_judgements(scene: Scene<'_, State>) -> Option<String> {
    let estimate = scene.estimate()?;
    let precision = estimate.curve.at(scene.k)?.precision?;
    let (judged, all) = (estimate.judged.within(scene.k), estimate.judged.within(u8::MAX));
    Some(scene.lang.pick((
        format!("{judged} of {all} judged pairs are within k: precision {precision}"),
        format!("已判 {all} 对中 {judged} 对在 k 以内：精确率 {precision}"),
    )))
}

/// The advised k of both come first, so that they are never cut off; then how good each is.
fn by_comparing(scene: Scene<'_, State>) -> Option<String> {
    let (judged, lang) = (scene.own.judged(scene.shared)?, scene.lang);
    let short = |advice: &Advice| {
        lang.pick(match advice.purpose {
            Purpose::Pairs => ("pairs", "文档对"),
            Purpose::Groups => ("groups", "分组"),
        })
    };
    let advised = judged.advices.iter().filter_map(|advice| Some((short(advice), advice, advice.at?)));
    let ks: Vec<String> = advised.clone().map(|(name, _, at)| format!("{name} {}", at.k)).collect();
    let said = advised.filter_map(|(name, advice, at)| {
        // Where the k does not separate, one word says so.
        let verdict = advice.verdict_text(lang).split([':', '：']).next().unwrap_or_default();
        let verdict = match advice.verdict {
            Verdict::Yes => String::new(),
            _ => lang.pick((format!("{verdict}, "), format!("{verdict}，"))),
        };
        let right = percent_text(at.precision?.share);
        let found = at.recall.map(|recall| percent_text(recall.share)).map_or(String::new(), |found| {
            lang.pick((format!(", finds {found}"), format!("，找到 {found}")))
        });
        Some(lang.pick((
            format!(" · {name}: {verdict}{right} confirmed{found}"),
            format!(" · {name}：{verdict}{right} 确认{found}"),
        )))
    });
    let said: String = said.collect();
    let views = scene.key(Act::NextView);
    (!ks.is_empty()).then(|| {
        lang.pick((
            format!("advised k: {} · {views}: why{said}", ks.join(", ")),
            format!("建议 k：{} · {views}：原因{said}", ks.join("，")),
        ))
    })
}

fn name(purpose: Purpose) -> Phrase {
    match purpose {
        Purpose::Pairs => ("for pairs", "按文档对"),
        Purpose::Groups => ("for groups", "按分组"),
    }
}
